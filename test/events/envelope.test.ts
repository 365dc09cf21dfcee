import { describe, expect, it } from "vitest";
import { envelope, feedItem, resourceKindOf, type EventRow } from "../../src/events/envelope.ts";
import { eventMessage } from "../../src/events/event-messages.ts";
import { MOVES } from "../../src/catalog/index.ts";
import { ORDER_MOVES } from "../../src/orders/index.ts";
import { NOON } from "../harness.ts";

const ORDER: EventRow = {
  seller_id: 1001,
  seq: 42,
  at: NOON,
  name: "order.status",
  resource: "order/5511 0001",
  version: 3,
  actor: "credential:crd_7f",
  cause: "invoice",
  payload: JSON.stringify({ from: "approved", to: "Invoiced", orderStatus: "approved", shippingCode: 7, requestId: "req-1" }),
};
const PRODUCT: EventRow = {
  ...ORDER,
  name: "product.status",
  resource: "product/TEN/BRISA",
  cause: "validation",
  actor: "automatic validation",
  payload: JSON.stringify({ from: "RECEIVED", to: "CATALOGING", critiques: 0 }),
};

describe("the envelope of an event (decisions 7)", () => {
  it("is pushed letter for letter", () => {
    expect(JSON.stringify(envelope(ORDER, { prevSeq: 40, url: "https://loja.example/avisos" }), undefined, 1)).toBe(
      JSON.stringify(
        {
          id: "evt_1001_42",
          seq: 42,
          prevSeq: 40,
          sellerId: 1001,
          name: "order.status",
          eventCode: "PEDIDO_ALTERADO",
          eventAction: "PEDIDO",
          eventMessage: "Uma entrega do pedido faturada",
          eventDate: "2026-11-20T12:00:00.000-03:00",
          urlNotifyService: "https://loja.example/avisos",
          parameters: { orderNumber: "5511 0001" },
          status: "approved",
          resourceVersion: 3,
          expands: ["shippings", "items", "devolutionItems"],
          links: [
            { rel: "self", href: "/api/v1/orders/5511%200001" },
            { rel: "timeline", href: "/api/v1/orders/5511%200001/timeline" },
          ],
        },
        undefined,
        1,
      ),
    );
  });

  it("says of a product the seed's word, and of its sku everything behind the first slash", () => {
    const told = envelope(PRODUCT, { prevSeq: null });
    expect(told).toMatchObject({
      prevSeq: null,
      eventCode: "PRODUTO_ALTERADO",
      eventAction: "PRODUTO",
      eventMessage: "Produto em catalogação",
      parameters: { sku: "TEN/BRISA" },
      status: "Em catalogação",
      links: [
        { rel: "self", href: "/api/v2/products/TEN%2FBRISA" },
        { rel: "status", href: "/api/v2/products/TEN%2FBRISA/status" },
      ],
    });
    expect(told).not.toHaveProperty("urlNotifyService");
    expect(resourceKindOf(PRODUCT)).toBe("product");
  });

  it("says that an order has moved only where all of it has", () => {
    const said = (facts: object) => {
      const payload = JSON.stringify({ ...(JSON.parse(ORDER.payload) as object), ...facts });
      return envelope({ ...ORDER, payload }, { prevSeq: null }).eventMessage;
    };
    expect([said({}), said({ orderStatus: "Invoiced" })]).toEqual(["Uma entrega do pedido faturada", "Pedido faturado"]);
  });

  it("has in the feed who did it, why, and what moved from where to where", () => {
    expect(feedItem(ORDER)).toMatchObject({
      prevSeq: 41,
      by: "credential",
      cause: "invoice",
      changes: { from: "approved", to: "Invoiced", shippingCode: 7 },
      requestId: "req-1",
    });
    expect(feedItem(PRODUCT)).toMatchObject({ by: "automatic validation", changes: { from: "Recebido", to: "Em catalogação" } });
    expect(feedItem({ ...PRODUCT, seq: 1, payload: '{"from":null,"to":"RECEIVED"}' })).toMatchObject({
      prevSeq: null,
      changes: { to: "Recebido" },
    });
  });

  it("tells of a payload what it knows, and nothing else", () => {
    const canary = { customer: "canary-name", reason: "canary-reason", to: "approved" };
    const row = { ...ORDER, payload: JSON.stringify(canary), actor: "operator:canary-key" };
    expect(JSON.stringify([envelope(row, { prevSeq: 1 }), feedItem(row)])).not.toContain("canary");
  });

  it("has no status where nothing has one", () => {
    const row = { ...ORDER, name: "credential.expiring", resource: "credential/crd_7f", cause: "timer", payload: "{}" };
    expect(envelope(row, { prevSeq: 1 })).not.toHaveProperty("status");
    expect(feedItem(row)).toMatchObject({ parameters: { credentialId: "crd_7f" }, changes: {} });
  });

  it.each([
    ...ORDER_MOVES.map(({ move, to }) => ["order", "order.status", move, to] as const),
    ...MOVES.filter(({ move }) => !["criticize", "catalog", "clear"].includes(move)).map(
      ({ move, to }) => ["product", "product.status", move, to] as const,
    ),
    ...MOVES.filter(({ move }) => ["criticize", "catalog", "clear"].includes(move)).map(
      ({ to }) => ["product", "product.status", "validation", to] as const,
    ),
  ])("has a sentence of its own: %s %s %s to %s", (kind, name, cause, to) => {
    expect(eventMessage(kind, { name, cause, to })).not.toBe(eventMessage(kind, { name, cause: "" }));
  });
});
