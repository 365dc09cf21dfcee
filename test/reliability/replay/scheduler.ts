import type { JobRunner, Job } from "../../../src/platform/jobs/job.ts";

/** Background work of a marketplace that happens when somebody says so, and only then. */
export interface Hands {
  readonly schedule: JobRunner;
  /** One round each of the first few works in an order that the draw makes, and whatever they began. */
  step(draw: () => number): Promise<void>;
  /** Rounds in orders that the draw makes until nothing is done any more. */
  drain(draw: () => number): Promise<void>;
  /** When the next thing is due, epoch ms. */
  nextDueAt(): Promise<number | undefined>;
}

/** Real time alone makes it due, and it changes nothing that is told. */
const IDLE: ReadonlySet<string> = new Set([
  "partitions",
  "last uses",
  "request log",
  "validation calls",
  "validations under way",
  "validations to expire",
  "expiring credentials",
  "clock",
]);
const AT_A_STEP = 4;
const MOST_ROUNDS = 200;

/** Works single-stepped: none of them runs beside another. */
export function hands(): Hands {
  let jobs: readonly Job[] = [];
  const run = async (work: Job) => {
    const done = await work.run();
    await work.settle?.();
    return done;
  };
  const shuffled = (draw: () => number) => jobs.map((work) => ({ work, at: draw() })).toSorted((a, b) => a.at - b.at);
  return {
    schedule: (all) => {
      jobs = all.filter(({ name }) => !IDLE.has(name));
      return { stop: () => Promise.resolve() };
    },
    async step(draw) {
      for (const { work } of shuffled(draw).slice(0, AT_A_STEP)) await run(work);
    },
    async drain(draw) {
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        let done = 0;
        for (const { work } of shuffled(draw)) done += await run(work);
        if (done === 0) return;
      }
      throw new Error(`still busy after ${MOST_ROUNDS} rounds`);
    },
    async nextDueAt() {
      const dated = await Promise.all(jobs.map(async (work) => work.nextDueAt?.()));
      const instants = dated.filter((at): at is number => at !== undefined);
      return instants.length === 0 ? undefined : Math.min(...instants);
    },
  };
}
