import { LockTimeout, DatabaseConflict, DatabaseUnavailable } from "../database.ts";
import type { AnswerRecording } from "../../idempotency/keyed-call.ts";
import { createConcurrencyLimit, type ConcurrencyLimit } from "../../jobs/concurrency-limit.ts";

/** A call that waits for its result. */
export interface PendingCall<Item, Result> {
  readonly item: Item;
  readonly settling: AnswerRecording<Result> | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs a batch. Resolves to one result per item, in the order of the items. Items that have keys are passed in the order of their first keys, so
 * that every process locks rows in the same order. `settlings` has one entry per item, undefined for an item without an answer to record.
 * Without `waitForLocks`, may reject with `LockTimeout` after a short wait for a lock.
 */
export type RunBatch<Item, Result> = (
  items: readonly Item[],
  settlings: readonly (AnswerRecording<Result> | undefined)[],
  waitForLocks?: true,
) => Promise<readonly Result[]>;

/** Limits the number of simultaneous retries. Each retry holds a connection, and other calls need connections too. */
export interface RetrySlots {
  /** For attempts that wait for a lock only briefly. */
  readonly quick: ConcurrencyLimit;
  /** For attempts that wait for a lock as long as any statement, up to `LOCK_MS`. */
  readonly waiting: ConcurrencyLimit;
}
/** Creates the retry slots of a connection pool. */
export const createRetrySlots = (): RetrySlots => ({ quick: slots(4), waiting: slots(2) });
const slots = (all: number) => createConcurrencyLimit({ all, perKey: all, waiting: Number.POSITIVE_INFINITY });

/**
 * The calls of a blocked batch, one that failed with `LockTimeout`, are retried for this long after the batch was sent. A call that has no retry
 * slot by then is rejected. About as long as the longest wait for a lock.
 */
const BLOCKED_LIMIT_MS = 2_000;
/** After a conflict, the calls of a batch are repeated for this long after the batch was sent. About as long as a statement may take. */
const CONFLICT_LIMIT_MS = 4_000;

/** Whether the database is unavailable to every call, not only to calls that need a locked row. */
export const isUnavailable = (error: unknown): boolean => error instanceof DatabaseUnavailable && !(error instanceof LockTimeout);

/** A batch that failed, and how to run its calls again. */
export interface FailedBatch<Item, Result, Call extends PendingCall<Item, Result>> {
  readonly name: string;
  readonly run: RunBatch<Item, Result>;
  readonly slots: RetrySlots;
  /** Called once for each call that is done. */
  readonly onDone: (call: Call) => void;
  readonly cause: unknown;
  /** Time at which the batch was sent (`performance.now()`). */
  readonly sentMs: number;
}

/**
 * Runs each call of a failed batch on its own, several at once, while other batches go on. Each call is first tried with a short wait for locks.
 * Calls whose rows stay locked are then tried again, a few at a time, with a longer wait. If the batch failed with `LockTimeout`, calls that get
 * no slot in time are rejected with that error. Once the database is unavailable, all remaining calls are rejected.
 */
export function retryIndividually<Item, Result, Call extends PendingCall<Item, Result>>(
  calls: readonly Call[],
  { name, run, slots: { quick, waiting }, onDone, cause, sentMs }: FailedBatch<Item, Result, Call>,
): void {
  const isBlocked = cause instanceof LockTimeout;
  const deadlineMs = isBlocked ? sentMs + BLOCKED_LIMIT_MS : Number.POSITIVE_INFINITY;
  // The only call of a blocked batch has already been tried with a short wait.
  const skipQuick = isBlocked && calls.length === 1;
  let outage: unknown;

  /** Settles the call, or returns true when it must wait for a lock. */
  async function attempt(call: Call, waitForLocks?: true): Promise<boolean> {
    const refusal = outage ?? (performance.now() > deadlineMs ? cause : undefined);
    if (refusal !== undefined) call.reject(refusal);
    else
      try {
        call.resolve((await run([call.item], [call.settling], waitForLocks))[0]!);
      } catch (error) {
        if (!waitForLocks && error instanceof LockTimeout) return true;
        // `run` has already paused and retried several times, so this attempt follows without a pause.
        if (error instanceof DatabaseConflict && performance.now() - sentMs < CONFLICT_LIMIT_MS) return attempt(call, waitForLocks);
        // An attempt that waited for a lock does not prove an outage: it may have timed out only because of the lock.
        if (!waitForLocks && isUnavailable(error)) outage = error;
        call.reject(error);
      }
    return false;
  }
  async function retry(call: Call): Promise<void> {
    const mustWait = skipQuick || (await quick.run(name, () => attempt(call)));
    if (mustWait) await waiting.run(name, () => attempt(call, true));
    onDone(call);
  }
  for (const call of calls) void retry(call);
}
