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

/** The role and the database of the application: no superuser, so that row-level security binds it. */
export const APPLICATION = { user: "vitrine", database: "vitrine" } as const;
/** The cluster's own administrator, reachable through its socket only. */
export const SUPERUSER = { user: "postgres", database: "postgres" } as const;

/**
 * What PostgreSQL's programs are told their data directory is. They start inside it, so they never walk the path to it:
 * directories above may be closed to their account, and the name may be long or hold spaces.
 */
const HERE = "/proc/self/cwd";

/** How to start a PostgreSQL program: as whom, and with which environment (nothing of ours leaks in). */
export interface Programs {
  readonly folder: string;
  readonly account: Account;
  readonly environment: Readonly<Record<string, string>>;
}

/** How PostgreSQL's programs are started: in a folder, as the account they run as. */
export const spawnOptions = ({ account, environment }: Programs, cwd: string) => ({
  cwd,
  env: environment,
  ...(account.switched ? { uid: account.uid, gid: account.gid } : {}),
});

const MIB = 1024 ** 2;
/** Of the machine's memory, what PostgreSQL keeps its pages in, in MiB. What it reads beyond that it copies from the kernel each time. */
const PAGES = { share: 1 / 4, least: 256, most: 8_192 };
/** MiB for the pages of a database where there is so much memory, in bytes. */
export const pagesMib = (memory: number): number => Math.floor(Math.min(PAGES.most, Math.max(PAGES.least, (memory * PAGES.share) / MIB)));
/** What there is for us, which a container may say; 0 = it says nothing. */
const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** Settings of every server we start; each can be overridden by the caller. Durability is not among them: see DURABLE. */
const SETTINGS: Readonly<Record<string, string>> = {
  max_connections: "60",
  shared_buffers: `${pagesMib(memory())}MB`,
  // New WAL segments stall every commit while they are filled with zeros; recycled ones do not (performance 4.4.8).
  min_wal_size: "1GB",
  max_wal_size: "2GB",
  checkpoint_timeout: "30min",
  checkpoint_completion_target: "0.9",
  // Autovacuum gives way to whoever waited so long; a migration waits for half a second.
  deadlock_timeout: "300ms",
  jit: "off",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  // DETAIL lines quote key values, which may be a person's.
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  listen_addresses: "",
  unix_socket_permissions: "0700",
};

/** An acknowledged write is on the disk: nobody may turn these off. The package has no lz4, and pglz costs more than it saves. */
const DURABLE: Readonly<Record<string, string>> = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  wal_compression: "off",
};

/** Arguments of the server; durability comes last, so that no setting switches it off. */
export const serverArguments = (runFolder: string, settings: Readonly<Record<string, string>>): string[] => [
  "-D",
  HERE,
  ...Object.entries({ ...SETTINGS, ...settings, ...DURABLE, unix_socket_directories: runFolder }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]),
];

/** Sorting and case come from PostgreSQL itself and never change with the machine's C library. */
const INITDB = `--username=${SUPERUSER.user} --encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8
  --auth-local=trust --auth-host=reject --data-checksums --no-sync --no-instructions`.split(/\s+/);
const FIRST_STATEMENTS = [`create role ${APPLICATION.user} login;`, `create database ${APPLICATION.database} owner ${APPLICATION.user};`];

/**
 * Makes the cluster if `cluster` does not exist yet: under another name first and renamed when complete and on disk,
 * so a start that was cut short leaves nothing half made. An existing one is checked to be ours to open.
 */
export async function ensureCluster(cluster: string, programs: Programs): Promise<void> {
  const half = `${cluster}.incomplete`;
  rmSync(half, { recursive: true, force: true });
  if (existsSync(cluster)) return claim(cluster, programs);
  mkdirSync(half, { mode: 0o700 });
  hand(half, programs.account);
  await run(programs, half, "initdb", ["-D", HERE, ...INITDB]);
  const reply = await run(programs, half, "postgres", ["--single", "-F", "-D", HERE, SUPERUSER.database], FIRST_STATEMENTS.join("\n"));
  if (/(ERROR|FATAL|PANIC):/.test(reply)) throw new Error(`creating the database failed: ${reply}`);
  await run(programs, half, "initdb", ["-D", HERE, "--sync-only"]);
  renameSync(half, cluster);
  syncFolder(dirname(cluster));
}

function claim(cluster: string, { folder, account }: Programs): void {
  const owner = statSync(cluster);
  // A copy made by root belongs to root; PostgreSQL wants it to be its own.
  if (account.switched && owner.uid !== account.uid) hand(cluster, account);
  else if (owner.uid !== account.uid)
    throw new Error(
      `${cluster} belongs to uid ${owner.uid} and this process runs as uid ${account.uid}: run it as that user or choose another directory with --data`,
    );
  if ((owner.mode & 0o077) !== 0) chmodSync(cluster, 0o700);
  const made = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  const ours = readFileSync(join(folder, "share", "postgresql", "postgres.bki"), "utf8").match(/^# PostgreSQL (\d+)/)?.[1];
  if (made !== ours)
    throw new Error(
      `${cluster} was made by PostgreSQL ${made} and this is PostgreSQL ${ours}: back it up with the version of Vitrine that made it (bin/vitrine backup) and restore it here`,
    );
}

/** Gives a folder and everything in it to the account; links are given, never followed. */
function hand(folder: string, { uid, gid, switched }: Account): void {
  if (!switched) return;
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
}

const PROGRAM_LIMIT_MS = 120_000;
const execute = promisify(execFile);

async function run(programs: Programs, cwd: string, name: "initdb" | "postgres", args: readonly string[], input = ""): Promise<string> {
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
