import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shipped, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { publish, SHOE_SIZES, wares, type Wares } from "../wares.ts";

/** Decisions 9: a sku that exists is told before anything that may have changed since it was registered. */
let market: Marketplace;
let seller: Seller;
let admin: Client;
let shop: Wares;
beforeAll(async () => {
  market = await startMarketplace();
  [seller, admin] = [await market.seller(), await market.operator("admin")];
  shop = await wares(`${market.baseUrl}/images`);
});
afterAll(() => market.stop());

const told = ({ status, json }: Reply) => [status, ...json.details.map(({ code }: { readonly code: string }) => code)];
const rule = (name: string, value: unknown) => admin.put(`/operator/v1/rules/${name}`, { value });

describe("a POST that is repeated after its answer was lost", () => {
  const images = [{ url: "https://fotos.exemplo.com.br/a.jpg" }];

  it("hears that its sku is registered, whatever became of the host of its images", async () => {
    await publish(seller, shop.visor("HOST", { images }));
    const { driveHosts } = (await shipped()).rules;
    await rule("driveHosts", [...driveHosts, "fotos.exemplo.com.br"]);
    expect(told(await seller.post("/api/v2/products", shop.visor("HOST", { images })))).toEqual([400, "sku_registered"]);
    expect(told(await seller.post("/api/v2/products", shop.visor("OUTRO", { images })))).toEqual([400, "image_url_drive"]);
    await rule("driveHosts", driveHosts);
  });

  it("hears so also when its family has become full", async () => {
    const { largestFamily } = (await shipped()).rules;
    for (const size of SHOE_SIZES) await publish(seller, shop.shoe("CHEIA", size));
    expect((await rule("largestFamily", SHOE_SIZES.length)).status).toBe(200);
    expect(told(await seller.post("/api/v2/products", shop.shoe("CHEIA", 41)))).toEqual([400, "sku_registered"]);
    expect(told(await seller.post("/api/v2/products", shop.shoe("CHEIA", 42)))).toEqual([400, "family_full"]);
    await rule("largestFamily", largestFamily);
  });

  it("hears so also when price and stock must come along since", async () => {
    const apart = { price: undefined, stock: undefined };
    await publish(seller, shop.visor("SEM-PRECO"));
    expect(told(await seller.post("/api/v2/products", shop.visor("SEM-PRECO", apart)))).toEqual([400, "sku_registered"]);
    expect(told(await seller.post("/api/v2/products", shop.visor("NOVA", apart)))).toEqual([400, "price_missing", "stock_missing"]);
  });

  it("and beside it what is wrong whenever it is sent", async () => {
    await publish(seller, shop.visor("TORTA"));
    expect(told(await seller.post("/api/v2/products", shop.visor("TORTA", { gender: "homem" })))).toEqual([
      400,
      "not_allowed",
      "sku_registered",
    ]);
  });
});
