import { describe, expect, it } from "vitest";
import {
  deliveryPartyOf,
  FULFILLMENT_CARRIER,
  ORDER_MOVES,
  orderStateMachine,
  PLATFORMS,
  ORDER_STATES,
  STATUS_ALIASES,
  statusOfOrder,
  type DeliveryParty,
  type OrderStatus,
} from "../../src/orders/status.ts";

const everybody: readonly DeliveryParty[] = ["seller", "marketplace", "fulfillment"];
const own: readonly DeliveryParty[] = ["seller"];
const notOperated: readonly DeliveryParty[] = ["seller", "marketplace"];
const operated: readonly DeliveryParty[] = ["fulfillment", "marketplace"];
const fulfilled: readonly DeliveryParty[] = ["fulfillment"];
const both = "both environments";

/** Decisions 5 a second time, by hand: from, move, whose, for which deliveries, where, to. */
const WRITTEN = [
  [null, "purchase", "operator", everybody, both, "Created"],
  [null, "purchase", "seller", everybody, "sandbox", "Created"],
  [null, "purchasePaid", "operator", everybody, both, "approved"],
  [null, "purchasePaid", "seller", everybody, "sandbox", "approved"],
  [null, "exchange", "operator", everybody, both, "Waiting Checkin"],
  ["Created", "approve", "seller", everybody, "sandbox", "approved"],
  ["Created", "approve", "operator", everybody, both, "approved"],
  ["Created", "approve", "timer", everybody, "sandbox", "approved"],
  ["Created", "expire", "timer", everybody, both, "canceled"],
  ["Created", "cancel", "operator", everybody, both, "canceled"],
  ["Created", "freeze", "operator", everybody, both, "Frozen"],
  ["approved", "invoice", "seller", notOperated, both, "Invoiced"],
  ["approved", "invoice", "operator", fulfilled, both, "Invoiced"],
  ["approved", "invoice", "timer", fulfilled, both, "Invoiced"],
  ["approved", "cancel", "seller", notOperated, both, "canceled"],
  ["approved", "cancel", "operator", everybody, both, "canceled"],
  ["approved", "freeze", "operator", everybody, both, "Frozen"],
  ["Invoiced", "ship", "seller", own, both, "shipped"],
  ["Invoiced", "ship", "operator", operated, both, "shipped"],
  ["Invoiced", "ship", "timer", operated, both, "shipped"],
  ["shipped", "deliver", "seller", own, both, "delivered"],
  ["shipped", "deliver", "operator", operated, both, "delivered"],
  ["shipped", "deliver", "timer", operated, both, "delivered"],
  ["Frozen", "release", "operator", everybody, both, "approved"],
  ["Frozen", "refuse", "operator", everybody, both, "canceled"],
  ["Waiting Checkin", "checkIn", "seller", everybody, both, "approved"],
  ["Waiting Checkin", "checkIn", "operator", everybody, both, "approved"],
] as const;

const spelled = (row: readonly unknown[]) =>
  row.map((part) => (Array.isArray(part) ? part.map(String).toSorted().join() : String(part))).join(" | ");

describe("what may happen to an order (seed 3.2, decisions 5)", () => {
  it("is this table, and nothing else", () => {
    const rows = ORDER_MOVES.map(({ from, move, mover, deliveries = everybody, environment = both, to }) => [
      from,
      move,
      mover,
      deliveries,
      environment,
      to,
    ]);
    expect(rows.map(spelled).toSorted()).toEqual(WRITTEN.map(spelled).toSorted());
  });

  it.each(ORDER_STATES)("$status leads where the table says, and nowhere else", ({ status }) => {
    for (const move of new Set(ORDER_MOVES.map((row) => row.move))) {
      const [row] = WRITTEN.filter(([from, name]) => from === status && name === move);
      const next = orderStateMachine.move(status, move);
      expect(typeof next === "string" ? next : undefined, move).toBe(row?.[5]);
    }
  });

  it("lets nothing happen to what was delivered or canceled", () => {
    expect([orderStateMachine.possible("delivered"), orderStateMachine.possible("canceled")]).toEqual([[], []]);
  });

  it("begins with a purchase, a paid one, or an exchange", () => {
    expect(orderStateMachine.possible(null)).toEqual(["purchase", "purchasePaid", "exchange"]);
  });
});

describe("the status of an order", () => {
  const advancing = ["Created", "Waiting Checkin", "Frozen", "approved", "Invoiced", "shipped", "delivered"] as const;

  it("is that of its least advanced shipping", () => {
    expect(ORDER_STATES.map(({ status }) => status)).toEqual([...advancing, "canceled"]);
    for (const [i, less] of advancing.entries())
      for (const more of advancing.slice(i)) expect([statusOfOrder([less, more]), statusOfOrder([more, less])]).toEqual([less, less]);
  });

  it("leaves out what is canceled, until all is", () => {
    for (const status of advancing) expect(statusOfOrder(["canceled", status, "canceled"])).toBe(status);
    expect(statusOfOrder(["canceled", "canceled"])).toBe("canceled");
  });

  it("is found by the seller's words too", () => {
    const words: Readonly<Record<string, OrderStatus>> = {
      Criado: "Created",
      Cadastrado: "Created",
      "Aguardando Check-in": "Waiting Checkin",
      Congelado: "Frozen",
      Aprovado: "approved",
      Faturado: "Invoiced",
      Enviado: "shipped",
      Entregue: "delivered",
      Cancelado: "canceled",
    };
    expect(STATUS_ALIASES).toEqual(words);
  });
});

describe("who delivers (seed 2.5)", () => {
  it("are the words of the description", () => {
    expect(PLATFORMS).toEqual({ fulfillment: "PARTNER_ENTREGAS", marketplace: "MARKETPLACE_ENTREGAS", seller: "INTERNAL" });
    expect(FULFILLMENT_CARRIER).toEqual({ carrierId: "906", carrier: "Partner Entregas - Fulfillment" });
  });

  it.each([
    [true, "INTERNAL", "fulfillment"],
    [true, "MARKETPLACE_ENTREGAS", "fulfillment"],
    [false, "MARKETPLACE_ENTREGAS", "marketplace"],
    [false, "INTERNAL", "seller"],
    [false, "SOMETHING_ELSE", "seller"],
  ] as const)("of fulfilment %s on %s is %s", (fulfillment, platformId, delivery) => {
    expect(deliveryPartyOf({ fulfillment, platformId })).toBe(delivery);
  });
});
