import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NOON, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { boughtIn, buy, onSale, stockOf, type Bought } from "./goods.ts";

let marketplace: Marketplace;
let seller: Seller;
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller({ name: "Loja Aurora" });
  await onSale(marketplace, seller, { VISEIRA: 10, CARTEIRA: 10 });
});
afterAll(() => marketplace.stop());

describe("a sale from purchase to delivery (seed 3.2, 4.3)", () => {
  let order: Bought;

  it("reserves what was bought and shows the whole order", async () => {
    const reply = await seller.post("/api/v1/orders", { items: [{ sku: "VISEIRA", quantity: 2 }] });
    expect(reply.status, reply.text).toBe(201);
    expect(reply.headers.get("location")).toBe(`/api/v1/orders/${reply.json.orderNumber}`);
    expect(reply.json).toMatchObject({
      expands: [],
      orderType: "Sale",
      orderStatus: "Created",
      orderDate: NOON,
      totalQuantity: 2,
      totalGross: 399.8,
      totalDiscount: 100,
      totalFreight: 0,
      totalNet: 299.8,
      totalCommission: 47.97,
      businessUnit: "VE",
      shippings: [{ status: "Created", platformId: "INTERNAL", items: [{ sku: "VISEIRA", quantity: 2, itemId: 1, status: "Created" }] }],
    });
    expect(await stockOf(seller, "VISEIRA")).toEqual([10, 2]);
    const again = await seller.get(`/api/v1/orders/${reply.json.orderNumber}?expand=shippings,items,devolutionItems`);
    expect(again.json).toEqual(reply.json);
    order = { orderNumber: reply.json.orderNumber, shippingCodes: [1], path: (part) => `${again.json.shippings[0].links[0].href}/${part}` };
  });

  it("is approved, invoiced, shipped and delivered, each answered with the shipping", async () => {
    const approved = await seller.put(order.path("status/approved"), {});
    expect([approved.status, approved.json.status], approved.text).toEqual([200, "approved"]);

    const key = "35261112ABC34501DE35550010000012341583492714";
    const invoiced = await seller.put(order.path("status/invoiced"), {
      issueDate: "2026-11-20T12:00:00-03:00",
      key,
      line: 1,
      number: 1234,
    });
    expect([invoiced.status, invoiced.json.status], invoiced.text).toEqual([200, "Invoiced"]);
    expect(invoiced.json.invoice).toMatchObject({ accessKey: key, date: NOON, number: "1234", line: "1" });
    expect(await stockOf(seller, "VISEIRA")).toEqual([8, 0]);

    const shipped = await seller.put(order.path("status/shipped"), { carrier: "Correios", trackingNumber: "AA123456785BR" });
    expect([shipped.status, shipped.json.status], shipped.text).toEqual([200, "shipped"]);
    expect(shipped.json.transport).toMatchObject({ carrier: "Correios", trackingNumber: "AA123456785BR", shipDate: NOON });

    const delivered = await seller.put(order.path("status/delivered"), { deliveryDate: NOON });
    expect([delivered.status, delivered.json.status], delivered.text).toEqual([200, "delivered"]);
    expect((await seller.get(`/api/v1/orders/${order.orderNumber}`)).json).toMatchObject({
      orderStatus: "delivered",
      expands: [],
      shippings: [{ status: "delivered" }],
    });
  });
});

describe("a sale in two shippings", () => {
  it("is paid when the last of them is approved", async () => {
    const items = [{ sku: "VISEIRA" }];
    const order = await buy(seller, "VISEIRA", { shippings: [{ items }, { items }], items: undefined });
    const paid = async () => {
      const { json } = await seller.get(`/api/v1/orders/${order.orderNumber}`);
      return [json.orderStatus, json.paymentDate];
    };
    expect((await seller.put(order.path("status/approved"), {})).status).toBe(200);
    expect(await paid()).toEqual(["Created", undefined]);
    expect((await seller.put(order.path("status/approved", 1), {})).status).toBe(200);
    expect(await paid()).toEqual(["approved", NOON]);
  });
});

describe("a cancellation (seed 4.3 rule 3)", () => {
  it("returns what was reserved and records whether it may count against the seller", async () => {
    const [physical, reserved] = await stockOf(seller, "VISEIRA");
    const order = await buy(seller, "VISEIRA", { paid: true });
    expect(await stockOf(seller, "VISEIRA")).toEqual([physical, reserved + 1]);
    const canceled = await seller.put(order.path("status/canceled"), { reasonCancellationCode: 1, canceledBy: "Estoque" });
    expect([canceled.status, canceled.json.status], canceled.text).toEqual([200, "canceled"]);
    expect(canceled.json.cancellationReason).toBe("Produto sem estoque");
    expect(canceled.json.cancellation).toEqual({
      code: 1,
      description: "Produto sem estoque",
      canBePenalty: true,
      canceledBy: "Estoque",
      date: NOON,
    });
    expect(await stockOf(seller, "VISEIRA")).toEqual([physical, reserved]);
  });
});

describe("the sender of a shipping (seed 2.5)", () => {
  it("is the seller as a legal entity, once the marketplace knows it", async () => {
    const operator = await marketplace.operator("integration");
    const path = `/operator/v1/sellers/${seller.sellerId}`;
    const changed = await operator.request("PATCH", path, { json: { cnpj: "12ABC34501DE35", legalName: "Aurora Comércio Ltda." } });
    expect([changed.status, changed.json.cnpj, changed.json.legalName]).toEqual([200, "12ABC34501DE35", "Aurora Comércio Ltda."]);
    const order = await buy(seller, "VISEIRA");
    expect((await seller.get(order.path())).json.sender).toEqual({
      supplierCnpj: "12ABC34501DE35",
      sellerCode: seller.sellerId,
      sellerName: "Loja Aurora",
      supplierName: "Aurora Comércio Ltda.",
    });
    const refused = await operator.request("PATCH", path, { json: { cnpj: "12.ABC.345/01DE-35" } });
    expect([refused.status, refused.json.details[0].code]).toEqual([400, "cnpj_characters"]);
  });
});

describe("what a shipment goes by", () => {
  it.each([
    [{ carrierId: "501", carrier: "Correios" }, "Ligeira", { carrier: "Ligeira" }],
    [{ carrierId: "33", carrier: "Rápida" }, "888", { carrierId: "888" }],
    [{ carrier: "Rápida" }, "999", { carrierId: "999" }],
    [{ carrierId: "33", carrier: "Rápida" }, "33", { carrierId: "33", carrier: "Rápida" }],
  ])("is one carrier whole: %j shipped by %s", async (transport, carrier, shown) => {
    const desk = await marketplace.operator("orders");
    const shippings = [{ transport, items: [{ sku: "CARTEIRA" }] }];
    const bought = boughtIn(await desk.post("/operator/v1/orders", { sellerId: seller.sellerId, paid: true, shippings }));
    await seller.put(bought.path("status/invoiced"), { issueDate: "2026-11-20T12:00:00-03:00" });
    const tracked = { carrier, trackingNumber: "AB-1", trackingLink: "https://rastreio.ligeira.example/AB-1" };
    const { json, text } = await seller.put(bought.path("status/shipped"), tracked);
    const { carrier: name, carrierId: code } = json.transport;
    expect({ ...(name && { carrier: name }), ...(code && { carrierId: code }) }, text).toEqual(shown);
  });
});
