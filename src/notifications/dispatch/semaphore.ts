/** Limits the number of requests that a process has in flight, over all endpoints. */
export interface Semaphore {
  /** Takes a place and returns a function that releases it. If all are taken, returns undefined, and calls `whenFree` once a place is free. */
  acquire(whenFree: () => void): (() => void) | undefined;
  taken(): number;
}

/** Creates a semaphore of `limit` places. When a place becomes free, the caller that has waited longest is notified. */
export function createSemaphore(limit: number): Semaphore {
  const waiting = new Set<() => void>();
  let taken = 0;

  const release = () => {
    taken -= 1;
    const [next] = waiting;
    if (next === undefined) return;
    waiting.delete(next);
    next();
  };

  return {
    acquire(whenFree) {
      if (taken >= limit) {
        waiting.add(whenFree);
        return undefined;
      }
      taken += 1;
      return release;
    },
    taken: () => taken,
  };
}
