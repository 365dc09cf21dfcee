import { textNumber } from "../../basics/text-hash.ts";

/** A call's place in the queues of its keys. */
export interface Ticket {
  readonly keys: readonly string[];
  /** Called when the call has become first at all of its keys. */
  readonly rouse: () => void;
  /** At how many of its keys somebody is before it; 0 before it joins. */
  ahead: number;
}

/**
 * Who wants which key, in the order they came. Who is first at all of its keys may go and stays first until it leaves; so
 * two calls that share a key never go together, nobody is passed, and since the oldest call is first everywhere, somebody
 * always may go.
 */
export interface KeyQueues {
  join(ticket: Ticket): void;
  mayGo(ticket: Ticket): boolean;
  /** The call is done; those behind it are roused. */
  leave(ticket: Ticket): void;
}

/** Those who want one key, and another queue of the same bucket. */
interface Queue {
  readonly key: string;
  readonly tickets: Ticket[];
  next: Queue | undefined;
}

/** More than calls wait at most, so that most buckets have one queue. */
const BUCKETS = 4_096;

/** Queues for the keys of one batcher, or of several whose calls change the same things; in buckets by a number made of the key. */
export function keyQueues(): KeyQueues {
  const buckets: (Queue | undefined)[] = Array.from({ length: BUCKETS }, () => undefined);
  const numberOf = textNumber();
  const bucketOf = (key: string) => numberOf(key) & (BUCKETS - 1);

  function queueIn(bucket: number, key: string): Queue | undefined {
    let queue = buckets[bucket];
    while (queue !== undefined && queue.key !== key) queue = queue.next;
    return queue;
  }
  function remove(queue: Queue, bucket: number): void {
    const first = buckets[bucket]!;
    if (first === queue) buckets[bucket] = queue.next;
    else {
      let before = first;
      while (before.next !== queue) before = before.next!;
      before.next = queue.next;
    }
  }

  return {
    join(ticket) {
      for (const key of ticket.keys) {
        const bucket = bucketOf(key);
        const queue = queueIn(bucket, key);
        if (queue === undefined) buckets[bucket] = { key, tickets: [ticket], next: buckets[bucket] };
        // Who names a key twice does not wait for itself.
        else if (queue.tickets.at(-1) !== ticket) {
          queue.tickets.push(ticket);
          ticket.ahead += 1;
        }
      }
    },
    mayGo: ({ ahead }) => ahead === 0,
    leave(ticket) {
      for (const key of ticket.keys) {
        const bucket = bucketOf(key);
        const queue = queueIn(bucket, key);
        if (queue?.tickets[0] !== ticket) continue;
        const next = queue.tickets[1];
        if (next === undefined) remove(queue, bucket);
        else {
          queue.tickets.shift();
          next.ahead -= 1;
          if (next.ahead === 0) next.rouse();
        }
      }
    },
  };
}
