import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { changesOf } from "../changes/changing.ts";
import { onSale } from "../orders/goods.ts";
import { pathOf, wares, type Wares } from "../wares.ts";
import { allResults, append, BULK, ended, linesOf, type Result, type Row, send } from "./job.ts";

const PREFER = { prefer: "respond-async, Change-Request" };

let market: Marketplace;
let seller: Seller;
let switched: Seller;
let shop: Wares;
beforeAll(async () => {
  market = await startMarketplace({ settings: { FAMILY_SETTLE_SECONDS: "0" } });
  shop = await wares(`${market.baseUrl}/images`);
  [seller, switched] = await Promise.all([market.seller(), market.seller({ changeRequests: true })]);
});
afterAll(() => market.stop());

let products = 0;
/** A visor on sale. */
async function visor(owner: Seller): Promise<string> {
  const sku = `VISEIRA-${(products += 1)}`;
  await onSale(market, owner, { [sku]: 7 });
  return sku;
}
const product = (sku: string, changes: Readonly<Record<string, unknown>> = {}): Row => ({
  op: "product",
  ...shop.visor(sku, { price: undefined, stock: { available: 7 }, ...changes }),
});
const bare = (sku: string, changes: Readonly<Record<string, unknown>> = {}) => product(sku, { stock: undefined, ...changes });

async function resultOf(owner: Seller, row: Row, headers: Readonly<Record<string, string>> = {}): Promise<Result> {
  const reply = await send(owner, [row], { headers });
  expect(reply.json.results, reply.text).toHaveLength(1);
  return reply.json.results[0];
}

describe("a row of a closed product", () => {
  it("is refused with the code of the single call where nobody asks for changes", async () => {
    const sku = await visor(seller);
    const result = await resultOf(seller, bare(sku, { name: "Viseira Nove Unissex" }));
    expect(result).toMatchObject({ status: 400, outcome: "failed", code: "change_request_needed" });
    expect(result).not.toHaveProperty("changeRequestId");
  });

  it("is refused with the link of the single call, in a dry run too, and when the results are read later", async () => {
    const sku = await visor(seller);
    const wanted = bare(sku, { name: "Viseira Quinze Unissex" });
    const single = await seller.put(pathOf(sku), wanted);
    expect(single.json.actions).toEqual([{ rel: "changes", href: changesOf(sku) }]);
    for (const path of [BULK, `${BULK}?dryRun=true`]) {
      const { id, results } = (await send(seller, [wanted], { path })).json;
      for (const [result] of [results, await allResults(seller, id)])
        expect(result).toMatchObject({ code: "change_request_needed", actions: single.json.actions });
    }
  });

  it("opens a change request by Prefer, and price and stock are set at once", async () => {
    const sku = await visor(seller);
    const wanted = product(sku, { name: "Viseira Dez Unissex", price: { listPrice: 210, salePrice: 155 }, stock: { available: 31 } });
    const reply = await send(seller, [wanted], { headers: PREFER });
    expect([reply.status, reply.headers.get("preference-applied"), reply.json.changeRequests]).toEqual([200, "change-request", true]);
    const [result] = reply.json.results as readonly Result[];
    expect(result).toMatchObject({ sku, status: 202, outcome: "accepted" });
    const change = (await seller.get(changesOf(sku, result!.changeRequestId))).json;
    expect(change).toMatchObject({ sku, state: "open", fields: [{ pointer: "/name", to: "Viseira Dez Unissex" }] });
    expect((await seller.get(pathOf(sku, "prices"))).json).toMatchObject({ listPrice: 210, salePrice: 155 });
    expect((await seller.get(pathOf(sku, "stocks"))).json).toMatchObject({ available: 31 });
    const asked = await market.database.query("select request_id from product_changes where change_id = $1", [result!.changeRequestId]);
    expect(asked).toEqual([{ request_id: result!.requestId }]);
  });

  it("opens one by the credential's switch, none where only the stock changes, and none of what is fixed", async () => {
    const sku = await visor(switched);
    expect(await resultOf(switched, product(sku, { stock: { available: 9 } }))).toMatchObject({ outcome: "accepted", effect: "updated" });
    expect(await resultOf(switched, bare(sku))).toMatchObject({ outcome: "unchanged" });
    expect((await switched.get("/api/v2/changes")).status).toBe(204);
    const result = await resultOf(switched, bare(sku, { name: "Viseira Onze Unissex" }));
    expect((await switched.get(changesOf(sku, result.changeRequestId))).json.fields).toHaveLength(1);
    const fixed = await resultOf(switched, bare(sku, { productGroup: "OUTRA", stock: { available: 1 } }));
    expect(fixed).toMatchObject({ status: 400, outcome: "failed", code: "field_is_fixed" });
    expect((await switched.get(pathOf(sku, "stocks"))).json).toMatchObject({ available: 9 });
  });

  it("is only judged in a dry run: no request is opened, and none is named", async () => {
    const sku = await visor(seller);
    const reply = await send(seller, [bare(sku, { name: "Viseira Doze Unissex" })], { path: `${BULK}?dryRun=true`, headers: PREFER });
    expect(reply.json.results).toMatchObject([{ status: 202, outcome: "accepted" }]);
    expect(reply.json.results[0]).not.toHaveProperty("changeRequestId");
    expect((await seller.get(changesOf(sku))).status).toBe(204);
  });

  it("keeps the preference of the call that created the job", async () => {
    const skus = [await visor(seller), await visor(seller)];
    const created = await seller.post(BULK, { name: "nomes" }, { headers: PREFER });
    const { id } = created.json;
    expect([created.status, created.headers.get("preference-applied"), created.json.changeRequests]).toEqual([201, "change-request", true]);
    await append(seller, id, linesOf(skus.map((sku, i) => bare(sku, { name: `Viseira ${i} da Casa Unissex` }))), {
      offset: 0,
      complete: true,
    });
    expect(await ended(seller, id)).toMatchObject({ accepted: 2, failed: 0 });
    const results = await allResults(seller, id);
    for (const [i, { changeRequestId }] of results.entries())
      expect((await seller.get(changesOf(skus[i]!, changeRequestId))).json.state).toBe("open");
  });
});
