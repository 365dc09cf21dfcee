import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { initialsOf } from "../portal.ts";
import { useMe } from "../use-session.ts";
import { dropdownOf, OnDemand } from "../../ui/OnDemand.tsx";
import classes from "./PersonMenu.module.css";

const Items = dropdownOf(async () => (await import("./PersonMenuItems.tsx")).PersonMenuItems);

/** Who is signed in, the language, and the way out. */
export function PersonMenu() {
  const { t } = useTranslation();
  const { name } = useMe();
  return (
    <OnDemand renderDropdown={(props) => <Items {...props} />}>
      <UnstyledButton className={classes["button"]} aria-label={t("person.menu", { name })}>
        <span className={classes["initials"]} data-initials={initialsOf(name)} />
      </UnstyledButton>
    </OnDemand>
  );
}
