import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDateTime } from "../../src/platform/basics/clock.ts";
import { NOON, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { broken, codesIn, deskPath } from "./desk.ts";
import { boughtIn, buy, onSale, type Bought } from "./goods.ts";

let marketplace: Marketplace;
let seller: Seller;
let desk: Readonly<Record<"orders" | "risk" | "fulfillment", Client>>;
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller();
  const roles = ["orders", "risk", "fulfillment"] as const;
  const clients = await Promise.all(roles.map(async (role) => [role, await marketplace.operator(role)] as const));
  desk = Object.fromEntries(clients) as typeof desk;
  await onSale(marketplace, seller, { REPETIDO: 1_000 });
});
afterAll(() => marketplace.stop());

const REASON = { reason: "Divergência no endereço de cobrança" };
const OPERATORS = {
  "approve-payment": { who: "orders", body: {} },
  cancel: { who: "orders", body: { reason: "O cliente desistiu" } },
  "check-in": { who: "orders", body: {} },
  freeze: { who: "risk", body: REASON },
  release: { who: "risk", body: REASON },
  refuse: { who: "risk", body: REASON },
} as const;
type Word = keyof typeof OPERATORS;
const ask = (order: Pick<Bought, "orderNumber">, word: Word, options = {}): Promise<Reply> => {
  const { who, body } = OPERATORS[word];
  return desk[who].post(deskPath(seller, order.orderNumber, word), body, options);
};
const done = async (asked: Promise<Reply>): Promise<Reply["json"]> => {
  const { status, json, text } = await asked;
  expect(status, text).toBe(200);
  return json;
};
/** Sooner than anything becomes due by itself. */
const LATER_MS = 1_000;
/** Everything that a move writes of the seller's orders, or of one of them: while the clock moves, others may become due. */
async function written(orderNumber: string | null = null): Promise<unknown> {
  const rows = (columns: string, table: string, ofOrder: string, place: string) =>
    marketplace.database.query(`select ${columns} from ${table} where $1::text is null or ${ofOrder} order by ${place}`, [orderNumber]);
  return {
    orders: await rows("order_number, status, status_at, version, devolutions, due_at", "orders", "order_number = $1", "order_number"),
    shippings: await rows(
      "shipping_code, status, status_at, transport, cancellation, due_at",
      "shippings",
      "order_number = $1",
      "shipping_code",
    ),
    events: await rows("seller_id, seq, cause, resource", "events", "resource = 'order/' || $1", "seller_id, seq"),
    ledger: await rows("sku, version, cause", "stock_ledger", "order_number = $1", "sku, version"),
  };
}

const paid = () => buy(seller, "REPETIDO", { paid: true });
const shipped = async (): Promise<Bought> => {
  const order = await paid();
  await done(seller.put(order.path("status/invoiced"), { issueDate: isoDateTime(NOON) }));
  await done(seller.put(order.path("status/shipped"), { carrier: "Correios", trackingNumber: "AA123456785BR" }));
  return order;
};
const exchanged = async () => boughtIn(await desk.orders.post(deskPath(seller, (await shipped()).orderNumber, "exchange"), {}));
const frozen = async () => {
  const order = await paid();
  await done(ask(order, "freeze"));
  return order;
};
const ofTwo = async () => {
  const items = [{ sku: "REPETIDO" }];
  const order = await buy(seller, "", { paid: true, items: undefined, shippings: [{ items }, { items }] });
  await done(seller.put(order.path("status/invoiced"), { issueDate: isoDateTime(NOON) }));
  return order;
};

