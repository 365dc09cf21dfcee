import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blockedBy } from "../../src/orders/actions.ts";
import { isoDateTime } from "../../src/platform/basics/clock.ts";
import { failureMessage } from "../../src/platform/contract/errors.ts";
import { NOON, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { deskPath } from "./desk.ts";
import { boughtIn, buy, onSale } from "./goods.ts";

let marketplace: Marketplace;
let seller: Seller;
let desk: Client;
beforeAll(async () => {
  marketplace = await startMarketplace({ settings: { FULFILLMENT_INVOICING_SECONDS: "0" } });
  seller = await marketplace.seller();
  desk = await marketplace.operator("admin");
  await onSale(marketplace, seller, { VISEIRA: 100 });
});
afterAll(() => marketplace.stop());

/** What a resource offers to who reads it. */
const offered = async (who: Client, path: string): Promise<unknown> => (await who.get(path)).json.actions;
const told = ({ status, json }: Reply) => ({ status, code: json.details[0].code as string, actions: json.actions as unknown });

describe("a refused move repeats what can be asked for instead (beyond M8)", () => {
  it.each([
    ["without its date", "invoiced", {}, "required"],
    ["with a date that is none", "invoiced", { issueDate: "ontem" }, "wrong_date"],
    ["before it is invoiced", "shipped", { carrier: "Correios", trackingNumber: "AA123456785BR" }, "order_move_refused"],
    ["for a reason that is not listed", "canceled", { reasonCancellationCode: 99 }, "cancellation_reason_unknown"],
    ["for a reason that is too long", "canceled", { reasonCancellationCode: "x".repeat(301) }, "too_long"],
    ["as something else", "approved", { status: "shipped" }, "not_allowed"],
  ])("to a seller, %s: %s", async (_how, word, body, code) => {
    const order = await buy(seller, "VISEIRA", { paid: word !== "approved" });
    const refusal = told(await seller.put(order.path(`status/${word}`), body));
    expect(refusal).toEqual({ status: 400, code, actions: await offered(seller, order.path()) });
  });

  it.each([
    ["shipped", { carrier: {}, trackingNumber: 1.5 }, ["/carrier", "/trackingNumber"]],
    ["shipped", [], [""]],
    ["canceled", { reasonCancellationCode: { code: 1 } }, ["/reasonCancellationCode"]],
    ["canceled", { cancellationReason: [] }, ["/cancellationReason"]],
    ["canceled", { reasonCancellationCode: 99, cancellationReason: 1.5 }, ["/cancellationReason", "/reasonCancellationCode"]],
    ["invoiced", { issueDate: {}, key: 7.5 }, ["/issueDate", "/key"]],
  ])("and says one thing of each field, not that it is missing too: %s %j", async (word, body, pointers) => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    if (word === "shipped") await seller.put(order.path("status/invoiced"), { issueDate: isoDateTime(NOON) });
    const { status, json } = await seller.put(order.path(`status/${word}`), body);
    expect([status, json.details.map(({ pointer }: { readonly pointer: string }) => pointer).toSorted()]).toEqual([400, pointers]);
  });

  it("and in production names nothing that only the sandbox has", () => {
    const shipping = { shippingCode: 1, status: "Created", platformId: "INTERNAL", fulfillment: false, invoice: undefined } as const;
    const order = { orderNumber: "1", shippings: [shipping] };
    const said = (environment: "sandbox" | "production") =>
      failureMessage(blockedBy("invoice", order, shipping, { mover: "seller", environment })!, "en");
    expect(said("sandbox")).toContain("PUT .../status/approved > approved");
    expect(said("production")).toMatch(/from here only: marketplace: payment approval > approved, time: non-payment > canceled/);
  });

  it("to who names an invoice of another order, or a shipping that is not there", async () => {
    const [first, second] = [await buy(seller, "VISEIRA", { paid: true }), await buy(seller, "VISEIRA", { paid: true })];
    const invoice = { issueDate: isoDateTime(NOON), key: "35261112ABC34501DE35550010000012341583492714" };
    expect((await seller.put(first.path("status/invoiced"), invoice)).status).toBe(200);
    const taken = told(await seller.put(second.path("status/invoiced"), invoice));
    expect(taken).toEqual({ status: 400, code: "access_key_used", actions: await offered(seller, second.path()) });
    const order = `/api/v1/orders/${second.orderNumber}`;
    const nowhere = told(await seller.put(`${order}/shippings/999/status/delivered`, {}));
    expect(nowhere).toEqual({ status: 404, code: "shipping_unknown", actions: await offered(seller, `${order}/timeline`) });
    const unknown = await seller.put("/api/v1/orders/1/shippings/1/status/delivered", {});
    expect([unknown.status, unknown.json.actions]).toEqual([404, undefined]);
  });

  it.each([
    ["of what is not frozen", "release", { reason: "Análise" }, 400, "order_move_refused"],
    ["without its reason", "freeze", {}, 400, "required"],
    ["for no reason", "freeze", { reason: "" }, 400, "too_short"],
    ["for a reason that is too long", "cancel", { reason: "x".repeat(501) }, 400, "too_long"],
    ["of a purchase", "check-in", {}, 400, "order_move_refused"],
    ["of what was not shipped", "exchange", {}, 422, "exchange_nothing_left"],
  ])("to an operator, %s: %s", async (_how, word, body, status, code) => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    const path = deskPath(seller, order.orderNumber);
    const refusal = told(await desk.post(`${path}/${word}`, body));
    expect(refusal).toEqual({ status, code, actions: await offered(desk, path) });
  });

  it("to a check-in, and to the carriers' moves", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    const path = `/api/v1/orders/${order.orderNumber}`;
    const checkIn = told(await seller.post(`${path}/check-in`, {}));
    expect(checkIn).toEqual({ status: 400, code: "order_move_refused", actions: await offered(seller, `${path}/timeline`) });
    const shippings = [{ platformId: "PARTNER_ENTREGAS", items: [{ sku: "VISEIRA" }] }];
    const kept = boughtIn(await seller.post("/api/v1/orders", { paid: true, shippings }));
    const at = (word: string) => deskPath(seller, kept.orderNumber, `shippings/${kept.shippingCodes[0]}/${word}`);
    for (const [word, body] of [
      ["ship", {}],
      ["invoice", { danfeXml: 7 }],
    ] as const) {
      const { status, actions } = told(await desk.post(at(word), body));
      expect({ status, actions }, word).toEqual({ status: 400, actions: await offered(seller, kept.path()) });
    }
  });
});
