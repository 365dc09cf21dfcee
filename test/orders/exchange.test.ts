import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDateTime } from "../../src/platform/basics/clock.ts";
import { NOON, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { broken, codesIn, deskPath, movesOf } from "./desk.ts";
import { boughtIn, buy, onSale, stockOf, type Bought } from "./goods.ts";

let marketplace: Marketplace;
let seller: Seller;
let clerk: Client;
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller({ name: "Loja Aurora" });
  clerk = await marketplace.operator("orders");
  await onSale(marketplace, seller, { VISEIRA: 100, OUTRA: 100, RARA: 1 });
});
afterAll(() => marketplace.stop());

const MOVES = [
  ["invoiced", { issueDate: isoDateTime(NOON) }],
  ["shipped", { carrier: "Correios", trackingNumber: "AA123456785BR" }],
  ["delivered", {}],
] as const;

/** Takes an approved order to a status. */
async function bring(order: Bought, until: "shipped" | "delivered", nth = 0): Promise<void> {
  for (const [word, body] of MOVES) {
    const reply = await seller.put(order.path(`status/${word}`, nth), body);
    if (reply.status !== 200) throw new Error(`${word}: ${reply.text}`);
    if (word === until) return;
  }
}
async function delivered(items: readonly object[] = [{ sku: "VISEIRA", quantity: 3 }]): Promise<Bought> {
  const order = await buy(seller, "", { paid: true, items });
  await bring(order, "delivered");
  return order;
}
const exchange = (orderNumber: string, body: object = {}): Promise<Reply> => clerk.post(deskPath(seller, orderNumber, "exchange"), body);
const read = async (orderNumber: string) => (await seller.get(`/api/v1/orders/${orderNumber}?expand=shippings,items,devolutionItems`)).json;