describe("a move of the marketplace's people that is true already (decisions 9)", () => {
  it.each<[string, Word, () => Promise<Bought>]>([
    ["an order that is not paid", "approve-payment", () => buy(seller, "REPETIDO")],
    ["a paid order", "freeze", paid],
    ["an order that is not paid yet", "freeze", () => buy(seller, "REPETIDO")],
    ["what is left of an order that is invoiced in part", "freeze", ofTwo],
    ["a frozen order", "release", frozen],
    ["a frozen order", "refuse", frozen],
    ["a paid order", "cancel", paid],
    ["an exchange order, whose original hears of it once", "check-in", exchanged],
    [
      "an exchange order before its goods are back",
      "freeze",
      async () => {
        const order = await exchanged();
        await done(ask(order, "check-in"));
        return order;
      },
    ],
  ])("answers again with the record, and writes nothing: of %s, %s", async (_what, word, make) => {
    const order = await make();
    const first = await done(ask(order, word));
    const before = await written();
    marketplace.clock.move(LATER_MS);
    expect(await done(ask(order, word))).toEqual(first);
    expect(await done(ask(order, word))).toEqual(first);
    marketplace.clock.move(-LATER_MS);
    expect(await written()).toEqual(before);
    expect(await broken(marketplace)).toEqual([]);
  });

  it("is one by whomever it was made: a purchase that came paid, a payment that its seller approved in the sandbox", async () => {
    const [bought, approved] = [await paid(), await buy(seller, "REPETIDO")];
    await done(seller.put(approved.path("status/approved"), {}));
    const before = await written();
    for (const order of [bought, approved]) expect((await done(ask(order, "approve-payment"))).orderStatus).toBe("approved");
    expect(await written()).toEqual(before);
  });

  it("is carried out once where several ask at one moment", async () => {
    const order = await paid();
    const replies = await Promise.all([1, 2, 3, 4].map(() => ask(order, "freeze")));
    expect(replies.map(({ status, json }) => [status, json.orderStatus])).toEqual(replies.map(() => [200, "Frozen"]));
    const timeline = (await seller.get(`/api/v1/orders/${order.orderNumber}/timeline`)).json.items;
    expect(timeline.map(({ move }: { move: string }) => move)).toEqual(["purchasePaid", "freeze"]);
  });

  it("is kept under its Idempotency-Key, whatever happens then", async () => {
    const order = await frozen();
    const keyed = () => ask(order, "freeze", { headers: { "idempotency-key": `de-novo-${order.orderNumber}` } });
    const first = await keyed();
    await done(ask(order, "release"));
    const replay = await keyed();
    expect([first.status, replay.text, replay.headers.get("idempotent-replayed")]).toEqual([200, first.text, "true"]);
    expect((await seller.get(order.path())).json.status).toBe("approved");
  });

  it.each<[string, Word, () => Promise<Bought>, string]>([
    ["an order that was never frozen, released", "release", paid, "order_move_refused"],
    ["a sale, checked in", "check-in", paid, "order_move_refused"],
    [
      "an exchange order, paid",
      "approve-payment",
      async () => {
        const order = await exchanged();
        await done(ask(order, "check-in"));
        return order;
      },
      "order_move_refused",
    ],
    ["an order that went on since, paid", "approve-payment", shipped, "order_move_refused"],
    ["an order that went on since, frozen", "freeze", shipped, "order_move_refused"],
    ["a frozen order, paid", "approve-payment", frozen, "order_frozen"],
    [
      "an order that was canceled, refused",
      "refuse",
      async () => {
        const order = await paid();
        await done(ask(order, "cancel"));
        return order;
      },
      "order_final",
    ],
  ])("is not what never was: %s", async (_what, word, make, code) => {
    const order = await make();
    const before = await written();
    const refused = await ask(order, word);
    expect([refused.status, codesIn(refused)]).toEqual([400, [code]]);
    expect(await written()).toEqual(before);
  });

  it("is asked for as a new one is: with a reason, of an order that is there", async () => {
    const order = await frozen();
    const bare = await desk.risk.post(deskPath(seller, order.orderNumber, "freeze"), {});
    expect([bare.status, codesIn(bare)]).toEqual([400, ["required"]]);
    const unknown = await ask({ orderNumber: "404" }, "freeze");
    expect([unknown.status, codesIn(unknown)]).toEqual([404, ["order_unknown"]]);
  });
});

