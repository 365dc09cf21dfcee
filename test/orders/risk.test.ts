import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDateTime } from "../../src/platform/basics/clock.ts";
import { NOON, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { broken, codesIn, deskPath } from "./desk.ts";
import { buy, onSale, stockOf, type Bought } from "./goods.ts";

let marketplace: Marketplace;
let seller: Seller;
let risk: Client;
let clerk: Client;
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller({ name: "Loja Aurora" });
  [risk, clerk] = await Promise.all([marketplace.operator("risk"), marketplace.operator("orders")]);
  await onSale(marketplace, seller, { VISEIRA: 100 });
});
afterAll(() => marketplace.stop());

const at = ({ orderNumber }: Bought, word = "") => deskPath(seller, orderNumber, word);
const statusOf = async ({ orderNumber }: Bought) => (await seller.get(`/api/v1/orders/${orderNumber}`)).json.orderStatus as string;
const reason = { reason: "Cartão usado em três estados no mesmo dia" };

describe("an order in risk analysis (seed 3.2, decisions 5)", () => {
  it("is frozen, neither invoiced nor canceled meanwhile, released and sold", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    const frozen = await risk.post(at(order, "freeze"), reason);
    expect([frozen.status, frozen.json.orderStatus], frozen.text).toEqual([200, "Frozen"]);

    for (const [word, body] of [
      ["invoiced", { issueDate: isoDateTime(NOON) }],
      ["canceled", { reasonCancellationCode: 1 }],
      ["shipped", { carrier: "Correios", trackingNumber: "AA123456785BR" }],
    ] as const) {
      const refused = await seller.put(order.path(`status/${word}`), body);
      expect([refused.status, codesIn(refused)], word).toEqual([400, ["order_frozen"]]);
    }

    const released = await risk.post(at(order, "release"), reason);
    expect([released.status, released.json.orderStatus], released.text).toEqual([200, "approved"]);
    expect((await seller.put(order.path("status/invoiced"), { issueDate: isoDateTime(NOON) })).status).toBe(200);
  });

  it("is refused and gives back what it had reserved", async () => {
    const [physical, reserved] = await stockOf(seller, "VISEIRA");
    const order = await buy(seller, "VISEIRA");
    expect(await stockOf(seller, "VISEIRA")).toEqual([physical, reserved + 1]);
    expect((await risk.post(at(order, "freeze"), reason)).status).toBe(200);
    const refused = await risk.post(at(order, "refuse"), reason);
    expect([refused.status, refused.json.orderStatus], refused.text).toEqual([200, "canceled"]);
    expect(await stockOf(seller, "VISEIRA")).toEqual([physical, reserved]);
    const { json } = await seller.get(order.path());
    expect(json.cancellation).toEqual({ description: "Recusado pela análise de risco", canBePenalty: false, date: NOON });
    expect(json.actions.every(({ blockedBy }: { blockedBy?: object }) => blockedBy !== undefined)).toBe(true);
  });

  it("is told of in the timeline, its reason in the audit log alone", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    await risk.post(at(order, "freeze"), reason);
    await risk.post(at(order, "release"), reason);
    const timeline = await seller.get(`/api/v1/orders/${order.orderNumber}/timeline`);
    expect(timeline.json.items.map(({ move, by }: { move: string; by: string }) => [move, by])).toEqual([
      ["purchasePaid", "credential"],
      ["freeze", "operator"],
      ["release", "operator"],
    ]);
    expect(timeline.text).not.toContain("Cartão");
    const admin = await marketplace.operator("admin");
    const [row] = (await admin.get("/operator/v1/audit?size=1")).json.items;
    expect(row).toMatchObject({
      operation: "releaseOrder",
      role: "risk",
      status: 200,
      target: at(order, "release"),
      change: JSON.stringify(reason),
    });
  });
});

describe("the operator's moves on orders (decisions 8)", () => {
  it("approve the payment once", async () => {
    const order = await buy(seller, "VISEIRA");
    const approved = await clerk.post(at(order, "approve-payment"), {});
    expect([approved.status, approved.json.orderStatus, approved.json.paymentDate], approved.text).toEqual([200, "approved", NOON]);
    const again = await clerk.post(at(order, "approve-payment"), {});
    expect([again.status, again.json], again.text).toEqual([200, approved.json]);
  });

  it("cancel what is not invoiced, and tell the seller why", async () => {
    const [physical, reserved] = await stockOf(seller, "VISEIRA");
    const order = await buy(seller, "VISEIRA", { paid: true });
    const canceled = await clerk.post(at(order, "cancel"), { reason: "O cliente desistiu da compra" });
    expect([canceled.status, canceled.json.orderStatus], canceled.text).toEqual([200, "canceled"]);
    expect(await stockOf(seller, "VISEIRA")).toEqual([physical, reserved]);
    expect((await seller.get(order.path())).json.cancellation).toMatchObject({
      remark: "O cliente desistiu da compra",
      canBePenalty: false,
    });
  });

  it("show which of them are open, and what is in the way of the others", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    const { json } = await clerk.get(at(order));
    const open = json.actions
      .filter(({ href }: { href?: string }) => href)
      .map(({ rel, href }: { rel: string; href: string }) => [rel, href]);
    expect(open).toEqual([
      ["cancel", at(order, "cancel")],
      ["freeze", at(order, "freeze")],
    ]);
    expect(json).toMatchObject({ sellerId: seller.sellerId, orderNumber: order.orderNumber, orderStatus: "approved" });
  });

  it("ask for a reason where one is due, and for an order that is there", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    for (const word of ["freeze", "release", "refuse", "reveal"]) {
      for (const body of [{}, { reason: "" }, { reason: "  " }]) {
        const refused = await risk.post(at(order, word), body);
        expect([refused.status, refused.json.details[0].pointer], `${word} ${JSON.stringify(body)}`).toEqual([400, "/reason"]);
      }
    }
    expect(await statusOf(order)).toBe("approved");
    const unknown = await risk.post(at({ ...order, orderNumber: "404" }, "freeze"), reason);
    expect([unknown.status, codesIn(unknown)]).toEqual([404, ["order_unknown"]]);
    const other = await marketplace.seller();
    const theirs = await risk.post(`/operator/v1/sellers/${other.sellerId}/orders/${order.orderNumber}/freeze`, reason);
    expect([theirs.status, codesIn(theirs)]).toEqual([404, ["order_unknown"]]);
  });

  const BY_ORDERS = ["approve-payment", "cancel", "exchange", "check-in"];
  const BY_RISK = ["freeze", "release", "refuse"];
  it.each([...BY_ORDERS.map((word) => [word, "orders"] as const), ...BY_RISK.map((word) => [word, "risk"] as const)])(
    "%s is for the role %s and nobody else",
    async (word, role) => {
      const order = await buy(seller, "VISEIRA");
      const nobody = await marketplace.request("POST", at(order, word), { json: reason });
      expect(nobody.status).toBe(401);
      expect((await seller.post(at(order, word), reason)).status).toBe(401);
      for (const other of ["orders", "risk", "catalog", "fulfillment", "integration", "support"].filter((one) => one !== role)) {
        const refused = await (await marketplace.operator(other)).post(at(order, word), reason);
        expect([refused.status, codesIn(refused)], other).toEqual([403, ["role_missing"]]);
      }
      expect(await statusOf(order)).toBe("Created");
    },
  );

  it("leave the books in order", async () => {
    expect(await broken(marketplace)).toEqual([]);
  });
});