describe("an exchange (seed 2.4, 3.2)", () => {
  it("goes from the request by check-in to delivery, and leaves the original readable", async () => {
    const order = await delivered();
    const before = await read(order.orderNumber);
    const [physical, reserved] = await stockOf(seller, "VISEIRA");

    const { itemId } = before.shippings[0].items[0];
    const asked = await exchange(order.orderNumber, { items: [{ itemId, quantity: 2 }] });
    expect(asked.status, asked.text).toBe(201);
    const number = `${order.orderNumber}T`;
    expect(asked.headers.get("location")).toBe(deskPath(seller, number));
    expect(asked.json).toMatchObject({
      orderNumber: number,
      originNumber: order.orderNumber,
      orderType: "Exchange",
      orderStatus: "Waiting Checkin",
      totalQuantity: 2,
      totalNet: 299.8,
      totalFreight: 0,
      exchangeRequested: false,
      shippings: [{ status: "Waiting Checkin", platformId: "INTERNAL", items: [{ sku: "VISEIRA", quantity: 2 }] }],
    });
    expect(await stockOf(seller, "VISEIRA")).toEqual([physical, reserved + 2]);

    const original = await read(order.orderNumber);
    expect(original).toMatchObject({
      orderStatus: "delivered",
      exchangeRequested: true,
      devolutionRequested: true,
      devolutionItems: [
        {
          itemId,
          sku: "VISEIRA",
          quantity: 2,
          exchangeProcessCode: number,
          devolutionData: NOON,
          devolutionExchangeStatus: "Waiting Checkin",
          totalGross: 399.8,
        },
      ],
    });
    expect(original.shippings[0].exchangeOrders).toEqual([number]);
    for (const field of ["status", "customer", "transport", "invoice", "items"])
      expect(original.shippings[0][field], field).toEqual(before.shippings[0][field]);

    const replacement = boughtIn({ ...asked, status: 201 });
    const early = await seller.put(replacement.path("status/invoiced"), MOVES[0][1]);
    expect([early.status, codesIn(early)]).toEqual([400, ["order_move_refused"]]);
    expect(early.json.notifications[0]).toContain("check-in");

    const checkIn = async () => (await read(number)).actions.find(({ rel }: { rel: string }) => rel === "check-in");
    expect(await checkIn()).toEqual({ rel: "check-in", href: `/api/v1/orders/${number}/check-in` });
    expect(original.actions.map(({ rel }: { rel: string }) => rel)).not.toContain("check-in");
    marketplace.clock.move(1_000);
    const arrived = await seller.post(`/api/v1/orders/${number}/check-in`, {});
    expect([arrived.status, arrived.json.orderStatus], arrived.text).toEqual([200, "approved"]);
    expect((await read(order.orderNumber)).devolutionItems[0]).toMatchObject({
      checkInData: NOON + 1_000,
      devolutionExchangeStatus: "Checked in",
    });
    marketplace.clock.set(NOON);
    expect((await checkIn()).blockedBy.code).toBe("order_move_refused");
    const twice = await seller.post(`/api/v1/orders/${number}/check-in`, {});
    expect([twice.status, codesIn(twice)]).toEqual([400, ["order_move_refused"]]);

    await bring(replacement, "delivered");
    expect(await stockOf(seller, "VISEIRA")).toEqual([physical - 2, reserved]);
    expect(await movesOf(marketplace, seller, number)).toEqual(["exchange", "checkIn", "invoice", "ship", "deliver"]);
    expect((await movesOf(marketplace, seller, order.orderNumber)).slice(-2)).toEqual(["exchange", "checkIn"]);
    expect(await broken(marketplace)).toEqual([]);
  });

  it("is checked in by operators too, and found by its type", async () => {
    const order = await delivered();
    const { json } = await exchange(order.orderNumber);
    expect(json.totalQuantity).toBe(3);
    const arrived = await clerk.post(deskPath(seller, json.orderNumber, "check-in"), {});
    expect([arrived.status, arrived.json.orderStatus], arrived.text).toEqual([200, "approved"]);
    const list = (await seller.get("/api/v1/orders?orderType=Troca")).json;
    expect(list.items[0]).toMatchObject({ orderNumber: json.orderNumber, originNumber: order.orderNumber });
    const sale = await clerk.post(deskPath(seller, order.orderNumber, "check-in"), {});
    expect([sale.status, codesIn(sale)]).toEqual([400, ["order_final"]]);
  });

  it("sends another product out at the price that was paid", async () => {
    const order = await delivered([{ sku: "VISEIRA", quantity: 1 }]);
    const { json } = await exchange(order.orderNumber, { items: [{ sku: "VISEIRA", replacementSku: "OUTRA" }] });
    expect(json.shippings[0].items).toMatchObject([{ sku: "OUTRA", quantity: 1, netUnitValue: 149.9 }]);
    expect((await read(order.orderNumber)).devolutionItems).toMatchObject([{ sku: "VISEIRA", quantity: 1 }]);
  });

  it("happens again, of the rest and of what was sent in exchange, under the next free number", async () => {
    const order = await delivered();
    const first = (await exchange(order.orderNumber, { items: [{ sku: "VISEIRA", quantity: 1 }] })).json;
    const second = (await exchange(order.orderNumber)).json;
    expect([first.orderNumber, second.orderNumber]).toEqual([`${order.orderNumber}T`, `${order.orderNumber}TT`]);
    expect([first.totalQuantity, second.totalQuantity]).toEqual([1, 2]);
    await seller.post(`/api/v1/orders/${first.orderNumber}/check-in`, {});
    await bring(boughtIn({ ...(await seller.get(`/api/v1/orders/${first.orderNumber}?expand=shippings`)), status: 201 }), "delivered");
    const third = (await exchange(first.orderNumber)).json;
    expect(third).toMatchObject({ orderNumber: `${order.orderNumber}TTT`, originNumber: first.orderNumber });
    expect((await read(order.orderNumber)).shippings[0].exchangeOrders).toEqual([first.orderNumber, second.orderNumber]);
    const fourth = await exchange(order.orderNumber);
    expect([fourth.status, codesIn(fourth)]).toEqual([422, ["exchange_nothing_left"]]);
    // Whoever repeats a request after a lost answer finds what it made.
    expect(fourth.json.details[0].current).toEqual([first.orderNumber, second.orderNumber]);
    const fifth = await exchange(order.orderNumber, { items: [{ sku: "VISEIRA", quantity: 2 }] });
    expect(fifth.json.details[0]).toMatchObject({ code: "exchange_quantity_exceeded", current: [first.orderNumber, second.orderNumber] });
  });

  it("of one unit happens once, however often it is asked for at the same time", async () => {
    const order = await delivered([{ sku: "VISEIRA", quantity: 1 }]);
    const replies = await Promise.all(Array.from({ length: 6 }, () => exchange(order.orderNumber)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422, 422, 422]);
    expect((await read(order.orderNumber)).devolutionItems).toHaveLength(1);
    expect(await broken(marketplace)).toEqual([]);
  });

  it("loses nothing of what happens to the original at the same moment", async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, () => buy(seller, "VISEIRA", { paid: true })));
    for (const order of orders) await bring(order, "shipped");
    const replies = await Promise.all(
      orders.flatMap((order) => [exchange(order.orderNumber), seller.put(order.path("status/delivered"), {})]),
    );
    expect(replies.map(({ status }) => status)).toEqual(orders.flatMap(() => [201, 200]));
    for (const order of orders) {
      const { orderStatus, devolutionItems } = await read(order.orderNumber);
      expect([orderStatus, devolutionItems.length]).toEqual(["delivered", 1]);
    }
    expect(await broken(marketplace)).toEqual([]);
  });

  it("keeps what the fulfilment operator sent with the fulfilment operator", async () => {
    const shippings = [{ platformId: "PARTNER_ENTREGAS", items: [{ sku: "VISEIRA" }] }];
    const order = boughtIn(await seller.post("/api/v1/orders", { paid: true, shippings }));
    const operator = await marketplace.operator("fulfillment");
    for (const word of ["invoice", "ship", "deliver"]) {
      const reply = await operator.post(deskPath(seller, order.orderNumber, `shippings/${order.shippingCodes[0]}/${word}`), {});
      expect(reply.status, reply.text).toBe(200);
    }
    const { json } = await exchange(order.orderNumber);
    expect(json.shippings[0]).toMatchObject({ platformId: "PARTNER_ENTREGAS", transport: { carrierId: "906" } });
  });
});

