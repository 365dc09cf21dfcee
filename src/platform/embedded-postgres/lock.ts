import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LocalizedError } from "../contract/errors.ts";
import { makeFolder } from "../basics/make-folder.ts";

/** The process that holds a data directory. `startTicks` tells it from a later process with the same id. */
interface Holder {
  readonly pid: number;
  readonly startTicks: string;
  readonly runFolder: string;
}

/** How long to wait for a dying process: it keeps its socket and process id for a moment, and a restart right after `kill` must work. */
const DYING_MS = 1_000;
const DYING_POLL_MS = 10;

/** Exclusive ownership of a data directory; ends with the process. */
export interface DataLock {
  /** Run folder of a previous holder that died without cleaning up. */
  readonly staleRunFolder: string | undefined;
  /** Records what the next holder must clean up if this process dies. */
  record(runFolder: string): void;
  release(): Promise<void>;
}

/**
 * Makes this process the only one on `dataDir`, or rejects with a fault that names the other process. The lock is an abstract unix socket
 * named after the directory's inode: the kernel grants it to one process and releases it however that process dies, so it is never stale.
 * The file `vitrine.lock` names the holder and also counts as a lock while that process lives, which covers a holder in another network
 * namespace.
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

/** Listens on the abstract socket. Resolves to a function that releases it; undefined when another process holds it. */
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

/** The folder of the PostgreSQL socket that belongs to the current holder of a data directory; undefined when it has none. */
export function runFolderOf(dataDir: string): string | undefined {
  const holder = readHolder(join(dataDir, "vitrine.lock"));
  return holder && startTicksOf(holder.pid) === holder.startTicks ? holder.runFolder : undefined;
}

/** Undefined when the lock file is damaged or not ours; then only the socket is checked. */
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

/** Start time of a process in clock ticks since boot (field 22 of /proc/<pid>/stat); undefined when it is dead or a zombie. */
function startTicksOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces; the third field follows it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[STATE] === "Z" ? undefined : fields[START_TICKS];
  } catch {
    return undefined;
  }
}
