import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDateTime } from "../../src/platform/basics/clock.ts";
import { NOON, startMarketplace, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { broken, deskPath } from "./desk.ts";
import { buy, onSale, stockOf, type Bought } from "./goods.ts";
import { bodyOf, eventXml, INVOICE, MARKETPLACE } from "./invoices.ts";

let marketplace: Marketplace;
let seller: Seller;
beforeAll(async () => {
  marketplace = await startMarketplace({ settings: { MARKETPLACE_CNPJ: MARKETPLACE } });
  seller = await marketplace.seller({ name: "Loja Aurora" });
  await onSale(marketplace, seller, { VISEIRA: 100 });
});
afterAll(() => marketplace.stop());

let issued = 0;
/** The body that invoices an order with a document of its own: one visor at its sale price. */
async function invoicing(order: Bought, changes: Readonly<Record<string, unknown>> = {}) {
  const { document, customerName: name } = (await seller.get(order.path())).json.customer;
  issued += 1;
  return bodyOf(
    {
      ...INVOICE,
      number: 5_000 + issued,
      issuedAtMs: NOON - 60_000,
      authorizedAtMs: NOON - 55_000,
      recipient: { document, name },
      lines: [{ sku: "VISEIRA", name: "Viseira", quantity: 1, unitCents: 14_990 }],
      freightCents: 0,
    },
    changes,
  );
}
const found = (list: readonly { readonly code: string; readonly pointer: string }[]) =>
  list.map(({ code, pointer }) => `${code} ${pointer}`);
const codeOf = ({ json }: Reply) => json.details[0].code as string;

describe("the document of a seller's invoice (seed 2.6)", () => {
  it("comes back as it was sent, and lies sealed in the database", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    const body = await invoicing(order);
    expect((await seller.put(order.path("status/invoiced"), body)).status).toBe(200);
    const reply = await seller.get(order.path("invoice/document"));
    expect([reply.status, reply.headers.get("content-type"), reply.text]).toEqual([200, "application/xml", body.danfeXml]);
    expect(reply.headers.get("content-disposition")).toBe(`attachment; filename="${body.key}-procNFe.xml"`);
    expect((await seller.get(order.path("invoice/document"), { headers: { accept: "application/xml" } })).status).toBe(200);

    const [row] = await marketplace.database.query<{ document: Buffer; size_bytes: number; fulfillment: boolean }>(
      "select document, size_bytes, fulfillment from invoice_documents where order_number = $1",
      [order.orderNumber],
    );
    expect(row).toMatchObject({ size_bytes: Buffer.byteLength(body.danfeXml), fulfillment: false });
    expect(row!.document.length).toBeLessThan(row!.size_bytes / 2);
    // Raw deflate of a text that begins like this begins so; what is sealed does not.
    expect(row!.document.includes("nfeProc")).toBe(false);
    expect((await seller.get(`/api/v1/orders/${order.orderNumber}/fulfillment/invoices/download`)).status).toBe(204);
  });

  it("comes back in the encoding that it declares, as it came out of the seller's system", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    const body = await invoicing(order);
    const danfeXml = body.danfeXml.replace("UTF-8", "ISO-8859-1");
    const taken = await seller.put(order.path("status/invoiced"), { ...body, danfeXml });
    expect([taken.status, taken.json.invoice.validationErrors], taken.text).toEqual([200, []]);
    const headers = { client_id: seller.clientId, access_token: seller.accessToken };
    const reply = await fetch(marketplace.baseUrl + order.path("invoice/document"), { headers });
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect([reply.headers.get("content-type"), bytes.toString("latin1")]).toEqual(["application/xml", danfeXml]);
  });

  it("tells number and line where the request does not", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    const body = await invoicing(order, { number: undefined, line: undefined, key: undefined });
    const reply = await seller.put(order.path("status/invoiced"), body);
    expect([reply.status, reply.json.invoice], reply.text).toMatchObject([200, { number: String(5_000 + issued), line: "1" }]);
  });

  it("is 404 without one, without the order and without the shipping, and for everybody else", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    await seller.put(order.path("status/invoiced"), await invoicing(order, { danfeXml: undefined }));
    expect(codeOf(await seller.get(order.path("invoice/document")))).toBe("invoice_document_unknown");
    expect(codeOf(await seller.get("/api/v1/orders/NADA/shippings/1/invoice/document"))).toBe("order_unknown");
    expect(codeOf(await seller.get(`/api/v1/orders/${order.orderNumber}/shippings/99999/invoice/document`))).toBe("shipping_unknown");
    expect((await (await marketplace.seller()).get(order.path("invoice/document"))).status).toBe(404);
  });
});

