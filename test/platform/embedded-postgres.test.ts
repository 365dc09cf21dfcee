import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { programsFor } from "../../src/platform/embedded-postgres/binaries.ts";
import { sharedBuffersMib } from "../../src/platform/embedded-postgres/cluster.ts";
import { startEmbeddedPostgres, type SocketConnection } from "../../src/platform/embedded-postgres/start.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** A data directory to be, with a long name and spaces, below a folder that only its owner may enter. */
function newDataDir(): string {
  const root = mkdtempSync(join(inject("scratch"), "closed "));
  undo.push(() => rmSync(root, { recursive: true, force: true }));
  chmodSync(root, 0o700);
  return join(root, "a long name ".repeat(10).trim());
}

let model = "";
beforeAll(async () => {
  model = mkdtempSync(join(inject("scratch"), "model-"));
  const server = await startEmbeddedPostgres({ dataDir: model, log: () => undefined });
  await ask(server.connection, "create table kept (what text); insert into kept values ('a product')");
  await server.stop();
});
afterAll(() => rmSync(model, { recursive: true, force: true }));

/** A data directory that was in use before and holds one row. */
function usedDataDir(): string {
  const dataDir = newDataDir();
  cpSync(model, dataDir, { recursive: true });
  return dataDir;
}

async function start(dataDir: string, options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, ...options });
  undo.push(server.stop);
  return server;
}

async function ask(connection: SocketConnection, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ ...connection });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const keepMore = (connection: SocketConnection) => ask(connection, "insert into kept values ('another')");
const kept = async ({ connection }: { connection: SocketConnection }) =>
  (await ask(connection, "select what from kept")).map(({ what }) => what);

