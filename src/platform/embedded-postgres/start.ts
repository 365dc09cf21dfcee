import { chownSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Account, accountFor, firstUnreadableDirectory } from "./account.ts";
import { linkLibraries, programsFor } from "./binaries.ts";
import { APPLICATION, ensureCluster, SUPERUSER } from "./cluster.ts";
import { lockDataDirectory, runFolderOf } from "./lock.ts";
import { openLogFile } from "./log-file.ts";
import { type Exit, superviseServer } from "./server.ts";
import { stopOrphans } from "./orphans.ts";

/** Connection parameters for a database on a unix socket, in the form of the driver `pg`. There is no network port. */
export interface SocketConnection {
  /** The folder that contains the socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export interface EmbeddedPostgresOptions {
  /** The folder for `postgres/` (the cluster), `postgres.log` and `vitrine.lock`. Created when it is missing. */
  readonly dataDir: string;
  /** Called with one sentence for each event that operators should know about. */
  readonly log: (line: string) => void;
  /** Additional server settings. They override our defaults, except those for durability. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called when the server ends by itself. The server is then restarted. */
  readonly onExit?: (exit: Exit) => void;
}

/** A running PostgreSQL server that this process owns. */
export interface EmbeddedPostgres {
  /** Connects as the application's role, which owns its database and is not a superuser. Does not change when the server restarts. */
  readonly connection: SocketConnection;
  readonly superuser: SocketConnection;
  /** Process id of the server. Undefined while the server restarts. */
  readonly pid: number | undefined;
  /** Stops the server cleanly, rolls back open transactions, and releases the data directory. */
  stop(): Promise<void>;
}

const PORT = 5432;

/**
 * Starts a PostgreSQL server on `dataDir` and keeps it running until `stop`. Creates the cluster at the first start, recovers from any
 * crash, and restarts the server when it dies. The server ends when this process dies. Rejects when another process holds the directory.
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
    if (lock.staleRunFolder) removeRunFolder(lock.staleRunFolder);
    const runFolder = makeRunFolder(account);
    undo.push(() => removeRunFolder(runFolder));
    lock.record(runFolder);
    const folder = programsFor(account);
    const environment = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC", LD_LIBRARY_PATH: linkLibraries(folder, runFolder, account) };
    const programs = { folder, account, environment };
    await ensureCluster(cluster, programs);
    await stopOrphans(cluster, log);
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

/** Whether a data directory contains a cluster. */
export const hasCluster = (dataDir: string): boolean => existsSync(join(dataDir, "postgres"));

/** The connection to the PostgreSQL server that another process runs on a data directory. Undefined when there is none. */
export function runningPostgres(dataDir: string): SocketConnection | undefined {
  const host = runFolderOf(dataDir);
  return host === undefined ? undefined : { host, port: PORT, ...APPLICATION };
}

// The path of a socket has at most 107 bytes. Commas and quotes have a special meaning in the setting `unix_socket_directories`.
const RUN_FOLDER = /^\/[\w./-]{1,80}\/vitrine-\w{6}$/;

/** Creates a private folder with a short path for the socket. Uses the first temporary folder that the account can enter. */
function makeRunFolder(account: Account): string {
  for (const temporary of [tmpdir(), "/tmp", "/var/tmp"]) {
    try {
      const parent = realpathSync(temporary);
      if (!RUN_FOLDER.test(join(parent, "vitrine-XXXXXX")) || firstUnreadableDirectory(account, parent) !== undefined) continue;
      const folder = mkdtempSync(join(parent, "vitrine-"));
      if (account.switched) chownSync(folder, account.uid, account.gid);
      return folder;
    } catch {
      continue;
    }
  }
  throw new Error(`uid ${account.uid} needs a writable folder for a socket: neither ${tmpdir()} nor /tmp nor /var/tmp will do`);
}

/** Removes a folder only if its path has the form that `makeRunFolder` produces, in case the lock file is damaged. */
function removeRunFolder(folder: string): void {
  if (RUN_FOLDER.test(folder)) rmSync(folder, { recursive: true, force: true });
}