describe("an invoice that carries its own cancellation", () => {
  it("is refused, whoever brings it, with the event's protocol and date; a correction letter is noted", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    const body = await invoicing(order);
    const carrying = (kind: string) => body.danfeXml.replace("</nfeProc>", `${eventXml({ kind, accessKey: body.key })}</nfeProc>`);
    const refused = await seller.put(order.path("status/invoiced"), { ...body, danfeXml: carrying("110111") });
    expect([refused.status, ...found(refused.json.details)]).toEqual([400, "danfe_canceled /danfeXml"]);
    expect(refused.json.notifications[0]).toMatch(/110111 \(cancelamento\).*135260000000777 em 2026-11-20T11:00:00-03:00/);
    expect(refused.json.details[0].received).toMatchObject({ tpEvento: "110111", nProt: "135260000000777" });

    const operator = await marketplace.operator("fulfillment");
    const shipping = { platformId: "PARTNER_ENTREGAS", items: [{ sku: "VISEIRA" }] };
    const kept = await buy(seller, "VISEIRA", { paid: true, shippings: [shipping], items: undefined });
    const operated = await operator.post(deskPath(seller, kept.orderNumber, `shippings/${kept.shippingCodes[0]}/invoice`), {
      danfeXml: carrying("110112"),
    });
    expect([operated.status, ...found(operated.json.details)]).toEqual([400, "danfe_canceled /danfeXml"]);

    const taken = await seller.put(order.path("status/invoiced"), { ...body, danfeXml: carrying("110110") });
    expect([taken.status, found(taken.json.invoice.validationErrors)], taken.text).toEqual([200, ["danfe_event /danfeXml"]]);
    const { invoice } = (await seller.get(order.path(), { headers: { "accept-language": "en" } })).json;
    expect(invoice.validationErrors[0].message).toContain("event 110110 (correction letter), registered with protocol");
  });
});

