import { resourceKindOf, type EventRow } from "../../events/index.ts";
import type { InjectedFault } from "./delivery-fault.ts";
import { firstByTime, firstInOrder, removeFaults, type QueuedEvent, type QueueEntry } from "./next-entry.ts";

/** Whether an event of a resource may be sent. Busy: one is in flight. Blocked: one is stored to be retried. */
export type ResourceAvailability = "free" | "busy" | "blocked";

/**
 * The events of one seller for one endpoint. The queue decides which event may be sent next, and knows up to which seq all events are handled.
 * Events of a resource keep their order: while one of them is in flight or waits for a retry, later ones wait.
 */
export interface EventQueue {
  /** Adds the events that follow the last one added. */
  add(events: readonly EventRow[]): void;
  /**
   * Takes the first event whose resource is free. With `takeBlocked`, it may also take an event of a blocked resource, which the caller stores
   * behind the resource's retry.
   */
  next(
    availabilityOf: (resource: string) => ResourceAvailability,
    takeBlocked: boolean,
  ): { readonly queued: QueuedEvent; readonly availability: "free" | "blocked" } | undefined;
  /** Reports that an event was delivered, dropped or stored. An event that a fault duplicates then waits once more. */
  markHandled(seq: number): void;
  /** Number of waiting events. */
  waiting(): number;
  /** The seq of the last event added. */
  readTo(): number;
  /** All events up to `seq` are handled. `lastKindSeq` is the seq of the last event among them that the endpoint subscribes to; null = none. */
  progress(): { readonly seq: number; readonly lastKindSeq: number | null };
}

/** The look-up of fault rules for a queue. */
export interface FaultLookup {
  faultOf(seq: number): InjectedFault | undefined;
  /** Real time in milliseconds, from any origin. */
  nowMs(): number;
  /** Whether no rules are left. Then no waiting event is delayed or dropped, and no further duplicates are made. */
  areRemoved(): boolean;
}

/** The starting point of a queue. */
export interface EventQueueStart {
  readonly cursor: number;
  readonly lastKindSeq: number | null;
  /** The kinds of resource that the endpoint subscribes to. */
  readonly kinds: readonly string[];
  /** Seqs of the events after the cursor that need no first attempt, because each already has a stored retry, perhaps a dead one. */
  readonly handled: ReadonlySet<number>;
  readonly faults?: FaultLookup | undefined;
}

/** Creates an empty queue. */
export function createEventQueue(start: EventQueueStart): EventQueue {
  const { faults } = start;
  const entries = new Map<number, QueueEntry>();
  let readTo = start.cursor;
  let lastSubscribed = start.lastKindSeq;
  let progress = { seq: start.cursor, lastKindSeq: start.lastKindSeq };
  let waiting = 0;
  /** Number of unhandled entries that have a fault. */
  let faulty = 0;

  const advance = () => {
    for (const [seq, entry] of entries) {
      if (entry.state !== "handled") return;
      entries.delete(seq);
      progress = { seq, lastKindSeq: entry.isSubscribed ? seq : progress.lastKindSeq };
    }
  };

  const add = (event: EventRow) => {
    const entry = newEntry(event, lastSubscribed, start);
    entries.set(event.seq, entry);
    if (entry.state === "waiting") waiting += 1;
    if (entry.fault !== undefined) faulty += 1;
    if (entry.isSubscribed) lastSubscribed = event.seq;
    readTo = event.seq;
  };

  return {
    add(events) {
      for (const event of events) add(event);
      advance();
    },
    next(availabilityOf, takeBlocked) {
      if (waiting === 0) return undefined;
      const mayStart = ({ event }: QueueEntry) => isAvailable(availabilityOf(event.resource), takeBlocked);
      if (faulty > 0 && faults!.areRemoved()) faulty -= removeFaults(entries);
      const entry = faulty === 0 ? firstInOrder(entries, mayStart) : firstByTime(entries, faults!.nowMs(), mayStart);
      if (entry === undefined) return undefined;
      entry.state = "in flight";
      waiting -= 1;
      return { queued: entry, availability: availabilityOf(entry.event.resource) === "free" ? "free" : "blocked" };
    },
    markHandled(seq) {
      const entry = entries.get(seq);
      if (entry?.state !== "in flight") return;
      if (needsDuplicate(entry) && !faults!.areRemoved()) {
        waitAsDuplicate(entry, faults!.nowMs());
        waiting += 1;
        return;
      }
      entry.state = "handled";
      if (entry.fault !== undefined) faulty -= 1;
      advance();
    },
    waiting: () => waiting,
    readTo: () => readTo,
    progress: () => progress,
  };
}

const isAvailable = (availability: ResourceAvailability, takeBlocked: boolean): boolean =>
  availability === "free" || (availability === "blocked" && takeBlocked);

function newEntry(event: EventRow, prevSeq: number | null, { kinds, handled, faults }: EventQueueStart): QueueEntry {
  const isSubscribed = kinds.includes(resourceKindOf(event));
  const isWaiting = isSubscribed && !handled.has(event.seq);
  const fault = isWaiting ? faults?.faultOf(event.seq) : undefined;
  const notBeforeMs = (faults?.nowMs() ?? 0) + (fault?.delayMs ?? 0);
  return { event, prevSeq, isSubscribed, fault, notBeforeMs, isDuplicate: false, state: isWaiting ? "waiting" : "handled" };
}

const needsDuplicate = ({ fault, isDuplicate }: QueueEntry): boolean =>
  fault !== undefined && fault.isDuplicated && !fault.isDropped && !isDuplicate;

function waitAsDuplicate(entry: QueueEntry, nowMs: number): void {
  entry.isDuplicate = true;
  entry.notBeforeMs = nowMs + entry.fault!.duplicateDelayMs;
  entry.state = "waiting";
}
