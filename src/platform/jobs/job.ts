import type { Log } from "../observability/log.ts";
import { workLoop } from "./loop.ts";

/** What a process does: answers the API, carries out due work, delivers notifications. */
export type Role = "api" | "worker" | "dispatcher";

/** A row of the house's background work. Everything that happens without being called for is one of these. */
export interface Work {
  readonly name: string;
  /** Whose processes carry it out; without one, every process does. */
  readonly role?: Role;
  /** Longest wait between two rounds, real time. */
  readonly pollMs: number;
  /** One round of it; answers how much was done. Rounds of a process follow one another. */
  run(): Promise<number>;
  /**
   * When the earliest thing that waits and nobody holds is due, epoch ms of the marketplace's clock; in the past when it could be done
   * now, undefined when nothing waits. Work that has none does not make the clock stop on its way.
   */
  nextDueAt?(): Promise<number | undefined>;
  /** Waits for what rounds began and left to itself; writes what came of it. */
  settle?(): Promise<void>;
  /** Rung by whoever knows of something new; shortens the wait, is never needed for progress. */
  readonly bell?: Bell;
}

/** Tells a loop of this process not to wait. */
export interface Bell {
  ring(): void;
  /** The one who hears it from now on; undefined = nobody. */
  listen(heard: (() => void) | undefined): void;
}

/** A bell that nobody hears yet. */
export function createBell(): Bell {
  let hear: (() => void) | undefined;
  return {
    ring: () => hear?.(),
    listen(heard) {
      hear = heard;
    },
  };
}

/** A work of which several in this process may ask for rounds. */
export interface SharedWork extends Work {
  /** How much its rounds have done since the process began. */
  done(): number;
  /** Resolves when no round of it is in progress that was asked for by now. */
  idle(): Promise<void>;
}

/** The same work; whoever asks for a round while one is in progress gets the one after it. */
export function oneAtATime(work: Work): SharedWork {
  let last: Promise<unknown> = Promise.resolve();
  let done = 0;
  return {
    ...work,
    run() {
      const round = last.then(() => work.run()).then((count) => ((done += count), count));
      last = round.catch(() => undefined);
      return round;
    },
    done: () => done,
    idle: async () => void (await last),
  };
}

/** Carries out works until it is stopped, when the round in progress has ended. */
export type Schedule = (works: readonly Work[], log: Log) => { stop(): Promise<void> };

/** A loop for each: what every process of a marketplace does. */
export const loops: Schedule = (works, log) => {
  const started = works.map(({ name, pollMs, run, bell }) => {
    const loop = workLoop({ name, pollMs, work: run, log });
    bell?.listen(loop.wake);
    return {
      stop() {
        bell?.listen(undefined);
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
