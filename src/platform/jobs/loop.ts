import type { Log } from "../observability/log.ts";

/**
 * A loop that carries out due work until it is stopped. The rows say what is due; nothing lives only here. `work`
 * answers how much it did: while it finds something it runs again at once, otherwise it waits for a wake-up or its poll.
 */
export interface WorkLoop {
  /** Work may have become due in this process; shortens the wait, is never needed for progress. */
  wake(): void;
  /** Resolves when the round in progress has ended. */
  stop(): Promise<void>;
}

export interface WorkLoopSettings {
  readonly name: string;
  readonly work: () => Promise<number>;
  readonly pollMs: number;
  readonly log: Log;
}

const MAX_BACKOFF_MS = 5_000;

/** Starts a loop at once. A round that throws is logged and repeated after a growing wait, never lost. */
export function workLoop({ name, work, pollMs, log }: WorkLoopSettings): WorkLoop {
  const stopping = new AbortController();
  let woken = false;
  let rouse: (() => void) | undefined;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
      if (woken) rouse();
    });

  const run = async () => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      woken = false;
      let done = 0;
      try {
        done = await work();
        failures = 0;
      } catch (error) {
        failures += 1;
        log.error({ worker: name, error }, "a round of work failed and will be repeated");
      }
      if (stopping.signal.aborted || (done > 0 && failures === 0)) continue;
      if (failures > 0) await pauseAfter(failures);
      else await pause(pollMs);
    }
  };
  // A wake-up does not shorten the wait after a failure.
  const pauseAfter = (failures: number) => {
    woken = false;
    return pause(Math.min(MAX_BACKOFF_MS, pollMs * 2 ** failures));
  };

  const ended = run();
  return {
    wake() {
      woken = true;
      rouse?.();
    },
    stop() {
      stopping.abort();
      rouse?.();
      return ended;
    },
  };
}
