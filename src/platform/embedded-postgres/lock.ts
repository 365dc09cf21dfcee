import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LocalizedError } from "../contract/errors.ts";
import { makeFolder } from "../basics/make-folder.ts";

/** The process that holds a data directory. `startTicks` distinguishes it from a later process with the same id. */
interface Holder {
  readonly pid: number;
  readonly startTicks: string;
  readonly runFolder: string;
}

/**
 * Time to wait for a process that is ending. It keeps its socket and process id for a moment, and a restart right after `kill` must work.
 */
const DYING_MS = 1_000;
const DYING_POLL_MS = 10;

/** Exclusive ownership of a data directory. It ends with the process. */
export interface DataLock {
  /** The run folder of a previous holder that did not clean up before it ended. */
  readonly staleRunFolder: string | undefined;
  /** Records the run folder, which the next holder must clean up if this process dies. */
  record(runFolder: string): void;
  release(): Promise<void>;
}

/**
 * Makes this process the only holder of `dataDir`. Rejects with a LocalizedError that names the other process when there is one. The
 * lock is an abstract unix socket, named after the inode of the directory. The kernel grants it to one process and releases it whenever and
 * however that process ends, so the lock is never stale. The file `vitrine.lock` names the holder. It also counts as a lock while that process
 * lives, because the socket does not exclude a process in another network namespace.
 */
export async function lockDataDirectory(dataDir: string): Promise<DataLock> {
  makeDataDirectory(dataDir);
  const file = join(dataDir, "vitrine.lock");
  const { dev, ino } = statSync(dataDir, { bigint: true });
  for (const end = performance.now() + DYING_MS; ; await sleep(DYING_POLL_MS)) {
    const release = await take(`\0vitrine-data-${dev}-${ino}`);
    const previous = readHolder(file);
    if (release && !(previous && isAlive(previous))) return createLock(release, file, previous);
    await release?.();
    if (performance.now() > end) throw inUse(dataDir, previous);
  }
}

function makeDataDirectory(dataDir: string): void {
  try {
    makeFolder(dataDir);
  } catch (error) {
    const { message } = error as Error;
    throw new LocalizedError(
      {
        "pt-BR": `${dataDir} não pode ser a pasta de dados: ${message}; escolha outra com --data`,
        en: `${dataDir} cannot be the data directory: ${message}; choose another one with --data`,
      },
      { cause: error },
    );
  }
}

/** Listens on the abstract socket. Resolves to a function that releases it, or to undefined when another process holds it. */
async function take(path: string): Promise<(() => Promise<void>) | undefined> {
  const socket = createServer((visitor) => visitor.destroy()).unref();
  const granted = await new Promise<boolean>((resolve, reject) => {
    socket.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error)));
    socket.listen({ path, exclusive: true }, () => resolve(true));
  });
  return granted ? () => new Promise((resolve) => socket.close(() => resolve())) : undefined;
}

const createLock = (release: () => Promise<void>, file: string, previous: Holder | undefined): DataLock => ({
  staleRunFolder: previous?.runFolder,
  record(runFolder) {
    const holder: Holder = { pid: process.pid, startTicks: startTicksOf(process.pid) ?? "", runFolder };
    rmSync(file, { force: true });
    writeFileSync(file, `${JSON.stringify(holder)}\n`, { mode: 0o644 });
  },
  async release() {
    rmSync(file, { force: true });
    await release();
  },
});

const inUse = (dataDir: string, holder: Holder | undefined) =>
  new LocalizedError({
    "pt-BR":
      `a pasta de dados ${dataDir} está em uso ${holder ? `pelo processo ${holder.pid}` : "por outro processo"}: ` +
      `encerre-o, ou escolha outra pasta com --data`,
    en:
      `the data directory ${dataDir} is in use by ${holder ? `process ${holder.pid}` : "another process"}: ` +
      `stop that one, or choose another directory with --data`,
  });

/** The folder of the current holder's PostgreSQL socket. Undefined when the data directory has no holder. */
export function runFolderOf(dataDir: string): string | undefined {
  const holder = readHolder(join(dataDir, "vitrine.lock"));
  return holder && startTicksOf(holder.pid) === holder.startTicks ? holder.runFolder : undefined;
}

/** Reads the lock file. Returns undefined when it is missing or damaged; then only the socket is checked. */
function readHolder(file: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(file, "utf8")) as Partial<Holder>;
    const complete = typeof holder.pid === "number" && typeof holder.startTicks === "string" && typeof holder.runFolder === "string";
    return complete ? (holder as Holder) : undefined;
  } catch {
    return undefined;
  }
}

const isAlive = ({ pid, startTicks }: Holder) => pid !== process.pid && startTicksOf(pid) === startTicks;

const STATE = 0;
const START_TICKS = 19;

/** Start time of a process in clock ticks since boot (field 22 of /proc/<pid>/stat). Undefined when the process is dead or a zombie. */
function startTicksOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The process name is in parentheses and may contain spaces. The third field follows it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[STATE] === "Z" ? undefined : fields[START_TICKS];
  } catch {
    return undefined;
  }
}
