import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Marketplace, type Seller, startMarketplace } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller({ separatePriceAndStock: true });
  const { visor } = await wares(`${market.baseUrl}/images`);
  for (const sku of ["A-1", "A-2", "B-1"]) await publish(seller, visor(sku));
  await publish(seller, visor("A_1", { price: undefined }));
});
afterAll(() => market.stop());
const list = async (query: string) => (await seller.get(`/api/v1/stocks?${query}`)).json;
const skus = (page: { readonly items: readonly { readonly sku: string }[] }) => page.items.map(({ sku }) => sku);

describe("the list of stocks", () => {
  it("has the price of each product, with its version, if there is one", async () => {
    await seller.put(pathOf("A-1", "prices"), { listPrice: 210.5, salePrice: 199.9 });
    const { items } = await list("sku=A");
    expect(items[0]).toMatchObject({ sku: "A-1", price: { listPrice: 210.5, salePrice: 199.9, version: 2 } });
    expect(items.find(({ sku }: { readonly sku: string }) => sku === "A_1").price).toBeUndefined();
  });

  it("is narrowed to skus that begin with a text, as it is written", async () => {
    const page = await list("sku=A-&size=1");
    expect(page).toMatchObject({ total: 2, totalPages: 2 });
    expect(skus(page)).toEqual(["A-1"]);
    expect(skus(await list("sku=A_"))).toEqual(["A_1"]);
    expect((await seller.get("/api/v1/stocks?sku=a-")).status).toBe(204);
    expect((await list("sku=A-&size=1")).links.find(({ rel }: { readonly rel: string }) => rel === "next").href).toContain("sku=A-");
  });
});
