import { createBatchExecution } from "./batch-execution.ts";
import { createCallQueue, type QueuedCall } from "./call-queue.ts";
import { createFlushSchedule } from "./flush-schedule.ts";
import { createRetrySlots, retryIndividually, type RetrySlots, type RunBatch } from "./individual-retry.ts";
import { createKeyQueues, type KeyQueues } from "./key-queues.ts";
import type { AnswerRecording } from "../../idempotency/keyed-call.ts";

/**
 * Coalesces concurrent calls of one operation into one statement. The calls parsed in one tick of the event loop form a batch;
 * with `earlyFlushAt`, a batch may be sent sooner. While a batch is in flight, new calls queue. Two calls that share a key are never in flight
 * together, so the calls of a key run in order and `update ... from unnest` stays deterministic.
 */
export interface BatchSettings<Item, Result> {
  readonly name: string;
  readonly run: RunBatch<Item, Result>;
  /** Handles the common case with less work than `run`. It returns undefined for calls that `run` must handle. */
  readonly fastPath?: RunBatch<Item, Result>;
  /** The key or keys of a call; calls that share a key wait for each other. Absent: any calls may share a batch (reads). */
  readonly keyOf?: (item: Item) => string | readonly string[];
  /** Queues shared with other batchers. Calls of these batchers that share a key wait for each other. */
  readonly queues?: KeyQueues;
  /** Slots for retries of single calls, shared with other batchers that use the same connection pool. */
  readonly retrySlots?: RetrySlots;
  /** Maximum number of batches in flight. */
  readonly maxInFlight?: number;
  /** Whether another batch may be sent while others are in flight. */
  readonly maySendAnother?: (load: BatchLoad) => boolean;
  readonly maxItems?: number;
  /**
   * While one batch is in flight, a second is sent whenever the number of waiting calls is a multiple of this number, even before the event-loop
   * tick ends. Absent: a new call never causes a batch to be sent before the tick ends.
   */
  readonly earlyFlushAt?: number;
  readonly maxQueued?: number;
}

/** The load of a batcher at the time another batch could be sent. */
export interface BatchLoad {
  /** Batches in flight that were sent less than 25 ms ago. */
  readonly recentBatches: number;
  readonly waitingCalls: number;
  /** Calls that record an idempotent answer, waiting or in flight. */
  readonly callsToRecord: number;
}

/** Takes calls one by one and runs them together; each gets its own result. */
export interface Batcher<Item, Result> {
  /**
   * Rejects with `Overloaded` immediately when too many calls wait. With `settling`, the answer is recorded in the same transaction as the effect
   * of the call.
   */
  submit(item: Item, settling?: AnswerRecording<Result>): Promise<Result>;
  readonly name: string;
  waiting(): number;
}

/** Too many calls are waiting already; the caller is asked to retry later. */
export class Overloaded extends Error {}

interface SentBatch {
  readonly sentMs: number;
}

const MAX_QUEUED = 1024;
/** Age up to which a batch counts as recent. A batch that is not delayed by anything takes less time. */
const RECENT_MS = 25;
/**
 * By default, the minimum number of waiting calls for a batch that is sent while others are in flight. A smaller batch costs more per call
 * than it saves.
 */
export const MIN_BATCH_SIZE = 8;
const isWorthwhile = ({ waitingCalls }: BatchLoad): boolean => waitingCalls >= MIN_BATCH_SIZE;
const NONE: readonly never[] = [];

/**
 * Creates a batcher for `run`. One caller's bad row never fails the others: a batch that fails is retried call by call, unless the database is
 * unavailable. A call that conflicts with other transactions is repeated until it succeeds or its time is up.
 */
export function createBatcher<Item, Result>(settings: BatchSettings<Item, Result>): Batcher<Item, Result> {
  const { name, run, fastPath, keyOf, queues = createKeyQueues(), retrySlots = createRetrySlots() } = settings;
  const { maxInFlight = 4, maxItems = 64, maxQueued = MAX_QUEUED } = settings;
  const { maySendAnother = isWorthwhile, earlyFlushAt = Number.POSITIVE_INFINITY } = settings;
  const calls = createCallQueue<Item, Result>(queues, keyOf !== undefined, maxItems);
  const execute = createBatchExecution<Item, Result, QueuedCall<Item, Result>>(run, fastPath);
  const inFlight = new Set<SentBatch>();
  const schedule = createFlushSchedule(() => flush());

  const maySend = () => inFlight.size === 0 || maySendAnother(load());
  const load = () => ({ recentBatches: countRecent(inFlight), waitingCalls: calls.waiting(), callsToRecord: calls.toRecord() });

  const flush = () => {
    schedule.begin();
    while (calls.waiting() > 0 && inFlight.size < maxInFlight && maySend()) {
      const batch = calls.takeBatch();
      if (batch.length === 0) return;
      void send(batch);
    }
    if (calls.waiting() > 0) schedule.later();
  };

  const send = async (batch: readonly QueuedCall<Item, Result>[]) => {
    const sent: SentBatch = { sentMs: performance.now() };
    inFlight.add(sent);
    const { answerCallers, retry = NONE, error } = await execute(batch);
    inFlight.delete(sent);
    calls.finish(retry.length === 0 ? batch : batch.filter((call) => !retry.includes(call)));
    // If a full batch is waiting, it is sent before callers are answered, so that the database is busy in the meantime.
    if (calls.waiting() >= maxItems) flush();
    else if (calls.waiting() > 0) schedule.afterTick();
    answerCallers?.();
    const onDone = (call: QueuedCall<Item, Result>) => calls.finish([call]);
    if (retry.length > 0) retryIndividually(retry, { name, run, slots: retrySlots, onDone, cause: error, ...sent });
  };

  const submit = (call: QueuedCall<Item, Result>) => {
    calls.add(call);
    const isEarly = inFlight.size === 1 && calls.waiting() % earlyFlushAt === 0;
    // The flush at the end of the tick will send this call.
    if (schedule.isScheduled() && !isEarly) return;
    if (!maySend()) schedule.later();
    else if (isEarly) flush();
    else schedule.afterTick();
  };

  return {
    name,
    waiting: calls.waiting,
    submit: (item, settling) =>
      new Promise<Result>((resolve, reject) => {
        if (calls.waiting() >= maxQueued) reject(new Overloaded(`too many calls wait for ${name}`));
        else submit({ item, settling, keys: keysOf(keyOf?.(item)), onReady: schedule.afterTick, blockedKeys: 0, resolve, reject });
      }),
  };
}

function countRecent(batches: ReadonlySet<SentBatch>): number {
  const sinceMs = performance.now() - RECENT_MS;
  let count = 0;
  for (const { sentMs } of batches) if (sentMs > sinceMs) count += 1;
  return count;
}

const NO_KEYS: readonly string[] = [];
const keysOf = (keys: string | readonly string[] | undefined): readonly string[] =>
  keys === undefined ? NO_KEYS : typeof keys === "string" ? [keys] : keys;
