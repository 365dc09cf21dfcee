import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, SHOE_SIZES, wares } from "../wares.ts";

/** Finding products by what people know of them (web 4). */
const SEARCH = "/api/v1/catalog";
let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller();
  const shop = await wares(`${market.baseUrl}/images`);
  for (const size of SHOE_SIZES) await publish(seller, shop.shoe("BRISA", size));
  await publish(seller, shop.visor("VISEIRA-SOL", { brand: shop.brand(1), name: `Viseira ${shop.brand(1)} Sertão Unissex` }));
  await publish(seller, shop.visor("VISEIRA-LUA", { brand: "Marca Nenhuma", color: "Pretoo" }));
  await publish(await market.seller(), shop.visor("DE-OUTRO"));
  await eventually(
    "the validation",
    async () => (await found("status=Criticado")).length === 1 && (await found("status=Recebido")).length === 0,
  );
}, 60_000);
afterAll(() => market.stop());

const ask = async (query: string) => seller.get(`${SEARCH}${query === "" ? "" : `?${query}`}`);
const found = async (query: string): Promise<readonly string[]> => {
  const { status, json, text } = await ask(query);
  expect(status, text).toBe(200);
  return json.items.map(({ sku }: { readonly sku: string }) => sku);
};
const SHOES = SHOE_SIZES.map((size) => `BRISA-${size}`);

describe("searching products", () => {
  it("shows the newest first, of one seller alone", async () => {
    expect(await found("")).toEqual(["VISEIRA-LUA", "VISEIRA-SOL", ...SHOES.toReversed()]);
  });

  it("shows price, stock, family and the first critique at once", async () => {
    const [lua, sol] = (await ask("")).json.items;
    expect(sol).toMatchObject({
      status: "Em catalogação",
      price: { listPrice: 199.9, salePrice: 149.9, version: 1 },
      stock: { physical: 7, reserved: 0, availableForSale: 7, version: 1 },
      pictures: 1,
      familyMembers: 1,
      errors: 0,
    });
    expect(lua).toMatchObject({ status: "Criticado", code: "CRITICIZED", errors: 2, critique: { severity: "error" } });
    expect((await ask("text=brisa-38")).json.items[0].familyMembers).toBe(SHOE_SIZES.length);
  });

  it.each([
    ["text=sertao", ["VISEIRA-SOL"]],
    ["text=SERT%C3%83O", ["VISEIRA-SOL"]],
    ["text=viseira-l", ["VISEIRA-LUA"]],
    ["text=100%25", []],
    ["status=Criticado", ["VISEIRA-LUA"]],
    ["status=criticado,Aprovado", ["VISEIRA-LUA"]],
    ["brand=Marca%20Nenhuma", ["VISEIRA-LUA"]],
    ["department=Corrida&text=viseira", ["VISEIRA-LUA", "VISEIRA-SOL"]],
    ["critique=color_unknown", ["VISEIRA-LUA"]],
    ["critique=weight_over_maximum", []],
    ["productGroup=BRISA", SHOES],
    ["order=family", [...SHOES, "VISEIRA-LUA", "VISEIRA-SOL"]],
  ])("with %s", async (query, skus) => expect(await found(query)).toEqual(skus));

  it.each(["", "order=family", "productGroup=BRISA", "text=i&department=Corrida"])("follows the links page by page: %s", async (query) => {
    const whole = await found(query);
    const skus: string[] = [];
    for (let path: string | undefined = `${SEARCH}?${query}&size=2`; path !== undefined;) {
      const { json } = await seller.get(path);
      skus.push(...json.items.map(({ sku }: { readonly sku: string }) => sku));
      path = json._links.next?.href;
    }
    expect(skus).toEqual(whole);
  });

  it("refuses to go on after a product that is not there", async () => {
    const { status, json } = await ask("after=NADA");
    expect([status, json.details[0].code, json.details[0].pointer]).toEqual([400, "search_place_unknown", "query.after"]);
  });

  it("shows a stock as it is now", async () => {
    await seller.put(pathOf("VISEIRA-SOL", "stocks"), { available: 11 });
    expect((await ask("text=viseira-sol")).json.items[0].stock).toMatchObject({ physical: 11, version: 2 });
  });
});
