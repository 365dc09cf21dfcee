/** Decides which calls the log keeps when there are too many. */
export interface LogSampler {
  /** Whether to keep a call that ended at `nowMs`, real time in epoch ms. */
  shouldKeep(nowMs: number, isRefused: boolean): boolean;
  /** Number of calls not kept since the process started. */
  skipped(): number;
}

const SECOND_MS = 1_000;
/** Tolerance for rounding errors of repeated additions, as a fraction of a call. */
const ROUNDING = 0.001;

/**
 * Keeps up to `perSecond` calls per second. After a quiet second, up to `perSecond` calls may come at once. Successful calls may use half
 * of this limit. Refusals may use all of it, because people search the log for them. Under load, the kept calls are spread evenly over time.
 */
export function createLogSampler(perSecond: number): LogSampler {
  const all = createTokenBucket(perSecond);
  const successes = createTokenBucket(Math.max(1, perSecond / 2));
  let skipped = 0;
  return {
    shouldKeep(nowMs, isRefused) {
      if (!all.hasRoom(nowMs) || (!isRefused && !successes.hasRoom(nowMs))) {
        skipped += 1;
        return false;
      }
      all.take();
      if (!isRefused) successes.take();
      return true;
    },
    skipped: () => skipped,
  };
}

/** Creates a bucket of `perSecond` tokens, which refills in one second. Setting the clock back removes no tokens. */
function createTokenBucket(perSecond: number) {
  let [taken, at] = [0, 0];
  return {
    hasRoom(nowMs: number): boolean {
      taken = Math.max(0, taken - (Math.max(0, nowMs - at) * perSecond) / SECOND_MS);
      at = nowMs;
      return taken + 1 <= perSecond + ROUNDING;
    },
    take(): void {
      taken += 1;
    },
  };
}
