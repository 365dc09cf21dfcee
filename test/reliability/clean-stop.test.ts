import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { PROJECT } from "../../src/project.ts";
import { startProxy } from "../failover/proxy.ts";
import { client, eventually, testDatabase } from "../harness.ts";
import { startEmbedded } from "./embedded-server.ts";
import { freshFolder, onDatabase, type ServerProcess, startServer } from "./server-process.ts";

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly error?: { readonly code?: string };
}
const WARN = 40;
const LOST = "a database connection was lost";
const CALLS = 16;
/** Rounds of everything that happens by itself. */
const AT_WORK_MS = 500;
const LIMIT_MS = 120_000;
/** As long as processes have to end (reliability T61). */
const GONE_MS = 30_000;
const LOGS = { LOG_LEVEL: "info" };

const linesOf = ({ output }: Pick<ServerProcess, "output">): readonly Line[] =>
  output()
    .split("\n")
    .flatMap((line) => (line.startsWith('{"level"') ? [JSON.parse(line) as Line] : []));
const alarms = (server: Pick<ServerProcess, "output">) => linesOf(server).filter(({ level }) => level >= WARN);
const CLEAN = [0, [], ["told to stop: what is in progress is finished", "stopped"]];

/** Ends a server that was at work, with several connections to its database; answers its code, its alarms and its last words. */
async function ended(server: ServerProcess, signal: NodeJS.Signals): Promise<readonly unknown[]> {
  const { request } = client(server.baseUrl, {});
  await Promise.all(Array.from({ length: CALLS }, () => request("GET", "/readyz")));
  await sleep(AT_WORK_MS);
  const { code } = await server.end(signal);
  return [
    code,
    alarms(server),
    linesOf(server)
      .slice(-2)
      .map(({ msg }) => msg),
  ];
}

describe("a healthy server that is told to stop", { timeout: LIMIT_MS }, () => {
  it.each(["SIGTERM", "SIGINT"] as const)("logs a clean stop and no alarm: %s", async (signal) => {
    const { server } = await startEmbedded([], LOGS);
    expect(await ended(server, signal)).toEqual(CLEAN);
  });

  it("does so with a PostgreSQL of its own elsewhere, which has none of its connections afterwards", async () => {
    const database = await testDatabase();
    try {
      const server = await startServer({ variables: { ...onDatabase(database), ...LOGS } });
      expect(await ended(server, "SIGTERM")).toEqual(CLEAN);
      const left = await database.query(
        "select 1 from pg_stat_activity where datname = current_database() and application_name like 'vitrine%'",
      );
      expect(left).toEqual([]);
    } finally {
      await database.drop();
    }
  });

  it("would be seen to alarm if it stopped its PostgreSQL before that had let go of it (planted)", async () => {
    const { server } = await startEmbedded([join(import.meta.dirname, "planted-hasty-goodbye.ts")], LOGS);
    const [code, told] = await ended(server, "SIGTERM");
    expect(code).toBe(0);
    expect(told).toContainEqual(expect.objectContaining({ level: WARN, msg: LOST, error: expect.objectContaining({ code: "57P01" }) }));
  });
});

describe("a server whose connections nobody closes at the other end", { timeout: LIMIT_MS }, () => {
  it("ends nevertheless", async () => {
    const database = await testDatabase();
    const path = join(database.socket.host, `.s.PGSQL.${database.socket.port}`);
    try {
      await using proxy = await startProxy({ path });
      const behind = { socket: { ...database.socket, host: "127.0.0.1", port: proxy.port } };
      const server = await startServer({ variables: { ...onDatabase(behind), ...LOGS } });
      await client(server.baseUrl, {}).get("/readyz");
      proxy.hushEnds();
      const from = performance.now();
      expect(await ended(server, "SIGTERM")).toEqual(CLEAN);
      expect(performance.now() - from).toBeLessThan(GONE_MS);
    } finally {
      await database.drop();
    }
  });
});

describe("a database that somebody else stops", { timeout: LIMIT_MS }, () => {
  it("is still told of: the embedded one", async () => {
    const { server, postgres } = await startEmbedded([], LOGS);
    process.kill(postgres()!, "SIGINT");
    await eventually("an alarm of each kind", async () => {
      const told = alarms(server).map(({ msg }) => msg);
      return told.includes(LOST) && told.some((msg) => msg.startsWith("PostgreSQL ended unasked"));
    });
    await eventually("PostgreSQL to be back", async () => (await client(server.baseUrl, {}).get("/readyz")).status === 200);
    expect((await server.end("SIGTERM")).code).toBe(0);
  });

  it("is told of once for each connection", async () => {
    const database = await testDatabase();
    try {
      const server = await startServer({ variables: { ...onDatabase(database), ...LOGS, ROLE: "api" } });
      await client(server.baseUrl, {}).get("/readyz");
      await sleep(AT_WORK_MS);
      const ends = await database.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'vitrine' and state = 'idle'",
      );
      expect(ends.length).toBeGreaterThan(0);
      const told = () => alarms(server).filter(({ msg, error }) => msg === LOST && error?.code === "57P01");
      await eventually("the alarms", async () => told().length >= ends.length);
      expect((await server.end("SIGTERM")).code).toBe(0);
      expect(told()).toHaveLength(ends.length);
    } finally {
      await database.drop();
    }
  });
});

describe("commands that start a PostgreSQL for themselves", { timeout: LIMIT_MS }, () => {
  it("stop it without a word on standard error: backup, restore", async () => {
    const { server, dataDir } = await startEmbedded();
    await server.end("SIGTERM");
    const vitrine = (...args: readonly string[]) => {
      const ran = spawnSync(process.execPath, [join(PROJECT, "src", "main.ts"), ...args], { encoding: "utf8" });
      return [ran.status, ran.stderr.split("\n").filter((line) => /lost|57P01|terminat|level/.test(line))];
    };
    const file = join(dataDir, "copy.tar");
    expect(vitrine("backup", file, "--data", dataDir)).toEqual([0, []]);
    expect(vitrine("restore", file, "--data", freshFolder())).toEqual([0, []]);
  });
});
