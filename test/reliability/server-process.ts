import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, inject } from "vitest";
import { PROJECT } from "../../src/project.ts";
import { ENCRYPTION_KEYS, eventually, type TestDatabase } from "../harness.ts";

/** The real server as a process of its own: src/main.ts, for tests to kill. */
export interface ServerProcess {
  readonly pid: number;
  readonly baseUrl: string;
  /** Everything it printed so far. */
  output(): string;
  hasEnded(): boolean;
  /** Sends the signal and waits for the end; answers how it ended. */
  end(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

export interface ServerPlan {
  /** A program to start instead of `node src/main.ts serve`. */
  readonly command?: readonly [program: string, ...args: string[]];
  readonly arguments?: readonly string[];
  /** Settings by their environment variable's name. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Modules loaded before the server's own: planted bugs. */
  readonly preload?: readonly string[];
}

const START_LIMIT_MS = 60_000;
const READY = /^ready (\S+)$/m;
const OF_THE_TEST: Readonly<Record<string, string>> = {
  PORT: "0",
  QUOTA_PER_MINUTE: "10000000",
  LOG_LEVEL: "error",
  // Tests share the machine.
  MAX_LAG_MS: "60000",
  DATABASE_WAIT_MS: "2000",
  DRAIN_SECONDS: "0",
};
const MAIN = [join(PROJECT, "src", "main.ts"), "serve"];

const running = new Set<ChildProcess>();
// A test that fails, or runs out of time, leaves nothing behind.
const killAll = () => running.forEach((child) => child.kill("SIGKILL"));
afterAll(killAll);
process.on("exit", killAll);

/** Starts a server and answers when it is ready; rejects with what it printed when it is not within a minute. */
export async function startServer(plan: ServerPlan): Promise<ServerProcess> {
  const [program, ...first] = plan.command ?? [process.execPath, ...(plan.preload ?? []).flatMap((path) => ["--import", path]), ...MAIN];
  const child = spawn(program, [...first, ...(plan.arguments ?? [])], {
    cwd: PROJECT,
    env: { PATH: "/usr/bin:/bin", NODE_COMPILE_CACHE: join(PROJECT, ".cache", "node"), ...OF_THE_TEST, ...plan.variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = new Promise<void>((resolve) => {
    child.once("error", (error) => ((output += error.message), resolve()));
    child.once("exit", () => resolve());
  }).then(() => running.delete(child));
  const ready = (async () => {
    while (!READY.test(output)) await once(child.stdout, "data");
    return READY.exec(output)![1]!;
  })();
  const late = new Promise<void>((resolve) => setTimeout(resolve, START_LIMIT_MS).unref());
  const baseUrl = await Promise.race([ready, ended, late]);
  if (typeof baseUrl !== "string") {
    child.kill("SIGKILL");
    throw new Error(`the server did not become ready:\n${output}`);
  }
  return {
    pid: child.pid!,
    baseUrl: baseUrl.replace("localhost", "127.0.0.1"),
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async end(signal) {
      child.kill(signal);
      await ended;
      return { code: child.exitCode, signal: child.signalCode };
    },
  };
}

/** A folder of its own within the run's scratch, named as people name folders. */
export const freshFolder = (): string => join(mkdtempSync(join(inject("scratch"), "server ")), "pasta de dados");

/** The variables that make a server use a test's database. */
export const onDatabase = ({ socket }: Pick<TestDatabase, "socket">): Readonly<Record<string, string>> => ({
  DATABASE_URL: `postgres://${socket.user}@${encodeURIComponent(socket.host)}:${socket.port}/${socket.database}`,
  DATA_DIR: freshFolder(),
  ENCRYPTION_KEYS,
});

/** Waits until the connections of a dead process have ended, and with them whatever they still had to do. */
export const noStatements = ({ query }: Pick<TestDatabase, "query">): Promise<unknown> =>
  eventually("the end of the dead process's statements", async () => {
    const [left] = await query<{ n: number }>(
      "select count(*)::integer as n from pg_stat_activity where datname = current_database() and application_name like 'vitrine%'",
    );
    return left!.n === 0;
  });
