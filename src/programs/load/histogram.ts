import { createHistogram as createIntegerHistogram } from "node:perf_hooks";

/** Counts durations in a fixed amount of memory, for any number of durations. Percentiles are exact to three significant figures. */
export interface Histogram {
  /** Adds a duration in milliseconds. */
  add(ms: number): void;
  /** Percentile for a share in (0, 1], in milliseconds; 0 if there are no durations. */
  percentile(share: number): number;
  readonly count: number;
  /** The longest duration in milliseconds, exact. */
  readonly maxMs: number;
}

const SIGNIFICANT_FIGURES = 3;
/** Maximum duration in microseconds, a little over an hour. Longer durations are counted as this value. */
const MAX_US = 2 ** 32 - 1;

/** Creates an empty histogram. Uses Node's HdrHistogram, which takes integers, so values are stored in microseconds. */
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
      // Node rounds a fractional rank to the nearest integer, but a percentile needs the next higher one.
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
