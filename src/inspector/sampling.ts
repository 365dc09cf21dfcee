/** Decides which calls the log keeps when there are more than it can take. */
export interface LogSampler {
  /** Whether to keep a call that ended at this real time (epoch ms). */
  shouldKeep(nowMs: number, isRefused: boolean): boolean;
  /** How many calls were not kept since the process started. */
  skipped(): number;
}

const SECOND_MS = 1_000;
/** A fraction of a call that absorbs the rounding of repeated additions. */
const ROUNDING = 0.001;

/**
 * Keeps up to `perSecond` calls a second, with a burst of one second's worth after a quiet second. Refusals may use all of it, because
 * people look for them; successes may use half. Under load the kept calls are spread evenly over time.
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

/** A bucket of one second's worth of tokens that refill continuously. A clock that is set back takes no tokens away. */
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
