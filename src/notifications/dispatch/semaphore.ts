/** Bounds how many requests a process has in flight, over all endpoints. */
export interface Semaphore {
  /** Takes a place and returns how to release it. Undefined when all are taken; `whenFree` is then called once a place is free. */
  acquire(whenFree: () => void): (() => void) | undefined;
  taken(): number;
}

/** A semaphore of `limit` places. Freed places are offered in the order they were waited for. */
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
