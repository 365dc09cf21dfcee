import type { PendingCall } from "./individual-retry.ts";
import type { KeyedCall, KeyQueues } from "./key-queues.ts";

/** A call in a batcher's queue. */
export interface QueuedCall<Item, Result> extends KeyedCall, PendingCall<Item, Result> {}

/** The calls of one batcher, in order of arrival, until they are finished. */
export interface CallQueue<Item, Result> {
  /** Number of calls that wait to be sent. */
  waiting(): number;
  /** Number of calls that record an idempotent answer, waiting or in flight. */
  toRecord(): number;
  add(call: QueuedCall<Item, Result>): void;
  /** Takes the calls of the next batch. Takes none when every waiting call shares a key with an earlier unfinished call. */
  takeBatch(): readonly QueuedCall<Item, Result>[];
  /** Removes finished calls, so that other calls with the same keys may run. */
  finish(calls: readonly QueuedCall<Item, Result>[]): void;
}

/** Minimum number of reads in a batch, if that many wait and `maxItems` allows it. */
const MIN_READS = 16;

/** Creates an empty queue. Calls without keys (`isKeyed` false) may share any batch; a batch has at most `maxItems` calls. */
export function createCallQueue<Item, Result>(keyQueues: KeyQueues, isKeyed: boolean, maxItems: number): CallQueue<Item, Result> {
  let queue: QueuedCall<Item, Result>[] = [];
  let inFlight = 0;
  let toRecord = 0;

  // Takes half of the reads that wait or are in flight. PostgreSQL works on this half while this process answers and parses the other one.
  const takeReads = () => queue.splice(0, Math.min(maxItems, Math.max(MIN_READS, Math.ceil((queue.length + inFlight) / 2))));

  const takeReady = () => {
    const taken: QueuedCall<Item, Result>[] = [];
    const left: QueuedCall<Item, Result>[] = [];
    for (const call of queue) (taken.length < maxItems && keyQueues.isReady(call) ? taken : left).push(call);
    queue = left;
    // Sorted, so that every process locks rows in the same order.
    return taken.sort((a, b) => (a.keys[0]! < b.keys[0]! ? -1 : 1));
  };

  return {
    waiting: () => queue.length,
    toRecord: () => toRecord,
    add(call) {
      keyQueues.join(call);
      queue.push(call);
      if (call.settling) toRecord += 1;
    },
    takeBatch() {
      const batch = isKeyed ? takeReady() : takeReads();
      inFlight += batch.length;
      return batch;
    },
    finish(calls) {
      inFlight -= calls.length;
      for (const call of calls) {
        keyQueues.leave(call);
        if (call.settling) toRecord -= 1;
      }
    },
  };
}
