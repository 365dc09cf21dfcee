import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { PROJECT } from "../src/project.ts";

/** A child process that serves HTTP. */
export interface RunningServer {
  readonly baseUrl: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const NODE_COMPILE_CACHE = join(PROJECT, ".cache", "node");
const READY_LIMIT_MS = 60_000;

/**
 * The real server as `bin/vitrine serve` runs it, with its settings by their environment variables. `profileFolder` keeps a CPU
 * profile.
 */
export function startVitrine(variables: Readonly<Record<string, string>>, profileFolder?: string): Promise<RunningServer> {
  const profiling = profileFolder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`];
  return start([...profiling, join(PROJECT, "src", "main.ts"), "serve"], variables);
}

/** Node's own HTTP server sending one answer, read from a file, to everything: what HTTP costs when nothing is done. */
export const startBare = (answerFile: string): Promise<RunningServer> => start([join(PROJECT, "bench", "bare-server.ts"), answerFile], {});

/**
 * In a session of its own, as PostgreSQL is and as a service would be: Linux shares the processors out among sessions, and in ours the
 * server would have the load generator's half only.
 */
async function start(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<RunningServer> {
  const child = spawn(process.execPath, args, {
    cwd: PROJECT,
    detached: true,
    env: { PATH: "/usr/bin:/bin", NODE_COMPILE_CACHE, ...variables },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  const baseUrl = await readyAt(child);
  return {
    baseUrl,
    pid: child.pid!,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** Waits for the line `ready <base url>`; `localhost` is spared its look-up. */
export async function readyAt(child: ChildProcess): Promise<string> {
  const timer = setTimeout(() => child.kill("SIGKILL"), READY_LIMIT_MS);
  for await (const line of createInterface({ input: child.stdout! })) {
    if (!line.startsWith("ready ")) continue;
    clearTimeout(timer);
    child.stdout!.resume();
    return line.slice("ready ".length).replace("localhost", "127.0.0.1");
  }
  throw new Error("a server ended before it was ready");
}
