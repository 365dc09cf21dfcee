import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { onSale } from "./goods.ts";

let marketplace: Marketplace;
let seller: Seller;
let checkout: Client;
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller();
  checkout = await marketplace.operator("orders");
  await onSale(marketplace, seller, { UM: 50 });
});
afterAll(() => marketplace.stop());

const purchase = (body: object) => checkout.post("/operator/v1/orders", { sellerId: seller.sellerId, ...body });

describe("a purchase says who buys, and what, in one way or in two that agree", () => {
  it("takes words in any case and says them as the seed does", async () => {
    const { shippings } = (
      await seller.post("/api/v1/orders", { shippings: [{ platformId: "marketplace_entregas", items: [{ sku: "UM" }] }] })
    ).json;
    expect(shippings[0].platformId).toBe("MARKETPLACE_ENTREGAS");
  });

  it.each([
    [{ state: "sp" }, { state: "SP", stateName: "São Paulo" }],
    [{ state: "PARANÁ" }, { state: "PR", stateName: "Paraná" }],
    [{ stateName: "espirito santo" }, { state: "ES", stateName: "Espírito Santo" }],
    [
      { state: "Rondônia", stateName: "ro" },
      { state: "RO", stateName: "Rondônia" },
    ],
  ])("knows the state in %j by letters and by name", async (address, known) => {
    const { shippings } = (await seller.post("/api/v1/orders", { items: [{ sku: "UM" }], customer: { address } })).json;
    expect(shippings[0].customer.address).toEqual(known);
  });

  it("takes one customer said twice, and items said twice, and gives a shipping without items the order's", async () => {
    const customer = { customerName: "Aurora", document: "12345678909" };
    const twice = await purchase({ items: [{ sku: "UM" }], customer, shippings: [{ customer, items: [{ sku: "UM", quantity: 1 }] }] });
    expect([twice.status, twice.json.totalQuantity], twice.text).toEqual([201, 1]);
    const once = await purchase({ items: [{ sku: "UM", quantity: 2 }], shippings: [{ country: "BR" }] });
    expect([once.status, once.json.totalQuantity], once.text).toEqual([201, 2]);
  });

  it("tells each buyer where the order is for them", async () => {
    const { headers, json } = await purchase({ items: [{ sku: "UM" }] });
    const location = headers.get("location");
    expect(location).toBe(`/operator/v1/sellers/${seller.sellerId}/orders/${json.orderNumber}`);
    expect((await checkout.get(location!)).json.orderNumber).toBe(json.orderNumber);
    const own = await seller.post("/api/v1/orders", { items: [{ sku: "UM" }] });
    expect((await seller.get(own.headers.get("location")!)).json.orderNumber).toBe(own.json.orderNumber);
  });

  it("needs its buyer in production, where nobody is made up", async () => {
    const production = await startMarketplace({ database: marketplace.database, settings: { ENVIRONMENT: "production", ROLE: "api" } });
    try {
      const people = await production.operator("orders");
      const order = { sellerId: seller.sellerId, items: [{ sku: "UM" }] };
      for (const customer of [undefined, null, {}, { address: {} }, { customerName: " ", address: { city: "" } }]) {
        const refused = await people.post("/operator/v1/orders", { ...order, customer });
        expect([refused.status, refused.json.details], refused.text).toMatchObject([
          422,
          [{ code: "customer_missing", pointer: "/customer" }],
        ]);
      }
      const customer = { customerName: "Aurora Teste", document: "12345678909" };
      const bought = await people.post("/operator/v1/orders", { ...order, shippings: [{ customer }] });
      expect(bought.status, bought.text).toBe(201);
    } finally {
      await production.stop();
    }
  });
});
