import type { Log } from "../observability/log.ts";
import { startJobLoop } from "./loop.ts";

/** What a process does: answers the API, carries out due work, delivers notifications. */
export type ProcessRole = "api" | "worker" | "dispatcher";

/** A background job. Everything that happens without a call is one of these. */
export interface Job {
  readonly name: string;
  /** The role of the processes that run it. Without a role every process does. */
  readonly role?: ProcessRole;
  /** Longest wait between two rounds, in real time. */
  readonly pollMs: number;
  /** Runs one round and returns how much it did. One process runs its rounds one after another. */
  run(): Promise<number>;
  /**
   * When the earliest unclaimed work is due, in epoch ms of the marketplace's clock. The past means it can be done now; undefined means
   * nothing waits. The sandbox's clock does not stop for a job without this function.
   */
  nextDueAt?(): Promise<number | undefined>;
  /** Waits for what rounds left running, and stores its results. */
  settle?(): Promise<void>;
  /** Sent by code that knows of new work. It shortens the wait; progress never depends on it. */
  readonly wakeUp?: WakeUpSignal;
}

/** Wakes up a loop of this process. */
export interface WakeUpSignal {
  send(): void;
  /** Sets the only listener; undefined removes it. */
  listen(listener: (() => void) | undefined): void;
}

/** A signal without a listener. */
export function createWakeUpSignal(): WakeUpSignal {
  let notify: (() => void) | undefined;
  return {
    send: () => notify?.(),
    listen(listener) {
      notify = listener;
    },
  };
}

/** A job whose rounds several parts of this process may request. */
export interface SharedJob extends Job {
  /** How much its rounds have done since the process began. */
  done(): number;
  /** Resolves when every round requested so far has ended. */
  idle(): Promise<void>;
}

/** The same job with its rounds queued: a round requested while one is running starts after it. */
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

/** Runs jobs until it is stopped. `stop` resolves when the rounds in progress have ended. */
export type JobRunner = (jobs: readonly Job[], log: Log) => { stop(): Promise<void> };

/** Runs each job in its own loop, as every process of a marketplace does. */
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