describe("an exchange that is canceled", () => {
  const devolutions = async (orderNumber: string) =>
    (await read(orderNumber)).devolutionItems.map(({ sku, devolutionExchangeStatus: status }: Record<string, string>) => [sku, status]);

  it.each([
    ["its seller", (number: string, path: string) => [seller, `${path}/status/canceled`, "PUT", number] as const],
    ["an operator", (number: string) => [clerk, deskPath(seller, number, "cancel"), "POST", number] as const],
  ])("by %s leaves its goods to be exchanged again", async (_whom, way) => {
    const order = await delivered();
    const stock = await stockOf(seller, "VISEIRA");
    const first = boughtIn(await exchange(order.orderNumber));
    expect((await exchange(order.orderNumber)).status).toBe(422);
    expect((await seller.post(`/api/v1/orders/${first.orderNumber}/check-in`, {})).status).toBe(200);
    const [who, path, method] = way(first.orderNumber, first.path());
    const canceled = await who.request(method, path, { json: method === "PUT" ? { reasonCancellationCode: 1 } : {} });
    expect(canceled.status, canceled.text).toBe(200);
    expect(await devolutions(order.orderNumber)).toEqual([["VISEIRA", "Canceled"]]);
    expect(await stockOf(seller, "VISEIRA")).toEqual(stock);
    expect((await movesOf(marketplace, seller, order.orderNumber)).slice(-1)).toEqual(["cancel"]);

    const second = boughtIn(await exchange(order.orderNumber));
    expect(second.orderNumber).toBe(`${order.orderNumber}TT`);
    expect(await devolutions(order.orderNumber)).toEqual([
      ["VISEIRA", "Canceled"],
      ["VISEIRA", "Waiting Checkin"],
    ]);
    expect(await broken(marketplace)).toEqual([]);
  });

  it("is paid as its original was", async () => {
    const means = ["90002002000140", "90001001000143"];
    const paymentGatewayInfos = means.map((paymentGatewayRegistrationNumber, nth) => ({
      paymentGatewayRegistrationNumber,
      totalValue: nth === 0 ? 299.8 : 149.9,
    }));
    const order = await buy(seller, "", { paid: true, items: [{ sku: "VISEIRA", quantity: 3 }], paymentGatewayInfos });
    await bring(order, "shipped");
    const { json } = await exchange(order.orderNumber, { items: [{ sku: "VISEIRA", quantity: 1 }] });
    expect(json.paymentGatewayInfos).toEqual([
      { paymentGatewayRegistrationNumber: means[0], totalValue: 99.93 },
      { paymentGatewayRegistrationNumber: means[1], totalValue: 49.97 },
    ]);
    expect(await broken(marketplace)).toEqual([]);
  });

  it("of a sku takes from all its lines", async () => {
    const order = await delivered([
      { sku: "VISEIRA", quantity: 2 },
      { sku: "VISEIRA", quantity: 1 },
    ]);
    const tooMany = await exchange(order.orderNumber, { items: [{ sku: "VISEIRA", quantity: 4 }] });
    expect([tooMany.status, tooMany.json.details[0].allowed]).toEqual([422, 3]);
    const asked = await exchange(order.orderNumber, { items: [{ sku: "VISEIRA", quantity: 3 }] });
    expect([asked.status, asked.json.totalQuantity], asked.text).toEqual([201, 3]);
    const { devolutionItems, shippings } = await read(order.orderNumber);
    const ids = shippings[0].items.map(({ itemId }: { readonly itemId: number }) => itemId);
    expect(devolutionItems).toMatchObject([
      { itemId: ids[0], quantity: 2 },
      { itemId: ids[1], quantity: 1 },
    ]);
  });

  it("in part, or refused by the risk analysis, leaves the goods of that part", async () => {
    const items = (sku: string) => [{ sku, quantity: 1 }];
    const order = await buy(seller, "", {
      paid: true,
      items: undefined,
      shippings: [{ items: items("VISEIRA") }, { items: items("OUTRA") }],
    });
    for (const nth of [0, 1]) await bring(order, "delivered", nth);
    const risk = await marketplace.operator("risk");
    const first = boughtIn(await exchange(order.orderNumber));
    await seller.post(`/api/v1/orders/${first.orderNumber}/check-in`, {});
    expect((await seller.put(first.path("status/canceled", 1), { reasonCancellationCode: 1 })).status).toBe(200);
    expect(await devolutions(order.orderNumber)).toEqual([
      ["VISEIRA", "Checked in"],
      ["OUTRA", "Canceled"],
    ]);
    const second = await exchange(order.orderNumber);
    expect(second.json.shippings.map((shipping: { items: [{ sku: string }] }) => shipping.items.map(({ sku }) => sku))).toEqual([
      ["OUTRA"],
    ]);
    for (const word of ["freeze", "refuse"]) await risk.post(deskPath(seller, first.orderNumber, word), { reason: "Análise" });
    expect(await devolutions(order.orderNumber)).toEqual([
      ["VISEIRA", "Canceled"],
      ["OUTRA", "Canceled"],
      ["OUTRA", "Waiting Checkin"],
    ]);
    expect(await broken(marketplace)).toEqual([]);
  });
});