describe("the rehearsal of an invoicing (beyond M12)", () => {
  const rehearse = (order: Bought, body: unknown) => seller.post(order.path("invoice/validate"), body);

  it("says yes, changes nothing, and the invoicing then goes through", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    const stock = await stockOf(seller, "VISEIRA");
    const body = await invoicing(order);
    for (let time = 0; time < 2; time += 1) {
      const reply = await rehearse(order, body);
      expect([reply.status, reply.json], reply.text).toEqual([200, { valid: true, failures: [], errors: [], validationErrors: [] }]);
    }
    expect((await seller.get(order.path())).json).toMatchObject({ status: "approved" });
    expect(await stockOf(seller, "VISEIRA")).toEqual(stock);
    expect((await seller.get(order.path("invoice/document"))).status).toBe(404);
    expect((await seller.put(order.path("status/invoiced"), body)).status).toBe(200);
  });

  it("finds what the invoicing would refuse, all of it", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    const wrong = { key: "35", volume: 2, issueDate: "amanhã" };
    const [rehearsed, refused] = [await rehearse(order, wrong), await seller.put(order.path("status/invoiced"), wrong)];
    expect([rehearsed.status, refused.status]).toEqual([200, 400]);
    expect(rehearsed.json.valid).toBe(false);
    expect(found(rehearsed.json.failures)).toEqual(found(refused.json.details));
    expect(rehearsed.json.failures.map(({ message }: { readonly message: string }) => message)).toEqual(refused.json.notifications);
  });

  it("finds all at once: the environment, what would be noted beside it, and that another order has the key", async () => {
    const [one, other] = [await buy(seller, "VISEIRA", { paid: true }), await buy(seller, "VISEIRA", { paid: true })];
    const body = await invoicing(one);
    expect((await seller.put(one.path("status/invoiced"), body)).status).toBe(200);
    const danfeXml = body.danfeXml.replaceAll("<tpAmb>2", "<tpAmb>1").replace("<vNF>149.90", "<vNF>1.00");
    const wrong = { ...body, danfeXml, number: "1", volume: 2 };
    const [rehearsed, refused] = [await rehearse(other, wrong), await seller.put(other.path("status/invoiced"), wrong)];
    const [number, environment, volume, key] = [
      "danfe_number_differs /number",
      "danfe_environment /danfeXml",
      "volume_not_eligible /volume",
      "access_key_used /key",
    ];
    expect(found(rehearsed.json.failures)).toEqual([number, environment, volume, key]);
    expect(found(refused.json.details)).toEqual([number, environment, volume, key]);
    expect(found(rehearsed.json.validationErrors)).toEqual([
      "danfe_recipient_differs /danfeXml",
      "danfe_total_differs /danfeXml",
      "danfe_packages_differ /volume",
      "danfe_digest_differs /danfeXml",
    ]);

    const operator = await marketplace.operator("fulfillment");
    const items = [{ sku: "VISEIRA" }];
    const kept = await buy(seller, "VISEIRA", { paid: true, shippings: [{ platformId: "PARTNER_ENTREGAS", items }], items: undefined });
    const operated = await operator.post(deskPath(seller, kept.orderNumber, `shippings/${kept.shippingCodes[0]}/invoice`), { danfeXml });
    expect([operated.status, ...found(operated.json.details)]).toEqual([400, environment, "access_key_used /danfeXml"]);
  });

  it("takes the invoice's file as it lies there, says how it was read, and reads the issue date in it", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    const body = await invoicing(order);
    const latin1 = Buffer.from(body.danfeXml.replace("UTF-8", "ISO-8859-1"), "latin1");
    const reply = await rehearse(order, { danfeFile: latin1.toString("base64") });
    const file = { bytes: latin1.length, encoding: "ISO-8859-1", decodedBy: "declaration", declared: "ISO-8859-1" };
    expect([reply.status, reply.json], reply.text).toEqual([200, { valid: true, failures: [], errors: [], validationErrors: [], file }]);

    const packed = await rehearse(order, { danfeFile: gzipSync(latin1).toString("base64") });
    expect([found(packed.json.failures), Object.keys(packed.json.file)]).toEqual([["danfe_not_xml /danfeXml"], ["bytes"]]);
    const empty = await rehearse(order, { danfeFile: "" });
    expect([found(empty.json.failures), empty.json.file]).toMatchObject([["danfe_empty /danfeXml"], { bytes: 0 }]);
    const mistaken = await rehearse(order, { danfeFile: body.danfeXml });
    expect(found(mistaken.json.failures)).toEqual(["not_base64 /danfeFile"]);
  });

  it("asks for the issue date where invoicing does, which reads it nowhere and takes no file", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    const { issueDate: _without, ...body } = await invoicing(order);
    const [rehearsed, refused] = [await rehearse(order, body), await seller.put(order.path("status/invoiced"), body)];
    expect(found(rehearsed.json.failures)).toEqual(["required /issueDate"]);
    expect(rehearsed.json.failures[0].message).toBe(refused.json.notifications[0]);
    const file = { danfeFile: Buffer.from(body.danfeXml).toString("base64") };
    expect(found((await seller.put(order.path("status/invoiced"), file)).json.details)).toEqual(["required /issueDate"]);
    for (const nothing of [{}, { issueDate: "ontem" }, []])
      expect(found((await rehearse(order, nothing)).json.failures)).toEqual(
        found((await seller.put(order.path("status/invoiced"), nothing)).json.details),
      );
  });

  it("tells what would only be noted", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    const { danfeXml: _without, key, ...body } = await invoicing(order);
    const otherDigit = `${key.slice(0, -1)}${(Number(key.at(-1)) + 1) % 10}`;
    const { json } = await rehearse(order, { ...body, key: otherDigit });
    expect([json.valid, found(json.validationErrors)]).toEqual([true, ["access_key_check_digit /key"]]);
  });

  it("knows keys of other orders, and tells them only as used", async () => {
    const [one, other] = [await buy(seller, "VISEIRA", { paid: true }), await buy(seller, "VISEIRA", { paid: true })];
    const body = await invoicing(one, { danfeXml: undefined });
    await seller.put(one.path("status/invoiced"), body);
    const { json } = await rehearse(other, body);
    expect([json.valid, found(json.failures)]).toEqual([false, ["access_key_used /key"]]);
  });

  it("lets the shippings of one order share an invoice (decisions 5)", async () => {
    const items = [{ sku: "VISEIRA" }];
    const order = await buy(seller, "VISEIRA", { paid: true, shippings: [{ items }, { items }], items: undefined });
    const body = await invoicing(order, { danfeXml: undefined });
    expect((await seller.put(order.path("status/invoiced"), body)).status).toBe(200);
    const rehearsed = await seller.post(order.path("invoice/validate", 1), body);
    expect(rehearsed.json.valid, rehearsed.text).toBe(true);
    const second = await seller.put(order.path("status/invoiced", 1), body);
    expect([second.status, second.json.invoice?.accessKey], second.text).toEqual([200, body.key]);
    expect(await broken(marketplace)).toEqual([]);
  });

  it.each([
    ["", {}],
    [", and again under the same key", { "idempotency-key": "shipping-" }],
  ])("is taken for one shipping of an order at a time (seed 7)%s", async (_, key: Readonly<Record<string, string>>) => {
    const items = [{ sku: "VISEIRA" }];
    const order = await buy(seller, "VISEIRA", { paid: true, shippings: [{ items }, { items }], items: undefined });
    const invoice = (nth: number) => {
      const headers = Object.fromEntries(Object.entries(key).map(([name, value]) => [name, `${value}${order.orderNumber}-${nth}`]));
      return seller.put(order.path("status/invoiced", nth), { issueDate: isoDateTime(NOON) }, { headers });
    };
    const both = await Promise.all([invoice(0), invoice(1)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const late = both.findIndex(({ status }) => status === 409);
    expect([both[late]!.json.details[0].code, both[late]!.headers.get("retry-after")]).toEqual(["order_being_invoiced", "1"]);
    expect((await invoice(late)).status).toBe(200);
    expect((await seller.get(`/api/v1/orders/${order.orderNumber}`)).json.orderStatus).toBe("Invoiced");
    expect(await broken(marketplace)).toEqual([]);
  });

  it("stands once in an archive when two shippings share it", async () => {
    const shipping = { platformId: "PARTNER_ENTREGAS", items: [{ sku: "VISEIRA" }] };
    const order = await buy(seller, "VISEIRA", { paid: true, shippings: [shipping, shipping], items: undefined });
    const { danfeXml } = await invoicing(order);
    const operator = await marketplace.operator("fulfillment");
    for (const code of order.shippingCodes) {
      const reply = await operator.post(deskPath(seller, order.orderNumber, `shippings/${code}/invoice`), { danfeXml });
      expect(reply.status, reply.text).toBe(200);
    }
    const rows = await marketplace.database.query<{ fulfillment: boolean }>(
      "select fulfillment from invoice_documents where order_number = $1 order by shipping_code",
      [order.orderNumber],
    );
    expect(rows.map(({ fulfillment }) => fulfillment)).toEqual([true, false]);
  });

  it("gives the invoice on record where there is one already", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    const body = await invoicing(order, { danfeXml: undefined });
    await seller.put(order.path("status/invoiced"), body);
    const [failure] = (await rehearse(order, body)).json.failures;
    expect(failure).toMatchObject({ code: "order_already_invoiced", current: { accessKey: body.key } });
    const { actions } = (await seller.get(order.path())).json;
    expect(actions.find(({ rel }: { rel: string }) => rel === "invoiced").blockedBy).toMatchObject({
      code: "order_already_invoiced",
      current: { accessKey: body.key },
    });
  });

  it("says when the order cannot be invoiced at all", async () => {
    const order = await buy(seller, "VISEIRA");
    const { json } = await rehearse(order, await invoicing(order));
    expect(found(json.failures)).toEqual(["order_move_refused "]);
    expect((await rehearse({ ...order, path: () => "/api/v1/orders/NADA/shippings/1/invoice/validate" }, {})).status).toBe(404);
  });
});
