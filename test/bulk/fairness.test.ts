import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { wares, type Wares } from "../wares.ts";
import { append, BULK, carryOut, linesOf, resultsIn, send } from "./job.ts";

const SELLERS = budget(8, 20);
const LARGE = budget(100_000, 1_000_000);
const SMALL = 1_000;
const LIMIT_MS = budget(120_000, 600_000);

let market: Marketplace;
let shop: Wares;
beforeAll(async () => {
  market = await startMarketplace();
  shop = await wares(`${market.baseUrl}/images`);
});
afterAll(() => market.stop());

const SKUS = 50;

/** A seller with some products. */
async function sellerWithProducts(): Promise<Seller> {
  const seller = await market.seller();
  await carryOut(
    seller,
    Array.from({ length: SKUS }, (_, i) => ({ op: "product", ...shop.visor(`F-${i}`) })),
  );
  return seller;
}

const rowsOf = (count: number) =>
  linesOf(Array.from({ length: count }, (_, i) => ({ op: "stock", sku: `F-${i % SKUS}`, available: i % 1_000 })));

const PART_BYTES = 4_000_000;

/** Sends a file in parts: one call may take 15 seconds. Its hash keeps rows from beginning before it is there. */
async function upload(seller: Seller, file: Buffer<ArrayBuffer>): Promise<string> {
  const { id } = (await seller.post(BULK, { sha256: createHash("sha256").update(file).digest("hex") })).json;
  for (let offset = 0; offset < file.length; offset += PART_BYTES) {
    const end = Math.min(file.length, offset + PART_BYTES);
    const reply = await append(seller, id, file.subarray(offset, end), { offset, complete: end === file.length });
    expect(reply.status, reply.text).toBe(200);
  }
  return id;
}

describe(`${SELLERS} sellers, one of them with ${LARGE} rows`, () => {
  it(
    "each get their first result within two seconds",
    async () => {
      const [loud, ...others] = await Promise.all(Array.from({ length: SELLERS }, sellerWithProducts));
      const id = await upload(loud!, Buffer.from(rowsOf(LARGE)));
      const firstMs = await Promise.all(
        others.map(async (seller) => {
          const reply = await send(seller, rowsOf(SMALL));
          const startedMs = performance.now();
          return eventually("a first result", async () => {
            const page = await seller.get(`${BULK}/${reply.json.id}/results?wait=5&limit=1`);
            return page.status === 200 && resultsIn(page).length === 1 && performance.now() - startedMs;
          });
        }),
      );
      const job = (await loud!.get(`${BULK}/${id}`)).json;
      figures({ sellers: SELLERS, "rows of one": LARGE, "first result of the others at most, ms": Math.round(Math.max(...firstMs)) });
      expect(job.state).toBe("running");
      expect(Math.max(...firstMs)).toBeLessThan(budget(4_000, 2_000));
      await loud!.request("DELETE", `${BULK}/${id}`);
    },
    LIMIT_MS,
  );
});
