/** Limits how many calls of one kind run at the same time, in total and per key. */
export interface ConcurrencyLimit {
  /**
   * Runs `work` as soon as its key and the total both have a free slot, in order of arrival. Returns `undefined` when too many calls are
   * already waiting, in total or for this key.
   */
  readonly run: <T>(key: string, work: () => Promise<T>) => Promise<T> | undefined;
}

/** The number of calls that may run and the number that may wait. */
export interface ConcurrencyLimitSettings {
  /** Maximum number of calls that run at the same time, in total. */
  readonly all: number;
  /** Maximum number of calls with the same key that run at the same time. */
  readonly perKey: number;
  /** Maximum number of calls that wait, in total. */
  readonly waiting: number;
  /** Maximum number of calls with the same key that wait. Absent = only `waiting` limits them. */
  readonly waitingPerKey?: number;
}

/**
 * Creates a concurrency limit. A call takes the slot of its key before a slot of the total. Calls that wait for a slow key therefore take
 * no slots from other keys.
 */
export function createConcurrencyLimit({
  waitingPerKey = Number.POSITIVE_INFINITY,
  ...limits
}: ConcurrencyLimitSettings): ConcurrencyLimit {
  const total = createSemaphore(limits.all);
  const byKey = new Map<string, Semaphore>();
  let accepted = 0;

  async function runInTurn<T>(key: string, own: Semaphore, work: () => Promise<T>): Promise<T> {
    await own.acquire();
    await total.acquire();
    try {
      return await work();
    } finally {
      total.release();
      own.release();
      accepted--;
      if (own.isIdle()) byKey.delete(key);
    }
  }

  return {
    run: (key, work) => {
      if (accepted >= limits.all + limits.waiting) return undefined;
      const own = byKey.get(key) ?? createSemaphore(limits.perKey);
      if (own.waiting() >= waitingPerKey) return undefined;
      accepted++;
      byKey.set(key, own);
      return runInTurn(key, own, work);
    },
  };
}

/** A counting semaphore that serves its callers in order of arrival. */
interface Semaphore {
  readonly acquire: () => Promise<void>;
  readonly release: () => void;
  readonly isIdle: () => boolean;
  readonly waiting: () => number;
}

function createSemaphore(permits: number): Semaphore {
  const queue: (() => void)[] = [];
  let taken = 0;
  return {
    acquire: () => {
      if (taken < permits) {
        taken++;
        return Promise.resolve();
      }
      return new Promise((resolve) => queue.push(resolve));
    },
    // A released permit goes directly to the next waiting caller and is never free in between.
    release: () => {
      const next = queue.shift();
      if (next === undefined) taken--;
      else next();
    },
    isIdle: () => taken === 0,
    waiting: () => queue.length,
  };
}
