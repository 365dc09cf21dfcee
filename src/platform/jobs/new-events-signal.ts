/**
 * Who appended events, told within this process: shortens the wait of whoever follows a seller's events. Nothing depends on it:
 * other processes and lost wake-ups are found by reading.
 */
export interface Wake {
  /** After the commit: these sellers have new events. */
  touch(sellerIds: readonly number[]): void;
  /** Hears each turn's sellers once; answers how to stop hearing. What it throws is nobody's: it must not. */
  on(heard: (sellerIds: readonly number[]) => void): () => void;
}

/** One per database, so that two marketplaces of one process do not wake each other. */
const wakes = new WeakMap<object, Wake>();

/** The wake of a database. */
export function wakeOf(db: object): Wake {
  const wake = wakes.get(db) ?? createWake();
  wakes.set(db, wake);
  return wake;
}

function createWake(): Wake {
  const listeners = new Set<(sellerIds: readonly number[]) => void>();
  let touched = new Set<number>();

  const tell = () => {
    const sellerIds = [...touched];
    touched = new Set();
    for (const heard of listeners) heard(sellerIds);
  };

  return {
    touch(sellerIds) {
      if (listeners.size === 0 || sellerIds.length === 0) return;
      if (touched.size === 0) setImmediate(tell);
      for (const sellerId of sellerIds) touched.add(sellerId);
    },
    on(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
}
