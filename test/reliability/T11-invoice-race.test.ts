import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAccessKey } from "../../src/orders/access-key.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { client, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { buy, onSale, stockOf } from "../orders/goods.ts";
import { brokenInvariants } from "./invariants.ts";

const TRIALS = budget(8, 500);
const SIMULTANEOUS = 20;

let first: Marketplace;
let second: Marketplace;
let seller: Seller;
let doors: readonly Client[];
beforeAll(async () => {
  first = await startMarketplace();
  second = await startMarketplace({ database: first.database, clock: first.clock, settings: { ROLE: "api" } });
  seller = await first.seller();
  await onSale(first, seller, { NOTA: 1_000_000 });
  doors = [first, second].map(({ baseUrl }) => client(baseUrl, seller.headers));
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const key = (number: number) =>
  buildAccessKey({ stateCode: "35", yearMonth: "2611", issuer: "12ABC34501DE35", series: 1, number, numericCode: "15834927" });
const invoice = (number: number) => ({ issueDate: "2026-11-20T12:00:00-03:00", key: key(number) });
let lastNumber = 0;

describe(`T11: ${SIMULTANEOUS} invoices for one order at once, through two processes`, () => {
  it.each([
    ["the same invoice", (number: number) => () => number],
    ["different invoices", (number: number) => (nth: number) => number + nth],
  ])(`takes exactly one of %s, ${TRIALS} times`, async (_what, numbers) => {
    figures({ orders: TRIALS, "invoices for each": SIMULTANEOUS });
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const order = await buy(seller, "NOTA", { paid: true });
      const [physical, reserved] = await stockOf(seller, "NOTA");
      const numberOf = numbers((lastNumber += SIMULTANEOUS));
      const replies = await Promise.all(
        Array.from({ length: SIMULTANEOUS }, (_, nth) => doors[nth % 2]!.put(order.path("status/invoiced"), invoice(numberOf(nth)))),
      );
      const taken = replies.filter(({ status }) => status === 200);
      expect(taken, replies.map(({ status, text }) => `${status} ${text.slice(0, 200)}`).join("\n")).toHaveLength(1);
      const { accessKey } = taken[0]!.json.invoice;
      for (const reply of replies.filter(({ status }) => status !== 200)) {
        expect([reply.status, reply.json.type, reply.json.details[0]], reply.text).toMatchObject([
          409,
          "Business_Logic_Error",
          { code: "order_already_invoiced", current: { accessKey } },
        ]);
      }
      expect(await stockOf(seller, "NOTA")).toEqual([physical - 1, reserved - 1]);
      const { items } = (await seller.get(`/api/v1/orders/${order.orderNumber}/timeline`)).json;
      expect(items.filter(({ move }: { move: string }) => move === "invoice")).toHaveLength(1);
    }
    expect(await brokenInvariants(first.database.query)).toEqual([]);
  });

  it("takes one invoice for one order only, whichever seller's", async () => {
    const other = await first.seller();
    await onSale(first, other, { ALHEIA: TRIALS });
    figures({ "pairs of orders": TRIALS });
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const number = (lastNumber += SIMULTANEOUS);
      const orders = [await buy(seller, "NOTA", { paid: true }), await buy(other, "ALHEIA", { paid: true })] as const;
      const replies = await Promise.all([
        seller.put(orders[0].path("status/invoiced"), invoice(number)),
        client(second.baseUrl, other.headers).put(orders[1].path("status/invoiced"), invoice(number)),
      ]);
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
      expect(replies.find(({ status }) => status === 400)!.json.details).toMatchObject([
        { code: "access_key_used", pointer: "/key", received: key(number) },
      ]);
    }
    expect(await brokenInvariants(first.database.query)).toEqual([]);
  });
});
