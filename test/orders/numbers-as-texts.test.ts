import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NOON, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { pathOf } from "../wares.ts";
import { deskPath } from "./desk.ts";
import { boughtIn, buy, onSale, stockOf } from "./goods.ts";

let marketplace: Marketplace;
let seller: Seller;
let checkout: Client;
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller();
  checkout = await marketplace.operator("orders");
  await onSale(marketplace, seller, { UM: 50, DOIS: 50 });
});
afterAll(() => marketplace.stop());

const refused = ({ status, json, text }: Reply) => {
  expect(status, text).toBe(400);
  return json.details.map(({ code, pointer, received }: Record<string, unknown>) => [code, pointer, received]);
};

describe("whole numbers of bodies come as texts too (decisions 9)", () => {
  it("the stock of a product, alone", async () => {
    const reply = await seller.put(pathOf("DOIS", "stocks"), { available: "25" });
    expect([reply.status, reply.json.physical], reply.text).toEqual([202, 25]);
    expect(await stockOf(seller, "DOIS")).toEqual([25, 0]);
  });

  it("what a purchase asks for, how long it travels and when it was made", async () => {
    const shippings = [{ deliveryTime: "4", items: [{ sku: "UM", quantity: "2" }] }];
    const reply = await seller.post("/api/v1/orders", { shippings, orderDate: String(NOON) });
    expect([reply.status, reply.json], reply.text).toMatchObject([
      201,
      { totalQuantity: 2, orderDate: NOON, shippings: [{ deliveryTime: 4, items: [{ quantity: 2 }] }] },
    ]);
  });

  it("the seller a checkout buys from", async () => {
    const reply = await checkout.post("/operator/v1/orders", { sellerId: String(seller.sellerId), items: [{ sku: "UM" }] });
    expect(reply.status, reply.text).toBe(201);
  });

  it("the packages of an invoice", async () => {
    const shippings = [{ platformId: "MARKETPLACE_ENTREGAS", transport: { carrierId: "700" }, items: [{ sku: "UM" }] }];
    const order = await buy(seller, "UM", { shippings, items: undefined, paid: true });
    const reply = await seller.put(order.path("status/invoiced"), { issueDate: "2026-11-20T12:00:00-03:00", volume: "3" });
    expect([reply.status, reply.json.invoice?.volume], reply.text).toEqual([200, 3]);
  });

  it("the item an exchange is of", async () => {
    const order = boughtIn(await seller.post("/api/v1/orders", { items: [{ sku: "UM", quantity: 2 }], paid: true }));
    await seller.put(order.path("status/invoiced"), { issueDate: "2026-11-20T12:00:00-03:00" });
    await seller.put(order.path("status/shipped"), { carrier: "501", trackingNumber: "AA123456785BR" });
    const { items } = (await seller.get(order.path(""))).json;
    const exchanged = { items: [{ itemId: String(items[0].itemId), quantity: "1" }] };
    const reply = await checkout.post(deskPath(seller, order.orderNumber, "exchange"), exchanged);
    expect([reply.status, reply.json.totalQuantity], reply.text).toEqual([201, 1]);
  });

  it.each(["2.5", "25 ", "1e2", "", "+1"])("but not %j", async (sent) => {
    expect(refused(await seller.put(pathOf("UM", "stocks"), { available: sent }))).toEqual([["wrong_type", "/available", sent]]);
    expect(refused(await seller.post("/api/v1/orders", { items: [{ sku: "UM", quantity: sent }] }))).toEqual([
      ["wrong_type", "/items/0/quantity", sent],
    ]);
  });

  it("within the bounds that numbers have", async () => {
    const asked = (quantity: string) => seller.post("/api/v1/orders", { items: [{ sku: "UM", quantity }] });
    expect(refused(await asked("0"))).toEqual([["below_minimum", "/items/0/quantity", "0"]]);
    expect(refused(await asked("-1"))).toEqual([["below_minimum", "/items/0/quantity", "-1"]]);
    expect(refused(await asked("9007199254740993"))).toEqual([["number_not_exact", "/items/0/quantity", "9007199254740993"]]);
  });
});
