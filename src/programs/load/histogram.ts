import { createHistogram as createIntegerHistogram } from "node:perf_hooks";

/** Counts of durations in a fixed amount of memory, however many there are. Values read back are exact to three significant figures. */
export interface Histogram {
  /** Adds a duration in milliseconds. */
  add(ms: number): void;
  /** The milliseconds that a share (0..1] of all durations did not exceed; 0 when there are none. */
  percentile(share: number): number;
  readonly count: number;
  /** The longest duration in milliseconds, exact. */
  readonly maxMs: number;
}

const SIGNIFICANT_FIGURES = 3;
/** A little over an hour. Longer durations count as this. */
const MAX_US = 2 ** 32 - 1;

/** An empty histogram over Node's own (HdrHistogram), which takes integers: microseconds. */
export function createHistogram(): Histogram {
  const microseconds = createIntegerHistogram({ lowest: 1, highest: MAX_US, figures: SIGNIFICANT_FIGURES });
  let maxMs = 0;
  return {
    add(ms) {
      microseconds.record(Math.min(MAX_US, Math.max(1, Math.ceil(ms * 1_000))));
      maxMs = Math.max(maxMs, ms);
    },
    percentile(share) {
      const { count } = microseconds;
      if (count === 0) return 0;
      // Node rounds a fractional rank to the nearest one; a percentile needs the next higher one.
      const rank = Math.max(1, Math.ceil(share * count));
      return Math.min(maxMs, microseconds.percentile((rank / count) * 100) / 1_000);
    },
    get count() {
      return microseconds.count;
    },
    get maxMs() {
      return maxMs;
    },
  };
}
