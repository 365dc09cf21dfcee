import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { publish, wares, type Wares } from "../wares.ts";
import { BULK, ended, linesOf, type Row, send } from "./job.ts";

let market: Marketplace;
let shop: Wares;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  shop = await wares(`${market.baseUrl}/images`);
  seller = await market.seller();
});
afterAll(() => market.stop());

let made = 0;
/** A new product of the seller. */
async function product(): Promise<string> {
  made += 1;
  const sku = `K-${made}`;
  await publish(seller, shop.visor(sku));
  return sku;
}
const stock = (sku: string, available: number): Row => ({ op: "stock", sku, available });
/** More rows than are done at once, all for one product. */
const many = (sku: string, count = 600): readonly Row[] => Array.from({ length: count }, (_, i) => stock(sku, i + 10));

describe("a file with an Idempotency-Key", () => {
  it("is created once under a key", async () => {
    const sku = await product();
    const headers = { "idempotency-key": `bulk-${sku}` };
    const body = linesOf(many(sku));
    const first = await send(seller, body, { headers });
    const again = await send(seller, body, { headers });
    expect([again.status, again.json.id, again.headers.get("idempotent-replayed")]).toEqual([202, first.json.id, "true"]);
    const other = await send(seller, `${body}\n${body}`, { headers });
    expect([other.status, other.json.details[0].code]).toEqual([422, "bulk_key_reused"]);
    expect(await ended(seller, first.json.id)).toMatchObject({ accepted: 600 });
  });

  it("is done once by calls with one key at the same time, and none of them fails", async () => {
    const sku = await product();
    for (const rows of [[{ op: "stock", sku, available: 5 }], many(sku)]) {
      const headers = { "idempotency-key": `bulk-together-${rows.length}-${sku}` };
      const replies = await Promise.all(Array.from({ length: 6 }, () => send(seller, rows, { headers })));
      const done = replies.filter(({ status }) => status === 200 || status === 202);
      expect(new Set(done.map(({ json }) => json.id)).size).toBe(1);
      const others = replies.filter(({ status }) => status >= 300).map(({ status, json }) => [status, json.details[0].code]);
      expect(others.filter(([, code]) => code !== "bulk_upload_incomplete")).toEqual([]);
      expect(await ended(seller, done[0]!.json.id)).toMatchObject({ accepted: rows.length, failed: 0 });
    }
  });

  it("is not taken for another under its key: other options, or other content of the same length", async () => {
    const sku = await product();
    const headers = { "idempotency-key": `bulk-options-${sku}` };
    const rowsOf = (available: number) => [stock(sku, available)];
    const judged = await send(seller, rowsOf(61), { headers, path: `${BULK}?dryRun=true` });
    expect(judged.json).toMatchObject({ dryRun: true, accepted: 1 });
    for (const [path, rows] of [
      [BULK, rowsOf(61)],
      [`${BULK}?dryRun=true&op=stock`, rowsOf(61)],
      [`${BULK}?dryRun=true`, rowsOf(62)],
    ] as const) {
      const other = await send(seller, rows, { headers, path });
      expect([other.status, other.json.details?.[0].code], path).toEqual([422, "bulk_key_reused"]);
    }
    const again = await send(seller, rowsOf(61), { headers, path: `${BULK}?dryRun=true` });
    expect([again.status, again.json.id, again.headers.get("idempotent-replayed")]).toEqual([200, judged.json.id, "true"]);
  });
});
