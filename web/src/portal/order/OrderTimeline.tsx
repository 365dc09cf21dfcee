import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Timeline, type TimelineEntry } from "../../ui/Timeline.tsx";
import { Card } from "./Card.tsx";
import { type Order, timelineQuery, type TimelineEvent } from "./queries.ts";

/** Moves that a timeline has words for. */
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
const PEOPLE = ["credential", "operator", "person", "simulator", "timer"] as const;

/** What still has to happen, by the status in which it is the next step. */
const AHEAD = [
  { status: "Waiting Checkin", move: "checkIn" },
  { status: "Created", move: "approve" },
  { status: "Frozen", move: "release" },
  { status: "approved", move: "invoice" },
  { status: "Invoiced", move: "ship" },
  { status: "shipped", move: "deliver" },
] as const;
const ALWAYS_AHEAD = AHEAD.length - 3;

/** What happened with an order, and what comes next. */
export function OrderTimeline({ order }: { readonly order: Order }) {
  const { t } = useTranslation("portal/order");
  const { data, error, refetch } = useQuery(timelineQuery(order.orderNumber));
  const ahead = useAhead(order);
  const entryOf = useEntry(order);
  return (
    <Card title={t("timeline.title")}>
      {data === undefined ? (
        error === null ? (
          <Skeleton height={140} />
        ) : (
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Timeline label={t("timeline.title")} entries={[...data.items.map(entryOf), ...ahead]} />
      )}
    </Card>
  );
}

function useEntry({ shippings = [] }: Order): (event: TimelineEvent) => TimelineEntry {
  const { t } = useTranslation("portal/order");
  return ({ seq, date, event, move, shippingCode, by, reason, deliveries }) => {
    const known = MOVES.find((one) => one === move);
    const who = PEOPLE.find((one) => one === by);
    const details = [
      shippingCode === undefined || shippings.length < 2 ? undefined : t("timeline.shipping", { code: shippingCode }),
      who === undefined ? by : t(`timeline.by.${who}`),
      reason,
      deliveries.length === 0 ? undefined : t("timeline.told", { count: deliveries.length }),
    ];
    return {
      id: String(seq),
      title: known === undefined ? `${event} ${move}` : t(`timeline.moves.${known}`),
      detail: details.filter((detail) => detail !== undefined).join(" · "),
      at: date,
    };
  };
}

/** The steps that are still to come; none for an order that ended. */
function useAhead({ orderStatus, shippings = [] }: Order): readonly TimelineEntry[] {
  const { t } = useTranslation("portal/order");
  const next = AHEAD.findIndex(({ status }) => status === orderStatus);
  if (next < 0) return [];
  const due = Math.max(...shippings.map(({ shippingEstimate }) => shippingEstimate));
  return AHEAD.filter((_, place) => place === next || (place > next && place >= ALWAYS_AHEAD)).map(({ move }) => ({
    id: move,
    title: t(`timeline.ahead.${move}`),
    isAhead: true,
    ...(move === "deliver" && Number.isFinite(due) ? { at: due } : {}),
  }));
}
