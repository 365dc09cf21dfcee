import type { Clock } from "../platform/basics/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { Log, Metrics } from "../platform/observability/index.ts";
import { newEventsSignalOf, type Slice } from "../platform/jobs/index.ts";
import { findInvalidCallers } from "../people/index.ts";
import type { AppendEvents } from "../sellers/index.ts";
import type { EventRow } from "./envelope.ts";
import { feedEndpoints } from "./feed-operations.ts";
import { createLongPollRegistry } from "./long-poll.ts";
import { operatorEventEndpoints } from "./operator-operations.ts";
import * as queries from "./queries.ts";
import { createEventRetention } from "./oldest-shown.ts";

export interface EventsContext {
  readonly db: Database;
  readonly wallClock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly settings: {
    readonly eventRetentionDays: number;
    readonly longPollWaiters: number;
    readonly longPollWaitersPerApplication: number;
  };
}

/** The feed of a seller's events (decisions 7). */
export function openEvents({ db, wallClock, log, metrics, settings }: EventsContext): Slice {
  const longPoll = createLongPollRegistry({
    newEvents: newEventsSignalOf(db),
    count: (sellerIds) => countEvents(db, sellerIds),
    refusedCallers: (calls) => findInvalidCallers({ db, wallClock }, calls),
    log,
    ...settings,
  });
  const retention = createEventRetention({ ...settings, seqBefore: (sellerId, at) => lastBefore(db, sellerId, at) });
  metrics.gauge("vitrine_events_waiting", "Calls that wait for events.", longPoll.waiting);
  return {
    endpoints: [...feedEndpoints({ db, retention, longPoll }), ...operatorEventEndpoints(db)],
    drain: longPoll.end,
  };
}

/** Maximum number of sellers whose events are counted in one transaction. Row-level security is slow with more sellers. */
const SELLERS_PER_COUNT = 128;

async function countEvents(db: Database, sellerIds: readonly number[]) {
  const rows = [];
  for (let i = 0; i < sellerIds.length; i += SELLERS_PER_COUNT) {
    const some = sellerIds.slice(i, i + SELLERS_PER_COUNT);
    rows.push(...(await db.run(some, queries.countEvents, [some])));
  }
  return rows;
}

/** A seller's events after a seq, oldest first, at most `limit` of them. */
export const readEvents = (
  db: Pick<Database, "run">,
  { sellerId, after, limit }: { readonly sellerId: number; readonly after: number; readonly limit: number },
): Promise<EventRow[]> => db.run([sellerId], queries.listEvents, [sellerId, after, limit]);

/**
 * Maximum duration of a call. An event gets its date when the call arrives and its seq when the call commits. So two events can be out of
 * order by up to this time.
 */
const MAX_DISORDER_MS = 10_000;

/**
 * A seq that is lower than the seqs of all the seller's events since `at`, epoch ms of the marketplace's clock; 0 when there are no earlier
 * events. Seqs are not strictly in the order of time. So events from the ten seconds before `at` may also follow this seq.
 */
export const seqAt = (db: Pick<Database, "run">, sellerId: number, at: number): Promise<number> =>
  lastBefore(db, sellerId, at - MAX_DISORDER_MS);

async function lastBefore(db: Pick<Database, "run">, sellerId: number, at: number): Promise<number> {
  const [row] = await db.run([sellerId], queries.lastBefore, [sellerId, at]);
  return row?.seq ?? 0;
}

/** Appends events in the given order. Skips an event if there already is one for the same version of the same resource. */
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

/** The operations of this slice. */
export * as eventsContract from "./contract.ts";
export { eventErrors } from "./errors.ts";
export { Notification, PushHeaders, TestNotification } from "./shapes.ts";
export { eventId, envelope, resourceKindOf, type EventRow } from "./envelope.ts";
