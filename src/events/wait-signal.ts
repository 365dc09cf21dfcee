import type { Refusal } from "../platform/contract/index.ts";

/** The result of a wait: true = there may be new events, false = the time is up, a refusal = the caller may no longer wait. */
export type WaitResult = boolean | Refusal;

/** Wakes one waiting call. A notification sent while no call waits is kept for the next wait. Once ended, a signal stays ended. */
export interface WaitSignal {
  notify(): void;
  /** Ends this wait and every later one. The first reason is kept. */
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
