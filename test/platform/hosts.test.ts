import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from "vitest";
import { readSettings, SettingsError } from "../../src/config.ts";
import { type Database, DatabaseUnavailable, openAdminConnection, openDatabase, statement } from "../../src/platform/database/database.ts";
import { splitServerUrls } from "../../src/platform/database/connection-urls.ts";
import { type Proxy, startProxy } from "../failover/proxy.ts";
import { APPLICATION_ROLE, eventually, testDatabase, type TestDatabase } from "../harness.ts";

describe("a database's URL (PostgreSQL documentation 34.1.1.2)", () => {
  it.each([
    ["postgres://u:p@a/db", ["postgres://u:p@a/db"]],
    ["postgresql://a:5433", ["postgresql://a:5433"]],
    ["postgres://u@/db?host=/run/postgresql", ["postgres://u@/db?host=/run/postgresql"]],
    ["postgres://a:5432,b:5433/db", ["postgres://a:5432/db", "postgres://b:5433/db"]],
    ["postgres://u:p%2C@a,b/db?sslmode=require", ["postgres://u:p%2C@a/db?sslmode=require", "postgres://u:p%2C@b/db?sslmode=require"]],
    ["postgres://u:p,q@a,b,c/db", ["postgres://u:p,q@a/db", "postgres://u:p,q@b/db", "postgres://u:p,q@c/db"]],
    ["postgres://[::1]:5432,[::2]:5433/db", ["postgres://[::1]:5432/db", "postgres://[::2]:5433/db"]],
    ["postgres://u@%2Ftmp%2Fx:1,%2Ftmp%2Fy:2/db", ["postgres://u@%2Ftmp%2Fx:1/db", "postgres://u@%2Ftmp%2Fy:2/db"]],
    ["postgres://u@/db?host=a,b&port=1,2", ["postgres://u@/db?host=a&port=1", "postgres://u@/db?host=b&port=2"]],
    ["postgres:///db?host=/x,/y&port=5433", ["postgres:///db?host=%2Fx&port=5433", "postgres:///db?host=%2Fy&port=5433"]],
    ["postgres:///db?host=a,b", ["postgres:///db?host=a", "postgres:///db?host=b"]],
  ])("%s names its servers", (url, servers) => expect(splitServerUrls(url)).toEqual(servers));

  it.each([
    ["mysql://a/db"],
    ["a:5432,b:5432"],
    ["postgres://a:x/db"],
    ["postgres://a:5432,b:x/db"],
    ["postgres://a,,b/db"],
    ["postgres://a,/db"],
    ["postgres://:5432,b:5432/db"],
    ["postgres:///db?host=a,b&port=1,2,3"],
    ["postgres:///db?host=a,"],
  ])("%s is none, and refused with what to send instead", (url) => {
    expect(splitServerUrls(url)).toBeUndefined();
    expect(() => readSettings({}, { DATABASE_URL: url })).toThrow(SettingsError);
    expect(() => readSettings({}, { DATABASE_URL: url })).toThrow(/DATABASE_URL.*postgres:\/\/a:5432,b:5432\/name/);
  });
});

const backend = statement<{ pid: number }>("test.backend", "select pg_backend_pid() as pid");

describe("several servers in DATABASE_URL (reliability T05)", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  let first: Proxy;
  let second: Proxy;
  let connectionString: string;
  let db: Database;
  const there = () => ({ path: join(database.socket.host, `.s.PGSQL.${database.socket.port}`) });
  beforeEach(async () => {
    [first, second] = await Promise.all([startProxy(there()), startProxy(there())]);
    connectionString = `postgres://${database.socket.user}@127.0.0.1:${first.port},127.0.0.1:${second.port}/${database.name}`;
    db = openDatabase({
      connectionString,
      role: APPLICATION_ROLE,
      connections: 4,
      wideConnections: 1,
      statementTimeoutMs: 1_000,
      wideStatementTimeoutMs: 1_000,
      acquireTimeoutMs: 500,
      onBackgroundError: () => undefined,
    });
  });
  afterEach(async () => {
    await db.close();
    await first[Symbol.asyncDispose]();
    await second[Symbol.asyncDispose]();
  });
  const calls = (count = 4) => Promise.all(Array.from({ length: count }, () => db.run([1], backend, [])));
  const sessions = () => [first.sessions() > 0, second.sessions() > 0];

  /** What was under way there would fail. */
  const goneFrom = async (server: Proxy) => {
    server.pointAt(undefined);
    await eventually("the loss to be noticed", async () => db.counts().open === 0);
  };

  it("are tried in their order; one that answers and takes writes is kept", async () => {
    await calls();
    expect(sessions()).toEqual([true, false]);
    await goneFrom(first);
    await calls();
    expect(sessions()).toEqual([false, true]);
    // Back, and not needed.
    first.pointAt(there());
    await calls();
    expect(sessions()).toEqual([false, true]);
    await goneFrom(second);
    await calls();
    expect(sessions()).toEqual([true, false]);
  });

  it("are passed by without a failed call when one refuses, from the first call on", async () => {
    await first[Symbol.asyncDispose]();
    await calls();
    await db.wide.run([1], backend, []);
    expect(await db.status()).toBe("takes writes");
    expect(second.sessions()).toBeGreaterThan(0);
    first = await startProxy(there());
  });

  it("are all tried before a call is refused, and again by the next one", async () => {
    first.pointAt(undefined);
    second.pointAt(undefined);
    await expect(calls(1)).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await db.status()).toBe("unreachable");
    second.pointAt(there());
    await calls();
    expect(sessions()).toEqual([false, true]);
  });

  it("leave nobody on a connection to the former when another has taken over", async () => {
    const pids = (await calls()).map(([row]) => row!.pid);
    expect(sessions()).toEqual([true, false]);
    // It takes no new sessions and keeps those it has, but for one.
    first.refuse();
    await database.query("select pg_terminate_backend($1)", [pids[0]]);
    await eventually("the loss to be noticed", async () => db.counts().open === 3);
    await calls();
    await calls();
    expect(sessions()).toEqual([false, true]);
    expect(db.counts()).toMatchObject({ open: 4, idle: 4 });
  });

  it("are told in one sentence when none is reached", async () => {
    await second[Symbol.asyncDispose]();
    first.pointAt(undefined);
    const told = openAdminConnection({ connectionString });
    await expect(told).rejects.toThrow(new RegExp(`^cannot connect to the database: .*; .*ECONNREFUSED 127.0.0.1:${second.port}$`));
    second = await startProxy(there());
  });

  it("serve whoever migrates and backs up as well", async () => {
    first.pointAt(undefined);
    const administration = await openAdminConnection({ connectionString });
    expect(await administration.autocommit.run(backend)).toHaveLength(1);
    await administration.close();
  });
});
