/** Which calls the log keeps when there are more than it can take. */
export interface Keeper {
  /** Whether to keep a call that ended at this real time, epoch ms. */
  keeps(nowMs: number, isRefused: boolean): boolean;
  /** Calls that were not kept since the process started. */
  thinned(): number;
}

const SECOND_MS = 1_000;
/** A part of a call: it absorbs the rounding of repeated additions. */
const ROUNDING = 0.001;

/**
 * Keeps `perSecond` calls a second, and as many at once after a quiet one. Refusals may take all of it, for they are what is looked
 * for; successes half. Those kept of a swarm are spread over its time, so they show what goes on, and writing them holds up nobody.
 */
export function createKeeper(perSecond: number): Keeper {
  const all = createPace(perSecond);
  const successes = createPace(Math.max(1, perSecond / 2));
  let thinned = 0;
  return {
    keeps(nowMs, isRefused) {
      if (!all.hasRoom(nowMs) || (!isRefused && !successes.hasRoom(nowMs))) {
        thinned += 1;
        return false;
      }
      all.take();
      if (!isRefused) successes.take();
      return true;
    },
    thinned: () => thinned,
  };
}

/** So many a second, which grow back one by one; a second's worth at once. A clock that is put back takes nothing away. */
function createPace(perSecond: number) {
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
