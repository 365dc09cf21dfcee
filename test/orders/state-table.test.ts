import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ORDER_MOVES, ORDER_STATES } from "../../src/orders/index.ts";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { publish, wares } from "../wares.ts";
import { boughtIn, buy, onSale, type Bought } from "./goods.ts";

/** Decisions 5 as seen from a seller's integration, written down a second time: what leaves which status, and whose it is. */
const STATUSES = ["Created", "Waiting Checkin", "Frozen", "approved", "Invoiced", "shipped", "delivered", "canceled"] as const;
const PLATFORMS = ["INTERNAL", "MARKETPLACE_ENTREGAS", "PARTNER_ENTREGAS"] as const;
const TYPES = ["Sale", "Exchange"] as const;
const MOVES = {
  approved: { from: "Created", body: {}, allowed: PLATFORMS },
  invoiced: { from: "approved", body: { issueDate: "2026-11-20T12:00:00-03:00" }, allowed: ["INTERNAL", "MARKETPLACE_ENTREGAS"] },
  shipped: { from: "Invoiced", body: { carrier: "Correios", trackingNumber: "AA123456785BR" }, allowed: ["INTERNAL"] },
  delivered: { from: "shipped", body: {}, allowed: ["INTERNAL"] },
  canceled: { from: "approved", body: { reasonCancellationCode: 5 }, allowed: ["INTERNAL", "MARKETPLACE_ENTREGAS"] },
} as const;
type Word = keyof typeof MOVES;
const WORDS = Object.keys(MOVES) as Word[];
const BECOMES = { approved: "approved", invoiced: "Invoiced", shipped: "shipped", delivered: "delivered", canceled: "canceled" } as const;
const NOT_THE_SELLERS: Readonly<Record<string, Partial<Record<Word, readonly [code: string, says: string]>>>> = {
  PARTNER_ENTREGAS: {
    invoiced: ["fulfillment_invoices", "invoiced through the fulfillment service"],
    shipped: ["fulfillment_ships", "shipped through the fulfillment service"],
    delivered: ["fulfillment_delivers", "delivered through the fulfillment service"],
    canceled: ["fulfillment_not_cancelable", "cannot cancel orders from fulfillment stock"],
  },
  MARKETPLACE_ENTREGAS: {
    shipped: ["marketplace_ships", "cannot have their status changed to shipped or delivered"],
    delivered: ["marketplace_ships", "cannot have their status changed to shipped or delivered"],
  },
};

let marketplace: Marketplace;
let seller: Seller;
const bought = new Map<string, Bought>();
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller();
  await onSale(marketplace, seller, { TABELA: 1_000 });
  for (const platformId of PLATFORMS) {
    for (const type of TYPES)
      bought.set(`${platformId} ${type}`, await buy(seller, "TABELA", { shippings: [{ platformId, items: [{ sku: "TABELA" }] }] }));
  }
  // Orders are put into their states by hand here: enough is reserved for every one of them.
  await marketplace.database.query("update stocks set reserved = 900");
});
afterAll(() => marketplace.stop());

/** Puts an order into a state that it may not have come to by itself. */
async function put(order: Bought, status: (typeof STATUSES)[number], type: string): Promise<void> {
  const { query } = marketplace.database;
  const invoice = ["Invoiced", "shipped", "delivered"].includes(status)
    ? '{"accessKey":"ON-RECORD","date":1,"errors":[],"validationErrors":[]}'
    : null;
  const cancellation = status === "canceled" ? '{"cause":{"reason":1},"canBePenalty":true,"at":1}' : null;
  await query("update orders set status = $2, order_type = $3, origin_number = $4, summary = null where order_number = $1", [
    order.orderNumber,
    status,
    type,
    type === "Exchange" ? "1" : null,
  ]);
  await query("update shippings set status = $2, invoice = $3, cancellation = $4 where order_number = $1", [
    order.orderNumber,
    status,
    invoice,
    cancellation,
  ]);
}

const PAIRS = STATUSES.flatMap((status) => WORDS.map((word) => ({ status, word })));

