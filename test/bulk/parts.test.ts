import fc from "fast-check";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partEnd } from "../../src/bulk/chunk-parts.ts";
import type { BadRow, GoodRow } from "../../src/bulk/row.ts";
import { figures } from "../figures.ts";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, wares } from "../wares.ts";
import { allResults, BULK, carryOut, ended, type Row, send } from "./job.ts";

const ROWS_PER_KEY = 16;
const SKU = "P-1";

let market: Marketplace;
beforeAll(async () => void (market = await startMarketplace()));
afterAll(() => market.stop());

async function sellerWithProduct(): Promise<Seller> {
  const seller = await market.seller();
  const shop = await wares(`${market.baseUrl}/images`);
  await carryOut(seller, [{ op: "product", ...shop.visor(SKU) }]);
  return seller;
}
const rowsOf = (count: number): readonly Row[] => Array.from({ length: count }, (_, i) => ({ op: "stock", sku: SKU, available: 100 + i }));
const stockOf = async (seller: Seller): Promise<number> => (await seller.get(pathOf(SKU, "stocks"))).json.available;

describe("a part of a chunk", () => {
  const row = fc.oneof(
    fc.constantFrom("A", "B", "C").map((key) => ({ key }) as GoodRow),
    fc.constant<BadRow>({ failures: [] }),
  );

  it("ends only where one key has 16 rows in it, and the next row is of that key", () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 200 }), (rows) => {
        for (let from = 0; from < rows.length;) {
          const until = partEnd(rows, from);
          const count = (key: string | undefined) => rows.slice(from, until).filter((one) => (one as GoodRow).key === key).length;
          expect(until).toBeGreaterThan(from);
          for (const key of ["A", "B", "C"]) expect(count(key)).toBeLessThanOrEqual(ROWS_PER_KEY);
          if (until < rows.length) expect(count((rows[until] as GoodRow).key)).toBe(ROWS_PER_KEY);
          from = until;
        }
      }),
    );
  });
});

describe("many rows of one product", () => {
  it("are no file that is done in its call, and are carried out in their order", async () => {
    const seller = await sellerWithProduct();
    expect((await send(seller, rowsOf(ROWS_PER_KEY))).status).toBe(200);
    const { status, json } = await send(seller, rowsOf(ROWS_PER_KEY + 1));
    expect(status).toBe(202);
    expect(await ended(seller, json.id)).toMatchObject({ received: ROWS_PER_KEY + 1, accepted: ROWS_PER_KEY + 1 });
    expect(await stockOf(seller)).toBe(100 + ROWS_PER_KEY);
  });

  it("let a single call for that product through in well under a second", async () => {
    const seller = await sellerWithProduct();
    // As slow as a busy database: a whole chunk in one transaction would take five seconds.
    await market.database.query(
      `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.01); return new; end $$;
       create trigger slow before update on stocks for each row execute function slow()`,
    );
    const { json } = await send(seller, rowsOf(4_000));
    await eventually("the first rows", async () => (await seller.get(`${BULK}/${json.id}`)).json.state === "running");
    const calls: { readonly status: number; readonly ms: number }[] = [];
    for (let i = 0; i < 20; i += 1) {
      const startedMs = performance.now();
      const { status } = await seller.put(pathOf(SKU, "stocks"), { available: i });
      calls.push({ status, ms: performance.now() - startedMs });
      await sleep(50);
    }
    figures({ "PUT of the product beside its job at most, ms": Math.round(Math.max(...calls.map(({ ms }) => ms))) });
    expect(calls.filter(({ status, ms }) => status !== 202 || ms > 800)).toEqual([]);
    await seller.request("DELETE", `${BULK}/${json.id}`);
    await market.database.query("drop trigger slow on stocks");
  }, 60_000);

  it("are counted, listed and taken back as far as they were done when their job was canceled", async () => {
    const seller = await sellerWithProduct();
    const before = await stockOf(seller);
    const { json } = await send(seller, rowsOf(3_000));
    await eventually("the first rows", async () => (await seller.get(`${BULK}/${json.id}`)).json.accepted > 0);
    const canceled = (await seller.request("DELETE", `${BULK}/${json.id}`)).json;
    expect(canceled.accepted + canceled.canceled).toBe(3_000);
    figures({ "rows of the last chunk that were done": canceled.accepted % 500 });
    const results = await allResults(seller, json.id);
    expect(results.filter(({ outcome }) => outcome === "accepted")).toHaveLength(canceled.accepted);
    expect(await stockOf(seller)).toBe(99 + canceled.accepted);
    const revert = (await seller.post(`${BULK}/${json.id}/revert`, {})).json;
    expect(await ended(seller, revert.id)).toMatchObject({ received: 1, accepted: 1 });
    expect(await stockOf(seller)).toBe(before);
  }, 60_000);
});
