import type { Clock } from "../platform/basics/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { Log } from "../platform/observability/log.ts";
import type { Metrics } from "../platform/observability/metrics.ts";
import type { Slice } from "../platform/jobs/slice-definition.ts";
import { newEventsSignalOf } from "../platform/jobs/new-events-signal.ts";
import { shutOut, type AppendEvents } from "../sellers/index.ts";
import type { EventRow } from "./envelope.ts";
import { feedEndpoints } from "./feed-operations.ts";
import { createHorizon } from "./retention.ts";
import { operatorEventEndpoints } from "./operator-operations.ts";
import * as queries from "./queries.ts";
import { createWaiters } from "./waiters.ts";

export interface EventsContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly settings: {
    readonly eventRetentionDays: number;
    readonly longPollWaiters: number;
    readonly longPollWaitersPerApplication: number;
  };
}

/** The feed of what happened to a seller's products and orders (decisions 7). */
export function openEvents({ db, log, metrics, settings }: EventsContext): Slice {
  const count = async (sellerIds: readonly number[]) => {
    const rows = [];
    // A transaction that names many sellers is slow to tell whose a row is.
    for (let i = 0; i < sellerIds.length; i += COUNTED_AT_ONCE) {
      const some = sellerIds.slice(i, i + COUNTED_AT_ONCE);
      rows.push(...(await db.run(some, queries.countEvents, [some])));
    }
    return rows;
  };
  const waiters = createWaiters({ newEvents: newEventsSignalOf(db), count, shutOut: (ids) => shutOut(db, ids), log, ...settings });
  const horizon = createHorizon({ ...settings, seqBefore: (sellerId, at) => lastBefore(db, sellerId, at) });
  metrics.gauge("vitrine_events_waiting", "Calls that wait for events.", waiters.waiting);
  return {
    endpoints: [...feedEndpoints({ db, horizon, waiters }), ...operatorEventEndpoints(db)],
    drain: waiters.end,
  };
}

const COUNTED_AT_ONCE = 128;

/** A seller's events after a seq, oldest first, `limit` at most. */
export const readEvents = (
  db: Pick<Database, "run">,
  { sellerId, after, limit }: { readonly sellerId: number; readonly after: number; readonly limit: number },
): Promise<EventRow[]> => db.run([sellerId], queries.listEvents, [sellerId, after, limit]);

/** Calls take no longer from arriving, which is when their events are dated, to being committed, which is when those get their seq. */
const DISORDER_MS = 10_000;

/**
 * The seq behind which are all of a seller's events since an instant, epoch ms, and of the seconds before it maybe some: times are only
 * nearly in the order of seqs. 0 when all events are since then.
 */
export const seqAt = (db: Pick<Database, "run">, sellerId: number, at: number): Promise<number> =>
  lastBefore(db, sellerId, at - DISORDER_MS);

async function lastBefore(db: Pick<Database, "run">, sellerId: number, at: number): Promise<number> {
  const [row] = await db.run([sellerId], queries.lastBefore, [sellerId, at]);
  return row?.seq ?? 0;
}

/** Appends events in the order given; those whose resource has that version already are left out. */
export const appendEvents: AppendEvents = async (db, events) => {
  if (events.length === 0) return;
  const sellerIds = [...new Set(events.map(({ sellerId }) => sellerId))];
  await db.run(sellerIds, queries.appendEvents, [
    events.map((event) => event.sellerId),
    events.map((event) => event.name),
    events.map((event) => event.resource),
    events.map((event) => event.version),
    events.map((event) => event.actor),
    events.map((event) => event.cause),
    events.map((event) => event.payload),
    events.map((event) => event.at),
  ]);
  newEventsSignalOf(db).notify(sellerIds);
};

/** Its rows of the contract. */
export * as eventsContract from "./contract.ts";
export { eventErrors } from "./errors.ts";
export { Notification, PushHeaders, TestNotification } from "./shapes.ts";
export { eventId, envelope, kindOf, type EventRow } from "./envelope.ts";
