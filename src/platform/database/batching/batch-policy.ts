import { WORTH_IT, type Traffic } from "./batcher.ts";
import type { Line } from "../pipelining.ts";

/** How the batches of a kind of statement go to the database, and beside which others. */
export interface Way {
  /** Batches go behind one another through one connection; absent: each has one of its own. */
  readonly line?: Line;
  /** Batches in flight at most. */
  readonly lanes: number;
  /** Calls in a batch at most. */
  readonly maxItems: number;
  /**
   * From so many waiting calls on a batch goes behind the only one in flight before the rest of their turn is parsed. Absent where a larger batch
   * spares flushes of the log.
   */
  readonly atOnce?: number;
  readonly mayGoBeside?: (now: Traffic) => boolean;
}

/** Where all seem to be stuck, as if there were none; behind the first one of a line; else when a whole batch waits. */
function lineOrBeside({ lively, waiting }: Traffic, whole: number): boolean {
  if (lively === 0) return true;
  return lively < IN_LINE ? waiting >= WORTH_IT : lively < LIVELY_LANES && waiting >= whole;
}
const IN_LINE = 2;
const LIVELY_LANES = 4;
/** With as many stuck as lively. */
const LANES = 8;
/** A statement that is under way for longer may wait for something: nobody is sent behind it. */
const LINE = { most: IN_LINE, slowMs: 10 };

const ROWS_LOOKED_UP = 64;
/** Enough for the database to have something to do while the rest is parsed, and not so few that a statement costs more than it spares. */
const LOOKED_UP_AT_ONCE = 24;
const ROWS_WRITTEN = 96;
/** A third of what 256 callers ask for: of the others some are answered and some are read meanwhile. */
const ROWS_NUMBERED = 80;
/** Of these, a second batch in line is worth its smaller size. */
const WORTH_NUMBERING = 32;

/** The ways there are. */
export const WAYS = {
  /** A few rows by their keys. */
  lookUp: {
    line: LINE,
    lanes: LANES,
    maxItems: ROWS_LOOKED_UP,
    atOnce: LOOKED_UP_AT_ONCE,
    mayGoBeside: (now) => lineOrBeside(now, ROWS_LOOKED_UP),
  },
  /** What is to be settled has connections of its own, and waits for no line. */
  write: {
    line: { ...LINE, lockMs: 100 },
    lanes: LANES,
    maxItems: ROWS_WRITTEN,
    mayGoBeside: (now) => lineOrBeside(now, now.toSettle > 0 ? WORTH_IT : ROWS_WRITTEN),
  },
  /**
   * Writes that take numbers from their sellers' counters, and lock those rows until they commit: beside the line, and settling, a batch would
   * only wait for its locks.
   */
  numbering: {
    line: { most: IN_LINE, slowMs: Number.POSITIVE_INFINITY },
    lanes: IN_LINE,
    maxItems: ROWS_NUMBERED,
    mayGoBeside: ({ waiting, toSettle }) => waiting >= WORTH_NUMBERING && toSettle === 0,
  },
  /** Lists: one may have much to read, and holds up its own batch alone. */
  page: { lanes: 4, maxItems: 8 },
} as const satisfies Readonly<Record<string, Way>>;
