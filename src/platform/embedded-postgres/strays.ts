import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 10;
/** What each signal is given before the next, harsher one. */
const PATIENCE: readonly (readonly [signal: NodeJS.Signals, ms: number])[] = [
  ["SIGINT", 30_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];

/**
 * Stops every PostgreSQL process still at work on `cluster` though its owner is dead, then drops the stale
 * `postmaster.pid`. They are known by their working directory, which PostgreSQL sets to its cluster for life, so
 * a process id that now belongs to somebody else is never signalled. Call it only while holding the data lock.
 */
export async function stopStrays(cluster: string, log: (line: string) => void): Promise<void> {
  const home = identity(cluster)!;
  const found = straysOf(home);
  if (found.length > 0) log(`stopping ${found.length} PostgreSQL processes left behind on ${cluster}`);
  for (const [signal, patienceMs] of PATIENCE) {
    // A living postmaster stops its children in order; without one they are signalled themselves.
    const strays = straysOf(home);
    const postmaster = strays.filter((pid) => pid === postmasterOf(cluster));
    const targets = postmaster.length > 0 && signal !== "SIGKILL" ? postmaster : strays;
    for (const pid of targets) kill(pid, signal);
    for (const end = performance.now() + patienceMs; straysOf(home).length > 0 && performance.now() < end;) await sleep(POLL_MS);
    if (straysOf(home).length === 0) break;
  }
  if (straysOf(home).length > 0) throw new Error(`PostgreSQL processes on ${cluster} do not end: ${straysOf(home).join(", ")}`);
  if (!isForeign(postmasterOf(cluster))) rmSync(join(cluster, "postmaster.pid"), { force: true });
}

function straysOf(home: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => identity(`/proc/${pid}/cwd`) === home && nameOf(pid) === "postgres").map(Number);
}

const CLOSED = "closed";

/** A PostgreSQL we may not look into (another user's): then PostgreSQL itself must decide whether the cluster is taken. */
const isForeign = (pid: number | undefined) => pid !== undefined && nameOf(pid) === "postgres" && identity(`/proc/${pid}/cwd`) === CLOSED;

/** Which directory a path leads to, whatever it is called there; undefined when it is gone, as for a process that is. */
function identity(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES" ? CLOSED : undefined;
  }
}

function nameOf(pid: number | string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return undefined;
  }
}

/** The process id in the cluster's `postmaster.pid`, dead or alive; undefined when there is none. */
function postmasterOf(cluster: string): number | undefined {
  try {
    return Number(readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return undefined;
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
