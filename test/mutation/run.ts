import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BaseSequencer, createVitest, type TestSpecification } from "vitest/node";
import { PROJECT, sourcesOf } from "../architecture/source.ts";
import { createLastingWorker } from "./lasting-worker.ts";
import { mutantsOf } from "./mutants.ts";
import type { Subject } from "./rules.ts";

/** What became of a subject's mutants. */
export interface Score {
  readonly mutants: number;
  /** Mutants that no test noticed: `src/orders/tracking.ts:41 < became <=`. */
  readonly survivors: readonly string[];
}

/** A mutant whose tests take longer never ends: it is noticed. */
const ENDLESS_MS = 10_000;
/** Without one they may take as long as a machine with much else to do takes. */
const HONEST_MS = 120_000;

/** Runs a subject's tests once for each of its mutants. Throws when they fail without one. */
export async function scoreOf(
  { files, except = [], tests }: Subject,
  told: (done: number, all: number) => void = () => undefined,
): Promise<Score> {
  const sources = sourcesOf(...files).filter(({ path }) => !except.includes(path));
  const mutants = sources.flatMap((source) => mutantsOf(source).map((mutant) => ({ path: source.path, ...mutant })));
  const judge = await createJudge(
    tests,
    sources.map(({ path }) => path),
  );
  const survivors: string[] = [];
  try {
    if (!(await judge.passes(undefined))) throw new Error(`${tests.join(", ")} fail without any mutant`);
    for (const [nth, mutant] of mutants.entries()) {
      if (await judge.passes(mutant)) survivors.push(`${mutant.path}:${mutant.line} ${mutant.what}`);
      told(nth + 1, mutants.length);
    }
  } finally {
    await judge.close();
  }
  return { mutants: mutants.length, survivors };
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
      for (const path of paths) vitest.invalidateFile(join(PROJECT, path));
      const ended = new AbortController();
      const running = vitest.runTestSpecifications(specifications).finally(() => ended.abort());
      // The run hears of its process's end and is over with an error.
      const limitMs = mutant === undefined ? HONEST_MS : ENDLESS_MS;
      void sleep(limitMs, undefined, { ref: false, signal: ended.signal }).then(worker.end, () => undefined);
      const { unhandledErrors, testModules } = await running;
      return unhandledErrors.length === 0 && testModules.every((module) => module.ok());
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
