/** Limits how much of one kind of work runs at once: in all, and for each key. */
export interface Slots {
  /** Runs `work` when a slot of its key and one of all are free, in order of arrival; `undefined` when too many wait already. */
  readonly run: <T>(key: string, work: () => Promise<T>) => Promise<T> | undefined;
}

/**
 * Bounded concurrency. A key's own slot is taken before one of all, so that many waiting for one slow key hold
 * nothing the others need. At most `waiting` callers wait; more are refused at once.
 */
export function createSlots(limits: { readonly all: number; readonly perKey: number; readonly waiting: number }): Slots {
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
      present++;
      const own = byKey.get(key) ?? createQueue(limits.perKey);
      byKey.set(key, own);
      return pass(key, own, work);
    },
  };
}

interface Queue {
  readonly enter: () => Promise<void>;
  readonly leave: () => void;
  readonly isIdle: () => boolean;
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
  };
}
