import { MIN_BATCH_SIZE, type BatchLoad } from "./batcher.ts";
import type { PipelineSettings } from "../pipelining.ts";

/** How batches of one kind of statement are sent, and which may run at the same time as others. */
export interface BatchPolicy {
  /** Batches are pipelined through a shared connection. Absent: each batch has its own connection. */
  readonly pipeline?: PipelineSettings;
  /** Maximum number of batches in flight. */
  readonly maxInFlight: number;
  /** Maximum number of calls in a batch. */
  readonly maxItems: number;
  /**
   * Waiting calls that send a second batch before the rest of this event-loop tick is parsed. Absent where a larger batch saves flushes of
   * the log.
   */
  readonly earlyFlushAt?: number;
  readonly maySendAnother?: (load: BatchLoad) => boolean;
}

/** Maximum number of batches in one pipeline. */
const PIPELINED = 2;
const MAX_RECENT = 4;
/** Allows as many stuck batches as recent ones. */
const MAX_IN_FLIGHT = 8;
/** A statement that takes longer may be waiting for a lock: nothing is sent behind it. */
const PIPELINE: PipelineSettings = { maxStatements: PIPELINED, slowMs: 10 };

/**
 * Allows a batch when all in flight seem stuck, when it fits behind the first one of a pipeline, or when a full batch waits. `full` is a
 * number of calls.
 */
function pipelineHasRoom({ recentBatches, waitingCalls }: BatchLoad, full: number): boolean {
  if (recentBatches === 0) return true;
  return recentBatches < PIPELINED ? waitingCalls >= MIN_BATCH_SIZE : recentBatches < MAX_RECENT && waitingCalls >= full;
}

const ROWS_LOOKED_UP = 64;
/** Enough to keep the database busy while the rest is parsed, and enough for a statement to pay off. */
const EARLY_LOOK_UPS = 24;
const ROWS_WRITTEN = 96;
/** A third of the calls of 256 callers. The others are being answered or parsed at that time. */
const ROWS_NUMBERED = 80;
/** From this size on, a second pipelined batch is worth splitting the work. */
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
   * Writes that take numbers from their sellers' counters. They lock those rows until they commit, so a batch outside the pipeline, or one
   * that records answers, would only wait for locks.
   */
  numbering: {
    pipeline: { maxStatements: PIPELINED, slowMs: Number.POSITIVE_INFINITY },
    maxInFlight: PIPELINED,
    maxItems: ROWS_NUMBERED,
    maySendAnother: ({ waitingCalls, callsToRecord }) => waitingCalls >= MIN_NUMBERED && callsToRecord === 0,
  },
  /** Lists. One may read a lot, and delays only its own batch. */
  page: { maxInFlight: 4, maxItems: 8 },
} as const satisfies Readonly<Record<string, BatchPolicy>>;