describe("an exchange is refused", () => {
  /** How it was: status, codes and pointers. Nothing became of it. */
  const refusal = async (orderNumber: string, body: object) => {
    const before = await read(orderNumber);
    const reply = await exchange(orderNumber, body);
    expect(await read(orderNumber)).toEqual(before);
    expect((await seller.get(`/api/v1/orders/${orderNumber}T`)).status).toBe(404);
    const details = reply.json.details as readonly { readonly pointer: string }[];
    return [reply.status, codesIn(reply), details.map(({ pointer }) => pointer)];
  };

  it("when nothing was shipped yet", async () => {
    const order = await buy(seller, "VISEIRA", { paid: true });
    expect(await refusal(order.orderNumber, {})).toEqual([422, ["exchange_nothing_left"], ["path.orderNumber"]]);
    expect(await refusal(order.orderNumber, { items: [{ sku: "VISEIRA" }] })).toEqual([422, ["exchange_item_not_shipped"], ["/items/0"]]);
  });

  it("with everything that is wrong with its items at once", async () => {
    const order = await delivered();
    const items = [{ sku: "NADA" }, { quantity: 1 }, { itemId: 99_999 }, { sku: "VISEIRA", quantity: 4 }];
    const codes = ["exchange_item_unknown", "exchange_item_unnamed", "exchange_item_unknown", "exchange_quantity_exceeded"];
    expect(await refusal(order.orderNumber, { items })).toEqual([422, codes, ["/items/0", "/items/1", "/items/2", "/items/3/quantity"]]);
  });

  it("when the same unit is named twice", async () => {
    const order = await delivered();
    const items = [
      { sku: "VISEIRA", quantity: 2 },
      { sku: "VISEIRA", quantity: 2 },
    ];
    expect(await refusal(order.orderNumber, { items })).toEqual([422, ["exchange_quantity_exceeded"], ["/items/1/quantity"]]);
  });

  it("when what should go out is not there", async () => {
    const order = await delivered();
    const rare = { items: [{ sku: "VISEIRA", quantity: 2, replacementSku: "RARA" }] };
    expect(await refusal(order.orderNumber, rare)).toEqual([422, ["item_insufficient"], ["/items/0/quantity"]]);
    const unknown = { items: [{ sku: "VISEIRA", replacementSku: "NADA" }] };
    expect(await refusal(order.orderNumber, unknown)).toEqual([422, ["item_unknown"], ["/items/0/replacementSku"]]);
    const [reply] = [await exchange("404")];
    expect([reply.status, codesIn(reply)]).toEqual([404, ["order_unknown"]]);
  });
});
