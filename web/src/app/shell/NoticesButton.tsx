import { ActionIcon } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSignal } from "../../api/signal.ts";
import { unreadNotices } from "../notices.ts";
import { dropdownOf, OnDemand } from "../../ui/OnDemand.tsx";
import classes from "./NoticesButton.module.css";

const NoticesPanel = dropdownOf(async () => (await import("./NoticesPanel.tsx")).NoticesPanel);

/** Says how many notices are new, and opens all of this visit. */
export function NoticesButton() {
  const { t } = useTranslation();
  const unread = useSignal(unreadNotices);
  return (
    <OnDemand renderDropdown={(props) => <NoticesPanel {...props} />}>
      <ActionIcon
        className={classes["bell"]}
        size="lg"
        data-unread={unread > 0 || undefined}
        aria-label={t("notices.open", { count: unread })}
      >
        <IconBell size={19} stroke={1.7} />
      </ActionIcon>
    </OnDemand>
  );
}
