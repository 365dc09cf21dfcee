import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { linkLibraries } from "./binaries.ts";
import { type Programs, serverArguments, spawnOptions } from "./cluster.ts";
import type { LogFile } from "./log-file.ts";
import { stopStrays } from "./strays.ts";

/** How a server ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What a server is started with, each time again. */
export interface ServerPlan {
  readonly cluster: string;
  /** Where its socket goes. */
  readonly runFolder: string;
  readonly programs: Programs;
  readonly settings: Readonly<Record<string, string>>;
  readonly logFile: LogFile;
  readonly log: (line: string) => void;
  readonly onExit?: ((exit: Exit) => void) | undefined;
}

/** A server that is started again whenever it dies, until it is stopped. */
export interface Server {
  /** Undefined while it is being started again. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 2_000;
const HEALTHY_AFTER_MS = 10_000;

/** Starts the server and keeps it running: after every unasked end again, at once and then ever more patiently, until `stop`. */
export async function superviseServer(plan: ServerPlan): Promise<Server> {
  const stopping = new AbortController();
  let running: ChildProcess | undefined = await launch(plan, stopping.signal);
  const watch = async () => {
    let delayMs = FIRST_DELAY_MS;
    while (!stopping.signal.aborted) {
      if (running) {
        const startedMs = performance.now();
        const exit = await exitOf(running);
        running = undefined;
        if (stopping.signal.aborted) return;
        plan.log(`PostgreSQL ended unasked (${exit.signal ?? `code ${exit.code}`}); starting it again`);
        plan.onExit?.(exit);
        if (performance.now() - startedMs > HEALTHY_AFTER_MS) delayMs = FIRST_DELAY_MS;
      }
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
      running = await relaunch(plan, stopping.signal);
    }
    if (running) await end(running);
  };
  const watched = watch();
  return {
    get pid() {
      return running?.pid;
    },
    async stop() {
      stopping.abort();
      if (running) await end(running);
      await watched;
    },
  };
}

async function relaunch(plan: ServerPlan, stopping: AbortSignal): Promise<ChildProcess | undefined> {
  if (stopping.aborted) return undefined;
  try {
    await stopStrays(plan.cluster, plan.log);
    renewRunFolder(plan);
    const server = await launch(plan, stopping);
    plan.log("PostgreSQL is back");
    return server;
  } catch (error) {
    if (!stopping.aborted) plan.log((error as Error).message);
    return undefined;
  }
}

/**
 * The socket's lock file names a dead process, whose id may be somebody else's by now, and the server would believe it.
 * The library links may have been swept away with other old temporary files.
 */
function renewRunFolder({ runFolder, programs }: ServerPlan): void {
  for (const name of readdirSync(runFolder)) if (name.startsWith(".s.PGSQL.")) rmSync(join(runFolder, name));
  linkLibraries(programs.folder, runFolder, programs.account);
}

const READY_POLL_MS = 5;
/** Long enough for the recovery of a full `max_wal_size`. */
const READY_LIMIT_MS = 300_000;

/** One server process, answered when it takes connections. In a process group of its own: Ctrl-C is for us to translate. */
async function launch(plan: ServerPlan, stopping: AbortSignal): Promise<ChildProcess> {
  const { programs, cluster, logFile } = plan;
  logFile.mark();
  const server = spawn(join(programs.folder, "bin", "postgres"), serverArguments(plan.runFolder, plan.settings), {
    ...spawnOptions(programs, cluster),
    stdio: ["ignore", logFile.handle, logFile.handle],
    detached: true,
  });
  await once(server, "spawn").catch((cause: Error) => {
    throw new Error(`PostgreSQL could not be started as uid ${programs.account.uid}: ${cause.message}`, { cause });
  });
  attachWatchdog(server, plan.runFolder, programs);
  for (const startedMs = performance.now(); !isReady(cluster, server.pid!); await sleep(READY_POLL_MS)) {
    const overdue = performance.now() - startedMs > READY_LIMIT_MS;
    if (stopping.aborted || overdue) await end(server);
    if (hasEnded(server)) throw new Error(`PostgreSQL did not start: ${logFile.sinceMark()}`);
  }
  return server;
}

const STATUS_LINE = 7;

/** PostgreSQL says so itself, on the eighth line of `postmaster.pid`. */
function isReady(cluster: string, pid: number): boolean {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return lines[0] === String(pid) && lines[STATUS_LINE]?.trim() === "ready";
  } catch {
    return false;
  }
}

/** Waits until its input closes, which happens however our process ends, then ends the server cleanly and tidies up. */
const WATCHDOG = `
  read -r _; kill -INT "$1" || exit
  left=600; while kill -0 "$1" && [ $left -gt 0 ]; do sleep 0.1; left=$((left - 1)); done
  kill -0 "$1" || rm -rf "$2"
`;

function attachWatchdog(server: ChildProcess, runFolder: string, programs: Programs): void {
  const watchdog = spawn("/bin/sh", ["-c", WATCHDOG, "vitrine-postgres-watchdog", String(server.pid), runFolder], {
    ...spawnOptions(programs, "/"),
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // Without a shell there is no watchdog: the next start finds the server by itself.
  watchdog.on("error", () => undefined);
  watchdog.unref();
  if (watchdog.stdin instanceof Socket) watchdog.stdin.unref();
  server.once("exit", () => watchdog.kill("SIGKILL"));
}

/** Fast shutdown first (rolls back what is open, writes a checkpoint), then ever ruder. */
const PATIENCE: readonly (readonly [signal: NodeJS.Signals, ms: number])[] = [
  ["SIGINT", 60_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];

async function end(server: ChildProcess): Promise<void> {
  for (const [signal, patienceMs] of PATIENCE) {
    if (hasEnded(server)) return;
    server.kill(signal);
    const bound = new AbortController();
    await Promise.race([exitOf(server), sleep(patienceMs, undefined, { signal: bound.signal }).catch(() => undefined)]);
    bound.abort();
  }
}

const hasEnded = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null;

async function exitOf(server: ChildProcess): Promise<Exit> {
  if (!hasEnded(server)) await once(server, "exit");
  return { code: server.exitCode, signal: server.signalCode };
}
