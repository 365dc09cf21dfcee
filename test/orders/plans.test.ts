import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as queries from "../../src/orders/queries.ts";
import * as purchases from "../../src/orders/purchase/queries.ts";
import { openDatabase, type Database } from "../../src/platform/database/database.ts";
import { dropChecks, fill } from "../database/fill.ts";
import { MANIFEST } from "../distribution/manifest.ts";
import { APPLICATION_ROLE, testDatabase, type TestDatabase } from "../harness.ts";
import { readsOf } from "../statements/plans.ts";

/**
 * Connections plan each statement once and keep the plan (performance 4.4.5), perhaps before the tables were ever analyzed.
 * What is looked up by its key must be so then too: a plan that walks through a seller's rows costs nothing for its first
 * orders and everything for its last.
 */
const LOOK_UPS = [queries.getOrders, queries.changeOrders, purchases.getSellableProducts, purchases.createOrders];
/** What is found by the seller alone, because it is one row. */
const ONE_PER_SELLER = ["seller_counters"];

let database: TestDatabase;
let db: Database;
let tables: ReadonlyMap<string, string>;
beforeAll(async () => {
  database = await testDatabase();
  await dropChecks(database.query);
  // An analysis that comes in between would choose the plans.
  const plain = await database.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  for (const { name } of plain) await database.query(`alter table ${name} set (autovacuum_enabled = false)`);
  for (const table of MANIFEST.distributed) await fill(database.query, table, { sellers: [1], rows: 4_000 });
  const indexes = await database.query<{ name: string; of: string }>(
    "select indexrelid::regclass::text as name, indrelid::regclass::text as of from pg_index i join pg_class c on c.oid = i.indexrelid",
  );
  tables = new Map(indexes.map(({ name, of }) => [name, of]));
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

/** Reads of sellers' tables that know less than a row's key. */
const walks = async (text: string) =>
  (await readsOf(db, text, tables))
    .filter(({ table }) => MANIFEST.distributed.includes(table) && !ONE_PER_SELLER.includes(table))
    .filter(({ condition }) => !/seller_id = .*(order_number|sku) = /.test(condition))
    .map(({ table, condition }) => `${table} by ${condition}`);

describe("what is looked up by its key, planned on tables that nobody analyzed", () => {
  it.each(LOOK_UPS.map((one) => [one.name, one.text] as const))("%s reads no row that it was not asked for", async (_name, text) => {
    expect(await walks(text)).toEqual([]);
  });

  it("is told from a plan that walks through a seller's rows", async () => {
    expect(
      await walks(
        `select o.version, h.status from unnest($1::bigint[], $2::text[]) as i(seller_id, order_number)
           join orders o on o.seller_id = i.seller_id and o.order_number = i.order_number
           join sellers s on s.seller_id = o.seller_id
           join shippings h on h.seller_id = i.seller_id and h.order_number = i.order_number`,
      ),
    ).not.toEqual([]);
  });
});
