import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, DatabaseUnavailable, openAdminConnection, openDatabase, statement } from "../../src/platform/database/database.ts";
import { LocalizedError } from "../../src/platform/contract/errors.ts";
import {
  APPLICATION_ROLE,
  eventually,
  startMarketplace,
  type Marketplace,
  type Seller,
  testDatabase,
  type TestDatabase,
} from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";

const WITHIN_MS = 2_000;
const onlyReads = statement<{ set_config: string }>("test.only_reads", "select set_config('default_transaction_read_only', 'on', false)");
const divide = statement<{ n: number }>("test.divide", "select 1 / (random() * 0)::integer as n");
const backend = statement<{ pid: number }>("test.backend", "select pg_backend_pid() as pid");

/** From the next connection on the database only reads, as a standby does; those there are end. */
async function turn({ query, name }: TestDatabase, what: "read only" | "writable"): Promise<void> {
  const how = what === "read only" ? "set default_transaction_read_only = on" : "reset default_transaction_read_only";
  await query(`alter database ${name} ${how}`);
  await query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()");
}

describe("a database that takes no writes (reliability T05)", () => {
  let market: Marketplace;
  let seller: Seller;
  beforeAll(async () => {
    market = await startMarketplace({ settings: { LOG_LEVEL: "silent" } });
    seller = await market.seller();
    await publish(seller, (await wares(`${market.baseUrl}/images`)).visor("LIDA"));
  });
  afterAll(() => market.stop());

  const calls = {
    "PUT stock": () => seller.put(pathOf("LIDA", "stocks"), { available: 9 }),
    "GET product": () => seller.get(pathOf("LIDA")),
    "GET list": () => seller.get("/api/v2/products"),
    "POST order": () => seller.post("/api/v1/orders", { items: [{ sku: "LIDA" }] }),
  };

  it("is told to callers with 503 and to balancers, and is of use again at once when it takes them", async () => {
    const readiness = () => market.request("GET", "/readyz");
    expect((await readiness()).status).toBe(200);
    await turn(market.database, "read only");
    try {
      await eventually("to be unready", async () => (await readiness()).status === 503, WITHIN_MS);
      expect((await readiness()).json).toEqual({ status: "unready", reason: "database takes no writes" });
      for (const [what, call] of Object.entries(calls)) {
        const { status, headers, text } = await call();
        expect(status, `${what}: ${text}`).toBe(503);
        expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      }
    } finally {
      await turn(market.database, "writable");
    }
    await eventually("to be ready", async () => (await readiness()).status === 200, WITHIN_MS);
    for (const [what, call] of Object.entries(calls)) expect((await call()).status, what).toBeLessThan(500);
  });
});

describe("a connection whose server takes no writes any more", () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await testDatabase();
    db = openDatabase({
      socket: database.socket,
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
    await database.drop();
  });
  const pid = async () => (await db.run([1], backend, []))[0]!.pid;
  const refused = (work: Promise<unknown>) => work.catch((error: unknown) => error);

  it.each([
    ["a statement alone", () => db.run([1], divide, [])],
    ["a transaction", () => db.transaction([1], (transaction) => transaction.run(divide, []))],
  ])("makes no defect of ours of what fails there, and is given up: %s", async (_, work) => {
    const before = await pid();
    const defect = await refused(work());
    expect(defect).not.toBeInstanceOf(DatabaseUnavailable);
    expect(String(defect)).toContain("division by zero");
    expect(await pid()).toBe(before);
    await db.run([1], onlyReads, []);
    expect(await refused(work())).toBeInstanceOf(DatabaseUnavailable);
    expect(await pid()).not.toBe(before);
  });

  it("is given up by who asks how the database is", async () => {
    const before = await pid();
    await db.run([1], onlyReads, []);
    expect(await db.status()).toBe("takes no writes");
    expect(await db.status()).toBe("takes writes");
    expect(await pid()).not.toBe(before);
  });

  it("is told to who migrates, in both languages, and is enough for who reads", async () => {
    await turn(database, "read only");
    const told = await refused(openAdminConnection({ socket: database.socket }));
    expect(told).toBeInstanceOf(LocalizedError);
    expect((told as LocalizedError).texts).toMatchObject({
      "pt-BR": expect.stringContaining("não aceita escritas"),
      en: expect.stringContaining("takes no writes"),
    });
    const reader = await openAdminConnection({ socket: database.socket }, "reads");
    await reader.close();
    await turn(database, "writable");
  });
});
