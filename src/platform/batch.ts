import { DatabaseUnavailable } from "./db.ts";

/**
 * Coalesces concurrent calls of one operation into one statement (performance 4.4). All calls parsed in one turn of
 * the event loop ride together; while a batch is in flight arrivals queue. Two calls with the same key are never in
 * flight together, so each key sees its calls in order and `update ... from unnest` stays deterministic.
 */
export interface BatchSettings<Item, Result> {
  readonly name: string;
  /** One result per item, in the order of the items. Items arrive sorted by key. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Calls with equal keys wait for each other; undefined = any number may ride together (reads). */
  readonly keyOf?: (item: Item) => string;
  readonly lanes?: number;
  /** A further lane starts only when this many calls wait. */
  readonly laneThreshold?: number;
  readonly maxItems?: number;
  readonly maxQueued?: number;
}

/** Takes calls one by one and carries them out together; each gets its own result. */
export interface Batcher<Item, Result> {
  /** Rejects with `Overloaded` at once when too many calls wait. */
  submit(item: Item): Promise<Result>;
  readonly name: string;
  waiting(): number;
}

/** Too many calls wait already; the caller is told to come back. */
export class Overloaded extends Error {}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly key: string;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** A batcher over `run`. One caller's bad row never fails the others: a batch that fails is run again one by one. */
export function batcher<Item, Result>(settings: BatchSettings<Item, Result>): Batcher<Item, Result> {
  const { run, keyOf, lanes = 3, laneThreshold = 8, maxItems = 256, maxQueued = 4 * maxItems } = settings;
  let queue: Waiting<Item, Result>[] = [];
  const keysInFlight = new Set<string>();
  let inFlight = 0;
  let scheduled = false;

  const flush = () => {
    scheduled = false;
    while (queue.length > 0 && inFlight < lanes && (inFlight === 0 || queue.length >= laneThreshold)) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      inFlight += 1;
      void settle(batch);
    }
  };

  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  };

  const takeBatch = (): Waiting<Item, Result>[] => {
    if (keyOf === undefined) return queue.splice(0, maxItems);
    const taken: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    for (const waiting of queue) {
      if (taken.length < maxItems && !keysInFlight.has(waiting.key)) {
        keysInFlight.add(waiting.key);
        taken.push(waiting);
      } else left.push(waiting);
    }
    queue = left;
    // One lock order for every process.
    return taken.sort((a, b) => (a.key < b.key ? -1 : 1));
  };

  const settle = async (batch: readonly Waiting<Item, Result>[]) => {
    try {
      const results = await run(batch.map((waiting) => waiting.item));
      batch.forEach((waiting, i) => waiting.resolve(results[i]!));
    } catch (error) {
      // One caller's row may not fail the others: each runs again on its own. A database that is away fails all alike.
      if (batch.length === 1 || error instanceof DatabaseUnavailable) for (const waiting of batch) waiting.reject(error);
      else await Promise.all(batch.map((waiting) => alone(waiting)));
    } finally {
      if (keyOf) for (const waiting of batch) keysInFlight.delete(waiting.key);
      inFlight -= 1;
      if (queue.length > 0) schedule();
    }
  };

  const alone = async (waiting: Waiting<Item, Result>) => {
    try {
      waiting.resolve((await run([waiting.item]))[0]!);
    } catch (error) {
      waiting.reject(error);
    }
  };

  return {
    name: settings.name,
    waiting: () => queue.length,
    submit: (item) =>
      new Promise<Result>((resolve, reject) => {
        if (queue.length >= maxQueued) return reject(new Overloaded(`too many calls wait for ${settings.name}`));
        queue.push({ item, key: keyOf ? keyOf(item) : "", resolve, reject });
        if (inFlight === 0 || queue.length >= laneThreshold) schedule();
      }),
  };
}
