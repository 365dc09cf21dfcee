import type { Envelope } from "../../src/events/envelope.ts";

/** What a consumer reads of an event, pushed or in the feed. */
export type Heard = Pick<Envelope, "seq" | "prevSeq" | "parameters" | "resourceVersion" | "status">;

/**
 * A seller's system that keeps a copy of its products and orders from what it is told: in any order, any number of times, with messages
 * missing. What is pushed it takes as it comes; a message whose predecessor it never saw makes it read the feed from where it is whole.
 */
export interface Consumer {
  /** A message was pushed. */
  hear(event: Heard): void;
  /** Reads the feed until there is nothing new. */
  catchUp(): Promise<void>;
  /** Where each product and order is, by its key. */
  readonly copy: ReadonlyMap<string, string>;
  /** Everything up to here was seen. */
  cursor(): number;
  /** Events that only the feed told. */
  fromFeed(): number;
}

/** Messages that overtake each other are no gap yet. */
const PATIENCE_MS = 200;

/** `read` answers the feed after a seq. */
export function createConsumer(read: (after: number) => Promise<readonly Heard[]>): Consumer {
  const versions = new Map<string, number>();
  const copy = new Map<string, string>();
  const ahead = new Set<number>();
  let cursor = 0;
  let fromFeed = 0;
  let reading: Promise<void> | undefined;

  const take = ({ seq, parameters, resourceVersion, status }: Heard) => {
    const key = Object.values(parameters)[0]!;
    // Older than what is known: a repeat, or one that was overtaken.
    if (resourceVersion > (versions.get(key) ?? 0)) {
      versions.set(key, resourceVersion);
      copy.set(key, status!);
    }
    if (seq > cursor) ahead.add(seq);
    while (ahead.delete(cursor + 1)) cursor += 1;
  };

  const readOn = async () => {
    for (;;) {
      const events = await read(cursor);
      if (events.length === 0) return;
      for (const event of events) {
        if (event.seq > cursor && !ahead.has(event.seq)) fromFeed += 1;
        take(event);
      }
    }
  };
  const catchUp = () => (reading ??= readOn().finally(() => (reading = undefined)));

  return {
    hear(event) {
      take(event);
      if (event.prevSeq === null || event.prevSeq <= cursor) return;
      const missing = event.prevSeq;
      setTimeout(() => {
        if (missing > cursor) catchUp().catch(() => undefined);
      }, PATIENCE_MS);
    },
    catchUp,
    copy,
    cursor: () => cursor,
    fromFeed: () => fromFeed,
  };
}
