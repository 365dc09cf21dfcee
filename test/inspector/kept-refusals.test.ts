import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { buy, onSale } from "../orders/goods.ts";
import { bodyOf, INVOICE } from "../orders/invoices.ts";

/** Decisions 9: whoever is refused sees what they sent; what is kept of it is masked. */
let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller();
  await onSale(market, seller, { VISEIRA: 1_000 });
});
afterAll(() => market.stop());

/** A call as the log has it. */
const logged = (reply: Reply) =>
  eventually("the call in the log", async () => {
    const { status, json, text } = await seller.get(`/api/v1/requests/${reply.headers.get("x-request-id")}`);
    return status === 200 && { json, text };
  });
const items = [{ sku: "VISEIRA" }];
const order = (customer: unknown, headers = {}) => seller.post("/api/v1/orders", { items, customer }, { headers });

describe("a refusal of something personal", () => {
  it.each([
    ["a document that is too long", { document: "canario-".repeat(4) }, "/customer/document", "canario-"],
    ["a text with a NUL", { customerName: "Ana\u0000" }, "/customer/customerName", "\\u0000"],
    ["a phone in a list", { cellPhone: ["canario"] }, "/customer/cellPhone", "canario"],
    ["a customer that is a text", "canario", "/customer", "canario"],
    ["an address that is a text", { address: "canario" }, "/customer/address", "canario"],
  ])("shows its sender %s, and keeps it masked", async (_what, customer, pointer, canary) => {
    const reply = await order(customer);
    const [detail] = reply.json.details;
    expect([reply.status, detail.pointer], reply.text).toEqual([400, pointer]);
    expect(detail.received).toContain(canary);
    const { json, text } = await logged(reply);
    expect(json.trace).toMatchObject([{ code: detail.code, pointer, received: "***" }]);
    expect(text).not.toContain(canary);
  });

  it.each([
    ["a state that is none", { state: "Sao Paulo do Sul" }, "/customer/address/state", "not_allowed"],
    ["a state's name that is none", { stateName: "ZZ" }, "/customer/address/stateName", "not_allowed"],
    ["a town that is too long", { city: "Itaquaquecetuba".repeat(9) }, "/customer/address/city", "too_long"],
    ["a town that is a number", { city: 3_550_308 }, "/customer/address/city", "wrong_type"],
  ])("keeps %s as it came: that is nobody's", async (_what, address, pointer, code) => {
    const reply = await order({ address });
    const [detail] = reply.json.details;
    expect(detail).toMatchObject({ code, pointer });
    expect(String(detail.received)).toContain(String(Object.values(address)[0]).slice(0, 60));
    const { json } = await logged(reply);
    expect(json.trace).toEqual(reply.json.details);
    expect(json.request.body.customer).toEqual({ address });
  });

  it("shows the country of a delivery that is none", async () => {
    const reply = await seller.post("/api/v1/orders", { shippings: [{ items, country: "República Federativa" }] });
    expect(reply.json.details).toMatchObject([{ pointer: "/shippings/0/country", received: "República Federativa" }]);
    expect((await logged(reply)).json.trace).toEqual(reply.json.details);
  });
});

describe("an invoice whose recipient is no CPF", () => {
  const wrong = () => {
    const body = bodyOf(INVOICE);
    return { ...body, danfeXml: body.danfeXml.replace("<CPF>529", "<CPF>X29") };
  };
  const SAID = '"X2998224725" em NFe/infNFe/dest/CPF';

  it("is refused with what stands there, and its rehearsal says the same; the log has it masked", async () => {
    const bought = await buy(seller, "VISEIRA", { paid: true });
    const refused = await seller.put(bought.path("status/invoiced"), wrong());
    const rehearsed = await seller.post(bought.path("invoice/validate"), wrong());
    expect([refused.status, rehearsed.status], rehearsed.text).toEqual([400, 200]);
    for (const reply of [refused, rehearsed]) {
      expect(reply.text).toContain(JSON.stringify(SAID).slice(1, -1));
      const { text } = await logged(reply);
      expect(text).toContain(JSON.stringify('"***" em NFe/infNFe/dest/CPF').slice(1, -1));
      expect(text).not.toContain("X2998224725");
    }
  });

  it.each(["status/invoiced", "invoice/validate"])("and so it is where %s is answered again by its Idempotency-Key", async (part) => {
    const bought = await buy(seller, "VISEIRA", { paid: true });
    const ask = () => {
      const keyed = { headers: { "idempotency-key": part } };
      return part === "status/invoiced" ? seller.put(bought.path(part), wrong(), keyed) : seller.post(bought.path(part), wrong(), keyed);
    };
    const [first, again] = [await ask(), await ask()];
    expect([again.headers.get("idempotent-replayed"), again.json]).toEqual(["true", first.json]);
    expect(again.text).toContain("X2998224725");
    const { text } = await logged(again);
    expect(text).toContain("NFe/infNFe/dest/CPF");
    expect(text).not.toContain("X2998224725");
  });
});
