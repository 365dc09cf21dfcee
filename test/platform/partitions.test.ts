import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openAdminConnection, openDatabase, statement, type Database } from "../../src/platform/database/database.ts";
import { applicationRole } from "../../src/platform/database/migrations/migrate.ts";
import { createPartitions, dayOf, type DailyTable } from "../../src/platform/database/partitions/partitions.ts";
import { APPLICATION_ROLE, NOON, testDatabase, type TestDatabase } from "../harness.ts";

const DAY_MS = 86_400_000;
const TODAY = dayOf(NOON);
const TABLES: readonly DailyTable[] = [
  { name: "once", counts: "days", keptDays: 2, unlogged: false },
  { name: "request_log", counts: "milliseconds", keptDays: 7, unlogged: true },
];

let database: TestDatabase;
let db: Database;
const partitions = () => createPartitions(() => openAdminConnection({ socket: database.socket }), TABLES);
beforeAll(async () => {
  database = await testDatabase();
  db = openDatabase({
    socket: database.socket,
    role: APPLICATION_ROLE,
    connections: 2,
    wideConnections: 1,
    statementTimeoutMs: 5_000,
    wideStatementTimeoutMs: 5_000,
    acquireTimeoutMs: 2_000,
    onBackgroundError: () => undefined,
  });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
beforeEach(async () => {
  for (const { name } of await made()) await database.query(`drop table ${name}`);
});

const made = () =>
  database.query<{ name: string; persistence: string }>(
    `select relname as name, relpersistence as persistence from pg_class where relispartition and relkind = 'r' order by 1`,
  );
const namesOf = async (table: string) => (await made()).map(({ name }) => name).filter((name) => name.startsWith(table));

const call = (sellerId: number, at: number) => [sellerId, at, "getStock", "GET", "/", 200, 1, "en", "{}"];
const log = statement<never>(
  "test.log_request",
  `insert into request_log (seller_id, at, moment, nth, request_id, operation, method, target, status, ms, language, headers)
   values ($1, $2, $2, 0, 'q', $3, $4, $5, $6, $7, $8, $9)`,
);
const counted = statement<{ n: number }>("test.count_requests", "select count(*) as n from request_log");

describe("partitions of a day", () => {
  it("are there from yesterday to a week ahead, named by their day, unlogged where that was said", async () => {
    const own = partitions();
    expect(own.furthestDay()).toBeUndefined();
    await own.maintain(NOON);
    const all = await made();
    expect(all.map(({ name }) => name)).toEqual(
      ["once", "request_log"].flatMap((table) => [19, 20, 21, 22, 23, 24, 25, 26, 27].map((day) => `${table}_202611${day}`)),
    );
    expect(new Set(all.map(({ name, persistence }) => `${name.slice(0, 4)} ${persistence}`))).toEqual(new Set(["once p", "requ u"]));
    expect(own.furthestDay()).toBe(TODAY + 7);
    const parents = await database.query(`select relpersistence as p from pg_class where relname in ('once', 'request_log')`);
    expect(parents).toEqual([{ p: "p" }, { p: "p" }]);
  });

  it("are made and dropped statement by statement: not every engine takes several at once", async () => {
    const scripts: string[] = [];
    const told = async () => {
      const administration = await openAdminConnection({ socket: database.socket });
      const { transaction } = administration;
      return {
        ...administration,
        transaction: <T>(work: Parameters<typeof transaction<T>>[0]) =>
          transaction<T>((open) => work({ ...open, script: (text) => (scripts.push(text), open.script(text)) })),
      };
    };
    const own = createPartitions(told, TABLES);
    await own.maintain(NOON);
    await own.maintain(NOON + 9 * DAY_MS);
    expect(scripts.filter((text) => text.includes(";"))).toEqual([]);
    // Nine days of two tables, each made and attached, twice; of the first ones eight and three are past by then.
    expect(scripts).toHaveLength(2 * (9 * 2 * 2) + 8 + 3);
  });

  it("have their table's keys and indexes, and plans that leave other days out", async () => {
    await partitions().maintain(NOON);
    const [row] = await database.query<{ own: string; table: string }>(
      `select (select count(*) from pg_index where indrelid = 'request_log_20261120'::regclass
                  and exists (select from pg_inherits where inhrelid = indexrelid)) as own,
              (select count(*) from pg_index where indrelid = 'request_log'::regclass) as table`,
    );
    expect(row!.own).toBe(row!.table);
    expect(Number(row!.own)).toBe(4);
    const plan = await database.query<{ "QUERY PLAN": string }>(
      `explain select from once where seller_id = 1 and slot = '' and day = ${TODAY}`,
    );
    const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
    expect(text).toContain("once_20261120");
    expect(text).not.toContain("once_20261121");
  });

  it("take the first and the last millisecond of their day, as the application, which sees its sellers only", async () => {
    await partitions().maintain(NOON);
    const midnight = TODAY * DAY_MS;
    await db.run([1], log, call(1, midnight));
    await db.run([1], log, call(1, midnight + DAY_MS - 1));
    await db.run([2], log, call(2, midnight));
    await expect(db.run([1], log, call(2, midnight))).rejects.toThrow(/row-level security/);
    const [day] = await database.query<{ n: string }>("select count(*) as n from request_log_20261120");
    expect(Number(day!.n)).toBe(3);
    expect([(await db.run([1], counted, []))[0]!.n, (await db.run([], counted, []))[0]!.n]).toEqual([2, 0]);
  });

  it("are no way around row-level security: the application reaches them through their table alone", async () => {
    await partitions().maintain(NOON);
    // What the next start grants concerns the partitions of the one before.
    const administration = await openAdminConnection({ socket: database.socket });
    await applicationRole(administration);
    await administration.close();
    const direct = statement<{ n: number }>("test.count_partition", "select count(*) as n from request_log_20261120");
    await expect(db.run([1], direct, [])).rejects.toThrow(/permission denied/);
  });

  it("go when they are past, each table's after its own days", async () => {
    const own = partitions();
    for (let day = 0; day <= 9; day += 1) await own.maintain(NOON + day * DAY_MS);
    expect([(await namesOf("once"))[0], (await namesOf("request_log"))[0]]).toEqual(["once_20261127", "request_log_20261122"]);
    expect((await namesOf("once")).at(-1)).toBe("once_20261206");
  });

  it("are made once by processes that start at one moment, and again after one was lost", async () => {
    await Promise.all([partitions().maintain(NOON), partitions().maintain(NOON), partitions().maintain(NOON)]);
    expect(await made()).toHaveLength(18);
    await database.query("drop table once_20261123");
    await partitions().maintain(NOON);
    expect(await namesOf("once")).toContain("once_20261123");
  });

  it("are made while somebody writes to their table: nobody waits", async () => {
    await partitions().maintain(NOON);
    await db.transaction([1], async (transaction) => {
      await transaction.run(log, call(1, NOON));
      const own = partitions();
      await Promise.race([
        own.maintain(NOON + DAY_MS),
        new Promise((_resolve, reject) => setTimeout(() => reject(new Error("making partitions waited for a writer")), 4_000)),
      ]);
      expect(own.furthestDay()).toBe(TODAY + 8);
    });
  });
});
