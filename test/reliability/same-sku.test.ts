import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSnapshot } from "../../src/reference/index.ts";
import { eventually, shipped, startMarketplace, client, type Marketplace, type Seller } from "../harness.ts";
import { goodProduct } from "../reference/products.ts";

const CLIENTS = 16;
const CALLS = 20;
/** Of 320 calls about one sku; each tries for seconds to get its turn. */
const MOST_PUT_OFF = 1;

let first: Marketplace;
let second: Marketplace;
let seller: Seller;

beforeAll(async () => {
  first = await startMarketplace({ settings: { FAMILY_SETTLE_SECONDS: "1000" } });
  second = await startMarketplace({ database: first.database, clock: first.clock, settings: { ROLE: "api" } });
  seller = await first.seller();
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const body = async (sku: string, size: number, stock: number) => {
  const reference = buildSnapshot(await shipped(), 1);
  const rules = reference.typeRules("Corrida", "Tênis de Corrida")!;
  const images = [{ url: `${first.baseUrl}/images/shoe-black.jpg` }];
  const offer = { price: { listPrice: 10, salePrice: 9 }, stock: { available: stock } };
  return { ...goodProduct(rules, reference), sku, productGroup: sku.split("-")[0], size: String(size), images, ...offer };
};

describe("calls about one sku at once, through two processes", () => {
  it("are all taken, one after the other, and the ledger sums to the balance", async () => {
    const product = await body("SAME-38", 38, 0);
    expect((await seller.post("/api/v2/products", product)).status).toBe(202);
    const doors = [first, second].map(({ baseUrl }) => client(baseUrl, seller.headers));
    const path = "/api/v2/products/SAME-38";
    const kinds = [
      (door: (typeof doors)[number], n: number) => door.put(`${path}/stocks`, { available: n }),
      (door: (typeof doors)[number], n: number) => door.put(`${path}/prices`, { listPrice: 100 + n, salePrice: 50 }),
      (door: (typeof doors)[number], n: number) => door.put(path, { ...product, stock: { available: n } }),
    ];
    let putOff = 0;
    const one = async (nth: number) => {
      for (let call = 0; call < CALLS; call += 1) {
        const reply = await kinds[(nth + call) % kinds.length]!(doors[nth % 2]!, nth * CALLS + call);
        expect([202, 503], reply.text).toContain(reply.status);
        if (reply.status === 503) putOff += 1;
        if (reply.status === 503) expect(reply.headers.get("retry-after")).toMatch(/^\d+$/);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, nth) => one(nth)));
    expect(putOff).toBeLessThanOrEqual(MOST_PUT_OFF);
    const [sums] = await first.database.query<{ physical: number; ledger: string; version: number; rows: string }>(
      `select s.physical, s.version, sum(l.physical_delta) as ledger, count(*) as rows
         from stocks s join stock_ledger l using (seller_id, sku) where s.sku = 'SAME-38' group by 1, 2`,
    );
    expect(Number(sums!.ledger)).toBe(sums!.physical);
    expect(Number(sums!.rows)).toBe(sums!.version);
  }, 60_000);

  it("wake a family that is being criticized for the stock they change", async () => {
    // A family that had enough once is not asked again: this one never had.
    for (const size of [38, 39, 40, 41])
      expect((await seller.post("/api/v2/products", await body(`EMPTY-${size}`, size, 0))).status).toBe(202);
    const code = async () => (await seller.get("/api/v2/products/EMPTY-38/status")).json.code as string;
    await eventually("the criticism", async () => (await code()) === "CRITICIZED");
    expect((await seller.put("/api/v2/products/EMPTY-40/stocks", { available: 5 })).status).toBe(202);
    await eventually("the way on", async () => (await code()) === "CATALOGING");
  });
});
