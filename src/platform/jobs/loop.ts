import type { Log } from "../observability/log.ts";

/**
 * A loop that runs a job until it is stopped. Due work is in the database, so nothing is lost when the loop ends. After a round that did
 * some work, the next one starts at once. Otherwise the loop waits for a wake-up or until `pollMs` has passed.
 */
export interface JobLoop {
  /** Shortens the wait when work may have become due in this process. Progress never depends on it. */
  wake(): void;
  /** Ends the loop. Resolves when the round in progress has ended. */
  stop(): Promise<void>;
}

export interface JobLoopSettings {
  readonly name: string;
  /** Runs one round and returns the amount of work done. */
  readonly run: () => Promise<number>;
  readonly pollMs: number;
  readonly log: Log;
}

const MAX_BACKOFF_MS = 5_000;

/** Starts a loop at once. When a round throws, the error is logged, and the round is repeated after a growing wait of at most 5 seconds. */
export function startJobLoop({ name, run, pollMs, log }: JobLoopSettings): JobLoop {
  const stopping = new AbortController();
  let woken = false;
  let endPause: (() => void) | undefined;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      if (woken) endPause();
    });
  // After a failure, a wake-up that was sent before the pause does not shorten the pause.
  const backOff = (failures: number) => {
    woken = false;
    return pause(Math.min(MAX_BACKOFF_MS, pollMs * 2 ** failures));
  };
  const loop = async () => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      woken = false;
      let done = 0;
      try {
        done = await run();
        failures = 0;
      } catch (error) {
        failures += 1;
        log.error({ worker: name, error }, "a round of work failed and will be repeated");
      }
      if (stopping.signal.aborted || (done > 0 && failures === 0)) continue;
      if (failures > 0) await backOff(failures);
      else await pause(pollMs);
    }
  };

  const ended = loop();
  return {
    wake() {
      woken = true;
      endPause?.();
    },
    stop() {
      stopping.abort();
      endPause?.();
      return ended;
    },
  };
}
