import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateInvoiceXml } from "../../src/orders/invoice/generate-xml.ts";
import { readInvoiceDocument } from "../../src/orders/invoice/parse-document.ts";
import { eventually, NOON, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { boughtIn, buy, onSale, stockOf, type Bought } from "../orders/goods.ts";
import { INVOICE } from "../orders/invoices.ts";
import { pathOf, publish, wares, type Wares } from "../wares.ts";
import { readZip } from "../zip-reader.ts";

/** A product that the fulfilment operator keeps, from its enrolment to the archive of its invoices (seed 1, 2.5, 3.2, 4.3, 7). */
let marketplace: Marketplace;
let seller: Seller;
let operator: Client;
let shop: Wares;
beforeAll(async () => {
  marketplace = await startMarketplace();
  shop = await wares(`${marketplace.baseUrl}/images`);
  seller = await marketplace.seller({ name: "Loja Aurora" });
  operator = await marketplace.operator("fulfillment");
  await onSale(marketplace, seller, { GUARDADO: 10 }, { fulfillment: { candidate: true } });
  await onSale(marketplace, seller, { PROPRIO: 10 });
});
afterAll(() => marketplace.stop());

const enrol = (sku: string, enrolled: boolean) =>
  operator.put(`/operator/v1/sellers/${seller.sellerId}/products/${sku}/fulfillment`, { enrolled });
const operated = (order: Bought, move: "invoice" | "ship" | "deliver", body: object = {}, nth = 0) =>
  operator.post(`/operator/v1/sellers/${seller.sellerId}/orders/${order.orderNumber}/shippings/${order.shippingCodes[nth]}/${move}`, body);
const codesOf = ({ json }: Reply) => (json.details as readonly { readonly code: string }[]).map(({ code }) => code);
const PERIOD = "/api/v1/orders/fulfillment/invoices/download";
const download = async (path: string) => {
  const reply = await fetch(marketplace.baseUrl + path, { headers: seller.headers });
  const bytes = Buffer.from(await reply.arrayBuffer());
  return { status: reply.status, headers: reply.headers, files: reply.status === 200 ? readZip([bytes]).files : [] };
};

describe("an enrolment", () => {
  it("is for candidates only", async () => {
    const refused = await enrol("PROPRIO", true);
    expect([refused.status, codesOf(refused)], refused.text).toEqual([422, ["product_not_candidate"]]);
    const unknown = await enrol("NADA", true);
    expect([unknown.status, codesOf(unknown)]).toEqual([404, ["enrolment_product_unknown"]]);
  });

  it("may be made twice and withdrawn", async () => {
    const first = await enrol("GUARDADO", true);
    expect([first.status, first.json], first.text).toEqual([
      200,
      {
        sellerId: seller.sellerId,
        sku: "GUARDADO",
        candidate: true,
        enrolled: true,
        enrolledAt: "2026-11-20T12:00:00.000-03:00",
        links: [{ rel: "self", href: `/operator/v1/sellers/${seller.sellerId}/products/GUARDADO/fulfillment` }],
      },
    ]);
    marketplace.clock.move(60_000);
    expect((await enrol("GUARDADO", true)).json).toEqual(first.json);
    marketplace.clock.move(-60_000);
    expect((await enrol("GUARDADO", false)).json).toMatchObject({ enrolled: false });
    const order = await buy(seller, "GUARDADO");
    expect((await seller.get(order.path())).json).toMatchObject({ platformId: "INTERNAL" });
  });

  it("that stands is answered as it stands, also when the product is no candidate any more; a new one is not made then", async () => {
    const flagged = (candidate: boolean) => ({ ...shop.visor("DESISTIU"), brand: "Marca nenhuma", fulfillment: { candidate } });
    await publish(seller, flagged(true));
    const first = await enrol("DESISTIU", true);
    await eventually("criticized", async () => (await seller.get(pathOf("DESISTIU", "status"))).json.code === "CRITICIZED");
    expect((await seller.put(pathOf("DESISTIU"), flagged(false))).status).toBe(202);
    marketplace.clock.move(60_000);
    const again = await enrol("DESISTIU", true);
    expect([again.status, again.json], again.text).toEqual([200, { ...first.json, candidate: false }]);
    marketplace.clock.move(-60_000);
    expect((await enrol("DESISTIU", false)).json).toMatchObject({ candidate: false, enrolled: false });
    const refused = await enrol("DESISTIU", true);
    expect([refused.status, codesOf(refused)]).toEqual([422, ["product_not_candidate"]]);
  });

  it("is the fulfilment role's to make", async () => {
    const other = await marketplace.operator("catalog");
    const path = `/operator/v1/sellers/${seller.sellerId}/products/GUARDADO/fulfillment`;
    expect((await other.put(path, { enrolled: true })).status).toBe(403);
  });
});

describe("an order of what the operator keeps", () => {
  let order: Bought;
  let before: readonly [number, number];
  beforeAll(async () => {
    await enrol("GUARDADO", true);
    before = await stockOf(seller, "GUARDADO");
    order = boughtIn(await seller.post("/api/v1/orders", { items: [{ sku: "GUARDADO", quantity: 2 }], paid: true }));
  });

  it("travels with the fulfilment operator", async () => {
    expect((await seller.get(order.path())).json).toMatchObject({
      status: "approved",
      platformId: "PARTNER_ENTREGAS",
      transport: { carrierId: "906", carrier: "Partner Entregas - Fulfillment" },
    });
  });

  it("is not the seller's to move, and every move says so in its own words", async () => {
    const tries: readonly (readonly [word: string, body: object, code: string, says: RegExp])[] = [
      ["invoiced", { issueDate: "2026-11-20T12:00:00-03:00" }, "fulfillment_invoices", /invoiced through the fulfillment service/],
      ["shipped", { carrier: "Correios", trackingNumber: "AA123456785BR" }, "fulfillment_ships", /shipped through the fulfillment service/],
      ["delivered", {}, "fulfillment_delivers", /delivered through the fulfillment service/],
      ["canceled", { reasonCancellationCode: 1 }, "fulfillment_not_cancelable", /cannot cancel orders from fulfillment stock/],
    ];
    for (const [word, body, code, says] of tries) {
      const reply = await seller.put(order.path(`status/${word}`), body, { headers: { "accept-language": "en" } });
      expect([reply.status, codesOf(reply)], reply.text).toEqual([400, [code]]);
      expect(reply.json.notifications[0]).toMatch(says);
    }
    expect((await seller.get(order.path())).json.status).toBe("approved");
  });

  it("has no invoice yet", async () => {
    expect((await download(`/api/v1/orders/${order.orderNumber}/fulfillment/invoices/download`)).status).toBe(204);
    const reply = await seller.get(order.path("invoice/document"));
    expect([reply.status, codesOf(reply)]).toEqual([404, ["invoice_document_unknown"]]);
  });

  it("is invoiced, shipped and delivered by the operator, in this order", async () => {
    const early = await operated(order, "ship");
    expect([early.status, codesOf(early)]).toEqual([400, ["order_move_refused"]]);

    const invoiced = await operated(order, "invoice");
    expect([invoiced.status, invoiced.json.status], invoiced.text).toEqual([200, "Invoiced"]);
    expect(invoiced.json.invoice).toMatchObject({ date: NOON, errors: [], validationErrors: [] });
    expect(invoiced.json.invoice.accessKey).toMatch(/^35\d{42}$/);
    expect(await stockOf(seller, "GUARDADO")).toEqual([before[0] - 2, before[1]]);
    const again = await operated(order, "invoice");
    expect([again.status, codesOf(again)]).toEqual([409, ["order_already_invoiced"]]);

    const shipped = await operated(order, "ship", { trackingNumber: "PE-184233", trackingLink: "https://rastreio.example/PE-184233" });
    expect([shipped.status, shipped.json.status], shipped.text).toEqual([200, "shipped"]);
    expect(shipped.json.transport).toMatchObject({ carrierId: "906", trackingNumber: "PE-184233", shipDate: NOON });
    expect(shipped.json.invoice.shipDate).toBe(NOON);

    const delivered = await operated(order, "deliver", { deliveryDate: "2026-11-20T11:00:00" });
    expect([delivered.status, delivered.json.status], delivered.text).toEqual([200, "delivered"]);
    expect(delivered.json.transport.deliveryDate).toBe(NOON - 3_600_000);
    expect((await seller.get(`/api/v1/orders/${order.orderNumber}`)).json.orderStatus).toBe("delivered");
  });

  it("leaves a valid document with its seller, alone and in archives", async () => {
    const { accessKey } = (await seller.get(order.path())).json.invoice as { readonly accessKey: string };
    const document = await seller.get(order.path("invoice/document"));
    expect([document.status, document.headers.get("content-type")]).toEqual([200, "application/xml"]);
    expect(document.headers.get("content-disposition")).toBe(`attachment; filename="${accessKey}-procNFe.xml"`);
    expect(readInvoiceDocument(document.text)).toMatchObject({ document: { accessKey, totalCents: 29_980 }, problems: [] });

    for (const path of [
      `/api/v1/orders/${order.orderNumber}/fulfillment/invoices/download`,
      `${PERIOD}?from=2026-11-01T00:00:00&until=2026-11-30T23:59:59`,
      `${PERIOD}?from=2026-11-20&until=2026-11-20`,
      `${PERIOD}?from=2026-11-20T12:00:00-03:00&until=2026-11-20T15:00:00.000Z`,
      `${PERIOD}?from=2026-11-20 12:00:00&until=2026-11-20T15:00:00+0000`,
    ]) {
      const { status, headers, files } = await download(path);
      expect([status, headers.get("content-type")], path).toEqual([200, "application/zip"]);
      expect(headers.get("content-disposition")).toMatch(/^attachment; filename="notas-fulfillment-[\d-]+\.zip"$/);
      expect(files.map(({ name }) => name)).toEqual([`${accessKey}-procNFe.xml`]);
      expect(files[0]!.document().toString("utf8")).toBe(document.text);
    }
  });

  it("is shown and sent to nobody else", async () => {
    const other = await marketplace.seller();
    expect((await other.get(order.path("invoice/document"))).status).toBe(404);
    expect((await other.get(`/api/v1/orders/${order.orderNumber}/fulfillment/invoices/download`)).status).toBe(404);
    expect((await other.get(`${PERIOD}?from=2026-11-01&until=2026-11-30`)).status).toBe(204);
  });
});

describe("an order of both kinds of goods", () => {
  it("is two shippings, each with who moves it", async () => {
    await enrol("GUARDADO", true);
    const reply = await seller.post("/api/v1/orders", {
      items: [
        { sku: "GUARDADO", quantity: 1 },
        { sku: "PROPRIO", quantity: 2 },
      ],
      paid: true,
    });
    const order = boughtIn(reply);
    const skusOf = (shipping: { readonly items: readonly { readonly sku: string }[] }) => shipping.items.map(({ sku }) => sku);
    expect(reply.json.shippings.map(skusOf)).toEqual([["PROPRIO"], ["GUARDADO"]]);
    expect(reply.json.shippings.map((shipping: { readonly platformId: string }) => shipping.platformId)).toEqual([
      "INTERNAL",
      "PARTNER_ENTREGAS",
    ]);
    const wrong = await operated(order, "invoice");
    expect([wrong.status, codesOf(wrong)]).toEqual([400, ["seller_delivers"]]);
    expect((await operated(order, "invoice", {}, 1)).status).toBe(200);
    expect((await seller.get(`/api/v1/orders/${order.orderNumber}`)).json.orderStatus).toBe("approved");
    const { files } = await download(`/api/v1/orders/${order.orderNumber}/fulfillment/invoices/download`);
    expect(files).toHaveLength(1);
  });

  it("is invoiced in the year that it is", async () => {
    const year = 366 * 24 * 3_600_000;
    marketplace.clock.move(year);
    const order = await buy(seller, "GUARDADO", { paid: true });
    expect((await operated(order, "invoice")).status).toBe(200);
    const { text } = await seller.get(order.path("invoice/document"));
    marketplace.clock.move(-year);
    expect(text).toMatch(/<chNFe>3527/);
    expect(text).toMatch(/<nProt>13527/);
  });

  it("says of which item something is wrong", async () => {
    const reply = await seller.post("/api/v1/orders", {
      items: [
        { sku: "GUARDADO", quantity: 1 },
        { sku: "PROPRIO", quantity: 9_999 },
      ],
    });
    expect([reply.status, reply.json.details[0].pointer]).toEqual([422, "/items/1/quantity"]);
  });
});

describe("a period", () => {
  const asked = (query: string) => seller.get(`${PERIOD}${query}`);
  it.each([
    ["", "query.from"],
    ["?from=2026-11-01T00:00:00", "query.until"],
    ["?until=2026-11-01T00:00:00", "query.from"],
    ["?from=ontem&until=2026-11-01T00:00:00", "query.from"],
    ["?from=2026-11-02T00:00:00&until=2026-11-01T23:59:59", "query.until"],
    ["?from=2026-11-01T00:00:00&until=2026-12-01T00:00:01", "query.until"],
  ])("refuses %s", async (query, pointer) => {
    const reply = await asked(query);
    expect([reply.status, reply.json.type, reply.json.details[0].pointer], reply.text).toEqual([400, "Parameter_Error", pointer]);
  });

  it("that ends before it begins is refused like that of any list", async () => {
    const reply = await asked("?from=2026-11-02T00:00:00&until=2026-11-01T23:59:59");
    expect(reply.json.details).toMatchObject([
      { code: "period_reversed", received: "2026-11-02T00:00:00.000-03:00/2026-11-01T23:59:59.000-03:00" },
    ]);
  });

  it("takes 30 days, and is 204 without invoices", async () => {
    expect((await asked("?from=2026-11-01T00:00:00&until=2026-12-01T00:00:00")).status).toBe(200);
    expect((await asked("?from=2025-11-01T00:00:00&until=2025-12-01T00:00:00")).status).toBe(204);
    expect((await asked("?from=2026-11-20T12:00:01&until=2026-11-20T12:00:02")).status).toBe(204);
  });

  it("of an order that is not there is 404", async () => {
    const reply = await seller.get("/api/v1/orders/NADA/fulfillment/invoices/download");
    expect([reply.status, codesOf(reply)]).toEqual([404, ["order_unknown"]]);
  });
});

describe("marketplace-run delivery", () => {
  it("is invoiced by the seller, shipped and delivered by the operator", async () => {
    const order = boughtIn(
      await seller.post("/api/v1/orders", {
        paid: true,
        shippings: [
          { platformId: "MARKETPLACE_ENTREGAS", transport: { carrierId: "77", carrier: "Rota Sul" }, items: [{ sku: "PROPRIO" }] },
        ],
      }),
    );
    const wrong = await operated(order, "invoice");
    expect([wrong.status, codesOf(wrong)]).toEqual([400, ["marketplace_invoices"]]);
    expect((await seller.put(order.path("status/invoiced"), { issueDate: "2026-11-20T12:00:00-03:00" })).status).toBe(200);
    expect((await operated(order, "ship")).json).toMatchObject({ status: "shipped", transport: { carrier: "Rota Sul" } });
    expect((await operated(order, "deliver")).json.status).toBe("delivered");
    expect((await seller.get(order.path("invoice/document"))).status).toBe(404);
  });
});

describe("production", () => {
  it("takes the authorised document and never makes one up", async () => {
    const order = await buy(seller, "GUARDADO", { paid: true });
    const production = await startMarketplace({ database: marketplace.database, settings: { ENVIRONMENT: "production" } });
    const people = await production.operator("fulfillment");
    const invoice = (danfeXml?: string) =>
      people.post(`/operator/v1/sellers/${seller.sellerId}/orders/${order.orderNumber}/shippings/${order.shippingCodes[0]}/invoice`, {
        danfeXml,
      });
    try {
      const refused = await invoice();
      expect([refused.status, codesOf(refused)], refused.text).toEqual([400, ["invoice_document_missing"]]);
      const { document, customerName: name } = (await seller.get(order.path())).json.customer;
      const xml = generateInvoiceXml({
        ...INVOICE,
        environment: "production",
        recipient: { document, name },
        lines: [{ sku: "GUARDADO", name: "Viseira", quantity: 1, unitCents: 14_990 }],
        freightCents: 0,
      });
      const invoiced = await invoice(xml);
      expect([invoiced.status, invoiced.json.status], invoiced.text).toEqual([200, "Invoiced"]);
      expect((await seller.get(order.path("invoice/document"))).text).toBe(xml);
    } finally {
      await production.stop();
    }
  });
});
