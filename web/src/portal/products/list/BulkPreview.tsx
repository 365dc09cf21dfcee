import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatMoney } from "../../../ui/format.ts";
import { Tag } from "../../../ui/StateBadge.tsx";
import type { BulkChange, BulkPlan, PlannedChange } from "./bulk-change.ts";
import type { Verdicts } from "./use-bulk-change.ts";
import classes from "./BulkDialog.module.css";

/** Rows that are shown at once; the refused ones come first. */
const MOST_SHOWN = 200;

/** How many products change, from what to what, and which of them the server would refuse. */
export function BulkPreview({
  plan,
  field,
  verdicts,
}: {
  readonly plan: BulkPlan;
  readonly field: BulkChange["field"];
  readonly verdicts: Verdicts | undefined;
}) {
  const { t, i18n } = useTranslation("portal/products");
  const shown = (value: number | undefined) =>
    value === undefined ? "—" : field === "stock" ? String(value) : formatMoney(value, i18n.language);
  const isRefused = ({ sku }: PlannedChange) => verdicts?.get(sku)?.outcome === "failed";
  const refused = plan.changes.filter(isRefused);
  const rows = [...refused, ...plan.changes.filter((one) => !isRefused(one))];
  return (
    <section aria-label={t("bulk.preview")}>
      <p className={classes["summary"]} role="status">
        {[
          t("bulk.changing", { count: plan.changes.length }),
          plan.unchanged === 0 ? "" : t("bulk.unchanged", { count: plan.unchanged }),
          plan.without === 0 ? "" : t("bulk.without", { count: plan.without }),
          verdicts === undefined && plan.changes.length > 0
            ? t("bulk.trying")
            : refused.length === 0
              ? ""
              : t("bulk.refused", { count: refused.length }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <ul className={classes["rows"]} tabIndex={0} aria-label={t("bulk.preview")}>
        {rows.slice(0, MOST_SHOWN).map((change) => (
          <li key={change.sku} className={classes["row"]}>
            <span className={classes["sku"]}>
              <span>{change.sku}</span>
              <span className={classes["name"]}>{isRefused(change) ? verdicts?.get(change.sku)?.details?.[0]?.message : change.name}</span>
            </span>
            {isRefused(change) ? <Tag color="red">{t("bulk.isRefused")}</Tag> : null}
            <span className={classes["values"]}>
              <span className={classes["from"]}>{shown(change.from)}</span>
              <IconArrowRight size={14} aria-label={t("bulk.becomes")} />
              <strong>{shown(change.to)}</strong>
            </span>
          </li>
        ))}
      </ul>
      {rows.length > MOST_SHOWN ? <p className={classes["summary"]}>{t("bulk.andMore", { count: rows.length - MOST_SHOWN })}</p> : null}
    </section>
  );
}
