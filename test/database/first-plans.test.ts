import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "../../src/platform/database/database.ts";
import { APPLICATION_ROLE, testDatabase, type TestDatabase } from "../harness.ts";
import { readsOf } from "../statements/plans.ts";
import { everyStatement } from "./statements.ts";

/**
 * A marketplace that has just begun has no statistics: every index seems as good, and PostgreSQL takes the youngest. Who looks up one
 * product or order then must not read all of its seller's.
 */

/** Keys of the tables that have other indexes by seller too. */
const KEYS = {
  products: ["seller_id", "sku"],
  orders: ["seller_id", "order_number"],
  families: ["seller_id", "product_group"],
} as const;

/** Statements that look up what is named to them, on every call. */
const LOOK_UPS = [
  "catalog.change_products",
  "catalog.find_room",
  "catalog.get_cores",
  "catalog.get_products",
  "catalog.get_statuses",
  "fulfillment.put_enrolment",
  "orders.change",
  "orders.get",
  "pricing.put",
  "purchase.create",
  "purchase.wares",
  "review.decide_products",
  "stock.find_product",
  "stock.put",
];

let database: TestDatabase;
let db: Database;
let texts: ReadonlyMap<string, string>;
beforeAll(async () => {
  database = await testDatabase();
  texts = new Map((await everyStatement()).map(({ statement: { name, text } }) => [name, text]));
  const limits = { connections: 1, wideConnections: 1, statementTimeoutMs: 5_000, wideStatementTimeoutMs: 5_000, acquireTimeoutMs: 2_000 };
  db = openDatabase({ socket: database.socket, role: APPLICATION_ROLE, ...limits, onBackgroundError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** How a statement reads those tables: the index, and which of the key's columns it compares with nothing. */
async function readOf(name: string): Promise<readonly string[]> {
  const indexes = await database.query<{ name: string; of: string }>(
    "select indexrelid::regclass::text as name, indrelid::regclass::text as of from pg_index where indrelid::regclass::text = any($1)",
    [Object.keys(KEYS)],
  );
  const tables = new Map(indexes.map((index) => [index.name, index.of]));
  return (await readsOf(db, texts.get(name)!, tables))
    .filter(({ table }) => table in KEYS)
    .map(({ table, index, condition }) => {
      const missed = KEYS[table as keyof typeof KEYS].filter((column) => !condition.includes(`${column} = `));
      return [index ?? table, ...missed].join(" without ");
    });
}
const KEPT = Object.keys(KEYS).map((table) => `${table}_pkey`);

describe("before there are statistics", () => {
  it.each(LOOK_UPS)("%s looks up by whole keys", async (name) => {
    const reads = await readOf(name);
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter((read) => !KEPT.includes(read))).toEqual([]);
  });

  it("a planted bug is seen: an index that is younger than the key", async () => {
    await database.query("create index younger on orders (seller_id)");
    expect(await readOf("orders.get")).toEqual(["younger without order_number"]);
    await database.query("drop index younger");
  });
});
