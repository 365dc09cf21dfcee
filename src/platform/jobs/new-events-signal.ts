/**
 * Notifies readers in this process that sellers have new events. It only shortens waits, and nothing depends on it: readers poll, so they
 * also find events of other processes and events whose signal was lost.
 */
export interface NewEventsSignal {
  /** Says that these sellers have new events. Call it after the commit. */
  notify(sellerIds: readonly number[]): void;
  /** Calls `listener` once per event-loop turn with the sellers of that turn. It must not throw. Returns the function that unsubscribes. */
  subscribe(listener: (sellerIds: readonly number[]) => void): () => void;
}

/** One per database, so that two marketplaces of one process do not wake each other up. */
const signals = new WeakMap<object, NewEventsSignal>();

/** The signal of a database. */
export function newEventsSignalOf(db: object): NewEventsSignal {
  const signal = signals.get(db) ?? createNewEventsSignal();
  signals.set(db, signal);
  return signal;
}

function createNewEventsSignal(): NewEventsSignal {
  const listeners = new Set<(sellerIds: readonly number[]) => void>();
  let pending = new Set<number>();

  const flush = () => {
    const sellerIds = [...pending];
    pending = new Set();
    for (const listener of listeners) listener(sellerIds);
  };

  return {
    notify(sellerIds) {
      if (listeners.size === 0 || sellerIds.length === 0) return;
      if (pending.size === 0) setImmediate(flush);
      for (const sellerId of sellerIds) pending.add(sellerId);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
