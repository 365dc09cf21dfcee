import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askAndWait, seen } from "../changes/changing.ts";
import { eventually, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { broken, movesOf } from "../orders/desk.ts";
import { buy, onSale, stockOf, type Bought } from "../orders/goods.ts";
import { pathOf, publish, wares } from "../wares.ts";

let marketplace: Marketplace;
let admin: Client;
beforeAll(async () => {
  marketplace = await startMarketplace();
  admin = await marketplace.operator("admin");
});
afterAll(() => marketplace.stop());

const of = ({ sellerId }: Seller, part = "") => `/operator/v1/sellers/${sellerId}/simulators${part}`;
type Setting = { readonly name: string; readonly mode?: string; readonly parameters?: Readonly<Record<string, number>> };

/** A seller with things on sale, for whom these simulators play by themselves. */
async function played(simulators: readonly Setting[], stocks: Readonly<Record<string, number>> = { VISEIRA: 500 }): Promise<Seller> {
  const seller = await marketplace.seller();
  await onSale(marketplace, seller, stocks);
  await set(seller, simulators);
  return seller;
}
async function set(seller: Seller, simulators: readonly Setting[]): Promise<Reply> {
  const reply = await admin.put(of(seller), { simulators: simulators.map((one) => ({ mode: "automatic", ...one })) });
  expect(reply.status, reply.text).toBe(200);
  return reply;
}
const pass = async (by: string) => {
  const { status, json, text } = await admin.post("/operator/v1/clock/moves", { by });
  expect(status, text).toBe(200);
  if (!json.moved.finished)
    await eventually("the clock to arrive", async () => (await admin.get("/operator/v1/clock")).json.movingTo === undefined);
};
const orderOf = async (seller: Seller, { orderNumber }: Pick<Bought, "orderNumber">) =>
  (await seller.get(`/api/v1/orders/${orderNumber}?expand=shippings`)).json;
const actorsOf = async ({ sellerId }: Seller) =>
  (
    await marketplace.database.query<{ actor: string; cause: string }>("select distinct actor, cause from events where seller_id = $1", [
      sellerId,
    ])
  ).map(({ actor, cause }) => `${actor} ${cause}`);
const shippedBy = (platformId: string) => ({ items: undefined, shippings: [{ platformId, items: [{ sku: "VISEIRA" }] }] });

describe("payment", () => {
  it("approves what is paid, when its means takes so long; what is not paid expires", async () => {
    const seller = await played([{ name: "payment", parameters: { paidShare: 0.5 } }]);
    const orders: Bought[] = [];
    for (let nth = 0; nth < 20; nth += 1) orders.push(await buy(seller, "VISEIRA"));
    await pass("4d");
    const moves = await Promise.all(orders.map(({ orderNumber }) => movesOf(marketplace, seller, orderNumber)));
    expect(new Set(moves.map((one) => one.join()))).toEqual(new Set(["purchase,approve", "purchase,expire"]));
    expect(await actorsOf(seller)).toContain("simulator:payment approve");
    const rows = await marketplace.database.query<{ at: string }>("select at from events where seller_id = $1 and cause = 'approve'", [
      seller.sellerId,
    ]);
    expect(new Set(rows.map(({ at }) => at)).size, "each at its own instant").toBe(rows.length);
  });

  it("leaves alone what somebody else approved first, and does nothing when it is manual", async () => {
    const seller = await played([{ name: "payment", parameters: { paidShare: 1 } }]);
    const early = await buy(seller, "VISEIRA");
    expect((await seller.put(early.path("status/approved"), {})).status).toBe(200);
    await set(seller, [{ name: "payment", mode: "manual" }]);
    const later = await buy(seller, "VISEIRA");
    await pass("2d");
    expect(await movesOf(marketplace, seller, early.orderNumber)).toEqual(["purchase", "approve"]);
    expect(await movesOf(marketplace, seller, later.orderNumber)).toEqual(["purchase"]);
    expect(await actorsOf(seller)).not.toContain("simulator:payment approve");
  });
});

describe("risk analysis", () => {
  it("freezes, then releases or refuses", async () => {
    const seller = await played([{ name: "risk", parameters: { freezeShare: 1, refuseShare: 0.5 } }]);
    const orders: Bought[] = [];
    for (let nth = 0; nth < 8; nth += 1) orders.push(await buy(seller, "VISEIRA", { paid: true }));
    await pass("4d");
    const moves = await Promise.all(orders.map(({ orderNumber }) => movesOf(marketplace, seller, orderNumber)));
    expect(new Set(moves.map((one) => one.join()))).toEqual(new Set(["purchasePaid,freeze,release", "purchasePaid,freeze,refuse"]));
  });
});

describe("carriers", () => {
  it("ship what was invoiced with marketplace-run delivery, and deliver, in days and not by the timer", async () => {
    const seller = await played([{ name: "carriers" }]);
    const order = await buy(seller, "VISEIRA", { paid: true, ...shippedBy("MARKETPLACE_ENTREGAS") });
    const now = (await admin.get("/operator/v1/clock")).json.now as string;
    expect((await seller.put(order.path("status/invoiced"), { issueDate: now })).status).toBe(200);
    await pass("1h");
    expect((await orderOf(seller, order)).orderStatus).toBe("Invoiced");
    await pass("10d");
    expect(["shipped", "delivered"]).toContain((await orderOf(seller, order)).orderStatus);
    await pass("40d");
    const shown = await orderOf(seller, order);
    expect([shown.orderStatus, shown.shippings[0].transport.trackingNumber]).toEqual(["delivered", expect.stringMatching(/^ME\d{9}BR$/)]);
    expect(await actorsOf(seller)).toEqual(expect.arrayContaining(["simulator:carriers ship", "simulator:carriers deliver"]));
  });
});

describe("the fulfilment operator", () => {
  it("invoices with a document of valid form, ships and delivers", async () => {
    const seller = await played([{ name: "fulfillment", parameters: { pace: 0.01 } }]);
    const order = await buy(seller, "VISEIRA", { paid: true, ...shippedBy("PARTNER_ENTREGAS") });
    await pass("1d");
    const shown = await orderOf(seller, order);
    expect(shown.orderStatus).toBe("delivered");
    expect(shown.shippings[0].invoice.accessKey).toMatch(/^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$/);
    expect((await seller.get(`/api/v1/orders/${order.orderNumber}/fulfillment/invoices/download`)).status).toBe(200);
    expect(await actorsOf(seller)).toContain("simulator:fulfillment invoice");
  });
});

describe("exchanges", () => {
  it("come back, are checked in, and go out again", async () => {
    const seller = await played([
      { name: "fulfillment", parameters: { pace: 0 } },
      { name: "exchanges", parameters: { exchangeShare: 1 } },
    ]);
    const order = await buy(seller, "VISEIRA", { paid: true, ...shippedBy("PARTNER_ENTREGAS") });
    await pass("60d");
    expect(await movesOf(marketplace, seller, `${order.orderNumber}T`)).toEqual(["exchange", "checkIn", "invoice", "ship", "deliver"]);
    expect(await actorsOf(seller)).toEqual(expect.arrayContaining(["simulator:exchanges exchange", "simulator:exchanges checkIn"]));
  });
});

describe("reviewers", () => {
  it("approve after a while, and send a share back with a reason", async () => {
    const seller = await marketplace.seller();
    const shop = await wares(`${marketplace.baseUrl}/images`);
    const skus = Array.from({ length: 12 }, (_, nth) => `VISEIRA-${nth}`);
    for (const sku of skus) await publish(seller, shop.visor(sku));
    const codes = () => Promise.all(skus.map(async (sku) => (await seller.get(pathOf(sku, "status"))).json.code as string));
    await eventually("all of them in cataloguing", async () => (await codes()).every((code) => code === "CATALOGING"));
    // Products that wait already are reviewed too.
    await set(seller, [{ name: "reviewers", parameters: { criticizeShare: 0.4 } }]);
    await pass("3d");
    expect(new Set(await codes())).toEqual(new Set(["APPROVED", "CRITICIZED"]));
    const { json } = await seller.get("/api/v2/products/critiques");
    expect(json.items[0]).toMatchObject({ stage: "review", severity: "error", message: expect.stringMatching(/./) });
    expect(await actorsOf(seller)).toEqual(
      expect.arrayContaining(["simulator:reviewers reviewApprove", "simulator:reviewers reviewCriticize"]),
    );
  });
});

describe("reviewers of changes", () => {
  const NAMES = Array.from({ length: 10 }, (_, nth) => `VISEIRA-${nth}`);
  const rename = (sku: string) => ({ "/name": `Viseira Nova ${sku} Unissex` });

  it("approve after a while, and refuse a share with a reason that the seller reads", async () => {
    const seller = await played([], Object.fromEntries(NAMES.map((sku) => [sku, 5])));
    const asked = [];
    for (const sku of NAMES) asked.push({ sku, id: (await askAndWait(seller, sku, rename(sku))).id });
    // What waits already is decided too.
    await set(seller, [{ name: "reviewers", parameters: { refuseChangeShare: 0.4 } }]);
    await pass("3d");
    const decided = await Promise.all(asked.map(({ sku, id }) => seen(seller, sku, id)));
    expect(new Set(decided.map(({ fields }) => fields[0]!.state))).toEqual(new Set(["approved", "refused"]));
    for (const [i, { fields }] of decided.entries()) {
      const [{ state, message, decidedBy }] = fields as [(typeof fields)[number]];
      expect(decidedBy).toBe("simulator");
      const { name } = (await seller.get(pathOf(asked[i]!.sku))).json;
      expect(name === rename(asked[i]!.sku)["/name"], state).toBe(state === "approved");
      if (state === "refused") expect(message).toMatch(/\w/);
    }
    expect(await actorsOf(seller)).toContain("simulator:reviewers decide");
    expect((await admin.get(of(seller))).json.simulators.at(-1)).toMatchObject({ name: "reviewers", waiting: 0 });
  });

  it("decide when they are asked, and only what is their seller's", async () => {
    const seller = await played([{ name: "reviewers", mode: "manual" }], { BONE: 5, VISEIRA: 5 });
    const other = await played([], { VISEIRA: 5 });
    const { id } = await askAndWait(seller, "BONE", { ...rename("BONE"), "/gender": "Homem" });
    const asks = async (act: string, changeRequestId = id) =>
      (await admin.post(of(seller, "/reviewers/acts"), { act, changeRequestId })).json;
    const { id: foreign } = await askAndWait(other, "VISEIRA", rename("VISEIRA"));
    expect(await asks("approveChange", foreign)).toMatchObject({ status: 404, body: { details: [{ code: "change_unknown" }] } });
    expect(await asks("approveChange")).toMatchObject({ operation: "decideChange", status: 200, body: { state: "decided" } });
    expect((await seen(seller, "BONE", id)).fields.map(({ state }) => state)).toEqual(["approved", "approved"]);
    expect(await asks("refuseChange")).toMatchObject({ status: 409, body: { details: [{ code: "change_already_decided" }, {}] } });
    const refused = await askAndWait(seller, "VISEIRA", rename("VISEIRA"));
    expect(await asks("refuseChange", refused.id)).toMatchObject({ status: 200, body: { fields: [{ state: "refused" }] } });
  });
});

describe("shoppers", () => {
  it("buy what is on sale, at random but never beyond the stock, and some cancel", async () => {
    const parameters = { ordersPerHour: 8, paidShare: 0.4, cancelShare: 0.5, greedShare: 0.1, marketplaceShare: 0.5 };
    const seller = await played([{ name: "shoppers", parameters }], { VISEIRA: 9, BONE: 7, BOLSA: 5 });
    await pass("10h");
    const rows = await marketplace.database.query<{ cause: string; count: string }>(
      "select cause, count(*) from events where seller_id = $1 and name = 'order.status' group by cause",
      [seller.sellerId],
    );
    const counts = Object.fromEntries(rows.map(({ cause, count }) => [cause, Number(count)]));
    expect(Object.keys(counts).toSorted()).toEqual(["cancel", "purchase", "purchasePaid"]);
    for (const sku of ["VISEIRA", "BONE", "BOLSA"]) {
      const [physical, reserved] = await stockOf(seller, sku);
      expect(reserved).toBeLessThanOrEqual(physical);
    }
    const [state] = await marketplace.database.query<{ purchases: number }>(
      "select purchases from simulators where seller_id = $1 and name = 'shoppers'",
      [seller.sellerId],
    );
    // They go on when everything is sold, and buy again what is cancelled.
    expect(state!.purchases).toBeGreaterThan(30);
    const again = () => marketplace.database.query("select from orders where seller_id = $1", [seller.sellerId]);
    const before = (await again()).length;
    // As if whoever carried it out had died before noting that.
    await marketplace.database.query(
      "insert into simulated_acts (seller_id, act_id, simulator, act, subject, due_at) values ($1, 'shoppers buy 1', 'shoppers', 'buy', '1', 0)",
      [seller.sellerId],
    );
    await pass("1s");
    expect((await again()).length).toBe(before);
    await set(seller, [{ name: "shoppers", mode: "off" }]);
    await pass("1d");
    const [after] = await marketplace.database.query("select from simulated_acts where seller_id = $1 and act = 'buy'", [seller.sellerId]);
    expect(after).toBeUndefined();
  });

  it("come one after the other, also when they are set while one is buying", async () => {
    const { query } = marketplace.database;
    const shoppers = { name: "shoppers", parameters: { ordersPerHour: 0.5 } };
    const seller = await played([shoppers]);
    const { nextAt } = (await admin.get(of(seller))).json.simulators[0];
    await query("begin");
    await query("select from seller_counters where seller_id = $1 for update", [seller.sellerId]);
    const arriving = admin.post("/operator/v1/clock/moves", { to: nextAt });
    const held = "select from simulated_acts where seller_id = $1 and act = 'buy' and lease_until > now()";
    await eventually("one to be buying", async () => (await query(held, [seller.sellerId])).length > 0);
    await set(seller, [shoppers]);
    await query("rollback");
    await arriving;
    await eventually("it to be bought", async () => (await query("select from orders where seller_id = $1", [seller.sellerId])).length > 0);
    await eventually("nobody to be buying", async () => (await query(held, [seller.sellerId])).length === 0);
    expect((await admin.get(of(seller))).json.simulators[0].waiting).toBe(1);
    await set(seller, [{ name: "shoppers", mode: "off" }]);
  });
});

describe("two workers", () => {
  it("carry every act out once", async () => {
    const second = await startMarketplace({ clock: marketplace.clock, database: marketplace.database });
    const seller = await played([
      { name: "payment", parameters: { paidShare: 1, pace: 0 } },
      { name: "fulfillment", parameters: { pace: 0 } },
    ]);
    const orders = await Promise.all(Array.from({ length: 40 }, () => buy(seller, "VISEIRA", shippedBy("PARTNER_ENTREGAS"))));
    await eventually("all of them to be delivered", async () => {
      const rows = await marketplace.database.query("select from orders where seller_id = $1 and status <> 'delivered' limit 1", [
        seller.sellerId,
      ]);
      return rows.length === 0;
    });
    for (const { orderNumber } of orders)
      expect(await movesOf(marketplace, seller, orderNumber)).toEqual(["purchase", "approve", "invoice", "ship", "deliver"]);
    await second.stop();
  });
});

describe("a seller's simulators", () => {
  it("are all manual until somebody says otherwise, and are set together or one by one", async () => {
    const seller = await marketplace.seller();
    const shown = await admin.get(of(seller));
    expect(shown.json.simulators.map(({ name, mode }: Setting) => [name, mode])).toEqual(
      ["shoppers", "payment", "risk", "fulfillment", "carriers", "exchanges", "reviewers"].map((name) => [name, "manual"]),
    );
    const body = { mode: "automatic", seed: 7, pace: 0.5, simulators: [{ name: "risk", mode: "off", parameters: { freezeShare: 1 } }] };
    const put = await admin.put(of(seller), body);
    expect(put.status, put.text).toBe(200);
    expect((await admin.get(of(seller))).json.simulators.map(({ mode }: Setting) => mode)).toEqual([
      ...Array.from({ length: 2 }, () => "automatic"),
      "off",
      ...Array.from({ length: 4 }, () => "automatic"),
    ]);
    expect(put.json.simulators[2]).toMatchObject({ name: "risk", seed: 7, parameters: { freezeShare: 1, refuseShare: 0.2, pace: 0.5 } });
    expect(put.json.simulators[0]).toMatchObject({ waiting: 1, nextAt: expect.stringMatching(/^20\d\d-/) });
    await admin.put(of(seller), { mode: "off" });
  });

  it("act when they are asked, each through the operation of its own", async () => {
    // A greedy shopper, by chance, would be refused.
    const seller = await played([{ name: "shoppers", mode: "manual", parameters: { greedShare: 0 } }]);
    const asks = async (simulator: string, body: object) => (await admin.post(of(seller, `/${simulator}/acts`), body)).json;
    const bought = await asks("shoppers", { act: "buy" });
    expect(bought).toMatchObject({ simulator: "shoppers", operation: "createOrder", status: 201 });
    const { json: order } = await seller.post("/api/v1/orders", shippedBy("MARKETPLACE_ENTREGAS"));
    const { orderNumber } = order;
    expect(await asks("payment", { act: "approve", orderNumber })).toMatchObject({ operation: "approvePayment", status: 200 });
    expect(await asks("payment", { act: "approve", orderNumber })).toMatchObject({ status: 200, body: { orderStatus: "approved" } });
    expect(await asks("carriers", { act: "deliver", orderNumber })).toMatchObject({ status: 400, body: { type: "Business_Logic_Error" } });
    expect(await asks("risk", { act: "freeze", orderNumber })).toMatchObject({ operation: "freezeOrder", status: 200 });
    expect(await asks("risk", { act: "release", orderNumber })).toMatchObject({ status: 200, body: { orderStatus: "approved" } });
    const issueDate = (await admin.get("/operator/v1/clock")).json.now;
    await seller.put(`/api/v1/orders/${orderNumber}/shippings/${order.shippings[0].shippingCode}/status/invoiced`, { issueDate });
    expect(await asks("carriers", { act: "ship", orderNumber })).toMatchObject({ operation: "shipShipping", status: 200 });
    expect(await asks("carriers", { act: "deliver", orderNumber })).toMatchObject({ operation: "deliverShipping", status: 200 });
    expect(await asks("exchanges", { act: "exchange", orderNumber })).toMatchObject({ operation: "exchangeOrder", status: 201 });
    const timeline = (await seller.get(`/api/v1/orders/${orderNumber}/timeline`)).json;
    expect(timeline.items.at(-1)).toMatchObject({ by: "simulator" });
  });

  it.each([
    ["shoppers", { act: "approve" }, "simulator_act_unknown"],
    ["payment", { act: "approve" }, "simulator_subject_missing"],
    ["carriers", { act: "ship", orderNumber: "1" }, "order_unknown"],
    ["shoppers", { act: "buy" }, "nothing_on_sale"],
    ["risk", { act: "freeze", orderNumber: "1" }, "simulator_off"],
  ])("refuse what cannot be asked of %s: %j", async (simulator, body, code) => {
    const seller = await marketplace.seller();
    if (code === "simulator_off") await set(seller, [{ name: "risk", mode: "off" }]);
    const reply = await admin.post(of(seller, `/${simulator}/acts`), body);
    expect(reply.json.details[0].code, reply.text).toBe(code);
  });

  it("refuse parameters of others, and a seller that is not there", async () => {
    const seller = await marketplace.seller();
    const reply = await admin.put(of(seller), { simulators: [{ name: "payment", parameters: { freezeShare: 1 } }] });
    expect([reply.status, reply.json.details[0]]).toMatchObject([
      422,
      { code: "simulator_parameter_foreign", pointer: "/simulators/0/parameters/freezeShare" },
    ]);
    expect((await admin.get("/operator/v1/sellers/999999/simulators")).status).toBe(404);
  });

  it("leave the marketplace sound", async () => {
    expect(await broken(marketplace)).toEqual([]);
  });
});