describe("a report of a carrier that is on record as it says it (decisions 9)", () => {
  const TRACKED = { trackingNumber: "ME-77", trackingLink: "https://rastreio.example/ME-77", shipDate: "2026-11-20T09:00:00-03:00" };
  const run = async () => {
    const shippings = [{ platformId: "MARKETPLACE_ENTREGAS", transport: { carrier: "Rota Sul" }, items: [{ sku: "REPETIDO" }] }];
    const order = await buy(seller, "", { paid: true, items: undefined, shippings });
    await done(seller.put(order.path("status/invoiced"), { issueDate: isoDateTime(NOON) }));
    const report = (word: "invoice" | "ship" | "deliver", body: object = {}) =>
      desk.fulfillment.post(deskPath(seller, order.orderNumber, `shippings/${order.shippingCodes[0]}/${word}`), body);
    return { report, orderNumber: order.orderNumber };
  };

  it.each([
    ["whole", TRACKED],
    ["in part", { trackingNumber: TRACKED.trackingNumber }],
    ["without a word", {}],
  ])("answers again with the record, and writes nothing: %s", async (_how, again) => {
    const { report, orderNumber } = await run();
    const first = await done(report("ship", TRACKED));
    const before = await written(orderNumber);
    marketplace.clock.move(LATER_MS);
    expect(await done(report("ship", again))).toEqual(first);
    expect(await written(orderNumber)).toEqual(before);
    const delivered = await done(report("deliver", { deliveryDate: "2026-11-20T11:00:00-03:00" }));
    const then = await written(orderNumber);
    for (const body of [{}, { deliveryDate: "2026-11-20T11:00:00-03:00" }]) expect(await done(report("deliver", body))).toEqual(delivered);
    marketplace.clock.move(-LATER_MS);
    expect(await written(orderNumber)).toEqual(then);
  });

  it.each<["ship" | "deliver", object]>([
    ["ship", { trackingNumber: "ME-78" }],
    ["ship", { ...TRACKED, shipDate: "2026-11-20T10:00:00-03:00" }],
    ["ship", { ...TRACKED, estimatedDelivery: "2026-12-24T10:00:00-03:00" }],
    ["ship", { trackingLink: "ftp://rastreio" }],
    ["deliver", { deliveryDate: "2026-11-20T10:00:00-03:00" }],
  ])("is not one that says something else, which would be lost: %s %j", async (word, body) => {
    const { report } = await run();
    await done(report("ship", TRACKED));
    if (word === "deliver") await done(report("deliver", { deliveryDate: "2026-11-20T11:00:00-03:00" }));
    const before = await written();
    const refused = await report(word, body);
    expect([refused.status, codesIn(refused)]).toEqual([400, [word === "ship" ? "order_move_refused" : "order_final"]]);
    expect(await written()).toEqual(before);
  });

  it("is not one about a delivery that is not theirs, nor a second invoice", async () => {
    const order = await shipped();
    const theirs = await desk.fulfillment.post(deskPath(seller, order.orderNumber, `shippings/${order.shippingCodes[0]}/ship`), {});
    expect([theirs.status, codesIn(theirs)]).toEqual([400, ["seller_delivers"]]);
    const shippings = [{ platformId: "PARTNER_ENTREGAS", items: [{ sku: "REPETIDO" }] }];
    const kept = await buy(seller, "", { paid: true, items: undefined, shippings });
    const invoice = () => desk.fulfillment.post(deskPath(seller, kept.orderNumber, `shippings/${kept.shippingCodes[0]}/invoice`), {});
    await done(invoice());
    const second = await invoice();
    expect([second.status, codesIn(second)]).toEqual([409, ["order_already_invoiced"]]);
  });
});

describe("a move that a seller repeats (decisions 5)", () => {
  it("is refused, and says what there is to do: a lost answer is asked for by its Idempotency-Key", async () => {
    const order = await buy(seller, "REPETIDO");
    const moves: readonly [string, object, number][] = [
      ["approved", {}, 400],
      ["invoiced", { issueDate: isoDateTime(NOON) }, 409],
      ["shipped", { carrier: "Correios", trackingNumber: "AA123456785BR" }, 400],
      ["delivered", {}, 400],
    ];
    for (const [word, body, status] of moves) {
      const keyed = () =>
        seller.put(order.path(`status/${word}`), body, { headers: { "idempotency-key": `${word}-${order.orderNumber}` } });
      const first = await keyed();
      expect([first.status, (await keyed()).text], first.text).toEqual([200, first.text]);
      expect((await seller.put(order.path(`status/${word}`), body)).status, word).toBe(status);
    }
    const canceled = await paid();
    const cancel = () => seller.put(canceled.path("status/canceled"), { reasonCancellationCode: 5 });
    await done(cancel());
    expect((await cancel()).status).toBe(400);
    const exchange = await exchanged();
    const checkIn = () => seller.post(`/api/v1/orders/${exchange.orderNumber}/check-in`, {});
    await done(checkIn());
    expect((await checkIn()).status).toBe(400);
  });
});
