import { MIN_BATCH_SIZE, type BatchLoad } from "./batcher.ts";
import type { PipelineSettings } from "../pipelining.ts";

/** The rules for sending batches of one kind of statement, and for running several at the same time. */
export interface BatchPolicy {
  /** Batches are pipelined through a shared connection. Absent: each batch has its own connection. */
  readonly pipeline?: PipelineSettings;
  /** Maximum number of batches in flight. */
  readonly maxInFlight: number;
  /** Maximum number of calls in a batch. */
  readonly maxItems: number;
  /**
   * Number of waiting calls at which a second batch is sent, although more requests of this event-loop tick are still to be parsed. Absent where a
   * larger batch saves flushes of the database's log.
   */
  readonly earlyFlushAt?: number;
  readonly maySendAnother?: (load: BatchLoad) => boolean;
}

/** Maximum number of batches in one pipeline. */
const PIPELINED = 2;
/** Maximum number of recent batches in flight. Recent batches were sent less than `RECENT_MS` ago (batcher.ts). */
const MAX_RECENT = 4;
/** Maximum number of batches in flight. Half of them may be stuck while the other half are recent. */
const MAX_IN_FLIGHT = 8;
/** The pipeline of most statements. A statement that takes longer than `slowMs` may be waiting for a lock, so nothing is sent behind it. */
const PIPELINE: PipelineSettings = { maxStatements: PIPELINED, slowMs: 10 };

/**
 * Whether another batch may be sent. If no batch in flight is recent, all of them seem stuck, and the answer is yes. If one is recent,
 * `MIN_BATCH_SIZE` calls must be waiting; the new batch then shares its pipeline. If two or three are recent, `full` calls must be waiting.
 * If `MAX_RECENT` are recent, the answer is no.
 */
function pipelineHasRoom({ recentBatches, waitingCalls }: BatchLoad, full: number): boolean {
  if (recentBatches === 0) return true;
  return recentBatches < PIPELINED ? waitingCalls >= MIN_BATCH_SIZE : recentBatches < MAX_RECENT && waitingCalls >= full;
}

const ROWS_LOOKED_UP = 64;
/**
 * Number of waiting look-ups at which a batch is sent early. They are enough for a statement of their own, which keeps the database busy while
 * more requests are parsed.
 */
const EARLY_LOOK_UPS = 24;
const ROWS_WRITTEN = 96;
/**
 * Maximum number of calls in a batch of the policy `numbering`: about a third of 256, the most callers in the load measurements. The calls of
 * the other callers are being answered or parsed at that time.
 */
const ROWS_NUMBERED = 80;
/** Minimum number of waiting calls for a second batch of the policy `numbering` in the pipeline. */
const MIN_NUMBERED = 32;

/** All policies, by kind of statement. */
export const BATCH_POLICIES = {
  /** Reads a few rows by their keys. */
  lookUp: {
    pipeline: PIPELINE,
    maxInFlight: MAX_IN_FLIGHT,
    maxItems: ROWS_LOOKED_UP,
    earlyFlushAt: EARLY_LOOK_UPS,
    maySendAnother: (load) => pipelineHasRoom(load, ROWS_LOOKED_UP),
  },
  /** Writes. Batches that record answers use their own connections, so they need not wait for the pipeline. */
  write: {
    pipeline: { ...PIPELINE, lockMs: 100 },
    maxInFlight: MAX_IN_FLIGHT,
    maxItems: ROWS_WRITTEN,
    maySendAnother: (load) => pipelineHasRoom(load, load.callsToRecord > 0 ? MIN_BATCH_SIZE : ROWS_WRITTEN),
  },
  /**
   * Writes that take numbers from their sellers' counters. They lock the counters' rows until they commit, so a batch outside the pipeline, or one
   * that records answers, would only wait for locks.
   */
  numbering: {
    pipeline: { maxStatements: PIPELINED, slowMs: Number.POSITIVE_INFINITY },
    maxInFlight: PIPELINED,
    maxItems: ROWS_NUMBERED,
    maySendAnother: ({ waitingCalls, callsToRecord }) => waitingCalls >= MIN_NUMBERED && callsToRecord === 0,
  },
  /** Lists. A list may read many rows, so each batch has its own connection and delays no other batch. */
  page: { maxInFlight: 4, maxItems: 8 },
} as const satisfies Readonly<Record<string, BatchPolicy>>;
