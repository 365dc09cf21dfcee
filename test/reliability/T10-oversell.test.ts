import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { ended, type Row, send } from "../bulk/job.ts";
import { figures } from "../figures.ts";
import { client, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { buy, onSale, stockOf } from "../orders/goods.ts";
import { pathOf } from "../wares.ts";
import { brokenInvariants } from "./invariants.ts";

const TRIALS = budget(3, 200);
const BUYERS = budget(150, 1_000);
const LAST = 10;
/** Trials beside a bulk job, and its rows. */
const TRIALS_BESIDE_BULK = budget(1, 40);
const ROWS = 400;
/** Buyers who are at the doors at one time; more than a seller's share of the places would be told to come back. */
const AT_ONCE = 64;

let first: Marketplace;
let second: Marketplace;
let seller: Seller;
let doors: readonly Client[];
beforeAll(async () => {
  first = await startMarketplace();
  second = await startMarketplace({ database: first.database, clock: first.clock, settings: { ROLE: "api" } });
  seller = await first.seller();
  await onSale(first, seller, { ULTIMOS: LAST, OUTRO: 1_000_000 });
  doors = [first, second].map(({ baseUrl }) => client(baseUrl, seller.headers));
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const door = (nth: number) => doors[nth % doors.length]!;
/** Answers to `count` calls, of which `AT_ONCE` are on their way. */
async function inTurn(count: number, call: (nth: number) => Promise<Reply>): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  let next = 0;
  const caller = async () => {
    while (next < count) replies.push(await call(next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return replies;
}
const statuses = (replies: readonly Reply[]) => Map.groupBy(replies, ({ status }) => status);

describe("T10: many buyers of the last units, through two processes", () => {
  it(`sells exactly ${LAST} to ${BUYERS}, ${TRIALS} times`, async () => {
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const [physical, reserved] = await stockOf(seller, "ULTIMOS");
      await seller.put(pathOf("ULTIMOS", "stocks"), { available: reserved + LAST });
      expect([physical, await stockOf(seller, "ULTIMOS")]).toEqual([physical, [reserved + LAST, reserved]]);
      const replies = await inTurn(BUYERS, (nth) =>
        door(nth).post("/api/v1/orders", { items: [{ sku: "OUTRO" }, { sku: "ULTIMOS" }].slice(nth % 3 === 0 ? 0 : 1) }),
      );
      const by = statuses(replies);
      expect(
        [...by.keys()].toSorted((a, b) => a - b),
        replies.find(({ status }) => status >= 500)?.text,
      ).toEqual([201, 422]);
      expect(by.get(201)).toHaveLength(LAST);
      for (const { json } of by.get(422)!) expect(json.details).toMatchObject([{ code: "item_insufficient", received: 1, allowed: 0 }]);
      expect(await stockOf(seller, "ULTIMOS")).toEqual([reserved + LAST, reserved + LAST]);
    }
    figures({ trials: TRIALS, "buyers of each": BUYERS, "units sold twice": 0 });
    expect(await brokenInvariants(first.database.query)).toEqual([]);
  });

  it(`sells exactly ${LAST} while a bulk job counts the same stock, ${TRIALS_BESIDE_BULK} times`, async () => {
    for (let trial = 0; trial < TRIALS_BESIDE_BULK; trial += 1) {
      const [, reserved] = await stockOf(seller, "ULTIMOS");
      const physical = reserved + LAST;
      await seller.put(pathOf("ULTIMOS", "stocks"), { available: physical });
      const rows = Array.from({ length: ROWS }, (_, nth): Row => {
        const counted = nth % 2 === 0 ? { sku: "ULTIMOS", available: physical } : { sku: "OUTRO", available: 1_000_000 + nth };
        return { op: "stock", ...counted };
      });
      const job = await send(seller, rows);
      expect(job.status, job.text).toBe(202);
      const by = statuses(await inTurn(BUYERS, (nth) => door(nth).post("/api/v1/orders", { items: [{ sku: "ULTIMOS" }] })));
      expect([...by.keys()].toSorted((a, b) => a - b)).toEqual([201, 422]);
      expect(by.get(201)).toHaveLength(LAST);
      expect(await ended(seller, job.json.id)).toMatchObject({ state: "finished", failed: 0, waiting: 0 });
      expect(await stockOf(seller, "ULTIMOS")).toEqual([physical, physical]);
    }
    figures({ trials: TRIALS_BESIDE_BULK, "buyers of each": BUYERS, "rows of the job": ROWS, "units sold twice": 0 });
    expect(await brokenInvariants(first.database.query)).toEqual([]);
  });

  it("keeps its books while others cancel, invoice and count their stock", async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, () => buy(seller, "OUTRO", { paid: true })));
    const [, reserved] = await stockOf(seller, "OUTRO");
    const replies = await Promise.all(
      orders.flatMap((order, nth) => [
        nth % 2 === 0
          ? door(nth).put(order.path("status/canceled"), { reasonCancellationCode: 5 })
          : door(nth).put(order.path("status/invoiced"), { issueDate: "2026-11-20T12:00:00-03:00" }),
        door(nth + 1).put(pathOf("OUTRO", "stocks"), { available: 1_000_000 + nth }),
        door(nth).post("/api/v1/orders", { items: [{ sku: "OUTRO" }] }),
      ]),
    );
    expect([...statuses(replies).keys()].toSorted((a, b) => a - b)).toEqual([200, 201, 202]);
    expect((await stockOf(seller, "OUTRO"))[1]).toBe(reserved);
    expect(await brokenInvariants(first.database.query)).toEqual([]);
  });
});