describe.each(PLATFORMS.flatMap((platformId) => TYPES.map((type) => ({ platformId, type }))))(
  "a $type by $platformId",
  ({ platformId, type }) => {
    it.each(PAIRS)("in $status, asked to be $word", async ({ status, word }) => {
      const order = bought.get(`${platformId} ${type}`)!;
      await put(order, status, type);
      const { from, body, allowed } = MOVES[word];
      const self = (await seller.get(order.path())).json;
      const inEnglish = (await seller.get(order.path(), { headers: { "accept-language": "en" } })).json;
      const action = self.actions.find(({ rel }: { rel: string }) => rel === word);
      const reply = await seller.put(order.path(`status/${word}`), body, { headers: { "accept-language": "en" } });
      const foreign = NOT_THE_SELLERS[platformId]?.[word];
      if (foreign) {
        expect([reply.status, reply.json.type, reply.json.details[0].code]).toEqual([400, "Business_Logic_Error", foreign[0]]);
        expect(reply.json.description).toContain(foreign[1]);
      } else if (status === from) {
        expect((allowed as readonly string[]).includes(platformId)).toBe(true);
        expect([reply.status, reply.json.status], reply.text).toEqual([200, BECOMES[word]]);
        expect((await seller.get(`/api/v1/orders/${order.orderNumber}`)).json.orderStatus).toBe(BECOMES[word]);
      } else if (word === "invoiced" && status === "Invoiced") {
        expect([reply.status, reply.json.details[0]]).toMatchObject([
          409,
          { code: "order_already_invoiced", current: { accessKey: "ON-RECORD" } },
        ]);
      } else {
        expect([reply.status, reply.json.type], reply.text).toEqual([400, "Business_Logic_Error"]);
        expect(reply.json.description).toContain(`'${status}'`);
        const possible = WORDS.filter(
          (one) => MOVES[one].from === status && (MOVES[one].allowed as readonly string[]).includes(platformId),
        );
        expect(reply.json.details[0].allowed.filter((one: string) => one !== "check-in").toSorted()).toEqual(possible.toSorted());
      }
      // What the order offered is what happened.
      expect(action.href === undefined).toBe(reply.status !== 200);
      if (reply.status !== 200) {
        expect(action.blockedBy.code).toBe(reply.json.details[0].code);
        expect(reply.json.actions).toEqual(inEnglish.actions);
        expect((await seller.get(order.path())).json).toEqual(self);
      }
    });
  },
);

describe("a shipping whose order has another one in Frozen (seed 3.2)", () => {
  it.each(STATUSES.filter((status) => status !== "Frozen"))("in %s is not shipped", async (status) => {
    const items = [{ sku: "TABELA" }];
    const order = await buy(seller, "TABELA", { shippings: [{ items }, { items }], items: undefined });
    await put(order, status, "Sale");
    await marketplace.database.query("update orders set status = 'Frozen' where order_number = $1", [order.orderNumber]);
    await marketplace.database.query(
      "update shippings set status = 'Frozen', invoice = null, cancellation = null where shipping_code = $1",
      [order.shippingCodes[1]],
    );
    const actions = (await seller.get(order.path())).json.actions as { rel: string; href?: string; blockedBy?: { code: string } }[];
    for (const [word, code] of [
      ["shipped", status === "Invoiced" ? "order_part_frozen" : undefined],
      ["delivered", status === "Invoiced" ? "order_part_frozen" : undefined],
      ["invoiced", status === "Invoiced" ? "order_already_invoiced" : undefined],
    ] as const) {
      const blocked = actions.find(({ rel }) => rel === word)!.blockedBy?.code;
      if (code) expect(blocked, word).toBe(code);
      else expect(blocked, word).not.toBe("order_part_frozen");
    }
    const reply = await seller.put(order.path("status/shipped"), MOVES.shipped.body, { headers: { "accept-language": "en" } });
    expect([reply.status, reply.json.type]).toEqual([400, "Business_Logic_Error"]);
    if (status === "Invoiced") expect(reply.json.description).toContain(`in 'Frozen': ${order.shippingCodes[1]}`);
  });
});

describe("production", () => {
  it("has payments approve orders, and customers make them", async () => {
    const production = await startMarketplace({ settings: { ENVIRONMENT: "production", ROLE: "api" } });
    const owner = await production.seller();
    await publish(owner, (await wares("https://fotos.exemplo.com.br")).visor("REAL"));
    await production.database.query("update products set status = 'APPROVED'");
    const items = [{ sku: "REAL" }];
    const posted = await owner.post("/api/v1/orders", { items });
    expect([posted.status, posted.json.type, posted.json.details[0].code]).toEqual([403, "Permission_Error", "orders_sandbox_only"]);
    const checkout = await production.operator("orders");
    const customer = { document: "12345678909", customerName: "Aurora Teste" };
    const order = boughtIn(await checkout.post("/operator/v1/orders", { sellerId: owner.sellerId, items, customer }));
    const approved = await owner.put(order.path("status/approved"), {});
    expect([approved.status, approved.json.type, approved.json.details[0].code]).toEqual([
      403,
      "Permission_Error",
      "approved_sandbox_only",
    ]);
    await production.stop();
  });
});

describe("the table", () => {
  it("has a state and a move for each word of the seed, and leads out of every state that is not an end", () => {
    expect(ORDER_STATES.map(({ status }) => status).toSorted()).toEqual([...STATUSES].toSorted());
    const ends = STATUSES.filter((status) => !ORDER_MOVES.some(({ from }) => from === status));
    expect(ends).toEqual(["delivered", "canceled"]);
  });
});
