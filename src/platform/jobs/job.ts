import type { Log } from "../observability/log.ts";
import { startJobLoop } from "./loop.ts";

/** The tasks of a process: handling API calls (`api`), carrying out due work (`worker`), delivering notifications (`dispatcher`). */
export type ProcessRole = "api" | "worker" | "dispatcher";

/** A background job. All work that is not part of a call is done by jobs. */
export interface Job {
  readonly name: string;
  /** The role of the processes that run the job. Absent = every process runs it. */
  readonly role?: ProcessRole;
  /** Maximum wait after a round that succeeded, in milliseconds of real time. */
  readonly pollMs: number;
  /** Runs one round and returns the amount of work done. A process runs the rounds of a job one after another. */
  run(): Promise<number>;
  /**
   * The time at which the earliest unclaimed work is due, in epoch ms of the marketplace's clock. A past time means that work can be done
   * now. Undefined = no work is waiting. A sandbox's clock that is moved forward stops at each of these times, so that the work is done
   * then. It does not stop for a job without this function.
   */
  nextDueAt?(): Promise<number | undefined>;
  /** Waits for the work that rounds left running, and stores its results. */
  settle?(): Promise<void>;
  /** Signal for new work. It shortens the wait between rounds, but progress never depends on it. */
  readonly wakeUp?: WakeUpSignal;
}

/** Wakes up a loop in the same process. */
export interface WakeUpSignal {
  send(): void;
  /** Sets the only listener. Undefined removes it. */
  listen(listener: (() => void) | undefined): void;
}

/** Creates a signal without a listener. */
export function createWakeUpSignal(): WakeUpSignal {
  let notify: (() => void) | undefined;
  return {
    send: () => notify?.(),
    listen(listener) {
      notify = listener;
    },
  };
}

/** A job whose rounds can be requested by several parts of this process. */
export interface SharedJob extends Job {
  /** The amount of work that its rounds have done since the process started. */
  done(): number;
  /** Resolves when every round requested so far has ended. */
  idle(): Promise<void>;
}

/** Wraps a job so that its rounds are queued. A round requested while another one runs starts after it. */
export function withQueuedRounds(job: Job): SharedJob {
  let last: Promise<unknown> = Promise.resolve();
  let done = 0;
  return {
    ...job,
    run() {
      const round = last.then(() => job.run()).then((count) => ((done += count), count));
      last = round.catch(() => undefined);
      return round;
    },
    done: () => done,
    idle: async () => void (await last),
  };
}

/** Runs jobs until `stop` is called. `stop` resolves when the rounds in progress have ended. */
export type JobRunner = (jobs: readonly Job[], log: Log) => { stop(): Promise<void> };

/** Runs each job in its own loop. */
export const runJobLoops: JobRunner = (jobs, log) => {
  const started = jobs.map(({ name, pollMs, run, wakeUp }) => {
    const loop = startJobLoop({ name, pollMs, run, log });
    wakeUp?.listen(loop.wake);
    return {
      stop() {
        wakeUp?.listen(undefined);
        return loop.stop();
      },
    };
  });
  return {
    async stop() {
      await Promise.all(started.map((loop) => loop.stop()));
    },
  };
};
