import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BilingualFault } from "../contract/errors.ts";
import { makeFolder } from "../basics/make-folder.ts";

/** Who holds a data directory. `startTicks` tells a living holder from a stranger that inherited its process id. */
interface Holder {
  readonly pid: number;
  readonly startTicks: string;
  readonly runFolder: string;
}

/** A killed process keeps its socket, and then its process id, for a moment; `kill` and start again must work at once. */
const DYING_MS = 1_000;
const DYING_POLL_MS = 10;

/** Proof that a data directory is this process's; ends with the process. */
export interface DataLock {
  /** Run folder of a holder that died without cleaning up. */
  readonly leftBehind: string | undefined;
  /** Writes down what the next holder must clean up if we die. */
  record(runFolder: string): void;
  release(): Promise<void>;
}

/**
 * Makes this process the only one on `dataDir`, or refuses with the other's process id. The lock is an abstract unix
 * socket named after the directory's inode: the kernel grants it to one process and takes it back whenever and however
 * that process dies, so it is never stale. `vitrine.lock` beside it says who holds it, and is believed as long as that
 * very process lives, which covers a holder in another network namespace.
 */
export async function lockDataDirectory(dataDir: string): Promise<DataLock> {
  makeDataDirectory(dataDir);
  const file = join(dataDir, "vitrine.lock");
  const { dev, ino } = statSync(dataDir, { bigint: true });
  for (const end = performance.now() + DYING_MS; ; await sleep(DYING_POLL_MS)) {
    const release = await take(`\0vitrine-data-${dev}-${ino}`);
    const previous = readHolder(file);
    if (release && !(previous && lives(previous))) return lockFrom(release, file, previous);
    await release?.();
    if (performance.now() > end) throw inUse(dataDir, previous);
  }
}

function makeDataDirectory(dataDir: string): void {
  try {
    makeFolder(dataDir);
  } catch (error) {
    const { message } = error as Error;
    throw new BilingualFault(
      {
        "pt-BR": `${dataDir} não pode ser a pasta de dados: ${message}; escolha outra com --data`,
        en: `${dataDir} cannot be the data directory: ${message}; choose another one with --data`,
      },
      { cause: error },
    );
  }
}

/** Listens on the abstract socket and answers how to let go of it; undefined when another process has it. */
async function take(path: string): Promise<(() => Promise<void>) | undefined> {
  const socket = createServer((visitor) => visitor.destroy()).unref();
  const granted = await new Promise<boolean>((resolve, reject) => {
    socket.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error)));
    socket.listen({ path, exclusive: true }, () => resolve(true));
  });
  return granted ? () => new Promise((resolve) => socket.close(() => resolve())) : undefined;
}

const lockFrom = (release: () => Promise<void>, file: string, previous: Holder | undefined): DataLock => ({
  leftBehind: previous?.runFolder,
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
  new BilingualFault({
    "pt-BR":
      `a pasta de dados ${dataDir} está em uso ${holder ? `pelo processo ${holder.pid}` : "por outro processo"}: ` +
      `encerre-o, ou escolha outra pasta com --data`,
    en:
      `the data directory ${dataDir} is in use by ${holder ? `process ${holder.pid}` : "another process"}: ` +
      `stop that one, or choose another directory with --data`,
  });

/** Where the process that holds a data directory keeps its PostgreSQL's socket; undefined when none lives that does. */
export function runFolderOf(dataDir: string): string | undefined {
  const holder = readHolder(join(dataDir, "vitrine.lock"));
  return holder && startTicksOf(holder.pid) === holder.startTicks ? holder.runFolder : undefined;
}

/** A torn or foreign lock file says nothing; the socket decides. */
function readHolder(file: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(file, "utf8")) as Partial<Holder>;
    const complete = typeof holder.pid === "number" && typeof holder.startTicks === "string" && typeof holder.runFolder === "string";
    return complete ? (holder as Holder) : undefined;
  } catch {
    return undefined;
  }
}

const lives = ({ pid, startTicks }: Holder) => pid !== process.pid && startTicksOf(pid) === startTicks;

const STATE = 0;
const START_TICKS = 19;

/** Field 22 of /proc/<pid>/stat: start time in clock ticks since boot; undefined when no such process lives (a zombie does not). */
function startTicksOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before the last parenthesis may hold spaces; fields after it start with the third.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[STATE] === "Z" ? undefined : fields[START_TICKS];
  } catch {
    return undefined;
  }
}
