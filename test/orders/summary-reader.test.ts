import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SUMMARY_JSON_PREFIX } from "../../src/orders/order-view.ts";
import { isoDateTime } from "../../src/platform/basics/clock.ts";
import { NOON, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { deskPath } from "./desk.ts";
import { buy, onSale, type Bought } from "./goods.ts";

const LANGUAGES = ["pt-BR", "en"] as const;

let marketplace: Marketplace;
let seller: Seller;
let clerk: Client;
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller({ name: "Loja Aurora" });
  clerk = await marketplace.operator("orders");
  await onSale(marketplace, seller, { RELANCE: 100, OUTRO: 100 });
});
afterAll(() => marketplace.stop());

const pathOf = ({ orderNumber }: Pick<Bought, "orderNumber">) => `/api/v1/orders/${orderNumber}`;
const glancePath = (order: Pick<Bought, "orderNumber">) => `${pathOf(order)}?expand=`;
const told = async (order: Pick<Bought, "orderNumber">) => {
  const texts: string[] = [];
  for (const language of LANGUAGES) texts.push((await seller.get(glancePath(order), { headers: { "accept-language": language } })).text);
  return texts;
};

/** As a summary began before lists left out what may be done, and says nothing that is so. */
const BEFORE = `{"expands":["shippings","items","devolutionItems"],"orderNumber":"0"}`;
/** What is answered from what is stored ready, which is what is put together where there is none. */
async function glanced(order: Pick<Bought, "orderNumber">): Promise<string> {
  const { query } = marketplace.database;
  const ready = await told(order);
  const [kept] = await query<{ summary: string; summary_version: number }>(
    "select summary, summary_version from orders where order_number = $1 and summary_version = version",
    [order.orderNumber],
  );
  await query("update orders set summary = null where order_number = $1", [order.orderNumber]);
  expect(await told(order)).toEqual(ready);
  for (const [summary, older] of [
    ["{}", 1],
    [BEFORE, 0],
  ] as const) {
    await query("update orders set summary = $2, summary_version = version - $3 where order_number = $1", [
      order.orderNumber,
      summary,
      older,
    ]);
    expect(await told(order)).toEqual(ready);
  }
  await query("update orders set summary = $2, summary_version = $3 where order_number = $1", [
    order.orderNumber,
    kept!.summary,
    kept!.summary_version,
  ]);
  return JSON.parse(ready[0]!).orderStatus;
}

const MOVES = [
  ["approved", {}],
  ["invoiced", { issueDate: isoDateTime(NOON), key: undefined }],
  ["shipped", { carrier: "Correios", trackingNumber: "AA123456785BR" }],
  ["delivered", {}],
] as const;
async function move(order: Bought, word: string, body: object, nth = 0): Promise<void> {
  const { status, text } = await seller.put(order.path(`status/${word}`, nth), body);
  if (status !== 200) throw new Error(`${word}: ${text}`);
}

describe("an order of which nothing is expanded", () => {
  it("is what is stored of it and what may be done, wherever it is", async () => {
    const order = await buy(seller, "RELANCE");
    const seen = [await glanced(order)];
    for (const [word, body] of MOVES) {
      await move(order, word, body);
      seen.push(await glanced(order));
    }
    expect(seen).toEqual(["Created", "approved", "Invoiced", "shipped", "delivered"]);
    const asked = await clerk.post(deskPath(seller, order.orderNumber, "exchange"), {});
    expect(asked.status, asked.text).toBe(201);
    expect(await glanced(order)).toBe("delivered");
    expect(await glanced({ orderNumber: `${order.orderNumber}T` })).toBe("Waiting Checkin");
  });

  it("is that with several shippings too, each at a place of its own", async () => {
    const order = await buy(seller, "", {
      paid: true,
      items: undefined,
      shippings: [{ items: [{ sku: "RELANCE" }] }, { platformId: "MARKETPLACE_ENTREGAS", items: [{ sku: "OUTRO" }] }],
    });
    await move(order, ...MOVES[1]);
    expect(await glanced(order)).toBe("approved");
    await move(order, "canceled", { reasonCancellationCode: 5 }, 1);
    expect(await glanced(order)).toBe("Invoiced");
  });

  it("is that of what others deliver, of what waits for its risk analysis, and of what is canceled", async () => {
    const shippings = ["PARTNER_ENTREGAS", "MARKETPLACE_ENTREGAS"].map((platformId) => ({ platformId, items: [{ sku: "RELANCE" }] }));
    const of = (...those: typeof shippings) => buy(seller, "", { paid: true, items: undefined, shippings: those });
    const orders = [await of(shippings[0]!), await of(shippings[1]!), await of(...shippings)];
    const frozen = await buy(seller, "RELANCE");
    const risk = await marketplace.operator("risk");
    await risk.post(deskPath(seller, frozen.orderNumber, "freeze"), { reason: "Endereço a confirmar com quem comprou" });
    const canceled = await buy(seller, "RELANCE", { paid: true });
    await move(canceled, "canceled", { reasonCancellationCode: 5 });
    const seen: string[] = [];
    for (const order of [...orders, frozen, canceled]) seen.push(await glanced(order));
    expect(seen).toEqual(["approved", "approved", "approved", "Frozen", "canceled"]);
  });

  it("is not put together where it is stored", async () => {
    const order = await buy(seller, "RELANCE");
    await marketplace.database.query("update orders set summary = $2 where order_number = $1", [
      order.orderNumber,
      `${SUMMARY_JSON_PREFIX}"marked":true}`,
    ]);
    const { json } = await seller.get(glancePath(order));
    expect([Object.keys(json), json.expands]).toEqual([
      ["expands", "marked", "actions"],
      ["shippings", "items", "devolutionItems"],
    ]);
  });

  it("says what an invoice on record is, to whoever would send a second one", async () => {
    const order = await buy(seller, "RELANCE", { paid: true });
    await move(order, ...MOVES[1]);
    const { actions } = (await seller.get(glancePath(order))).json;
    const { blockedBy } = actions.find(({ rel }: { readonly rel: string }) => rel === "invoiced");
    expect(blockedBy).toMatchObject({ code: "order_already_invoiced", current: { date: NOON } });
  });

  it("is nobody else's, and there is none of a number that is not there", async () => {
    const order = await buy(seller, "RELANCE");
    const other = await marketplace.seller();
    for (const [who, number] of [
      [other, order.orderNumber],
      [seller, "1"],
    ] as const) {
      const { status, json } = await who.get(glancePath({ orderNumber: number }));
      expect([status, json.details[0].code]).toEqual([404, "order_unknown"]);
    }
  });
});

describe("where the marketplace shows no payments", () => {
  it("is not what is stored, which has them", async () => {
    const silent = await startMarketplace({ settings: { PAYMENTS_SHOWN: "false" } });
    try {
      const one = await silent.seller();
      await onSale(silent, one, { RELANCE: 10 });
      const { json } = await one.get(glancePath(await buy(one, "RELANCE")));
      expect([json.orderStatus, json.actions.length, "paymentGatewayInfos" in json]).toEqual(["Created", 5, false]);
    } finally {
      await silent.stop();
    }
  });
});
