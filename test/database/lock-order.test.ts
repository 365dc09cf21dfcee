import { afterAll, beforeAll, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { buy, onSale } from "../orders/goods.ts";
import { pathOf, wares } from "../wares.ts";

/**
 * Whoever writes a balance and what explains it locks the balance first: the key of the other is what a second writer waits for, and two
 * orders would be a deadlock. Seen by triggers, in every transaction that writes both.
 */
const PAIRS = [
  ["stocks", "stock_ledger"],
  ["prices", "price_history"],
] as const;

let market: Marketplace;
let seller: Seller;
/** Sends its prices and stocks by themselves. */
let apart: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller();
  apart = await market.seller({ separatePriceAndStock: true });
  const { query } = market.database;
  await query("create table touched (nth bigserial, transaction xid8 not null default pg_current_xact_id(), name text not null)");
  await query(
    `create function touch() returns trigger language plpgsql security definer as
     'begin insert into touched (name) values (tg_table_name); return new; end'`,
  );
  for (const table of PAIRS.flat()) {
    await query(`create trigger touched before insert or update on ${table} for each row execute function touch()`);
  }
});
afterAll(() => market.stop());

/** In how many transactions so far both were written, and in how many the second of them too early. */
const orderOf = async ([balance, explained]: readonly [string, string]) => {
  const [row] = await market.database.query<{ both: number; early: number }>(
    `select count(*)::integer as both, count(*) filter (where last > first)::integer as early
       from (select max(nth) filter (where name = $1) as last, min(nth) filter (where name = $2) as first
               from touched group by transaction) t
      where last is not null and first is not null`,
    [balance, explained],
  );
  return row!;
};

it("is the same for products, prices, stocks, orders and their moves", async () => {
  const { visor } = await wares(`${market.baseUrl}/images`);
  const bare = visor("ORDEM", { stock: undefined, price: undefined });
  expect((await apart.post("/api/v2/products", bare)).status).toBe(202);
  for (const salePrice of [20, 19]) await apart.put(pathOf("ORDEM", "prices"), { listPrice: 20, salePrice });
  for (const available of [5, 7]) await apart.put(pathOf("ORDEM", "stocks"), { available });
  const twice = (available: number, price: object) => visor("MUDA", { stock: { available }, price });
  expect((await seller.post("/api/v2/products", twice(5, { listPrice: 30, salePrice: 30 }))).status).toBe(202);
  expect((await seller.put(pathOf("MUDA"), twice(9, { listPrice: 30, salePrice: 29 }))).status).toBe(202);
  await onSale(market, seller, { VENDIDO: 10 });
  const order = await buy(seller, "VENDIDO", { paid: true });
  expect((await seller.put(order.path("status/canceled"), { reasonCancellationCode: 5 })).status).toBe(200);
  const [stocks, prices] = [await orderOf(PAIRS[0]), await orderOf(PAIRS[1])];
  expect([stocks.early, prices.early]).toEqual([0, 0]);
  expect(stocks.both).toBeGreaterThanOrEqual(5);
  expect(prices.both).toBeGreaterThanOrEqual(3);
});

it("sees a planted bug: what explains a price is written before it", async () => {
  const { sellerId } = apart;
  await market.database.query(
    `begin;
     insert into price_history select seller_id, sku, version + 1, 0, list_cents, sale_cents, 'x' from prices where seller_id = ${sellerId} and sku = 'ORDEM';
     update prices set version = version + 1 where seller_id = ${sellerId} and sku = 'ORDEM';
     commit`,
  );
  expect((await orderOf(PAIRS[1])).early).toBe(1);
});
