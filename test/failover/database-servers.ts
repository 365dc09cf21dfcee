import { execFile, spawn } from "node:child_process";
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { type Account, accountFor } from "../../src/platform/embedded-postgres/account.ts";
import { eventually, type TestDatabase } from "../harness.ts";
import { processesOf } from "../reliability/embedded-server.ts";

/** A PostgreSQL of the machine's own, not the embedded one: it replicates. */
export interface DatabaseServer {
  readonly port: number;
  /** Asks as a superuser, in this database. */
  readonly askIn: (database: string) => TestDatabase["query"];
  /** Kills it and all of its processes with kill -9. */
  kill(): void;
  /** Takes writes from now on; resolves when it does. */
  promote(): Promise<void>;
}

/** Where they are and as whom they run. */
export interface Site extends AsyncDisposable {
  /** A new, empty database on this server and its copies, whose owner is no superuser; answers its name. */
  database(on: DatabaseServer): Promise<string>;
  /** Where it is, as its owner connects. */
  urlOf(database: string, ports: readonly number[]): string;
  /** A new server with nothing in it. */
  primary(): Promise<DatabaseServer>;
  /** A copy of another, which follows it over a connection to this port, and without which that one acknowledges nothing. */
  standbyOf(primary: DatabaseServer, link: number): Promise<DatabaseServer>;
}

const OLDEST = 15;
const NEEDED = ["initdb", "pg_basebackup", "postgres"];
const OWNER = "vitrine";
const SUPERUSER = "postgres";
const STANDBY = "standby";
const LIMIT_MS = 60_000;
/** Files of a new server: processes die here, not the machine. What is written later is flushed as ever. */
const NO_SYNC = "--no-sync";
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  max_connections: "100",
  shared_buffers: "64MB",
  max_wal_senders: "8",
  wal_receiver_timeout: "5s",
  wal_retrieve_retry_interval: "200ms",
  lc_messages: "C",
};

/** The newest programs that Debian's packages brought; undefined when there are none. */
const programs = (): string | undefined =>
  globSync("/usr/lib/postgresql/*/bin")
    .filter((folder) => Number(basename(dirname(folder))) >= OLDEST && NEEDED.every((name) => existsSync(join(folder, name))))
    .toSorted((a, b) => Number(basename(dirname(b))) - Number(basename(dirname(a))))[0];

/** Why this machine has no such servers, and what would help; undefined when it has. */
export const lackForServers = (): string | undefined =>
  programs() === undefined ? `there is no PostgreSQL ${OLDEST} or later in /usr/lib/postgresql (apt-get install postgresql)` : undefined;

const execute = promisify(execFile);
const as = ({ uid, gid, switched }: Account, cwd: string) => ({
  cwd,
  env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
  ...(switched ? { uid, gid } : {}),
});

/** A folder for servers among the temporary files, which whoever they run as can enter; with all that is in it, it goes in the end. */
export async function openSite(): Promise<Site> {
  removeDead();
  const place = mkdtempSync(join(tmpdir(), `vitrine-failover-${process.pid}-`));
  // PostgreSQL refuses to run as root.
  const account = accountFor(place);
  if (account.switched) chownSync(place, account.uid, account.gid);
  const running = new Set<DatabaseServer>();
  const killAll = () => running.forEach((server) => server.kill());
  process.on("exit", killAll);
  let made = 0;
  const next = () => (made += 1);
  const folder = () => {
    const data = join(place, `server-${next()}`);
    mkdirSync(data, { mode: 0o700 });
    if (account.switched) chownSync(data, account.uid, account.gid);
    return data;
  };
  const run = (name: string, ...args: readonly string[]) =>
    execute(join(programs()!, name), args, { ...as(account, place), timeout: LIMIT_MS });
  const start = async (data: string): Promise<DatabaseServer> => {
    const server = await startServer(data, account);
    running.add(server);
    return {
      ...server,
      kill() {
        running.delete(server);
        server.kill();
      },
    };
  };
  return {
    async database(on) {
      const name = `${OWNER}_${next()}`;
      await on.askIn(SUPERUSER)(`create database ${name} owner ${OWNER}`);
      return name;
    },
    urlOf: (database, ports) => `postgres://${OWNER}@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/${database}`,
    async primary() {
      const data = folder();
      await run("initdb", "-D", data, "-U", SUPERUSER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-instructions", NO_SYNC);
      const server = await start(data);
      await server.askIn(SUPERUSER)(`create role ${OWNER} login`);
      return server;
    },
    async standbyOf(primary, link) {
      const data = folder();
      await run(
        "pg_basebackup",
        "-D",
        data,
        "-h",
        "127.0.0.1",
        "-p",
        String(primary.port),
        "-U",
        SUPERUSER,
        "-X",
        "stream",
        "-c",
        "fast",
        NO_SYNC,
      );
      const follows = `host=127.0.0.1 port=${link} user=${SUPERUSER} application_name=${STANDBY}`;
      for (const [name, text] of [
        ["standby.signal", ""],
        ["postgresql.auto.conf", `primary_conninfo = '${follows}'\n`],
      ] as const) {
        writeFileSync(join(data, name), text);
        if (account.switched) chownSync(join(data, name), account.uid, account.gid);
      }
      const server = await start(data);
      const ask = primary.askIn(SUPERUSER);
      await ask(`alter system set synchronous_standby_names = 'ANY 1 (${STANDBY})'`);
      await ask("select pg_reload_conf()");
      await eventually("the standby to follow", async () => {
        const [row] = await ask<{ n: number }>(
          "select count(*)::integer as n from pg_stat_replication where state = 'streaming' and sync_state = 'quorum'",
        );
        return row!.n === 1;
      });
      return server;
    },
    async [Symbol.asyncDispose]() {
      killAll();
      process.off("exit", killAll);
      await eventually("the servers to be gone", () => Promise.resolve(pidsBelow(place).length === 0), LIMIT_MS);
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** Waits until its input closes, which happens however our process ends, then ends the server at once. */
const WATCHDOG = 'read -r _; kill -QUIT "$1"';

async function startServer(data: string, account: Account): Promise<DatabaseServer> {
  const port = await freePort();
  const settings = { ...SETTINGS, port: String(port), unix_socket_directories: data };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(programs()!, "postgres"), ["-D", data, ...args], { ...as(account, data), stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-2_000)));
  const watchdog = spawn("/bin/sh", ["-c", WATCHDOG, "watchdog", String(child.pid)], {
    ...as(account, "/"),
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.once("exit", () => watchdog.kill("SIGKILL"));
  const askIn = (database: string) => askAt(port, database);
  const server = {
    port,
    askIn,
    kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      for (const pid of processesOf(child.pid!)) killAtOnce(pid);
    },
    async promote() {
      await askIn(SUPERUSER)("select pg_promote(true, 60)");
    },
  };
  await eventually(
    "PostgreSQL to start",
    async () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL did not start: ${said}`);
      return askIn(SUPERUSER)("select 1").then(
        () => true,
        () => false,
      );
    },
    LIMIT_MS,
  );
  return server;
}

/** A connection for each question: whoever is killed is told by it. */
const askAt =
  (port: number, database: string): TestDatabase["query"] =>
  async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
    const client = new pg.Client({ host: "127.0.0.1", port, user: SUPERUSER, database });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function killAtOnce(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Processes that work in a folder below this one. */
function pidsBelow(place: string): readonly string[] {
  const worksThere = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${place}/`);
    } catch {
      // It is gone, or somebody else's.
      return false;
    }
  };
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && worksThere(name));
}

/** What a run left that was killed itself; its servers went with it. */
function removeDead(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = /^vitrine-failover-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
