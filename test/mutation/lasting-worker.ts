import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PoolRunnerInitializer } from "vitest/node";

/** One process for all runs of a vitest, so that each finds loaded what it has in common with the last. */
export interface LastingWorker {
  readonly pool: PoolRunnerInitializer;
  /** Milliseconds of the processor that the process has used: what others do with the machine does not count. */
  readonly cpuMs: () => number;
  /** Ends the process at once, as a loop without end hears nothing else; the next run gets a new one. */
  readonly end: () => void;
}

type Listener = Parameters<ChildProcess["on"]>[1];

/** `mutated` are the absolute paths of the files that differ from run to run. */
export function createLastingWorker(mutated: readonly string[]): LastingWorker {
  const name = "lasting";
  let child: ChildProcess | undefined;
  // Also in a campaign each mutant is judged by what tests try every day.
  const startedWith = (env: Partial<NodeJS.ProcessEnv>) =>
    (child ??= fork(join(import.meta.dirname, "worker.ts"), [...mutated], {
      env: { ...env, CAMPAIGN: undefined },
      serialization: "advanced",
    }));

  /** What vitest takes for a process: the same one again, without the listeners of the run before. */
  const createPoolWorker: PoolRunnerInitializer["createPoolWorker"] = ({ env }) => {
    const worker = startedWith(env);
    const heard: [event: string, listener: Listener][] = [];
    return {
      name,
      on(event, listener) {
        heard.push([event, listener]);
        worker.on(event, listener);
      },
      off: (event, listener) => void worker.off(event, listener),
      send: (message) => void (worker.connected && worker.send(message)),
      deserialize: (data) => data,
      start: async () => undefined,
      stop: async () => heard.forEach(([event, listener]) => worker.off(event, listener)),
    };
  };

  return {
    pool: { name, createPoolWorker },
    cpuMs: () => (child?.pid === undefined ? 0 : cpuMsOf(child.pid)),
    end() {
      child?.kill("SIGKILL");
      child = undefined;
    },
  };
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** User and system time of a process, the 14th and 15th word of its line (proc_pid_stat(5)); 0 of one that has ended. */
function cpuMsOf(pid: number): number {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second word, in parentheses, may have blanks.
    const [user, system] = line.slice(line.lastIndexOf(")")).split(" ").slice(12);
    return (Number(user) + Number(system)) * TICK_MS;
  } catch {
    return 0;
  }
}
