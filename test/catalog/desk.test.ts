import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { newPerson, type Person } from "../people/people.ts";
import { buy, onSale } from "../orders/goods.ts";
import { approve, askAndWait, decide } from "../changes/changing.ts";
import { pathOf, publish, wares, type Wares } from "../wares.ts";

/** What the marketplace's people read about a product: versions, ledger, prices, calls (web 5). */
let market: Marketplace;
let seller: Seller;
let shop: Wares;
let lia: Person;
beforeAll(async () => {
  market = await startMarketplace({ settings: { ROLE: "api,worker", SIGN_INS_PER_HOUR: "1000000" } });
  seller = await market.seller({ name: "Loja Aurora" });
  shop = await wares(`${market.baseUrl}/images`);
  lia = await newPerson(market, { role: "catalog", name: "Lia Souza" });
});
afterAll(() => market.stop());

const at = (sku: string, part = "") => `/operator/v1/sellers/${seller.sellerId}/products/${sku}${part && `/${part}`}`;
interface Version {
  readonly version: number;
  readonly current: boolean;
}
const versionsOf = async (who: Client, sku: string) => (await who.get(at(sku, "versions"))).json.items as readonly Version[];

describe("a product for the marketplace's people", () => {
  it("comes with its seller, price, stock and family, and is refused by name when there is none", async () => {
    await publish(seller, shop.visor("VISEIRA-1"));
    const { status, json, text } = await lia.get(at("VISEIRA-1"));
    expect(status, text).toBe(200);
    expect(json).toMatchObject({
      sellerName: "Loja Aurora",
      product: { sku: "VISEIRA-1", images: [{}] },
      price: { listPrice: 199.9, salePrice: 149.9 },
      stock: { physical: 7, reserved: 0, availableForSale: 7 },
      family: [{ sku: "VISEIRA-1", variation: "Preto" }],
    });
    expect((await lia.get(at("NENHUM"))).json.details[0].code).toBe("product_unknown");
  });

  it("keeps what it was before each edit, and shows where any two versions differ", async () => {
    await publish(seller, shop.visor("VISEIRA-2", { brand: "Ninguém" }));
    expect(await versionsOf(lia, "VISEIRA-2")).toMatchObject([{ current: true, cause: "submit" }]);
    await eventually("criticized", async () => (await seller.get(pathOf("VISEIRA-2", "status"))).json.code === "CRITICIZED");
    const put = (changes: object) => seller.put(pathOf("VISEIRA-2"), shop.visor("VISEIRA-2", { brand: "Ninguém", ...changes }));
    await put({ color: "Azul" });
    // The same once more is no other version.
    await put({ color: "Azul" });
    await put({ color: "Azul", description: "Outra viseira, para a serra." });
    const versions = await versionsOf(lia, "VISEIRA-2");
    expect(versions).toMatchObject([
      { current: true, cause: "edit" },
      { current: false, cause: "edit" },
      { current: false, cause: "submit" },
    ]);
    const [last, middle, first] = versions.map(({ version }) => version);
    const compare = async (query: string) => (await lia.get(`${at("VISEIRA-2", "versions/compare")}${query}`)).json.fields as object[];
    expect(await compare("")).toMatchObject([{ pointer: "/description" }]);
    expect(await compare(`?from=${first}&to=${middle}`)).toEqual([{ pointer: "/color", field: "color", was: "Preto", wanted: "Azul" }]);
    expect((await compare(`?from=${last}&to=${first}`)).length).toBe(2);
    expect(await compare(`?from=${last}&to=${last}`)).toEqual([]);
    const unknown = await lia.get(`${at("VISEIRA-2", "versions/compare")}?from=99`);
    expect([unknown.status, unknown.json.details[0].code]).toEqual([404, "product_version_unknown"]);
  });

  it("keeps what it was before an approved change", async () => {
    await onSale(market, seller, { "VISEIRA-3": 10 });
    const { id } = await askAndWait(seller, "VISEIRA-3", { "/description": "Agora com aba maior." });
    const admin = await market.operator("admin");
    await decide(admin, id, approve("/description"));
    await eventually("the change is on sale", async () => (await versionsOf(lia, "VISEIRA-3")).length === 2);
    expect((await lia.get(at("VISEIRA-3", "versions/compare"))).json.fields).toMatchObject([
      { pointer: "/description", wanted: "Agora com aba maior." },
    ]);
  });

  it("tells its history, its stock and its prices, the newest first, and who it was", async () => {
    await onSale(market, seller, { "VISEIRA-4": 10 });
    const { orderNumber } = await buy(seller, "VISEIRA-4");
    await seller.put(pathOf("VISEIRA-4", "prices"), { listPrice: 100, salePrice: 90 });
    const history = (await lia.get(at("VISEIRA-4", "history"))).json.items as object[];
    expect(history[0]).toMatchObject({ to: "Aprovado", actor: expect.stringMatching(/^credential:/) });
    expect(history.at(-1)).toMatchObject({ to: "Recebido", cause: "submit" });
    expect((await lia.get(at("VISEIRA-4", "stocks/ledger"))).json.items).toMatchObject([
      { cause: "order_reserved", orderNumber, actor: expect.any(String) },
      { cause: "product_created" },
    ]);
    expect((await lia.get(at("VISEIRA-4", "prices/history"))).json.items).toMatchObject([
      { salePrice: 90, version: 2 },
      { salePrice: 149.9, version: 1 },
    ]);
  });

  it("finds the calls that touched it", async () => {
    await publish(seller, shop.visor("VISEIRA-5"));
    await publish(seller, shop.visor("VISEIRA-55"));
    await seller.get(`${pathOf("VISEIRA-5", "status")}?x=1`);
    const admin = await market.operator("admin");
    const operations = await eventually("the calls in the log", async () => {
      const { json } = await admin.get(`/operator/v1/requests?sellerId=${seller.sellerId}&sku=VISEIRA-5`);
      const found = ((json?.items ?? []) as { readonly operation: string }[]).map(({ operation }) => operation);
      return found.length >= 2 && found;
    });
    expect(operations).toEqual(["getProductStatus", "postProduct"]);
  });
});
