import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { linkLibraries } from "./binaries.ts";
import { type PostgresPrograms, serverArguments, spawnOptions } from "./cluster.ts";
import type { LogFile } from "./log-file.ts";
import { stopOrphans } from "./orphans.ts";

/** How a server process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The settings of a server for its first start and for each restart. */
export interface ServerSettings {
  readonly cluster: string;
  /** The folder of the server's socket. */
  readonly runFolder: string;
  readonly programs: PostgresPrograms;
  readonly settings: Readonly<Record<string, string>>;
  readonly logFile: LogFile;
  readonly log: (line: string) => void;
  readonly onExit?: ((exit: Exit) => void) | undefined;
}

/** A server that is restarted whenever it ends, until `stop`. */
export interface SupervisedServer {
  /** Undefined while the server restarts. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 2_000;
/** Minimum run time after which a server is restarted with the shortest delay. */
const HEALTHY_AFTER_MS = 10_000;

/** Starts the server. Restarts it whenever it ends by itself, with growing delays, until `stop`. */
export async function superviseServer(settings: ServerSettings): Promise<SupervisedServer> {
  const stopping = new AbortController();
  let running: ChildProcess | undefined = await launch(settings, stopping.signal);
  const supervise = async () => {
    let delayMs = FIRST_DELAY_MS;
    while (!stopping.signal.aborted) {
      if (running) {
        const startedMs = performance.now();
        const exit = await exitOf(running);
        running = undefined;
        if (stopping.signal.aborted) return;
        settings.log(`PostgreSQL ended unasked (${exit.signal ?? `code ${exit.code}`}); starting it again`);
        settings.onExit?.(exit);
        if (performance.now() - startedMs > HEALTHY_AFTER_MS) delayMs = FIRST_DELAY_MS;
      }
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
      running = await relaunch(settings, stopping.signal);
    }
    if (running) await end(running);
  };
  const supervision = supervise();
  return {
    get pid() {
      return running?.pid;
    },
    async stop() {
      stopping.abort();
      if (running) await end(running);
      await supervision;
    },
  };
}

/** Starts the server again. Resolves to undefined when it does not start. */
async function relaunch(settings: ServerSettings, stopping: AbortSignal): Promise<ChildProcess | undefined> {
  if (stopping.aborted) return undefined;
  try {
    await stopOrphans(settings.cluster, settings.log);
    renewRunFolder(settings);
    const server = await launch(settings, stopping);
    settings.log("PostgreSQL is back");
    return server;
  } catch (error) {
    if (!stopping.aborted) settings.log((error as Error).message);
    return undefined;
  }
}

/**
 * Removes the old socket and its lock file. The lock file names a dead process, and PostgreSQL would mistake a later process with the same
 * id for a running server. Also links the libraries again, because old temporary files may have been deleted.
 */
function renewRunFolder({ runFolder, programs }: ServerSettings): void {
  for (const name of readdirSync(runFolder)) if (name.startsWith(".s.PGSQL.")) rmSync(join(runFolder, name));
  linkLibraries(programs.folder, runFolder, programs.account);
}

const READY_POLL_MS = 5;
/** Time limit for a start. It is long enough for recovery from a full `max_wal_size`. */
const READY_LIMIT_MS = 300_000;

/**
 * Starts a server process. Resolves when it accepts connections. The server has its own process group, so that Ctrl-C reaches only Vitrine's
 * process and not the server.
 */
async function launch(settings: ServerSettings, stopping: AbortSignal): Promise<ChildProcess> {
  const { programs, cluster, logFile } = settings;
  logFile.mark();
  const server = spawn(join(programs.folder, "bin", "postgres"), serverArguments(settings.runFolder, settings.settings), {
    ...spawnOptions(programs, cluster),
    stdio: ["ignore", logFile.handle, logFile.handle],
    detached: true,
  });
  await once(server, "spawn").catch((cause: Error) => {
    throw new Error(`PostgreSQL could not be started as uid ${programs.account.uid}: ${cause.message}`, { cause });
  });
  attachWatchdog(server, settings.runFolder, programs);
  for (const startedMs = performance.now(); !isReady(cluster, server.pid!); await sleep(READY_POLL_MS)) {
    const overdue = performance.now() - startedMs > READY_LIMIT_MS;
    if (stopping.aborted || overdue) await end(server);
    if (hasEnded(server)) throw new Error(`PostgreSQL did not start: ${logFile.sinceMark()}`);
  }
  return server;
}

const STATUS_LINE = 7;

/** Whether the server is ready. PostgreSQL writes its status to the eighth line of `postmaster.pid`. */
function isReady(cluster: string, pid: number): boolean {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return lines[0] === String(pid) && lines[STATUS_LINE]?.trim() === "ready";
  } catch {
    return false;
  }
}

/**
 * A shell script. It waits until its input closes, which happens when this process ends for any reason. Then it stops the server cleanly and
 * removes the run folder.
 */
const WATCHDOG = `
  read -r _; kill -INT "$1" || exit
  left=600; while kill -0 "$1" && [ $left -gt 0 ]; do sleep 0.1; left=$((left - 1)); done
  kill -0 "$1" || rm -rf "$2"
`;

function attachWatchdog(server: ChildProcess, runFolder: string, programs: PostgresPrograms): void {
  const watchdog = spawn("/bin/sh", ["-c", WATCHDOG, "vitrine-postgres-watchdog", String(server.pid), runFolder], {
    ...spawnOptions(programs, "/"),
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // Without a shell there is no watchdog. If this process dies, the server runs on until the next start stops it.
  watchdog.on("error", () => undefined);
  watchdog.unref();
  if (watchdog.stdin instanceof Socket) watchdog.stdin.unref();
  server.once("exit", () => watchdog.kill("SIGKILL"));
}

/**
 * The signals of a shutdown. The first is a fast shutdown, which rolls back open transactions and writes a checkpoint. Harsher signals
 * follow.
 */
const SHUTDOWN_STEPS: readonly (readonly [signal: NodeJS.Signals, ms: number])[] = [
  ["SIGINT", 60_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];

async function end(server: ChildProcess): Promise<void> {
  for (const [signal, limitMs] of SHUTDOWN_STEPS) {
    if (hasEnded(server)) return;
    server.kill(signal);
    const timer = new AbortController();
    await Promise.race([exitOf(server), sleep(limitMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
    timer.abort();
  }
}

const hasEnded = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null;

async function exitOf(server: ChildProcess): Promise<Exit> {
  if (!hasEnded(server)) await once(server, "exit");
  return { code: server.exitCode, signal: server.signalCode };
}
