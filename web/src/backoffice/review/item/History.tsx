import { useTranslation } from "react-i18next";
import { Timeline, type TimelineEntry } from "../../../ui/Timeline.tsx";
import type { ReviewItem } from "../types.ts";
import classes from "./item.module.css";

/** What happened in the review to this product, and until when it has to be decided. */
export function History({ item: { since, dueAt, sellerDecisions, sku } }: { readonly item: ReviewItem }) {
  const { t } = useTranslation("backoffice/review");
  const earlier = sellerDecisions
    .filter((past) => past.sku === sku)
    .map(({ decisionId, decision, reasons, date }): TimelineEntry => ({
      id: decisionId,
      title: decision === "approve" ? t("history.approved") : t("history.criticized"),
      at: date,
      ...(reasons.length === 0 ? {} : { detail: reasons.join(" · ") }),
    }))
    .toReversed();
  const entries: readonly TimelineEntry[] = [
    ...earlier,
    { id: "since", title: t("history.queued"), at: since },
    { id: "due", title: t("history.due"), at: dueAt, isAhead: true },
  ];
  return (
    <section className={classes["card"]} aria-labelledby="review-history">
      <h3 id="review-history" className={classes["heading"]}>
        {t("history.title")}
      </h3>
      <Timeline entries={entries} label={t("history.title")} />
    </section>
  );
}
