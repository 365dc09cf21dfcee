import { Button, Group, Progress } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx";
import { formatCount } from "../../../ui/format.ts";
import type { BulkProgress } from "./use-bulk.ts";
import classes from "./bulk.module.css";

const PERCENT = 100;

interface BulkOutcomeProps {
  readonly progress: BulkProgress;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** How a bulk decision goes: what was decided, what was refused and why, and the way back. */
export function BulkOutcome({ progress, onUndo, onClose }: BulkOutcomeProps) {
  const { t, i18n } = useTranslation("backoffice/review");
  const { t: ui } = useTranslation("ui");
  const { done, of, results, isRunning, isUndone, failure } = progress;
  const refused = results.filter(({ error }) => error !== undefined);
  const decided = results.length - refused.length;
  const shown = (count: number) => formatCount(count, i18n.language);
  return (
    <>
      <Progress value={of === 0 ? PERCENT : (done / of) * PERCENT} aria-label={t("bulk.progress")} />
      <p className={classes["sum"]} role="status">
        {isUndone ? t("bulk.undone") : t("bulk.done", { decided: shown(decided), of: shown(of) })}{" "}
        {refused.length === 0 ? "" : t("bulk.refused", { count: refused.length })}
      </p>
      {refused.length === 0 ? null : (
        <ul className={classes["refused"]} aria-label={t("bulk.refusedLabel")} tabIndex={0}>
          {refused.map(({ sellerId, sku, error }) => (
            <li key={`${sellerId} ${sku}`}>
              <b>{sku}</b> {error?.details[0]?.message ?? error?.description}
            </li>
          ))}
        </ul>
      )}
      {failure === undefined ? null : <ErrorPanel error={failure} />}
      <Group justify="flex-end" mt="lg" gap="sm">
        {isUndone || decided === 0 ? null : (
          <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />} disabled={isRunning} onClick={onUndo}>
            {t("bulk.undo")}
          </Button>
        )}
        <Button disabled={isRunning} onClick={onClose}>
          {ui("close")}
        </Button>
      </Group>
    </>
  );
}
