/** Which calls the log keeps when there are more than it can take. */
export interface Keeper {
  /** Whether to keep a call that ended at this real time, epoch ms. */
  keeps(nowMs: number, isRefused: boolean): boolean;
  /** Calls that were not kept since the process started. */
  thinned(): number;
}

/** Of the successes beyond their share, one in so many is kept: enough to see what goes on. */
const ONE_IN = 16;

/**
 * Keeps `perSecond` calls a second at most. Refusals may take all of it, for they are what is looked for; successes half, and beyond that
 * one in sixteen.
 */
export function createKeeper(perSecond: number): Keeper {
  const share = Math.ceil(perSecond / 2);
  let second = 0;
  let [kept, successes, thinned] = [0, 0, 0];
  return {
    keeps(nowMs, isRefused) {
      const now = Math.floor(nowMs / 1_000);
      if (now !== second) [second, kept, successes] = [now, 0, 0];
      if (!isRefused) successes += 1;
      const isWanted = isRefused || successes <= share || successes % ONE_IN === 0;
      if (!isWanted || kept >= perSecond) {
        thinned += 1;
        return false;
      }
      kept += 1;
      return true;
    },
    thinned: () => thinned,
  };
}
