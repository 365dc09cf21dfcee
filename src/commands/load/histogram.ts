/**
 * Counts of durations in memory of a fixed size, whatever their number: buckets of one microsecond below 128, above that 64 of equal
 * width to every doubling, so that what is read back is less than 1.6 % too high and never too low.
 */
export interface Histogram {
  /** Adds one duration, in milliseconds. */
  add(ms: number): void;
  /** The milliseconds that a share (0..1) of all durations do not exceed; 0 when there is none. */
  percentile(share: number): number;
  readonly count: number;
  /** The longest one, exact, in milliseconds. */
  readonly maxMs: number;
}

const BITS = 6;
const PER_DOUBLING = 2 ** BITS;
/** A little over an hour; what is longer counts as that. */
const LONGEST_US = 2 ** 32 - 1;
const BUCKETS = (32 - BITS + 1) * PER_DOUBLING;

/** An empty histogram: 14 KiB. */
export function createHistogram(): Histogram {
  const counts = new Float64Array(BUCKETS);
  let count = 0;
  let maxMs = 0;
  return {
    add(ms) {
      const us = Math.min(LONGEST_US, Math.max(0, Math.ceil(ms * 1_000)));
      counts[bucketOf(us)]! += 1;
      count += 1;
      maxMs = Math.max(maxMs, ms);
    },
    percentile(share) {
      if (count === 0) return 0;
      let left = Math.max(1, Math.ceil(share * count));
      for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
        left -= counts[bucket]!;
        if (left <= 0) return Math.min(maxMs, highestOf(bucket) / 1_000);
      }
      return maxMs;
    },
    get count() {
      return count;
    },
    get maxMs() {
      return maxMs;
    },
  };
}

/** Doublings above the first 128 microseconds that a duration lies. */
const doublingsOf = (us: number) => Math.max(0, 31 - Math.clz32(us) - BITS);

function bucketOf(us: number): number {
  const doublings = doublingsOf(us);
  return doublings * PER_DOUBLING + (us >>> doublings);
}

/** The longest duration that falls into a bucket, in microseconds. */
function highestOf(bucket: number): number {
  const doublings = Math.max(0, Math.floor(bucket / PER_DOUBLING) - 1);
  return (bucket - doublings * PER_DOUBLING + 1) * 2 ** doublings - 1;
}
