/** Limits how much of one kind of work runs at once: in all, and for each key. */
export interface Slots {
  /**
   * Runs `work` when a slot of its key and one of all are free, in order of arrival; `undefined` when too many wait already, of all
   * or of its key.
   */
  readonly run: <T>(key: string, work: () => Promise<T>) => Promise<T> | undefined;
}

/** How much may run, and how many callers may wait. */
export interface SlotLimits {
  /** Slots in all, and of each key. */
  readonly all: number;
  readonly perKey: number;
  /** Callers that may wait. */
  readonly waiting: number;
  /** Callers of one key that may wait; as many as of all when absent. */
  readonly waitingPerKey?: number;
}

/**
 * Bounded concurrency. A key's own slot is taken before one of all, so that many waiting for one slow key hold
 * nothing the others need. Callers beyond those that may wait are refused at once.
 */
export function createSlots({ waitingPerKey = Number.POSITIVE_INFINITY, ...limits }: SlotLimits): Slots {
  const all = createQueue(limits.all);
  const byKey = new Map<string, Queue>();
  let present = 0;

  async function pass<T>(key: string, own: Queue, work: () => Promise<T>): Promise<T> {
    await own.enter();
    await all.enter();
    try {
      return await work();
    } finally {
      all.leave();
      own.leave();
      present--;
      if (own.isIdle()) byKey.delete(key);
    }
  }

  return {
    run: (key, work) => {
      if (present >= limits.all + limits.waiting) return undefined;
      const own = byKey.get(key) ?? createQueue(limits.perKey);
      if (own.waiting() >= waitingPerKey) return undefined;
      present++;
      byKey.set(key, own);
      return pass(key, own, work);
    },
  };
}

interface Queue {
  readonly enter: () => Promise<void>;
  readonly leave: () => void;
  readonly isIdle: () => boolean;
  readonly waiting: () => number;
}

function createQueue(places: number): Queue {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    enter: () => {
      if (taken < places) {
        taken++;
        return Promise.resolve();
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
    // A place given up goes to the next in line without becoming free in between.
    leave: () => {
      const next = waiting.shift();
      if (next === undefined) taken--;
      else next();
    },
    isIdle: () => taken === 0,
    waiting: () => waiting.length,
  };
}
