import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";

let marketplace: Marketplace;
let seller: Seller;
beforeAll(async () => {
  marketplace = await startMarketplace({ settings: { ROLE: "api" } });
  seller = await marketplace.seller({ separatePriceAndStock: true });
  const shop = await wares("http://images.test");
  await publish(seller, shop.visor("NUA", { price: undefined, stock: undefined }));
});
afterAll(() => marketplace.stop());

describe("price and stock that are not there (decisions 3)", () => {
  it.each([
    ["a product without a price", "NUA", "prices", "price_unknown", "POST /api/v2/products/NUA/prices"],
    ["a product without a stock", "NUA", "stocks", "stock_unknown", "POST /api/v2/products/NUA/stocks"],
    ["no product, asked for its price", "NADA", "prices", "price_product_unknown", "POST /api/v2/products antes"],
    ["no product, asked for its stock", "NADA", "stocks", "stock_product_unknown", "POST /api/v2/products antes"],
  ])("of %s are 404, with what to do", async (_what, sku, part, code, advice) => {
    const { status, json } = await seller.get(pathOf(sku, part));
    expect([status, json.details[0].code]).toEqual([404, code]);
    expect(json.description).toContain(advice);
  });

  it("are 404 for no product also where the price would be refused", async () => {
    const upsideDown = { listPrice: 10, salePrice: 20 };
    const none = await seller.put(pathOf("NADA", "prices"), upsideDown);
    expect([none.status, none.json.details[0].code]).toEqual([404, "price_product_unknown"]);
    const known = await seller.put(pathOf("NUA", "prices"), upsideDown);
    expect([known.status, known.json.details[0].code]).toEqual([422, "sale_price_above_list_price"]);
  });
});
