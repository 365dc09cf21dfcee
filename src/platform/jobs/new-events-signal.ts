/**
 * Tells listeners in this process that sellers have new events. Listeners also poll the database, so they find the events of other processes
 * too, and events whose signal was lost. The signal only shortens waits, and nothing depends on it.
 */
export interface NewEventsSignal {
  /** Announces new events of these sellers. Call it after the transaction that wrote the events was committed. */
  notify(sellerIds: readonly number[]): void;
  /**
   * Calls `listener` once per event-loop turn with the sellers announced in that turn. The listener must not throw. Returns a function that
   * unsubscribes.
   */
  subscribe(listener: (sellerIds: readonly number[]) => void): () => void;
}

/** One signal per database. Two marketplaces in one process therefore do not wake each other up. */
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
