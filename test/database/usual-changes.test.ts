import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Statement } from "../../src/platform/database/database.ts";
import { changePrice, changePrices, putPrices } from "../../src/pricing/queries.ts";
import { changeStock, changeStocks, putStocks } from "../../src/stock/queries.ts";
import { APPLICATION_ROLE, eventually, testDatabase, type TestDatabase } from "../harness.ts";

/**
 * A statement for what is common says and writes what the whole statement would, or nothing. Of two sellers who have the same, one is
 * told everything by the whole statement, the other by both.
 */
const WHOLE = 1;
const BOTH = 2;
const AT = 5_000;
/** Plain; of ten units already; its family waits for its stock; without stock and price; no product. */
const SKUS = ["HERE", "TEN", "AWAITED", "NEW", "UNKNOWN"] as const;

/** Columns of a statement. */
type Values = readonly (readonly unknown[])[];
type Row = { readonly ord: number };
interface Pair {
  readonly table: "stocks" | "prices";
  readonly history: string;
  readonly whole: Statement<Row>;
  readonly common: { readonly several: Statement<Row>; readonly one: Statement<Row> };
  /** Calls for every sku, one batch after the other. */
  readonly batches: (sellerId: number) => readonly Values[];
  /** How many rows of each the common statements answer. */
  readonly answered: readonly number[];
  /** What somebody else does to HERE meanwhile. */
  readonly meanwhile: readonly string[];
}
const each = <T>(value: T): readonly T[] => SKUS.map(() => value);

const PAIRS: readonly Pair[] = [
  {
    table: "stocks",
    history: "stock_ledger",
    whole: putStocks,
    common: { several: changeStocks, one: changeStock },
    batches: (sellerId) =>
      [
        { physical: 10, versions: null },
        { physical: 7, versions: null },
        { physical: 7, versions: "*" },
        { physical: 8, versions: "99" },
        { physical: 9, versions: "1,2,3" },
        { physical: 9, versions: "" },
        { physical: 0, versions: null },
      ].map(({ physical, versions }, i) => [
        each(sellerId),
        SKUS,
        each(physical),
        each(AT + i),
        each("seller:abc"),
        each(`req-${i}`),
        each(versions),
      ]),
    // NEW has a stock from the second on; AWAITED is common only where it stays what it is.
    answered: [2, 3, 4, 0, 3, 0, 3],
    meanwhile: [
      "update stocks set physical = 3, version = version + 1 where seller_id = 2 and sku = 'HERE'",
      "update stocks set wakes_family = true where seller_id = 2 and sku = 'HERE'",
    ],
  },
  {
    table: "prices",
    history: "price_history",
    whole: putPrices,
    common: { several: changePrices, one: changePrice },
    batches: (sellerId) =>
      [
        { list: 1_000, sale: 1_000 },
        { list: 1_000, sale: 900 },
        { list: 1_000, sale: 900 },
        { list: 1_100, sale: 900 },
      ].map(({ list, sale }, i) => [each(sellerId), SKUS, each(list), each(sale), each(AT + i), each("seller:abc")]),
    answered: [3, 4, 4, 4],
    meanwhile: ["update prices set sale_cents = 300, version = version + 1 where seller_id = 2 and sku = 'HERE'"],
  },
];

let database: TestDatabase;
let session: pg.Client;
let rival: pg.Client;
let other: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  const opened = () => new pg.Client({ ...database.socket, options: `-c role=${APPLICATION_ROLE} -c vitrine.sellers=*` });
  [session, rival, other] = [opened(), opened(), opened()];
  await Promise.all([session, rival, other].map((client) => client.connect()));
});
afterAll(async () => {
  await Promise.all([session, rival, other].map((client) => client.end()));
  await database.drop();
});

beforeEach(async () => {
  await database.query("truncate sellers, products, families, stocks, stock_ledger, prices, price_history cascade");
  await database.query("insert into sellers (seller_id, name, created_at) values (1, 'Um', 0), (2, 'Dois', 0)");
  await database.query(
    `insert into products (seller_id, sku, ordinal, product_group, status, core, images, attributes, received_at, status_at)
     select s, sku, ord, sku, 'RECEIVED', '{}', '[]', '[]', 0, 0
       from generate_series(1, 2) s, unnest($1::text[]) with ordinality as u(sku, ord)`,
    [SKUS.filter((sku) => sku !== "UNKNOWN")],
  );
  await database.query("insert into families (seller_id, product_group) select seller_id, product_group from products");
  await database.query(
    `insert into stocks (seller_id, sku, physical, updated_at, wakes_family)
     select seller_id, sku, case sku when 'TEN' then 10 else 5 end, 0, sku = 'AWAITED' from products where sku <> 'NEW'`,
  );
  await database.query(
    `insert into prices (seller_id, sku, list_cents, sale_cents, updated_at)
     select seller_id, sku, 1000, case sku when 'TEN' then 1000 else 800 end, 0 from products where sku <> 'NEW'`,
  );
});

