import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 10;
/** The stop signals from mild to harsh, each with the time to wait before the next one. */
const STOP_STEPS: readonly (readonly [signal: NodeJS.Signals, ms: number])[] = [
  ["SIGINT", 30_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];

/**
 * Stops every PostgreSQL process that still works on `cluster` although the Vitrine process that started it has died. Then removes the
 * stale `postmaster.pid`. PostgreSQL sets the working directory of its processes to the cluster and never changes it. The processes are
 * recognised by that directory, so a reused process id is never signalled. Call this only while holding the data lock. Throws when the
 * processes do not end.
 */
export async function stopOrphans(cluster: string, log: (line: string) => void): Promise<void> {
  const home = identity(cluster)!;
  const found = orphansOf(home);
  if (found.length > 0) log(`stopping ${found.length} PostgreSQL processes left behind on ${cluster}`);
  for (const [signal, limitMs] of STOP_STEPS) {
    // If the postmaster is alive, only it gets the signal, because it stops its child processes in order. If it is dead, or the signal is SIGKILL,
    // all processes get the signal.
    const orphans = orphansOf(home);
    const postmaster = orphans.filter((pid) => pid === postmasterOf(cluster));
    const targets = postmaster.length > 0 && signal !== "SIGKILL" ? postmaster : orphans;
    for (const pid of targets) kill(pid, signal);
    for (const end = performance.now() + limitMs; orphansOf(home).length > 0 && performance.now() < end;) await sleep(POLL_MS);
    if (orphansOf(home).length === 0) break;
  }
  if (orphansOf(home).length > 0) throw new Error(`PostgreSQL processes on ${cluster} do not end: ${orphansOf(home).join(", ")}`);
  if (!isForeign(postmasterOf(cluster))) rmSync(join(cluster, "postmaster.pid"), { force: true });
}

function orphansOf(home: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => identity(`/proc/${pid}/cwd`) === home && nameOf(pid) === "postgres").map(Number);
}

const CLOSED = "closed";

/**
 * Whether a process is another user's PostgreSQL, whose directory we cannot see. PostgreSQL itself must then decide whether the cluster is
 * in use.
 */
const isForeign = (pid: number | undefined) => pid !== undefined && nameOf(pid) === "postgres" && identity(`/proc/${pid}/cwd`) === CLOSED;

/**
 * Identifies the directory at the end of a path, independent of its name. `CLOSED` when we may not see it, undefined when the directory or its
 * process no longer exists.
 */
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

/** The process id in the cluster's `postmaster.pid`. The process may be dead. Undefined when the file does not exist. */
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
