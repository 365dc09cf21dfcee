/** A call's place in the queues of its keys. */
export interface Ticket {
  /** Its keys, each by its number. */
  readonly numbers: readonly number[];
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

/**
 * Queues for the keys of one batcher, or of several whose calls change the same things. All keys of one number stand in one queue: now
 * and then calls that have nothing to do with each other go one after the other.
 */
export function keyQueues(): KeyQueues {
  const queues = new Map<number, Ticket[]>();
  return {
    join(ticket) {
      for (const number of ticket.numbers) {
        const queue = queues.get(number);
        if (queue) queue.push(ticket);
        else queues.set(number, [ticket]);
      }
    },
    mayGo: (ticket) => ticket.numbers.every((number) => queues.get(number)![0] === ticket),
    leave(ticket) {
      for (const number of ticket.numbers) {
        const queue = queues.get(number)!;
        queue.shift();
        if (queue.length === 0) queues.delete(number);
        else queue[0]!.rouse();
      }
    },
  };
}

/**
 * The number of a key (FNV-1a, 32 bits). A map by texts would keep each of them for a while in the one table that V8 has of texts, which
 * took 2 % of a PUT of a stock.
 */
export function numberOf(key: string): number {
  let number = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) number = Math.imul(number ^ key.charCodeAt(i), 0x01000193);
  return number;
}
