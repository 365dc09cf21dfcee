import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDateTime } from "../../src/platform/basics/clock.ts";
import { eventually, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { broken, deskPath, movesOf } from "./desk.ts";
import { buy, onSale, stockOf, type Bought } from "./goods.ts";

const EXPIRY_SECONDS = 3 * 24 * 3600;
const SETTINGS = { PAYMENT_EXPIRY_SECONDS: String(EXPIRY_SECONDS), LOG_LEVEL: "silent" };

let marketplace: Marketplace;
let seller: Seller;
let clerk: Client;
beforeAll(async () => {
  marketplace = await startMarketplace({ settings: SETTINGS });
  seller = await marketplace.seller({ name: "Loja Aurora" });
  clerk = await marketplace.operator("orders");
  await onSale(marketplace, seller, { VISEIRA: 1_000 });
});
afterAll(() => marketplace.stop());

const orderOf = async ({ orderNumber }: Bought, of = seller) => (await of.get(`/api/v1/orders/${orderNumber}?expand=shippings`)).json;
const isIn = (order: Bought, status: string, of = seller) =>
  eventually(`order ${order.orderNumber} in ${status}`, async () => {
    const shown = await orderOf(order, of);
    return shown.orderStatus === status && shown;
  });
/** Whatever is due is looked for several times a second. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 700));
const seconds = (count: number) => marketplace.clock.move(count * 1_000);
const invoice = (order: Bought) => seller.put(order.path("status/invoiced"), { issueDate: isoDateTime(marketplace.clock.now()) });

describe("an order that nobody pays (decisions 5)", () => {
  it("is canceled when its time is over, not before, and gives back what it had reserved", async () => {
    const [physical, reserved] = await stockOf(seller, "VISEIRA");
    const order = await buy(seller, "VISEIRA");
    seconds(EXPIRY_SECONDS - 1);
    await aWhile();
    expect((await orderOf(order)).orderStatus).toBe("Created");
    seconds(1);
    const expired = await isIn(order, "canceled");
    expect(expired.shippings[0].cancellation).toMatchObject({ description: "Pagamento não realizado no prazo", canBePenalty: false });
    expect(await stockOf(seller, "VISEIRA")).toEqual([physical, reserved]);
    expect(await movesOf(marketplace, seller, order.orderNumber)).toEqual(["purchase", "expire"]);
    const timeline = (await seller.get(`/api/v1/orders/${order.orderNumber}/timeline`)).json;
    expect(timeline.items.at(-1)).toMatchObject({ move: "expire", by: "timer", from: "Created", to: "canceled" });
  });

  it("stays when it was paid or frozen in time", async () => {
    const [paid, frozen] = [await buy(seller, "VISEIRA"), await buy(seller, "VISEIRA")];
    await clerk.post(deskPath(seller, paid.orderNumber, "approve-payment"), {});
    await (await marketplace.operator("risk")).post(deskPath(seller, frozen.orderNumber, "freeze"), { reason: "Análise" });
    seconds(2 * EXPIRY_SECONDS);
    await aWhile();
    expect([(await orderOf(paid)).orderStatus, (await orderOf(frozen)).orderStatus]).toEqual(["approved", "Frozen"]);
  });
});

describe("a marketplace-run order (seed 3.2)", () => {
  it("is invoiced by its seller, then shipped and delivered by itself", async () => {
    const order = await buy(seller, "VISEIRA", {
      paid: true,
      shippings: [{ platformId: "MARKETPLACE_ENTREGAS", items: [{ sku: "VISEIRA" }] }],
      items: undefined,
    });
    seconds(3600);
    await aWhile();
    expect((await orderOf(order)).orderStatus).toBe("approved");
    expect((await invoice(order)).status).toBe(200);
    const refused = await seller.put(order.path("status/shipped"), { carrier: "Correios", trackingNumber: "AA123456785BR" });
    expect([refused.status, refused.json.details[0].code]).toEqual([400, "marketplace_ships"]);
    seconds(30);
    const shippedAt = marketplace.clock.now();
    const shipped = await isIn(order, "shipped");
    expect(shipped.shippings[0].transport.shipDate).toBe(shippedAt);
    seconds(30);
    const delivered = await isIn(order, "delivered");
    expect(delivered.shippings[0].transport.deliveryDate).toBe(marketplace.clock.now());
    expect(await movesOf(marketplace, seller, order.orderNumber)).toEqual(["purchasePaid", "invoice", "ship", "deliver"]);
    seconds(3600);
    await aWhile();
    expect(await movesOf(marketplace, seller, order.orderNumber)).toHaveLength(4);
  });

  it.each(["release", "refuse"])("waits while the rest of its order is frozen, and goes on after %s", async (word) => {
    const items = [{ sku: "VISEIRA" }];
    const shippings = [{ platformId: "MARKETPLACE_ENTREGAS", items }, { items }];
    const order = await buy(seller, "VISEIRA", { paid: true, shippings, items: undefined });
    expect((await invoice(order)).status).toBe(200);
    const risk = await marketplace.operator("risk");
    const says = (what: string) => risk.post(deskPath(seller, order.orderNumber, what), { reason: "Análise" });
    expect((await says("freeze")).status).toBe(200);
    const operator = await marketplace.operator("fulfillment");
    const shipment = await operator.post(deskPath(seller, order.orderNumber, `shippings/${order.shippingCodes[0]}/ship`), {});
    expect([shipment.status, shipment.json.details[0].code], shipment.text).toEqual([400, "order_part_frozen"]);
    seconds(3600);
    await aWhile();
    expect((await orderOf(order)).shippings.map(({ status }: { status: string }) => status)).toEqual(["Invoiced", "Frozen"]);
    expect((await says(word)).status).toBe(200);
    await eventually("its shipment", async () => (await orderOf(order)).shippings[0].status === "shipped");
    const { shippings: shown } = await orderOf(order);
    expect(shown[1].status).toBe(word === "release" ? "approved" : "canceled");
  });

  it("moves each of its shippings by itself alone", async () => {
    const items = [{ sku: "VISEIRA" }];
    const shippings = [{ platformId: "MARKETPLACE_ENTREGAS", items }, { items }];
    const order = await buy(seller, "VISEIRA", { paid: true, shippings, items: undefined });
    for (const nth of [0, 1]) {
      const reply = await seller.put(order.path("status/invoiced", nth), { issueDate: isoDateTime(marketplace.clock.now()) });
      expect(reply.status, reply.text).toBe(200);
    }
    const first = () => eventually("the shipping to move", async () => (await orderOf(order)).shippings[0].status !== "Invoiced");
    seconds(30);
    await first();
    seconds(30);
    await eventually("its delivery", async () => (await orderOf(order)).shippings[0].status === "delivered");
    const shown = await orderOf(order);
    expect([shown.orderStatus, shown.shippings[1].status]).toEqual(["Invoiced", "Invoiced"]);
  });
});

describe("a fulfilment order (seed 2.5, 3.2)", () => {
  it("lives by itself from approval to delivery, its invoice too", async () => {
    const [physical, reserved] = await stockOf(seller, "VISEIRA");
    const order = await buy(seller, "VISEIRA", {
      paid: true,
      shippings: [{ platformId: "PARTNER_ENTREGAS", items: [{ sku: "VISEIRA" }] }],
      items: undefined,
    });
    seconds(30);
    const invoiced = await isIn(order, "Invoiced");
    expect(invoiced.shippings[0].invoice.accessKey).toMatch(/^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$/);
    expect(await stockOf(seller, "VISEIRA")).toEqual([physical - 1, reserved]);
    seconds(30);
    await isIn(order, "shipped");
    seconds(30);
    await isIn(order, "delivered");
    expect(await movesOf(marketplace, seller, order.orderNumber)).toEqual(["purchasePaid", "invoice", "ship", "deliver"]);
  });
});

describe("payment in the sandbox", () => {
  it("may be approved by itself, by setting", async () => {
    const paying = await startMarketplace({ settings: { PAYMENT_APPROVAL_SECONDS: "5" } });
    const shop = await paying.seller();
    await onSale(paying, shop, { VISEIRA: 5 });
    const order = await buy(shop, "VISEIRA");
    paying.clock.move(5_000);
    expect(await isIn(order, "approved", shop)).toMatchObject({ paymentDate: paying.clock.now() });
    expect(await movesOf(paying, shop, order.orderNumber)).toEqual(["purchase", "approve"]);
    await paying.stop();
  });
});

describe("sellers with much due", () => {
  it("do not hold up the others, and two workers do everything once", async () => {
    const second = await startMarketplace({ settings: SETTINGS, clock: marketplace.clock, database: marketplace.database });
    const small = await marketplace.seller({ name: "Loja Pequena" });
    await onSale(marketplace, small, { VISEIRA: 5 });
    const many = await Promise.all(Array.from({ length: 150 }, () => buy(seller, "VISEIRA")));
    const few = await buy(small, "VISEIRA");
    seconds(EXPIRY_SECONDS);
    await isIn(few, "canceled", small);
    await eventually("all of them to expire", async () => {
      const rows = await marketplace.database.query("select from orders where status = 'Created' limit 1");
      return rows.length === 0;
    });
    for (const order of many.slice(0, 20)) expect(await movesOf(marketplace, seller, order.orderNumber)).toEqual(["purchase", "expire"]);
    await second.stop();
    expect(await broken(marketplace)).toEqual([]);
  });

  it("put off what does not go, and go on with the rest", async () => {
    const { database } = marketplace;
    const [poisoned, good] = [await buy(seller, "VISEIRA"), await buy(seller, "VISEIRA")];
    // Nothing leaves a status that way: as if the settings of another day had said so.
    await database.query("update orders set due_move = 'release' where order_number = $1", [poisoned.orderNumber]);
    seconds(EXPIRY_SECONDS);
    await isIn(good, "canceled");
    const [row] = await eventually("the order to be put off", async () => {
      const rows = await database.query<{ due_at: string }>("select due_at from orders where order_number = $1", [poisoned.orderNumber]);
      return Number(rows[0]!.due_at) > marketplace.clock.now() && rows;
    });
    expect(Number(row!.due_at) - marketplace.clock.now()).toBe(5 * 60_000);
    expect((await orderOf(poisoned)).orderStatus).toBe("Created");
  });
});
