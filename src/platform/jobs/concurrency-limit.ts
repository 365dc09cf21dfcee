/** Limits how many calls run at the same time, in total and per key. */
export interface ConcurrencyLimit {
  /**
   * Runs `work` as soon as a slot of its key and a slot of the total are free. Calls get slots in order of arrival. Returns `undefined`
   * when too many calls are already waiting, in total or for this key.
   */
  readonly run: <T>(key: string, work: () => Promise<T>) => Promise<T> | undefined;
}

/** The number of calls that may run and the number that may wait. */
export interface ConcurrencyLimitSettings {
  /** Maximum number of calls that run at the same time, in total. */
  readonly all: number;
  /** Maximum number of calls with the same key that run at the same time. */
  readonly perKey: number;
  /** Maximum number of calls that wait while `all` calls run. The running and the waiting calls together are at most `all` + `waiting`. */
  readonly waiting: number;
  /** Maximum number of calls that wait for a slot of the same key. Absent = only `waiting` limits them. */
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
    // A released permit goes directly to the next waiting caller, so that no later caller can take it first.
    release: () => {
      const next = queue.shift();
      if (next === undefined) taken--;
      else next();
    },
    isIdle: () => taken === 0,
    waiting: () => queue.length,
  };
}
