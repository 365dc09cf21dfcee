import { createDueRetries } from "./due-retries.ts";
import { allowsNewEvent } from "./endpoint-health.ts";
import { MAX_STORED_RETRIES, type EndpointState, type RunnerContext } from "./endpoint-state.ts";
import { createEventQueue, type EventQueue, type FaultLookup } from "./event-queue.ts";
import { EVENTS_PER_READ } from "./event-reader.ts";
import type { DeliveryFaults } from "./delivery-fault.ts";
import * as queries from "./queries.ts";
import { createReplay } from "./replay.ts";

/** The work for one endpoint: new events, a replay and due retries. */
export interface WorkSource {
  /** The events after the cursor, which is the seq up to which all events are handled. */
  readonly newEvents: EventQueue;
  /** The events of a replay, once they are read. */
  replayed(): EventQueue | undefined;
  /** The seq that the replay has reached; null when there is no replay, or it is complete. */
  replaySeq(): number | null;
  /** Takes the first due retry whose resource has nothing in flight. */
  nextDue(): queries.DueRow | undefined;
  /** Whether anything may start now, or there may be more to read. */
  hasMore(): boolean;
  /** Reads more events when few are waiting. Reads retries only while no results are being written. */
  read(isFlushing: () => boolean): Promise<void>;
  /** Stops the work for the endpoint if the endpoint was changed after it was leased. */
  checkForChanges(): Promise<void>;
  /** Reports that events may have been appended. */
  eventsAppended(): void;
  /** Reports that the endpoint was changed, so that the next check does not wait. */
  endpointChanged(): void;
  /** Reports that other retries have become due. */
  retriesFreed(): void;
}

/** Number of waiting events below which more are read. */
const MIN_WAITING = 64;
/** Interval of the checks for changes by other processes. */
const CHECK_EVERY_MS = 500;

/** Creates the work source of one endpoint. It reads slightly ahead of what is sent. */
export function createWorkSource(context: RunnerContext, state: EndpointState): WorkSource {
  const { db, clock, reader } = context;
  const { lease, deliveries } = state;
  const { seller_id: sellerId, endpoint_id: endpointId, version } = lease.endpoint;
  const newEvents = newEventQueue(context.faults, state);
  const replay = createReplay(context, state, MIN_WAITING);
  const dueRetries = createDueRetries(db, state);
  let checkedAt = performance.now();
  let mayHaveNew = true;

  const mayStartNew = (at: number) => allowsNewEvent(state.health, at) && deliveries.storedCount() < MAX_STORED_RETRIES;

  async function readNew(at: number): Promise<void> {
    if (newEvents.waiting() >= MIN_WAITING || !mayStartNew(at) || !mayHaveNew) return;
    mayHaveNew = false;
    const events = await reader({ sellerId, after: newEvents.readTo() });
    newEvents.add(events);
    // A read of fewer events found all that there are; `eventsAppended` reports later ones.
    if (events.length === EVENTS_PER_READ) mayHaveNew = true;
  }

  return {
    newEvents,
    replayed: replay.queue,
    replaySeq: replay.seq,
    nextDue: dueRetries.next,
    hasMore() {
      const isReplaying = replay.queue() !== undefined && replay.seq() !== null && state.health.openSince === null;
      const hasNew = mayStartNew(clock.now()) && (newEvents.waiting() > 0 || mayHaveNew);
      return hasNew || dueRetries.count() > 0 || isReplaying;
    },
    async read(isFlushing) {
      const at = clock.now();
      if (state.isStopping) return;
      await readNew(at);
      if (state.health.openSince === null) await replay.read();
      // Other processes append events without notifying this process, so new events are also read at intervals.
      if (!isFlushing() && (await dueRetries.read(at))) mayHaveNew = true;
    },
    async checkForChanges() {
      while (!state.isStopping && performance.now() - checkedAt > CHECK_EVERY_MS) {
        checkedAt = performance.now();
        const [row] = await db.run([sellerId], queries.getEndpointVersion, [sellerId, endpointId]);
        if (row?.version !== version) state.isStopping = true;
      }
    },
    eventsAppended() {
      mayHaveNew = true;
    },
    endpointChanged() {
      checkedAt = Number.NEGATIVE_INFINITY;
    },
    retriesFreed: dueRetries.readSoon,
  };
}

function newEventQueue(faults: DeliveryFaults | undefined, { lease }: EndpointState): EventQueue {
  const { endpoint, handled } = lease;
  const { seller_id: sellerId, endpoint_id: endpointId, kinds } = endpoint;
  const lookup: FaultLookup | undefined = faults && {
    faultOf: (seq) => faults.faultFor?.({ sellerId, endpointId, seq }),
    nowMs: () => performance.now(),
    areRemoved: () => faults.faultFor === undefined,
  };
  return createEventQueue({ cursor: endpoint.cursor_seq, lastKindSeq: endpoint.last_kind_seq, kinds, handled, faults: lookup });
}
