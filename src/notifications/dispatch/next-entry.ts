import type { EventRow } from "../../events/index.ts";
import type { InjectedFault } from "./delivery-fault.ts";

/** An event that the endpoint subscribes to, and the seq of the previous such event. */
export interface QueuedEvent {
  readonly event: EventRow;
  readonly prevSeq: number | null;
  /** The injected fault; undefined = none. */
  readonly fault: InjectedFault | undefined;
  /** Whether the event was already sent and is sent a second time because of its fault. */
  readonly isDuplicate: boolean;
}

/** An event in the queue, including events that the endpoint does not subscribe to. */
export interface QueueEntry extends QueuedEvent {
  readonly isSubscribed: boolean;
  fault: InjectedFault | undefined;
  /** Time until which a fault delays the entry, on the clock of `FaultLookup.nowMs`. */
  notBeforeMs: number;
  isDuplicate: boolean;
  state: "waiting" | "in flight" | "handled";
}

type Entries = ReadonlyMap<number, QueueEntry>;

/** The first waiting entry that may start. */
export function firstInOrder(entries: Entries, mayStart: (entry: QueueEntry) => boolean): QueueEntry | undefined {
  for (const entry of entries.values()) if (entry.state === "waiting" && mayStart(entry)) return entry;
  return undefined;
}

/**
 * The waiting entry that became due first, for queues with delayed entries. An entry waits for earlier waiting entries of its resource. An entry
 * whose fault does not keep the order neither waits for them nor makes later entries wait.
 */
export function firstByTime(entries: Entries, nowMs: number, mayStart: (entry: QueueEntry) => boolean): QueueEntry | undefined {
  const resourcesBefore = new Set<string>();
  let chosen: QueueEntry | undefined;
  for (const entry of entries.values()) {
    if (entry.state !== "waiting") continue;
    const { resource } = entry.event;
    const keepsOrder = entry.fault?.keepsOrder ?? true;
    const mustWait = keepsOrder && resourcesBefore.has(resource);
    if (keepsOrder) resourcesBefore.add(resource);
    if (mustWait || entry.notBeforeMs > nowMs || !mayStart(entry)) continue;
    if (chosen === undefined || entry.notBeforeMs < chosen.notBeforeMs) chosen = entry;
  }
  return chosen;
}

/** Removes the faults of waiting entries, so that they may start immediately. Returns the number of removed faults. */
export function removeFaults(entries: Entries): number {
  let removed = 0;
  for (const entry of entries.values()) {
    if (entry.fault === undefined || entry.state !== "waiting") continue;
    entry.notBeforeMs = 0;
    // A duplicate keeps its fault, because its fault header still names the fault.
    if (entry.isDuplicate) continue;
    entry.fault = undefined;
    removed += 1;
  }
  return removed;
}
