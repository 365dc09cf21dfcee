import { isoDateTime } from "../platform/basics/index.ts";
import { endpointHref } from "./endpoint-view.ts";
import type { AttemptRow, ListedRow, LoggedRow, RetryRow } from "./queries.ts";

const linksOf = (endpointId: string, deliveryId: string) => {
  const href = `${endpointHref(endpointId)}/deliveries/${encodeURIComponent(deliveryId)}`;
  return [
    { rel: "self", href },
    { rel: "redeliver", href: `${href}/redeliver` },
  ];
};

/** A row of a list: an attempt, or a stored retry. */
export const listedView = (endpointId: string, row: ListedRow) => ({
  deliveryId: row.delivery_id,
  seq: row.seq ?? undefined,
  status: row.outcome,
  attempt: row.attempt,
  at: isoDateTime(row.at),
  responseStatus: row.status ?? undefined,
  elapsedMs: row.elapsed_ms ?? undefined,
  trouble: row.trouble ?? undefined,
  nextAttemptAt: row.due_at === null ? undefined : isoDateTime(row.due_at),
  links: linksOf(endpointId, row.delivery_id),
});

/** An attempt. When a delivery is given up, the status of its last attempt is `dead`. */
const attemptView = (endpointId: string, row: AttemptRow) => ({
  deliveryId: row.delivery_id,
  seq: row.seq ?? undefined,
  status: row.outcome,
  attempt: row.attempt,
  at: isoDateTime(row.at),
  responseStatus: row.status ?? undefined,
  elapsedMs: row.elapsed_ms,
  trouble: row.trouble ?? undefined,
  links: linksOf(endpointId, row.delivery_id),
});

/** A stored retry, still to be delivered or dead. */
const retryView = (endpointId: string, row: Omit<RetryRow, "body" | "resource">) => ({
  deliveryId: row.delivery_id,
  seq: row.seq ?? undefined,
  status: row.dead_at === null ? "pending" : "dead",
  attempt: row.attempts,
  at: isoDateTime(row.first_at),
  nextAttemptAt: row.due_at === null ? undefined : isoDateTime(row.due_at),
  links: linksOf(endpointId, row.delivery_id),
});

const attemptSummary = (row: AttemptRow) => ({
  attempt: row.attempt,
  outcome: row.outcome,
  at: isoDateTime(row.at),
  responseStatus: row.status ?? undefined,
  elapsedMs: row.elapsed_ms,
  trouble: row.trouble ?? undefined,
});

/** A delivery as an order's timeline shows it: its status and attempts, without requests and responses. */
export function deliverySummaryView(
  endpointId: string,
  retry: Omit<RetryRow, "body" | "resource"> | undefined,
  attempts: readonly AttemptRow[],
) {
  const head = retry ? retryView(endpointId, retry) : attemptView(endpointId, attempts.at(-1)!);
  const { deliveryId, status, links } = head;
  const nextAttemptAt = "nextAttemptAt" in head ? head.nextAttemptAt : undefined;
  return { endpointId, deliveryId, status, nextAttemptAt, attempts: attempts.map(attemptSummary), links };
}

/** A delivery with every attempt still in the log; undefined when there is neither a retry nor an attempt. */
export function deliveryView(endpointId: string, retry: RetryRow | undefined, attempts: readonly LoggedRow[]) {
  const last = attempts.at(-1);
  const head = retry ? retryView(endpointId, retry) : last && attemptView(endpointId, last);
  return (
    head && {
      ...head,
      attempts: attempts.map((row) => ({ ...attemptSummary(row), request: row.request, response: row.response ?? undefined })),
    }
  );
}
