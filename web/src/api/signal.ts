import { useSyncExternalStore } from "react";

/** A value outside React that components can follow. */
export interface Signal<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
}

/** A value that tells its followers when it changes. */
export function createSignal<Value>(first: Value): Signal<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The current value of a signal. */
export const useSignal = <Value>({ subscribe, get }: Signal<Value>): Value => useSyncExternalStore(subscribe, get);
