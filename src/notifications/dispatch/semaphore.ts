/** Requests that a process may have under way for all endpoints together. */
export interface Places {
  /** Takes a place; answers how to leave it, undefined when all are taken: then `whenFree` is told once there is one. */
  enter(whenFree: () => void): (() => void) | undefined;
  taken(): number;
}

/** So many places, given up in the order they were waited for. */
export function createPlaces(limit: number): Places {
  const waiting = new Set<() => void>();
  let taken = 0;
  return {
    enter(whenFree) {
      if (taken >= limit) {
        waiting.add(whenFree);
        return undefined;
      }
      taken += 1;
      return () => {
        taken -= 1;
        const [next] = waiting;
        if (next === undefined) return;
        waiting.delete(next);
        next();
      };
    },
    taken: () => taken,
  };
}
