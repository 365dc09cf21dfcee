/** Wakes the calls of this process that wait for results. */
export interface ProgressSignal {
  /** Announces that any job may have more results. */
  notify(): void;
  /** Resolves to true at the next announcement, or after a short time, since other processes make progress too. False = waits must end. */
  wait(): Promise<boolean>;
  /** Ends all waits; those that begin later end at once. */
  end(): void;
}

/** Time after which a waiting call looks again. */
const LOOK_AGAIN_MS = 250;

/** Creates a signal without waiting calls. */
export function createProgressSignal(): ProgressSignal {
  let hasEnded = false;
  let waiting = new Set<() => void>();
  const wakeAll = () => {
    const woken = waiting;
    waiting = new Set();
    for (const wake of woken) wake();
  };
  return {
    notify: wakeAll,
    async wait() {
      if (hasEnded) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(wake, LOOK_AGAIN_MS);
        function wake() {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve();
        }
        waiting.add(wake);
      });
      return !hasEnded;
    },
    end() {
      hasEnded = true;
      wakeAll();
    },
  };
}
