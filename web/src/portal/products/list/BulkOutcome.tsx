import { IconCircleCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { BulkDone, BulkResult } from "../bulk.ts";
import type { BulkPlan } from "./bulk-change.ts";
import classes from "./BulkDialog.module.css";

const having = ({ results }: BulkDone, outcome: BulkResult["outcome"]) => results.filter((one) => one.outcome === outcome);

/** What a change did, what it did not and why; then what was taken back. */
export function BulkOutcome({
  plan,
  done,
  undone,
}: {
  readonly plan: BulkPlan;
  readonly done: BulkDone;
  readonly undone: BulkDone | undefined;
}) {
  const { t } = useTranslation("portal/products");
  const shown = undone ?? done;
  const failed = having(shown, "failed");
  const count = having(shown, "accepted").length;
  const known = new Set(plan.changes.map(({ sku }) => sku));
  return (
    <div role="status">
      <p className={classes["done"]}>
        <IconCircleCheck size={20} aria-hidden />
        {undone === undefined ? t("bulk.done", { count }) : t("bulk.undone", { count })}
      </p>
      {failed.length === 0 ? null : (
        <>
          <p className={classes["summary"]}>
            {undone === undefined ? t("bulk.failed", { count: failed.length }) : t("bulk.notUndone", { count: failed.length })}
          </p>
          <ul className={classes["rows"]} tabIndex={0} aria-label={t("bulk.refusals")}>
            {failed
              .filter(({ sku }) => sku !== undefined && known.has(sku))
              .map(({ row, sku, details }) => (
                <li key={row} className={classes["row"]}>
                  <span className={classes["sku"]}>
                    <span>{sku}</span>
                    <span className={classes["name"]}>{details?.[0]?.message}</span>
                  </span>
                </li>
              ))}
          </ul>
        </>
      )}
    </div>
  );
}
