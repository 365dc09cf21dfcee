import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Instant } from "../../../ui/Instant.tsx";
import classes from "./Form.module.css";

/** Says that what is shown was typed before, and lets it go. */
export function DraftNotice({ at, onDiscard }: { readonly at: number; readonly onDiscard: () => void }) {
  const { t } = useTranslation("portal/products");
  return (
    <div className={classes["draft"]} role="status">
      <span>
        {t("draft.restored")} <Instant at={at} />
      </span>
      <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
        {t("draft.discard")}
      </Button>
    </div>
  );
}
