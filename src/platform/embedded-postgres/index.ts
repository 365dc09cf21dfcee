import { chownSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Account, accountFor, barrierFor } from "./account.ts";
import { linkLibraries, programsFor } from "./binaries.ts";
import { APPLICATION, ensureCluster, SUPERUSER } from "./cluster.ts";
import { lockDataDirectory, runFolderOf } from "./lock.ts";
import { openLogFile } from "./log-file.ts";
import { type Exit, superviseServer } from "./server.ts";
import { stopStrays } from "./strays.ts";

/** How to reach a database over its unix socket; there is no network port. The shape `pg` takes. */
export interface SocketConnection {
  /** The folder the socket is in. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export interface EmbeddedPostgresOptions {
  /** Holds `postgres/` (the cluster), `postgres.log` and `vitrine.lock`; made when missing. */
  readonly dataDir: string;
  /** One sentence per event worth an operator's eye. */
  readonly log: (line: string) => void;
  /** Server settings beside or instead of our own; durability cannot be switched off. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The server ended without being asked to; it is already being started again. */
  readonly onExit?: (exit: Exit) => void;
}

/** A running PostgreSQL that this process owns. */
export interface EmbeddedPostgres {
  /** The application's role: owner of its database and no superuser. Stays the same when the server is started again. */
  readonly connection: SocketConnection;
  readonly superuser: SocketConnection;
  /** Process id of the running server; undefined while it is being started again. */
  readonly pid: number | undefined;
  /** Ends the server cleanly, rolling back what is open, and frees the data directory. */
  stop(): Promise<void>;
}

const PORT = 5432;

/**
 * Starts a real PostgreSQL on `dataDir` and keeps it until `stop`: made on the first start, put in order after any
 * kind of death, started again when it dies under us, ended when we die. Refuses a directory another process holds.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, onExit, settings = {} } = options;
  const lock = await lockDataDirectory(options.dataDir);
  const undo: (() => unknown)[] = [lock.release];
  const undoAll = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const dataDir = realpathSync(options.dataDir);
    const cluster = join(dataDir, "postgres");
    const account = accountFor(cluster);
    if (lock.leftBehind) removeRunFolder(lock.leftBehind);
    const runFolder = makeRunFolder(account);
    undo.push(() => removeRunFolder(runFolder));
    lock.record(runFolder);
    const folder = programsFor(account);
    const environment = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC", LD_LIBRARY_PATH: linkLibraries(folder, runFolder, account) };
    const programs = { folder, account, environment };
    await ensureCluster(cluster, programs);
    await stopStrays(cluster, log);
    const logFile = openLogFile(join(dataDir, "postgres.log"), account);
    undo.push(logFile.close);
    const server = await superviseServer({ cluster, runFolder, programs, settings, logFile, log, onExit });
    undo.push(server.stop);
    let stopped: Promise<void> | undefined;
    return {
      connection: { host: runFolder, port: PORT, ...APPLICATION },
      superuser: { host: runFolder, port: PORT, ...SUPERUSER },
      get pid() {
        return server.pid;
      },
      stop: () => (stopped ??= undoAll()),
    };
  } catch (error) {
    await undoAll();
    throw error;
  }
}

/** Whether there is a cluster on a data directory. */
export const hasCluster = (dataDir: string): boolean => existsSync(join(dataDir, "postgres"));

/** How to reach the PostgreSQL that another process runs on a data directory; undefined when none does. */
export function runningPostgres(dataDir: string): SocketConnection | undefined {
  const host = runFolderOf(dataDir);
  return host === undefined ? undefined : { host, port: PORT, ...APPLICATION };
}

// A socket's whole path must fit 107 bytes, and PostgreSQL's setting for it reads commas and quotes as its own.
const RUN_FOLDER = /^\/[\w./-]{1,80}\/vitrine-\w{6}$/;

/** A private folder with a short path for the socket, in the first place for temporary files that the account can enter. */
function makeRunFolder(account: Account): string {
  for (const place of [tmpdir(), "/tmp", "/var/tmp"]) {
    try {
      const parent = realpathSync(place);
      if (!RUN_FOLDER.test(join(parent, "vitrine-XXXXXX")) || barrierFor(account, parent) !== undefined) continue;
      const folder = mkdtempSync(join(parent, "vitrine-"));
      if (account.switched) chownSync(folder, account.uid, account.gid);
      return folder;
    } catch {
      continue;
    }
  }
  throw new Error(`uid ${account.uid} needs a writable folder for a socket: neither ${tmpdir()} nor /tmp nor /var/tmp will do`);
}

/** Removes what `makeRunFolder` made and nothing else, whatever a damaged lock file says. */
function removeRunFolder(folder: string): void {
  if (RUN_FOLDER.test(folder)) rmSync(folder, { recursive: true, force: true });
}
