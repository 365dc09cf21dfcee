import { useTranslation } from "react-i18next";
import { useActorText } from "../actor-text.ts";
import { Timeline } from "../Timeline.tsx";
import type { DeskTimelineEntry } from "./order-types.ts";

/** Moves that have words of their own. */
const MOVES = [
  "purchase",
  "purchasePaid",
  "exchange",
  "approve",
  "expire",
  "invoice",
  "ship",
  "deliver",
  "cancel",
  "freeze",
  "release",
  "refuse",
  "checkIn",
] as const;

/** What happened to an order, the newest first: the move, who made it, and why. */
export function OrderTimeline({ entries }: { readonly entries: readonly DeskTimelineEntry[] }) {
  const { t } = useTranslation("ui");
  const actorText = useActorText();
  return (
    <Timeline
      label={t("orderTimeline.title")}
      entries={entries.toReversed().map((entry) => {
        const move = MOVES.find((one) => one === entry.move);
        const told = entry.deliveries.length;
        const details = [
          actorText(entry),
          ...(entry.shippingCode === undefined ? [] : [t("orderTimeline.shipping", { code: entry.shippingCode })]),
          ...(told === 0 ? [] : [t("orderTimeline.told", { count: told })]),
        ];
        return {
          id: String(entry.seq),
          title: move === undefined ? entry.move : t(`orderMoves.${move}`),
          at: entry.date,
          detail: (
            <>
              {details.join(" · ")}
              {entry.reason === undefined ? null : <q style={{ display: "block" }}>{entry.reason}</q>}
            </>
          ),
        };
      })}
    />
  );
}
