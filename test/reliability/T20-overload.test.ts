import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { client, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { buy, onSale, type Bought } from "../orders/goods.ts";
import { onDatabase, startServer, type ServerProcess } from "./server-process.ts";
import { crowd, pause, percentile, tell, withStatus, type Told } from "./traffic.ts";

const PLACES = 16;
const FLOODERS = 8;
const CALLERS = budget(120, 300);
const FOR_MS = budget(3_000, 5 * 60_000);
const MOVES = budget(30, 300);
/** Of the best that was reached without a queue. The callers share the machine with the server, and there may be others. */
const GOODPUT = budget(0.5, 0.9);
/** What a flood of readers may do to a move of an order (beyond M10). */
const MOVED_WITHIN_MS = budget(3_000, 300);
const LIMIT_MS = 3 * FOR_MS + 120_000;

let market: Marketplace;
let flooders: readonly Seller[];
let mover: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  flooders = await Promise.all(Array.from({ length: FLOODERS }, () => market.seller()));
  mover = await market.seller();
  for (const seller of flooders) await onSale(market, seller, { VISEIRA: 1_000 });
  await onSale(market, mover, { CAMISETA: 1_000_000 });
});
afterAll(() => market.stop());

const serve = (preload: readonly string[] = []) =>
  startServer({ preload, variables: { ...onDatabase(market.database), ROLE: "api", MAX_IN_FLIGHT: String(PLACES) } });
const list =
  ({ baseUrl }: ServerProcess) =>
  (caller: number) =>
    tell(baseUrl, { path: "/api/v2/products?size=20", headers: flooders[caller % FLOODERS]!.headers });

/** Moves orders one after the other while everybody else asks for lists at once, and asks again at once. */
async function movedBeside(server: ServerProcess): Promise<{ readonly moved: readonly Told[]; readonly flooded: readonly Told[] }> {
  const orders: Bought[] = [];
  for (let nth = 0; nth < MOVES; nth += 1) orders.push(await buy(mover, "CAMISETA", { paid: true }));
  const moved: Told[] = [];
  const isDone = { now: false };
  const moving = (async () => {
    await pause(300);
    const { headers } = client(server.baseUrl, mover.headers);
    for (const order of orders) {
      const json = { reasonCancellationCode: 5 };
      moved.push(await tell(server.baseUrl, { method: "PUT", path: order.path("status/canceled"), headers, json }));
    }
    isDone.now = true;
  })();
  const flooded = await crowd(CALLERS, FOR_MS, list(server), () => (isDone.now ? FOR_MS : 5));
  await moving;
  return { moved, flooded };
}

describe("T20: more calls than there are places", () => {
  it(
    "refuses lists and moves every order; each refusal says when to come again",
    async () => {
      const server = await serve();
      const { moved, flooded } = await movedBeside(server);
      expect(moved.filter(({ status }) => status !== 200)).toEqual([]);
      expect(
        percentile(
          moved.map(({ ms }) => ms),
          99,
        ),
      ).toBeLessThan(MOVED_WITHIN_MS);
      const refused = withStatus(flooded, 503);
      expect(refused.length).toBeGreaterThan(0);
      expect(flooded.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
      expect(refused.filter(({ retryAfter }) => !/^[1-5]$/.test(retryAfter))).toEqual([]);
      expect(new Set(refused.map(({ retryAfter }) => retryAfter)).size).toBeGreaterThan(1);
      await server.end("SIGTERM");
    },
    LIMIT_MS,
  );

  it(
    "gets about as much done for callers who come again when they are told to, and is its old self afterwards",
    async () => {
      const server = await serve();
      const few = await crowd(Math.floor(PLACES / 4), FOR_MS, list(server));
      const many = await crowd(CALLERS, FOR_MS, list(server), ({ retryAfter }) => Number(retryAfter) * 1_000);
      expect(withStatus(few, 200)).toHaveLength(few.length);
      expect(withStatus(many, 200).length).toBeGreaterThan(withStatus(few, 200).length * GOODPUT);
      const accepted = withStatus(many, 200).map(({ ms }) => ms);
      expect(percentile(accepted, 99)).toBeLessThan(budget(2_000, 500));
      await pause(200);
      expect((await list(server)(0)).status).toBe(200);
      await server.end("SIGTERM");
    },
    LIMIT_MS,
  );

  it(
    "sees a planted bug: lists have all the places",
    async () => {
      const server = await serve([join(import.meta.dirname, "planted-no-thresholds.ts")]);
      const { moved } = await movedBeside(server);
      expect(withStatus(moved, 503).length).toBeGreaterThan(0);
      await server.end("SIGTERM");
    },
    LIMIT_MS,
  );
});
