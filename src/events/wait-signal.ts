import type { Refusal } from "../platform/contract/index.ts";

/** The result of a wait: true = there may be new events; false = the wait has ended; a refusal = the caller may no longer wait. */
export type WaitResult = boolean | Refusal;

/** Wakes one waiting call. If `notify` is called while the call does not wait, the next `wait` returns at once. */
export interface WaitSignal {
  notify(): void;
  /** Ends the current wait and every later wait. Later waits return the reason that was given first. */
  end(reason: false | Refusal): void;
  wait(): Promise<WaitResult>;
}

/** Creates a signal that is neither notified nor ended. */
export function createWaitSignal(): WaitSignal {
  let isNotified = false;
  let endReason: false | Refusal | undefined;
  let resolveWait: ((result: WaitResult) => void) | undefined;

  const deliver = (result: WaitResult) => {
    const resolve = resolveWait;
    resolveWait = undefined;
    if (resolve === undefined) return false;
    resolve(result);
    return true;
  };

  return {
    notify() {
      if (!deliver(true)) isNotified = true;
    },
    end(reason) {
      endReason ??= reason;
      deliver(reason);
    },
    async wait() {
      if (endReason !== undefined) return endReason;
      if (!isNotified) return new Promise<WaitResult>((resolve) => (resolveWait = resolve));
      isNotified = false;
      return true;
    },
  };
}