/** Another process that starts the server; answers when it is up. */
async function holdElsewhere(dataDir: string): Promise<{ holder: ChildProcess; pid: number; connection: SocketConnection }> {
  const holder = spawn(process.execPath, [join(import.meta.dirname, "hold-postgres.ts"), dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  undo.push(async () => {
    holder.kill("SIGKILL");
    await expect.poll(() => processes("server", dataDir), SOON).toEqual([]);
  });
  const [line] = (await once(holder.stdout, "data")) as [Buffer];
  const { pid, host } = JSON.parse(line.toString()) as { pid: number; host: string };
  return { holder, pid, connection: { host, port: 5432, user: "vitrine", database: "vitrine" } };
}

/** Process ids of the server on `dataDir` or of its watchdog, found by what they are. */
function processes(kind: "server" | "watchdog", of: string | number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        if (kind === "server")
          return (
            readFileSync(`/proc/${name}/comm`, "utf8").trim() === "postgres" &&
            realpathSync(`/proc/${name}/cwd`) === join(String(of), "postgres")
          );
        return readFileSync(`/proc/${name}/cmdline`, "utf8").includes(`\0vitrine-postgres-watchdog\0${of}\0`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

const SOON = { timeout: 10_000, interval: 20 };

describe("a first start", () => {
  it("makes a durable UTF-8 database whose owner is no superuser", async () => {
    const server = await start(newDataDir(), { settings: { fsync: "off", max_connections: "33" } });
    const [facts] = await ask(
      server.connection,
      `select current_user as user, current_setting('is_superuser') as superuser, current_setting('server_encoding') as encoding,
              current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages,
              current_setting('max_connections') as connections, current_setting('data_checksums') as checksums, lower('ÁÇÃO') as lower,
              pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()`,
    );
    expect(facts).toEqual({
      user: "vitrine",
      superuser: "off",
      encoding: "UTF8",
      fsync: "on",
      commit: "on",
      pages: "on",
      connections: "33",
      checksums: "on",
      lower: "áção",
      owner: "vitrine",
    });
    expect(await ask(server.superuser, "select current_setting('is_superuser') as superuser")).toEqual([{ superuser: "on" }]);
  });

  it("runs under an account that is not root and lets nobody else near", async () => {
    const dataDir = newDataDir();
    const server = await start(dataDir);
    expect(statSync(`/proc/${server.pid}`).uid).not.toBe(0);
    for (const closed of [server.connection.host, join(dataDir, "postgres")]) expect(statSync(closed).mode & 0o777).toBe(0o700);
    expect(await ask(server.superuser, "select current_setting('listen_addresses') as addresses")).toEqual([{ addresses: "" }]);
  });

  it("begins anew after one that was cut short", async () => {
    const dataDir = newDataDir();
    mkdirSync(join(dataDir, "postgres.incomplete"), { recursive: true });
    writeFileSync(join(dataDir, "postgres.incomplete", "PG_VERSION"), "18\n");
    expect((await start(dataDir)).pid).toBeGreaterThan(0);
    expect(existsSync(join(dataDir, "postgres.incomplete"))).toBe(false);
  });
});

describe("a later start", () => {
  it("finds the data, also of a copy made by root, and leaves nothing behind when stopped", async () => {
    const dataDir = usedDataDir();
    const server = await start(dataDir);
    expect(await kept(server)).toEqual(["a product"]);
    await Promise.all([server.stop(), server.stop()]);
    expect(existsSync(server.connection.host)).toBe(false);
    expect(existsSync(join(dataDir, "vitrine.lock"))).toBe(false);
    expect(processes("server", dataDir)).toEqual([]);
  });

  it("refuses a cluster of another PostgreSQL version and says what to do", async () => {
    const dataDir = usedDataDir();
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "9\n");
    await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 9 and this is PostgreSQL 18/);
  });

  it("tells PostgreSQL's own reason when it does not start, and frees the directory", async () => {
    const dataDir = usedDataDir();
    await expect(start(dataDir, { settings: { shared_buffers: "nonsense" } })).rejects.toThrow(/did not start.*shared_buffers/s);
    expect(await kept(await start(dataDir))).toEqual(["a product"]);
  });
});

describe("the memory for its pages", () => {
  it.each([
    ["of a small container", 1, 256],
    ["of a laptop", 8, 2_048],
    ["of a server", 64, 8_192],
  ])("is a quarter %s, within bounds", (_of, gib, mib) => {
    expect(sharedBuffersMib(gib * 1024 ** 3)).toBe(mib);
  });
});

describe("the server dying under us (T03)", () => {
  it("is started again with its data, at the same address", async () => {
    const dataDir = usedDataDir();
    const exits: unknown[] = [];
    const server = await start(dataDir, { onExit: (exit) => exits.push(exit) });
    await keepMore(server.connection);
    // Sweepers of old temporary files leave sockets alone and take the rest.
    rmSync(join(server.connection.host, "lib"), { recursive: true });
    const dead = server.pid;
    for (const pid of processes("server", dataDir)) process.kill(pid, "SIGKILL");
    await expect.poll(() => server.pid, SOON).toSatisfy((pid) => pid !== undefined && pid !== dead);
    expect(await kept(server)).toEqual(["a product", "another"]);
    expect(exits).toEqual([{ code: null, signal: "SIGKILL" }]);
  });

  it("survives a postmaster killed while its children live on, three times in a row", async () => {
    const server = await start(usedDataDir());
    for (let round = 0; round < 3; round += 1) {
      const dead = server.pid!;
      process.kill(dead, "SIGKILL");
      await expect.poll(() => server.pid, SOON).toSatisfy((pid) => pid !== undefined && pid !== dead);
    }
    expect(await kept(server)).toEqual(["a product"]);
  });

  it("stops for good when asked while it is being started again", async () => {
    const dataDir = usedDataDir();
    const server = await start(dataDir);
    process.kill(server.pid!, "SIGKILL");
    await expect.poll(() => server.pid, SOON).toBeUndefined();
    await server.stop();
    expect(processes("server", dataDir)).toEqual([]);
  });
});

describe("Ctrl-C in our terminal", () => {
  it("reaches us and not the server, which is ours to stop when the last request is answered", async () => {
    const { holder, pid, connection } = await holdElsewhere(usedDataDir());
    process.kill(-holder.pid!, "SIGINT");
    await sleep(200);
    expect(await kept({ connection })).toEqual(["a product"]);
    expect(existsSync(`/proc/${pid}`)).toBe(true);
  });
});

describe("our process dying (kill -9)", () => {
  it("takes the server and its socket with it", async () => {
    const dataDir = usedDataDir();
    const { holder, connection } = await holdElsewhere(dataDir);
    holder.kill("SIGKILL");
    await expect.poll(() => processes("server", dataDir), SOON).toEqual([]);
    await expect.poll(() => existsSync(connection.host), SOON).toBe(false);
  });

  it("may leave a server without watchdog: the next start ends it, keeps its data and removes its socket", async () => {
    const dataDir = usedDataDir();
    const { holder, pid, connection } = await holdElsewhere(dataDir);
    await keepMore(connection);
    for (const watchdog of processes("watchdog", pid)) process.kill(watchdog, "SIGKILL");
    const gone = once(holder, "exit");
    holder.kill("SIGKILL");
    await gone;
    expect(processes("server", dataDir)).toContain(pid);
    expect(await kept(await start(dataDir))).toEqual(["a product", "another"]);
    expect(processes("server", dataDir)).not.toContain(pid);
    expect(existsSync(connection.host)).toBe(false);
  });

  it("together with every other process loses nothing acknowledged", async () => {
    const dataDir = usedDataDir();
    const { holder, pid, connection } = await holdElsewhere(dataDir);
    await keepMore(connection);
    for (const watchdog of processes("watchdog", pid)) process.kill(watchdog, "SIGKILL");
    // Not waited for: the next start may well come while the kernel still clears them away.
    holder.kill("SIGKILL");
    for (const each of processes("server", dataDir)) process.kill(each, "SIGKILL");
    expect(await kept(await start(dataDir))).toEqual(["a product", "another"]);
  });
});

describe("two processes on one data directory", () => {
  it("the second is refused and told who is there; the first is not disturbed", async () => {
    const dataDir = usedDataDir();
    const { holder, connection } = await holdElsewhere(dataDir);
    await expect(start(dataDir)).rejects.toMatchObject({
      texts: {
        "pt-BR": `a pasta de dados ${dataDir} está em uso pelo processo ${holder.pid}: encerre-o, ou escolha outra pasta com --data`,
        en: `the data directory ${dataDir} is in use by process ${holder.pid}: stop that one, or choose another directory with --data`,
      },
    });
    expect(await kept({ connection })).toEqual(["a product"]);
  });

  it("is refused also when the lock file was lost, and when the other is in the same process", async () => {
    const dataDir = usedDataDir();
    await start(dataDir);
    rmSync(join(dataDir, "vitrine.lock"));
    await expect(start(dataDir)).rejects.toThrow("in use by another process");
  });

  const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
  const startTicks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  const runFolder = "/tmp/nothing";

  it("a living holder that the socket cannot see (another network namespace) is believed from the lock file", async () => {
    const dataDir = newDataDir();
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "vitrine.lock"), JSON.stringify({ pid: process.ppid, startTicks, runFolder }));
    await expect(start(dataDir)).rejects.toThrow(`in use by process ${process.ppid}`);
  });

  it.each([
    ["whose process id now belongs to somebody else", JSON.stringify({ pid: process.ppid, startTicks: "1", runFolder })],
    ["that is damaged", '{"pid":'],
  ])("a lock file %s does not hold", async (_, content) => {
    const dataDir = usedDataDir();
    writeFileSync(join(dataDir, "vitrine.lock"), content);
    expect(await kept(await start(dataDir))).toEqual(["a product"]);
  });
});

describe("programs in a folder closed to the server's account", () => {
  it("are copied once to where it can run them", () => {
    const root = newDataDir();
    const installed = join(root, "native");
    for (const folder of ["bin", "lib", "share"]) mkdirSync(join(installed, folder), { recursive: true });
    writeFileSync(join(installed, "bin", "postgres"), "", { mode: 0o700 });
    writeFileSync(join(root, "package.json"), '{"version":"1.2.3"}');
    const copies = join(root, "copies");
    const stranger = { uid: 65534, gid: 65534, switched: true };
    const copy = programsFor(stranger, installed, copies);
    expect(copy).toBe(join(copies, `postgres-1.2.3-${process.arch}`));
    expect(statSync(join(copy, "bin", "postgres")).mode & 0o777).toBe(0o755);
    expect(programsFor(stranger, installed, copies)).toBe(copy);
    expect(readdirSync(copies)).toEqual([`postgres-1.2.3-${process.arch}`]);
    expect(programsFor({ ...stranger, switched: false }, installed, copies)).toBe(installed);
  });
});
