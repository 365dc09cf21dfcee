import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSignal } from "../../../api/signal.ts";
import { KeyHint } from "../../../ui/keys/KeyHint.tsx";
import { REVIEW_KEYS } from "../keys.ts";
import { type Decisions, UNDO_MS } from "./decisions.ts";
import classes from "../review.module.css";

/** The last decision, with the way back as long as there is one. */
export function UndoBar({ decisions, onUndo }: { readonly decisions: Decisions; readonly onUndo: (() => void) | undefined }) {
  const { t } = useTranslation("backoffice/review");
  const last = useSignal(decisions.last);
  return (
    <div role="status" className={classes["undoPlace"]}>
      {last === undefined ? null : (
        <div key={last.held.key} className={classes["undo"]}>
          <span className={classes["undoWords"]}>{t(`undo.${last.verdict}`, { sku: last.held.item.sku })}</span>
          <Button
            size="xs"
            variant="light"
            leftSection={<IconArrowBackUp size={15} aria-hidden />}
            rightSection={<KeyHint keys={REVIEW_KEYS.undo.keys} />}
            onClick={onUndo}
          >
            {t("undo.action")}
          </Button>
          <span className={classes["undoTime"]} style={{ animationDuration: `${UNDO_MS}ms` }} />
        </div>
      )}
    </div>
  );
}
