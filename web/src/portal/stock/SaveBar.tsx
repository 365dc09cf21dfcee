import { ActionIcon, Button, Progress } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArrowBackUp, IconArrowForwardUp, IconArrowsLeftRight, IconCheck, IconCircleX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { KeyHint } from "../../ui/keys/KeyHint.tsx";
import { STOCK_KEYS } from "./keys.ts";
import type { StockEdits } from "./use-stock-edits.ts";
import classes from "./stock.module.css";

/** What is changed and not saved yet, what the server refused of it, and the button that saves. */
export function SaveBar({ stock }: { readonly stock: StockEdits }) {
  const { t } = useTranslation("portal/stock");
  const [isAsking, ask] = useDisclosure(false);
  const { changed, save, saving, sheet, mayEdit } = stock;
  const { progress } = saving;
  if (!mayEdit) return <p className={classes["bar"]}>{t("save.readOnly")}</p>;
  return (
    <div className={classes["bar"]}>
      <div className={classes["state"]} role="status">
        {progress !== undefined ? (
          <span className="tabular">{t("save.progress", { ...progress })}</span>
        ) : changed === 0 ? (
          <span className={classes["saved"]}>
            <IconCheck size={16} aria-hidden /> {t("save.none")}
          </span>
        ) : (
          <span className="tabular">
            {t("save.changed", { count: changed, products: t("save.products", { count: sheet.edits.size }) })}
          </span>
        )}
        {sheet.isFull ? <span className={classes["refused"]}>{t("save.full")}</span> : null}
      </div>
      <Problems stock={stock} />
      {progress === undefined ? null : (
        <Progress
          className={classes["progress"]}
          value={(100 * progress.done) / progress.all}
          aria-label={t("save.progress", { ...progress })}
        />
      )}
      <div className={classes["ends"]}>
        {sheet.canUndo || sheet.canRedo ? <Steps sheet={sheet} /> : null}
        {changed === 0 ? null : (
          <div className={classes["buttons"]}>
            <Button variant="default" disabled={progress !== undefined} onClick={ask.open}>
              {t("save.discard")}
            </Button>
            <Button
              loading={progress !== undefined}
              onClick={() => void save()}
              rightSection={<KeyHint keys={STOCK_KEYS.save.keys} onFilled />}
            >
              {t("save.save")}
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        opened={isAsking}
        title={t("save.discardTitle")}
        confirm={t("save.discard")}
        isDangerous
        onClose={ask.close}
        onConfirm={async () => sheet.clear()}
      >
        {t("save.discardText")}
      </ConfirmDialog>
    </div>
  );
}

/** Goes back and forth, by the mouse. */
function Steps({ sheet }: Pick<StockEdits, "sheet">) {
  const { t } = useTranslation("portal/stock");
  return (
    <span className={classes["steps"]}>
      <ActionIcon title={t("save.undo")} aria-label={t("save.undo")} disabled={!sheet.canUndo} onClick={sheet.undo}>
        <IconArrowBackUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon title={t("save.redo")} aria-label={t("save.redo")} disabled={!sheet.canRedo} onClick={sheet.redo}>
        <IconArrowForwardUp size={18} aria-hidden />
      </ActionIcon>
    </span>
  );
}

/** How many cells wait for a decision; leads to them. */
function Problems({ stock: { problems, showNext } }: { readonly stock: StockEdits }) {
  const { t } = useTranslation("portal/stock");
  const refused = problems.filter(({ kind }) => kind === "refused").length;
  const conflicts = problems.length - refused;
  if (problems.length === 0) return null;
  return (
    <button type="button" className={classes["problems"]} title={t("save.next")} onClick={showNext}>
      {refused === 0 ? null : (
        <span className={classes["refused"]}>
          <IconCircleX size={16} aria-hidden /> {t("save.refused", { count: refused })}
        </span>
      )}
      {conflicts === 0 ? null : (
        <span className={classes["conflict"]}>
          <IconArrowsLeftRight size={16} aria-hidden /> {t("save.conflict", { count: conflicts })}
        </span>
      )}
      <KeyHint keys={STOCK_KEYS.next.keys} />
    </button>
  );
}
