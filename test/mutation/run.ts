import { join } from "node:path";
import { BaseSequencer, createVitest, type TestSpecification } from "vitest/node";
import { PROJECT, sourcesOf } from "../architecture/source.ts";
import { EQUIVALENT, type Equivalent, isOf } from "./equivalent.ts";
import { createLastingWorker, type LastingWorker } from "./lasting-worker.ts";
import { mutantsOf } from "./mutants.ts";
import type { Subject } from "./rules.ts";

/** What became of a subject's mutants. */
export interface Score {
  readonly mutants: number;
  /** Mutants that no test noticed: `src/orders/tracking.ts:41 < became <=`. */
  readonly survivors: readonly string[];
  /** How many are listed as no change at all; they count neither as mutants nor as survivors. */
  readonly equivalent: number;
  /** Rows of that list that hold no longer: their mutant was noticed, or is gone. */
  readonly stale: readonly string[];
}

/** A mutant whose tests take more of the processor never ends: it is noticed. Without one they take a second or two. */
const ENDLESS_CPU_MS = 10_000;
const WATCH_MS = 250;
/** One that waits for what never comes is noticed by its test's time, which is long enough for a machine with much else to do. */
const HONEST_MS = 120_000;
/** A run in which nothing at all is worked on for longer than that has lost a message between the two processes: it says nothing, and is repeated. */
const LOST_MS = HONEST_MS + 30_000;
const REPEATS = 3;

/** Runs a subject's tests once for each of its mutants. Throws when they fail without one. */
export async function scoreOf(
  { files, except = [], tests }: Subject,
  told: (done: number, all: number) => void = () => undefined,
): Promise<Score> {
  const sources = sourcesOf(...files).filter(({ path }) => !except.includes(path));
  const mutants = sources.flatMap((source) => mutantsOf(source).map((mutant) => ({ path: source.path, ...mutant })));
  const paths = sources.map(({ path }) => path);
  const rows = EQUIVALENT.filter(({ path }) => paths.includes(path));
  const held = new Set<Equivalent>();
  const judge = await createJudge(tests, paths);
  const survivors: string[] = [];
  let equivalent = 0;
  try {
    if (!(await judge.passes(undefined))) throw new Error(`${tests.join(", ")} fail without any mutant`);
    for (const [nth, mutant] of mutants.entries()) {
      if (await judge.passes(mutant)) {
        const row = rows.find((one) => isOf(one, mutant));
        if (row === undefined) survivors.push(`${mutant.path}:${mutant.line} ${mutant.what}`);
        else {
          held.add(row);
          equivalent += 1;
        }
      }
      told(nth + 1, mutants.length);
    }
  } finally {
    await judge.close();
  }
  const stale = rows.filter((row) => !held.has(row)).map(({ path, where, what }) => `${path} "${where}" ${what}`);
  return { mutants: mutants.length - equivalent, survivors, equivalent, stale };
}

interface Changed {
  readonly path: string;
  readonly text: string;
}

/** One vitest and one process for all mutants: a file is served with the change of the moment. */
async function createJudge(tests: readonly string[], mutated: readonly string[]) {
  let active: Changed | undefined;
  const isActive = (id: string) => active !== undefined && id.split("?")[0] === join(PROJECT, active.path);
  const worker = createLastingWorker(mutated.map((path) => join(PROJECT, path)));
  const vitest = await createVitest(
    "test",
    {
      config: false,
      root: PROJECT,
      watch: false,
      include: [...tests],
      // What is served changes while the file does not.
      fsModuleCache: false,
      pool: worker.pool,
      isolate: false,
      maxWorkers: 1,
      sequence: { sequencer: inTheOrderOf(tests) },
      bail: 1,
      reporters: [{}],
      teardownTimeout: 1_000,
      testTimeout: HONEST_MS,
    },
    {
      plugins: [{ name: "mutant", enforce: "pre", transform: (_code, id) => (isActive(id) ? active!.text : undefined) }],
      logLevel: "silent",
    },
  );
  const specifications = await vitest.globTestSpecifications();
  return {
    async close() {
      await vitest.close();
      worker.end();
    },
    async passes(mutant: Changed | undefined): Promise<boolean> {
      const paths = [active?.path, mutant?.path].filter((path) => path !== undefined);
      active = mutant;
      for (let repeat = 0; repeat <= REPEATS; repeat += 1) {
        for (const path of paths) vitest.invalidateFile(join(PROJECT, path));
        const watch = watchWorker(worker);
        const { unhandledErrors, testModules } = await vitest.runTestSpecifications(specifications);
        if (!watch.wasLost()) return unhandledErrors.length === 0 && testModules.every((module) => module.ok());
      }
      throw new Error(`the tests of ${mutant?.path} come to no end`);
    },
  };
}

/** Ends the process of a run that goes on for ever or not at all: the run hears of it and is over with an error. */
function watchWorker(worker: LastingWorker): { wasLost(): boolean } {
  const beganMs = worker.cpuMs();
  let [lastMs, idleMs] = [beganMs, 0];
  const watching = setInterval(() => {
    const usedMs = worker.cpuMs();
    idleMs = usedMs > lastMs ? 0 : idleMs + WATCH_MS;
    lastMs = usedMs;
    if (usedMs - beganMs > ENDLESS_CPU_MS || idleMs > LOST_MS) worker.end();
  }, WATCH_MS);
  return {
    wasLost() {
      clearInterval(watching);
      return idleMs > LOST_MS;
    },
  };
}

/** The first of a subject's tests is the one that notices most in the least time. */
const inTheOrderOf = (tests: readonly string[]) =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]) {
      const place = ({ moduleId }: TestSpecification) => tests.findIndex((test) => moduleId.endsWith(`/${test}`));
      return files.toSorted((one, other) => place(one) - place(other));
    }
  };
