import { LockTimeout, DatabaseConflict } from "../database.ts";
import { isUnavailable, type PendingCall, type RunBatch } from "./individual-retry.ts";

/** The result of a batch. */
export interface BatchOutcome<Call> {
  /** Resolves the calls that have results, or rejects the batch's calls. Absent when every call is already settled or will be retried. */
  readonly answerCallers?: () => void;
  /** Calls to retry individually, and the error that made the retries necessary. */
  readonly retry?: readonly Call[];
  readonly error?: unknown;
}

/**
 * Number of batches that skip the fast path after it gave no result for more than half of a batch. The next batches would probably be alike,
 * because such calls come in groups.
 */
const SKIPPED_BATCHES = 16;

/**
 * Creates a function that runs a batch. If there is a `fastPath`, it runs first, and `run` then handles the calls for which it gave no result. The
 * returned function never rejects; its outcome says which calls failed.
 */
export function createBatchExecution<Item, Result, Call extends PendingCall<Item, Result>>(
  run: RunBatch<Item, Result>,
  fastPath: RunBatch<Item, Result> | undefined,
): (batch: readonly Call[]) => Promise<BatchOutcome<Call>> {
  let skips = 0;

  const chooseRun = () => {
    if (fastPath === undefined || skips === 0) return fastPath ?? run;
    skips -= 1;
    return run;
  };

  const execute = async (batch: readonly Call[], chosen: RunBatch<Item, Result>): Promise<BatchOutcome<Call>> => {
    try {
      const results = await chosen(
        batch.map(({ item }) => item),
        batch.map(({ settling }) => settling),
      );
      const isLeft = (i: number) => chosen === fastPath && results[i] === undefined;
      const left = batch.filter((_, i) => isLeft(i));
      const answerCallers = () => {
        for (const [i, call] of batch.entries()) if (!isLeft(i)) call.resolve(results[i]!);
      };
      if (left.length === 0) return { answerCallers };
      answerCallers();
      if (left.length > batch.length / 2) skips = SKIPPED_BATCHES;
      return await execute(left, run);
    } catch (error) {
      return outcomeOfFailure(batch, error);
    }
  };
  return (batch) => execute(batch, chooseRun());
}

/**
 * Decides what follows a failed batch. One caller's row must not fail the other calls, so each call is retried individually. If the database is
 * unavailable, all calls fail. A batch of one call is retried only after a conflict or a `LockTimeout`.
 */
function outcomeOfFailure<Call extends Pick<PendingCall<unknown, unknown>, "reject">>(
  batch: readonly Call[],
  error: unknown,
): BatchOutcome<Call> {
  const isFinal = isUnavailable(error) || (batch.length === 1 && !(error instanceof DatabaseConflict || error instanceof LockTimeout));
  if (!isFinal) return { retry: batch, error };
  return { answerCallers: () => batch.forEach((call) => call.reject(error)) };
}