/** The rows of an answer by their calls. */
async function run({ text }: Statement<Row>, values: readonly unknown[]): Promise<ReadonlyMap<number, Row>> {
  const { rows } = await session.query<Row>(text, [...values]);
  return new Map(rows.map((row) => [row.ord, row]));
}
/** All there is of a seller's sku. */
const standing = async ({ table, history }: Pick<Pair, "table" | "history">, sellerId: number, sku: string) =>
  (
    await database.query<{ all: object }>(
      `select jsonb_build_array(
         (select to_jsonb(t) - 'seller_id' from ${table} t where seller_id = $1 and sku = $2),
         (select jsonb_agg(to_jsonb(h) - 'seller_id' order by h.version) from ${history} h where seller_id = $1 and sku = $2),
         (select to_jsonb(f) - 'seller_id' from families f where seller_id = $1 and product_group = $2)) as all`,
      [sellerId, sku],
    )
  )[0]!.all;
/** The same of all its skus. */
async function standings(pair: Pick<Pair, "table" | "history">, sellerId: number): Promise<readonly object[]> {
  const found: object[] = [];
  for (const sku of SKUS) found.push(await standing(pair, sellerId, sku));
  return found;
}

/** The same of a statement that takes one call at a time. */
async function runEach(query: Statement<Row>, values: Values): Promise<ReadonlyMap<number, Row>> {
  const found = new Map<number, Row>();
  for (const nth of values[0]!.keys()) {
    const said = await run(
      query,
      values.map((column) => column[nth]),
    );
    for (const row of said.values()) found.set(nth + row.ord, { ...row, ord: nth + row.ord });
  }
  return found;
}

const COMMON = PAIRS.flatMap(({ common, ...pair }) => [
  { pair, of: "several", query: common.several, ask: run, takes: (column: readonly unknown[]): unknown => column },
  { pair, of: "one", query: common.one, ask: runEach, takes: ([value]: readonly unknown[]): unknown => value },
]);

describe.each(COMMON)("the common change of $pair.table, $of at a time", ({ pair, query, ask, takes }) => {
  const { whole, batches, answered, meanwhile } = pair;

  it("says and writes what the whole statement would, and of all else nothing", async () => {
    for (const [i, values] of batches(WHOLE).entries()) {
      const expected = await run(whole, values);
      const mine = batches(BOTH)[i]!;
      const before = await standings(pair, BOTH);
      const said = await ask(query, mine);
      expect(said.size).toBe(answered[i]);
      for (const [ord, row] of said) expect(row).toEqual(expected.get(ord));
      const after = await standings(pair, BOTH);
      const left = [...SKUS.keys()].filter((nth) => !said.has(nth + 1));
      expect(left.map((nth) => after[nth])).toEqual(left.map((nth) => before[nth]));
      const rest = await run(
        whole,
        mine.map((column) => left.map((nth) => column[nth])),
      );
      for (const [nth, row] of rest) {
        const ord = left[nth - 1]! + 1;
        expect({ ...row, ord }).toEqual(expected.get(ord));
      }
      expect(said.size + rest.size).toBe(expected.size);
      expect(await standings(pair, BOTH)).toEqual(await standings(pair, WHOLE));
    }
  });

  it.each(meanwhile)("leaves what somebody else changed meanwhile: %s", async (change) => {
    await rival.query("begin");
    await rival.query(change);
    const running = ask(query, batches(BOTH)[1]!);
    await waiting(1);
    await rival.query("commit");
    const before = await standing(pair, BOTH, "HERE");
    expect([...(await running).keys()]).not.toContain(SKUS.indexOf("HERE") + 1);
    expect(await standing(pair, BOTH, "HERE")).toEqual(before);
  });

  it("locks in the order of the whole statement: neither waits for the other without end", async () => {
    const values = batches(BOTH)[1]!;
    const only = (from: number, to: number) => values.map((column) => column.slice(from, to));
    await rival.query("begin");
    await rival.query(`select from ${pair.table} where seller_id = $1 and sku = $2 for update`, [BOTH, SKUS[0]]);
    const both = other.query(whole.text, [...only(0, 2)]);
    await waiting(1);
    const second = session.query(query.text, only(1, 2).map(takes));
    const settled = Promise.allSettled([both, second]);
    await Promise.race([waiting(2), second.catch(() => undefined)]);
    await rival.query("commit");
    const ended = await settled;
    // 23505: its history's key is taken, which is how the whole statement hears that it was overtaken.
    const reasons = ended.flatMap((one) => (one.status === "rejected" ? [(one.reason as { readonly code: string }).code] : []));
    expect(reasons.filter((code) => code !== "23505")).toEqual([]);
  });

  /** Until so many statements wait for a lock. */
  const waiting = (statements: number) =>
    eventually(
      `${statements} statements to wait`,
      async () => {
        const locked = await database.query(
          "select from pg_stat_activity where datname = $1 and state = 'active' and wait_event_type = 'Lock'",
          [database.name],
        );
        return locked.length === statements;
      },
      2_000,
    );
});
