import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createVitest, type Vitest } from "vitest/node";
import { PROJECT, sourcesOf } from "../architecture/source.ts";
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
  const mutants = sourcesOf(...files)
    .filter(({ path }) => !except.includes(path))
    .flatMap((source) => mutantsOf(source).map((mutant) => ({ path: source.path, ...mutant })));
  const runner = createRunner(tests);
  const survivors: string[] = [];
  try {
    if (!(await runner.passes(undefined))) throw new Error(`${tests.join(", ")} fail without any mutant`);
    for (const [nth, mutant] of mutants.entries()) {
      if (await runner.passes(mutant)) survivors.push(`${mutant.path}:${mutant.line} ${mutant.what}`);
      told(nth + 1, mutants.length);
    }
  } finally {
    await runner.close();
  }
  return { mutants: mutants.length, survivors };
}

interface Changed {
  readonly path: string;
  readonly text: string;
}

/** One vitest for all mutants: a file is served with the change of the moment. */
function createRunner(tests: readonly string[]) {
  let active: Changed | undefined;
  let vitest: Vitest | undefined;
  const isActive = (id: string) => active !== undefined && id.split("?")[0] === join(PROJECT, active.path);
  const open = () =>
    createVitest(
      "test",
      {
        config: false,
        root: PROJECT,
        watch: false,
        include: globSync([...tests], { cwd: PROJECT }),
        // What is served changes while the file does not.
        fsModuleCache: false,
        pool: "forks",
        maxWorkers: 1,
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
  const close = async () => {
    await vitest?.close();
    vitest = undefined;
  };
  /** A loop without end hears no signal but one; vitest is made anew. */
  const endWorkers = () => {
    for (const pid of childrenOf(process.pid)) process.kill(pid, "SIGKILL");
    vitest = undefined;
  };
  return {
    close,
    async passes(mutant: Changed | undefined): Promise<boolean> {
      vitest ??= await open();
      const paths = [active?.path, mutant?.path].filter((path) => path !== undefined);
      active = mutant;
      for (const path of paths) vitest.invalidateFile(join(PROJECT, path));
      const running = vitest.runTestSpecifications(await vitest.globTestSpecifications());
      const result = await Promise.race([running, sleep(mutant === undefined ? HONEST_MS : ENDLESS_MS, undefined, { ref: false })]);
      if (result === undefined) endWorkers();
      return result !== undefined && result.unhandledErrors.length === 0 && result.testModules.every((module) => module.ok());
    },
  };
}

/** Processes that a process has begun. */
function childrenOf(parent: number): readonly number[] {
  const parentOf = (pid: string) => {
    try {
      return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    } catch {
      return undefined;
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}
