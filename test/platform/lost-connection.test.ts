import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DatabaseUnavailable, openDatabase, statement, type Database } from "../../src/platform/database/database.ts";
import { APPLICATION_ROLE, testDatabase, type TestDatabase } from "../harness.ts";
import { crashProxy, type CrashPoint, type CrashProxy } from "../reliability/crash-proxy.ts";

const backend = statement<{ pid: number }>("test.backend", "select pg_backend_pid() as pid");
const fail = statement<{ n: number }>("test.fail", "select fail($1) as n");
const outlived = statement<{ set_config: string }>("test.outlived", "select set_config('transaction_timeout', '50', false), pg_sleep(2)");
const one = statement<{ n: number }>("test.one", "select 1 as n");
/** `begin`, the sellers, a statement and `commit`. */
const CALLS = 4;

let database: TestDatabase;
let proxy: CrashProxy;
let db: Database;
beforeAll(async () => {
  database = await testDatabase();
  await database.query(
    "create function fail(code text) returns integer language plpgsql as $$ begin raise exception using errcode = code, message = 'planted'; end $$",
  );
  proxy = await crashProxy(database);
  db = openDatabase({
    socket: proxy.socket,
    role: APPLICATION_ROLE,
    connections: 1,
    wideConnections: 1,
    statementTimeoutMs: 5_000,
    wideStatementTimeoutMs: 5_000,
    acquireTimeoutMs: 2_000,
    onBackgroundError: () => undefined,
  });
});
afterAll(async () => {
  await db.close();
  await proxy[Symbol.asyncDispose]();
  await database.drop();
});

/** What a caller is told when the connection is lost there. */
async function toldWhenLost(point: CrashPoint, work: () => Promise<unknown>): Promise<unknown> {
  await db.run([1], one, []);
  proxy.arm(point);
  const told = await work().catch((error: unknown) => error);
  expect(proxy.died()).toBe(true);
  proxy.revive();
  return told;
}

describe.each(["before", "after"] as const)("a connection that is lost %s a call of the database", (when) => {
  const calls = Array.from({ length: CALLS }, (_, i) => i + 1);

  it.each(calls)("is told as such: call %i of a transaction", async (call) => {
    const work = () => db.transaction([1], (transaction) => transaction.run(one, []));
    expect(await toldWhenLost({ when, call }, work)).toBeInstanceOf(DatabaseUnavailable);
  });

  it.each(calls)("is told as such: call %i of a transaction that commits with its last statement", async (call) => {
    const work = () => db.transaction([1], (transaction) => transaction.runAndCommit(one, []));
    expect(await toldWhenLost({ when, call }, work)).toBeInstanceOf(DatabaseUnavailable);
  });

  it.each([1])("is told as such: call %i of a statement alone", async (call) => {
    expect(await toldWhenLost({ when, call }, () => db.run([1], one, []))).toBeInstanceOf(DatabaseUnavailable);
  });
});

describe("a connection on which nobody answers any more", () => {
  it("is cut when a statement is overdue, and given up for another", async () => {
    const hasty = openDatabase({
      socket: database.socket,
      role: APPLICATION_ROLE,
      connections: 1,
      wideConnections: 1,
      statementTimeoutMs: 100,
      wideStatementTimeoutMs: 100,
      acquireTimeoutMs: 2_000,
      onBackgroundError: () => undefined,
    });
    const [before] = await hasty.run([1], backend, []);
    const wake = () => process.kill(before!.pid, "SIGCONT");
    process.kill(before!.pid, "SIGSTOP");
    const alarm = setTimeout(wake, 10_000);
    try {
      const transaction = hasty.transaction([1], (open) => open.run(one, []));
      expect(await transaction.catch((error: unknown) => error)).toBeInstanceOf(DatabaseUnavailable);
      expect((await hasty.run([1], backend, []))[0]!.pid).not.toBe(before!.pid);
    } finally {
      clearTimeout(alarm);
      wake();
      await hasty.close();
    }
  });
});

describe("a connection whose statement failed for a reason of the database's own", () => {
  const pidAfter = async (code: string) => {
    const [before] = await db.run([1], backend, []);
    expect(await db.run([1], fail, [code]).catch((error: unknown) => error)).toBeInstanceOf(DatabaseUnavailable);
    return [before!.pid, (await db.run([1], backend, []))[0]!.pid];
  };

  it.each([
    ["no room on the disk", "53100"],
    ["no memory", "53200"],
    ["a disk that fails", "58030"],
    ["a lock that somebody keeps", "55P03"],
    ["its time is up", "57014"],
  ])("is used again: %s", async (_, code) => {
    const [before, after] = await pidAfter(code);
    expect(after).toBe(before);
  });

  it.each([
    ["a server that shuts down", "57P01"],
    ["a server that only reads any more", "25006"],
  ])("is given up for another: %s", async (_, code) => {
    const [before, after] = await pidAfter(code);
    expect(after).not.toBe(before);
  });

  it("is given up for another: the session ends with the error", async () => {
    const [before] = await db.run([1], backend, []);
    const refused: unknown = await db.run([1], outlived, []).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseUnavailable);
    expect((refused as Error).cause).toMatchObject({ severity: "FATAL", code: "25P04" });
    expect((await db.run([1], backend, []))[0]!.pid).not.toBe(before!.pid);
  });
});
