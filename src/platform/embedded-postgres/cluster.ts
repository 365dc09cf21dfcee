import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { totalmem } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Account } from "./account.ts";

/** The role and database of the application. The role is not a superuser, so row-level security applies to it. */
export const APPLICATION = { user: "vitrine", database: "vitrine" } as const;
/** The administrator of the cluster, who can connect only through its socket. */
export const SUPERUSER = { user: "postgres", database: "postgres" } as const;

/**
 * The path that PostgreSQL's programs get for the cluster's directory. They start inside the directory and need not follow the path to it.
 * The account may therefore lack access to parent directories, and the directory's real path may be long or contain spaces.
 */
const HERE = "/proc/self/cwd";

/** The folder of PostgreSQL's programs, and the account and environment for them. Our own environment variables are not passed on. */
export interface PostgresPrograms {
  readonly folder: string;
  readonly account: Account;
  readonly environment: Readonly<Record<string, string>>;
}

/** Options that start a program in a folder under the given account. */
export const spawnOptions = ({ account, environment }: PostgresPrograms, cwd: string) => ({
  cwd,
  env: environment,
  ...(account.switched ? { uid: account.uid, gid: account.gid } : {}),
});

const MIB = 1024 ** 2;
/**
 * Share of memory for PostgreSQL's page cache, and the limits of its size in MiB. Pages outside the cache are copied from the kernel at
 * each read.
 */
const BUFFERS = { share: 1 / 4, min: 256, max: 8_192 };
/** Size of PostgreSQL's `shared_buffers` in MiB, given the machine's memory in bytes. */
export const sharedBuffersMib = (memory: number): number =>
  Math.floor(Math.min(BUFFERS.max, Math.max(BUFFERS.min, (memory * BUFFERS.share) / MIB)));
/** Memory available to this process in bytes. `constrainedMemory` is the limit of the container, or 0 when there is none. */
const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** Default settings of the server, which the caller can override. The settings for durability are in DURABLE. */
const SETTINGS: Readonly<Record<string, string>> = {
  max_connections: "60",
  shared_buffers: `${sharedBuffersMib(memory())}MB`,
  // Keeps old WAL segments for reuse. A new segment would first be filled with zeros, which delays commits.
  min_wal_size: "1GB",
  max_wal_size: "2GB",
  checkpoint_timeout: "30min",
  checkpoint_completion_target: "0.9",
  // Autovacuum yields to a statement that has waited this long for a lock. A migration waits only half a second, so the time must be shorter.
  deadlock_timeout: "300ms",
  jit: "off",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  // Leaves out the DETAIL lines. They contain key values, which may be personal data.
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  listen_addresses: "",
  unix_socket_permissions: "0700",
};

/**
 * Settings that put every acknowledged write on disk. The caller cannot override them. WAL compression is off, because the package has no
 * lz4, and pglz costs more than it saves.
 */
const DURABLE: Readonly<Record<string, string>> = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  wal_compression: "off",
};

/** The arguments of the server. The settings for durability come last, so that no other setting overrides them. */
export const serverArguments = (runFolder: string, settings: Readonly<Record<string, string>>): string[] => [
  "-D",
  HERE,
  ...Object.entries({ ...SETTINGS, ...settings, ...DURABLE, unix_socket_directories: runFolder }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]),
];

/** PostgreSQL itself provides the collation. It therefore does not change with the C library of the machine. */
const INITDB = `--username=${SUPERUSER.user} --encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8
  --auth-local=trust --auth-host=reject --data-checksums --no-sync --no-instructions`.split(/\s+/);
const FIRST_STATEMENTS = [`create role ${APPLICATION.user} login;`, `create database ${APPLICATION.database} owner ${APPLICATION.user};`];

/**
 * Creates the cluster if it does not exist. It is created under a temporary name and renamed when it is complete and on disk, so an
 * interrupted start leaves no incomplete cluster. Throws when an existing cluster belongs to another version of PostgreSQL, or to another
 * account and this process is not root.
 */
export async function ensureCluster(cluster: string, programs: PostgresPrograms): Promise<void> {
  const draft = `${cluster}.incomplete`;
  rmSync(draft, { recursive: true, force: true });
  if (existsSync(cluster)) return checkCluster(cluster, programs);
  mkdirSync(draft, { mode: 0o700 });
  giveTo(programs.account, draft);
  await run(programs, draft, "initdb", ["-D", HERE, ...INITDB]);
  const reply = await run(programs, draft, "postgres", ["--single", "-F", "-D", HERE, SUPERUSER.database], FIRST_STATEMENTS.join("\n"));
  if (/(ERROR|FATAL|PANIC):/.test(reply)) throw new Error(`creating the database failed: ${reply}`);
  await run(programs, draft, "initdb", ["-D", HERE, "--sync-only"]);
  renameSync(draft, cluster);
  syncFolder(dirname(cluster));
}

function checkCluster(cluster: string, { folder, account }: PostgresPrograms): void {
  const owner = statSync(cluster);
  // PostgreSQL must own its cluster. A copy that root made belongs to root, so it is given to PostgreSQL's account.
  if (account.switched && owner.uid !== account.uid) giveTo(account, cluster);
  else if (owner.uid !== account.uid)
    throw new Error(
      `${cluster} belongs to uid ${owner.uid} and this process runs as uid ${account.uid}: run it as that user or choose another directory with --data`,
    );
  if ((owner.mode & 0o077) !== 0) chmodSync(cluster, 0o700);
  const version = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  const ours = readFileSync(join(folder, "share", "postgresql", "postgres.bki"), "utf8").match(/^# PostgreSQL (\d+)/)?.[1];
  if (version !== ours)
    throw new Error(
      `${cluster} was made by PostgreSQL ${version} and this is PostgreSQL ${ours}: back it up with the version of Vitrine that made it (bin/vitrine backup) and restore it here`,
    );
}

/** Makes the account the owner of a folder and its contents. Does not follow links. */
function giveTo({ uid, gid, switched }: Account, folder: string): void {
  if (!switched) return;
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
}

const PROGRAM_LIMIT_MS = 120_000;
const execute = promisify(execFile);

async function run(
  programs: PostgresPrograms,
  cwd: string,
  name: "initdb" | "postgres",
  args: readonly string[],
  input = "",
): Promise<string> {
  const started = execute(join(programs.folder, "bin", name), args, { ...spawnOptions(programs, cwd), timeout: PROGRAM_LIMIT_MS });
  started.child.stdin?.end(input);
  try {
    const { stdout, stderr } = await started;
    return `${stdout}\n${stderr}`;
  } catch (cause) {
    throw new Error(`${name} failed as uid ${programs.account.uid}: ${(cause as Error).message.trim()}`, { cause });
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
