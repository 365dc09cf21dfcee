import { carryOutAlone, createTurns, isAway, type Called, type Run, type Turns } from "./individual-retry.ts";
import { Blocked, DatabaseConflict } from "../database.ts";
import { keyQueues, type KeyQueues, type Ticket } from "./key-queues.ts";
import type { Settling } from "../../idempotency/keyed-call.ts";

/**
 * Coalesces concurrent calls of one operation into one statement (performance 4.4). All calls parsed in one turn of
 * the event loop ride together, unless there are enough for the database to have something to do meanwhile (`atOnce`);
 * while a batch is in flight arrivals queue. Two calls that share a key are never in
 * flight together, so each key sees its calls in order and `update ... from unnest` stays deterministic.
 */
export interface BatchSettings<Item, Result> {
  readonly name: string;
  readonly run: Run<Item, Result>;
  /** Carries out what is common with less work, and answers undefined for what it leaves to `run`. */
  readonly first?: Run<Item, Result>;
  /** Calls that share a key wait for each other: one key, or several. Undefined = any number may ride together (reads). */
  readonly keyOf?: (item: Item) => string | readonly string[];
  /** Queues shared with other batchers, so that calls wait for theirs too. */
  readonly queues?: KeyQueues;
  /** Shared with other batchers whose calls take connections from the same pool. */
  readonly turns?: Turns;
  /** Batches in flight at most. */
  readonly lanes?: number;
  /** Whether a batch may go beside those in flight. */
  readonly mayGoBeside?: (now: Traffic) => boolean;
  readonly maxItems?: number;
  /**
   * From so many waiting calls on, and again at each multiple, a batch goes behind the only one in flight without waiting for the end of the turn.
   * Absent: however many wait, it does.
   */
  readonly atOnce?: number;
  readonly maxQueued?: number;
}

/** What there is to do when another batch could go. */
export interface Traffic {
  /** Batches in flight that were sent less than 25 ms ago. */
  readonly lively: number;
  /** Calls. */
  readonly waiting: number;
  /** Calls with something to settle, waiting or in flight. */
  readonly toSettle: number;
}

/** Takes calls one by one and carries them out together; each gets its own result. */
export interface Batcher<Item, Result> {
  /** Rejects with `Overloaded` at once when too many calls wait. With `settling`, the answer is noted together with the effect. */
  submit(item: Item, settling?: Settling<Result>): Promise<Result>;
  readonly name: string;
  waiting(): number;
}

/** Too many calls wait already; the caller is told to come back. */
export class Overloaded extends Error {}

interface Waiting<Item, Result> extends Ticket, Called<Item, Result> {}

/** What became of a batch: what tells its callers, unless they were told; and those that are to be carried out alone, and why. */
interface Outcome<Item, Result> {
  readonly tell?: () => void;
  readonly failed?: readonly Waiting<Item, Result>[];
  readonly error?: unknown;
}

const MAX_QUEUED = 1024;
/** Longer than batches take where nothing is in their way. */
const LIVELY_MS = 25;
/** What may go beside others changes with the time alone, once those are no longer lively. */
const LATER_MS = 30;
/** A smaller batch costs more for each call than it spares. */
export const WORTH_IT = 8;
const enoughWait = ({ waiting }: Traffic): boolean => waiting >= WORTH_IT;
const NOBODY: readonly never[] = [];
/** Fewer reads are not parted. */
const LEAST_READS = 16;
/** After a batch of which `first` left more than half, as many go straight to `run`: such calls come in swarms. */
const SPARED = 16;

/**
 * A batcher over `run`. One caller's bad row never fails the others: a batch that fails is run again one by one, a call that
 * lost against other processes until it wins or its time is up.
 */
