import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT } from "../src/project.ts";
import { type Database, type DatabaseSettings, openAdminConnection, openDatabase, statement } from "../src/platform/database/database.ts";
import { applicationRole, migrate } from "../src/platform/database/migrations/migrate.ts";
import { changed } from "./database/changed.ts";
import { dropChecks, fill } from "./database/fill.ts";
import { attempt, leaksOf, OTHER, OWN } from "./database/leaks.ts";
import { MANIFEST } from "./distribution/manifest.ts";
import { APPLICATION_ROLE, testDatabase, type TestDatabase } from "./harness.ts";

const ROWS = 3;
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await dropChecks(database.query);
  for (const table of MANIFEST.distributed) await fill(database.query, table, { sellers: [OWN, OTHER], rows: ROWS });
});
afterAll(() => database.drop());

const opened = (target: Pick<DatabaseSettings, "socket" | "role">): Database =>
  openDatabase({
    ...target,
    connections: 1,
    wideConnections: 1,
    statementTimeoutMs: 5_000,
    wideStatementTimeoutMs: 5_000,
    acquireTimeoutMs: 2_000,
    onBackgroundError: () => undefined,
  });
const countOf = (table: string) => statement<{ n: number }>(`test.count_${table}`, `select count(*) as n from ${table}`);
const count = async (db: Pick<Database, "run">, scope: readonly number[] | "every seller", table: string) =>
  (await db.run(scope, countOf(table), []))[0]!.n;

describe.each(MANIFEST.distributed)("row-level security of %s", (table) => {
  it("keeps other sellers' rows from statements that forgot their where clause", async () => {
    expect(await changed(database.query, "", () => leaksOf(database.query, table))).toEqual([]);
  });

  it("lets a seller's own rows be read, changed and deleted", async () => {
    const own = Array.from({ length: table === "seller_counters" ? 1 : ROWS }, () => OWN);
    for (const text of [
      `select seller_id from ${table}`,
      `update ${table} set seller_id = seller_id returning seller_id`,
      `delete from ${table} returning seller_id`,
    ]) {
      expect(await changed(database.query, "", () => attempt(database.query, `{${OWN}}`, text)), text).toEqual(own);
    }
  });

  it.each([
    `alter table ${table} disable row level security`,
    `create policy open on ${table} using (true)`,
    `create policy writable on ${table} for insert with check (true)`,
    `create policy readable on ${table} for select using (true)`,
    `alter policy seen_sellers on ${table} using (seller_id > 0)`,
  ])("a planted bug is seen: %s", async (change) => {
    expect(await changed(database.query, change, () => leaksOf(database.query, table))).not.toEqual([]);
  });
});

describe("which sellers a transaction sees", () => {
  let db: Database;
  beforeAll(() => {
    db = opened({ socket: database.socket, role: APPLICATION_ROLE });
  });
  afterAll(() => db.close());

  it.each([
    [[OWN], ROWS],
    [[OWN, OTHER], 2 * ROWS],
    [[], 0],
    [[99], 0],
    ["every seller", 2 * ROWS],
  ] as const)("%j sees %i rows", async (scope, rows) => {
    for (const pool of [db, db.wide]) {
      expect(await count(pool, scope, "products")).toBe(rows);
      expect(await pool.transaction(scope, async (transaction) => (await transaction.run(countOf("products"), []))[0]!.n)).toBe(rows);
    }
  });

  it("is forgotten when it ends: the connection's next transaction sees its own", async () => {
    await count(db, "every seller", "products");
    const [row] = await db.run([], statement<{ seen: string }>("test.seen", "select current_setting('vitrine.sellers') as seen"), []);
    expect(row!.seen).toBe("{}");
  });

  it("refuses a row of a seller it does not see", async () => {
    const insert = statement<never>(
      "test.insert",
      "insert into critiques (seller_id, sku, position, code, severity, stage, at) values ($1, 'x', 1, 'x', 'x', 'x', 1)",
    );
    await expect(db.run([OWN], insert, [OTHER])).rejects.toThrow(/row-level security/);
  });
});

describe("rows of the audit log are only ever added", () => {
  const add = "insert into audit_log (at, actor, role, operation, target, status, request_id) values (1, 'a', 'r', 'o', 't', 200, 'q')";
  const asApplication = (text: string) =>
    changed(database.query, `set local role ${APPLICATION_ROLE}`, async () => {
      await database.query(add);
      return database.query(text);
    });

  it.each(["update audit_log set actor = 'b'", "delete from audit_log", "truncate audit_log"])("refuses: %s", async (text) => {
    await expect(asApplication(text)).rejects.toThrow(/permission denied/);
  });

  it("sees a planted bug: a grant given back", async () => {
    const work = async () => {
      await database.query(`set local role ${APPLICATION_ROLE}`);
      await database.query(add);
      return database.query("delete from audit_log returning actor");
    };
    expect(await changed(database.query, `grant delete on audit_log to ${APPLICATION_ROLE}`, work)).toEqual([{ actor: "a" }]);
  });
});

describe("whoever connects is bound", () => {
  it("takes a role on when a superuser connects", async () => {
    const administration = await openAdminConnection({ socket: database.socket });
    const role = await applicationRole(administration);
    await administration.close();
    expect(role).toBe(APPLICATION_ROLE);

    const db = opened({ socket: database.socket, role });
    const [row] = await db.run(
      [],
      statement<{ bound: boolean }>(
        "test.bound",
        "select not (rolsuper or rolbypassrls) as bound from pg_roles where rolname = current_user",
      ),
      [],
    );
    expect(row!.bound).toBe(true);
    expect(await count(db, [OWN], "products")).toBe(ROWS);
    await db.close();
  });

  it("would not bind a superuser without it", async () => {
    const db = opened({ socket: database.socket, role: null });
    expect(await count(db, [OWN], "products")).toBe(2 * ROWS);
    await db.close();
  });

  it("binds a plain role, although the tables are its own", async () => {
    const name = `owner_${randomUUID().slice(0, 8)}`;
    const own = await testDatabase();
    await own.query(`create role ${name} login; drop schema public cascade; create schema public authorization ${name}`);
    const socket = { ...own.socket, user: name };
    const administration = await openAdminConnection({ socket });
    await migrate(administration, join(PROJECT, "db", "migrations"));
    const role = await applicationRole(administration);
    await administration.close();
    expect(role).toBe(null);

    await fill(own.query, "critiques", { sellers: [OWN, OTHER], rows: ROWS });
    const db = opened({ socket, role });
    expect(await count(db, [OWN], "critiques")).toBe(ROWS);
    expect(await count(db, [], "critiques")).toBe(0);
    await db.close();
    await own.query(`reassign owned by ${name} to current_user; drop role ${name}`);
    await own.drop();
  });
});
