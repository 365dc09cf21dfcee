/** A call's place in the queues of its keys. */
export interface Ticket {
  readonly keys: readonly string[];
  /** Called when the call may have become first at all of its keys. */
  readonly rouse: () => void;
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

/** Queues for the keys of one batcher, or of several whose calls change the same things. */
export function keyQueues(): KeyQueues {
  const queues = new Map<string, Ticket[]>();
  return {
    join(ticket) {
      for (const key of ticket.keys) {
        const queue = queues.get(key);
        if (queue) queue.push(ticket);
        else queues.set(key, [ticket]);
      }
    },
    mayGo: (ticket) => ticket.keys.every((key) => queues.get(key)![0] === ticket),
    leave(ticket) {
      for (const key of ticket.keys) {
        const queue = queues.get(key)!;
        queue.shift();
        if (queue.length === 0) queues.delete(key);
        else queue[0]!.rouse();
      }
    },
  };
}
