import { createTextHash } from "../../basics/text-hash.ts";

/** A call in the queues of its keys. */
export interface KeyedCall {
  readonly keys: readonly string[];
  /** Called when a call that had to wait has become first in the queues of all its keys. */
  readonly onReady: () => void;
  /** Number of keys of the call for which another call is ahead of it; 0 before it joins the queues. */
  blockedKeys: number;
}

/**
 * One queue per key, in order of arrival. A call may run when it is first in all of its queues, and stays first until it leaves. So two calls
 * that share a key never run together, and neither overtakes the other. The oldest call is first in all of its queues, so no deadlock occurs.
 */
export interface KeyQueues {
  join(call: KeyedCall): void;
  isReady(call: KeyedCall): boolean;
  /** Removes a finished call and notifies the calls that become ready. */
  leave(call: KeyedCall): void;
}

/** The queue of one key, with a link to the next queue in the same bucket. */
interface Queue {
  readonly key: string;
  readonly calls: KeyedCall[];
  next: Queue | undefined;
}

/** Number of buckets. It exceeds the number of calls that can wait in a batcher, so most buckets hold at most one queue. */
const BUCKETS = 4_096;

/** A hash table of queues. */
interface QueueTable {
  readonly buckets: (Queue | undefined)[];
  readonly bucketOf: (key: string) => number;
}

/** Creates queues for one batcher, or for several whose calls change the same rows. */
export function createKeyQueues(): KeyQueues {
  const hash = createTextHash();
  const table: QueueTable = {
    buckets: Array.from({ length: BUCKETS }, () => undefined),
    bucketOf: (key) => hash(key) & (BUCKETS - 1),
  };
  return {
    join(call) {
      for (const key of call.keys) join(table, key, call);
    },
    isReady: ({ blockedKeys }) => blockedKeys === 0,
    leave(call) {
      for (const key of call.keys) leave(table, key, call);
    },
  };
}

function join({ buckets, bucketOf }: QueueTable, key: string, call: KeyedCall): void {
  const bucket = bucketOf(key);
  const queue = queueFor(key, buckets[bucket]);
  if (queue === undefined) buckets[bucket] = { key, calls: [call], next: buckets[bucket] };
  // A call that names a key twice does not wait for itself.
  else if (queue.calls.at(-1) !== call) {
    queue.calls.push(call);
    call.blockedKeys += 1;
  }
}

function leave({ buckets, bucketOf }: QueueTable, key: string, call: KeyedCall): void {
  const bucket = bucketOf(key);
  const queue = queueFor(key, buckets[bucket]);
  if (queue?.calls[0] !== call) return;
  const next = queue.calls[1];
  if (next === undefined) buckets[bucket] = withoutQueue(buckets[bucket]!, queue);
  else {
    queue.calls.shift();
    next.blockedKeys -= 1;
    if (next.blockedKeys === 0) next.onReady();
  }
}

function queueFor(key: string, first: Queue | undefined): Queue | undefined {
  let queue = first;
  while (queue !== undefined && queue.key !== key) queue = queue.next;
  return queue;
}

/** Unlinks a queue from its bucket. Returns the bucket's new first queue. */
function withoutQueue(first: Queue, queue: Queue): Queue | undefined {
  if (first === queue) return queue.next;
  let before = first;
  while (before.next !== queue) before = before.next!;
  before.next = queue.next;
  return first;
}