export function batcher<Item, Result>(settings: BatchSettings<Item, Result>): Batcher<Item, Result> {
  const { run, first, keyOf, queues = keyQueues(), turns = createTurns() } = settings;
  const { lanes = 4, mayGoBeside = enoughWait, maxItems = 64, atOnce = Number.POSITIVE_INFINITY, maxQueued = MAX_QUEUED } = settings;
  let queue: Waiting<Item, Result>[] = [];
  let callsInFlight = 0;
  let toSettle = 0;
  /** When the batches in flight were sent. */
  const sent = new Set<{ readonly atMs: number }>();
  let later: NodeJS.Timeout | undefined;
  let scheduled = false;
  /** How many batches to come are spared `first`. */
  let spared = 0;

  const flush = () => {
    scheduled = false;
    while (queue.length > 0 && sent.size < lanes && mayGo()) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      callsInFlight += batch.length;
      void settle(batch);
    }
    if (queue.length > 0) flushLater();
  };
  const flushLater = () => {
    later ??= setTimeout(() => {
      later = undefined;
      flush();
    }, LATER_MS).unref();
  };

  const mayGo = () => sent.size === 0 || mayGoBeside({ lively: lively(), waiting: queue.length, toSettle });
  const lively = () => {
    const sinceMs = performance.now() - LIVELY_MS;
    let count = 0;
    for (const { atMs } of sent) if (atMs > sinceMs) count += 1;
    return count;
  };

  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  };

  /** Half of the reads there are: while PostgreSQL looks for them, the others are parsed or answered, and neither waits for the other. */
  const readsAtOnce = () => Math.min(maxItems, Math.max(LEAST_READS, Math.ceil((queue.length + callsInFlight) / 2)));

  const takeBatch = (): Waiting<Item, Result>[] => {
    if (keyOf === undefined) return queue.splice(0, readsAtOnce());
    const taken: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    for (const waiting of queue) (taken.length < maxItems && queues.mayGo(waiting) ? taken : left).push(waiting);
    queue = left;
    // One lock order for every process.
    return taken.sort((a, b) => (a.keys[0]! < b.keys[0]! ? -1 : 1));
  };

  const settle = async (batch: readonly Waiting<Item, Result>[]) => {
    const own = { atMs: performance.now() };
    sent.add(own);
    const { tell, failed = NOBODY, error } = await carryOut(batch, next());
    sent.delete(own);
    leave(failed.length === 0 ? batch : batch.filter((waiting) => !failed.includes(waiting)));
    // A whole batch that waits goes before anybody is answered, so that the database has something to do meanwhile.
    if (queue.length >= maxItems) flush();
    else if (queue.length > 0) schedule();
    tell?.();
    if (failed.length > 0)
      carryOutAlone(failed, { name: settings.name, run, turns, leave: (one) => leave([one]), cause: error, sinceMs: own.atMs });
  };

  /** Lets those behind go. */
  const leave = (batch: readonly Waiting<Item, Result>[]) => {
    callsInFlight -= batch.length;
    for (const waiting of batch) {
      queues.leave(waiting);
      if (waiting.settling) toSettle -= 1;
    }
  };

  const next = () => {
    if (first === undefined || spared === 0) return first ?? run;
    spared -= 1;
    return run;
  };

  const carryOut = async (batch: readonly Waiting<Item, Result>[], by: Run<Item, Result>): Promise<Outcome<Item, Result>> => {
    try {
      const results = await by(
        batch.map(({ item }) => item),
        batch.map(({ settling }) => settling),
      );
      const isLeft = (i: number) => by === first && results[i] === undefined;
      const left = batch.filter((_, i) => isLeft(i));
      const tell = () => {
        for (const [i, waiting] of batch.entries()) if (!isLeft(i)) waiting.resolve(results[i]!);
      };
      if (left.length === 0) return { tell };
      tell();
      if (left.length > batch.length / 2) spared = SPARED;
      return await carryOut(left, run);
    } catch (error) {
      // One caller's row may not fail the others: each runs again on its own. A database that is away fails all alike.
      const isFinal = isAway(error) || (batch.length === 1 && !(error instanceof DatabaseConflict || error instanceof Blocked));
      if (!isFinal) return { failed: batch, error };
      return { tell: () => batch.forEach((waiting) => waiting.reject(error)) };
    }
  };

  return {
    name: settings.name,
    waiting: () => queue.length,
    submit: (item, settling) =>
      new Promise<Result>((resolve, reject) => {
        if (queue.length >= maxQueued) return reject(new Overloaded(`too many calls wait for ${settings.name}`));
        const waiting = { item, settling, keys: keysOf(keyOf?.(item)), rouse: schedule, ahead: 0, resolve, reject };
        queues.join(waiting);
        queue.push(waiting);
        if (settling) toSettle += 1;
        const isEnough = sent.size === 1 && queue.length % atOnce === 0;
        // The flush at the end of the turn sees to it.
        if (scheduled && !isEnough) return;
        if (!mayGo()) flushLater();
        else if (isEnough) flush();
        else schedule();
      }),
  };
}

const NO_KEYS: readonly string[] = [];
const keysOf = (keys: string | readonly string[] | undefined): readonly string[] =>
  keys === undefined ? NO_KEYS : typeof keys === "string" ? [keys] : keys;
