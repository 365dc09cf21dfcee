import { Button } from "@mantine/core";
import { IconLockOpen } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Loss } from "../desk/holdings.ts";
import classes from "./item.module.css";

/** Says that the open item is no longer the reviewer's, and what to do about it. */
export function LostNotice({ loss, onRetry }: { readonly loss: Loss | undefined; readonly onRetry: () => void }) {
  const { t } = useTranslation("backoffice/review");
  return (
    <div role="alert">
      {loss === undefined ? null : (
        <p className={classes["lost"]}>
          <IconLockOpen size={18} aria-hidden />
          <span>{loss === "taken" ? t("lost.taken") : t("lost.lapsed")}</span>
          <Button size="xs" variant="default" onClick={onRetry}>
            {t("gap.next")}
          </Button>
        </p>
      )}
    </div>
  );
}
