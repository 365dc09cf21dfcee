import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { client, eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { buy, onSale, type Bought } from "../orders/goods.ts";
import { farDatabase, type FarDatabase } from "./far-database.ts";
import { onDatabase, startServer, type ServerProcess } from "./server-process.ts";
import { crowd, percentile, steadily, tell, withStatus, type Told } from "./traffic.ts";

const PLACES = 16;
/** As many as may read lists at one time: more is a queue. */
const LIST_PLACES = Math.ceil(PLACES * 0.6);
/** What the database takes for each answer: it, and not the machine, says how much gets done. */
const AWAY_MS = 30;
const FLOODERS = 8;
const FOR_MS = budget(2_500, 5 * 60_000);
const MOVES_PER_SECOND = 8;
/** By how much more comes than can be done, and what of the best is done still; generator, server and other tests share the machine. */
const OVERLOADS = [
  { times: 3, goodput: budget(0.6, 0.9) },
  { times: 10, goodput: 0.8 },
].slice(0, budget(1, 2));
/** Of those that were accepted, counted from when they were due. */
const ACCEPTED_WITHIN_MS = budget(3_000, 500);
/** What a flood of readers may do to a move of an order (beyond M10). */
const MOVED_WITHIN_MS = budget(3_000, 300);
/** An overload that is over is forgotten. */
const RECOVERED_WITHIN_MS = 5_000;
const LIMIT_MS = 4 * FOR_MS + 120_000;

let market: Marketplace;
let database: FarDatabase;
let flooders: readonly Seller[];
let mover: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  database = await farDatabase(market.database, AWAY_MS);
  flooders = await Promise.all(Array.from({ length: FLOODERS }, () => market.seller()));
  mover = await market.seller();
  for (const seller of flooders) await onSale(market, seller, { VISEIRA: 1_000 });
  await onSale(market, mover, { CAMISETA: 1_000_000 });
});
afterAll(async () => {
  await market.stop();
  await database[Symbol.asyncDispose]();
});

const serve = (preload: readonly string[] = []) =>
  startServer({ preload, variables: { ...onDatabase(database), ROLE: "api", MAX_IN_FLIGHT: String(PLACES) } });
const list =
  ({ baseUrl }: ServerProcess) =>
  (nth: number) =>
    tell(baseUrl, { path: "/api/v2/products?size=20", headers: flooders[nth % FLOODERS]!.headers });

/** The most lists per second that a server answers when nobody is in anybody's way. */
async function peakOf(server: ServerProcess): Promise<number> {
  await crowd(LIST_PLACES, 500, list(server));
  const told = await crowd(LIST_PLACES, FOR_MS, list(server));
  // A caller may be back before its place is.
  expect(withStatus(told, 200).length).toBeGreaterThan(told.length / 2);
  return (withStatus(told, 200).length * 1_000) / FOR_MS;
}

/** Order moves by schedule while so many lists a second are asked for by another. */
async function flooded(server: ServerProcess, perSecond: number) {
  const orders: Bought[] = [];
  const moves = Math.floor((MOVES_PER_SECOND * FOR_MS) / 1_000);
  for (let nth = 0; nth < moves; nth += 1) orders.push(await buy(mover, "CAMISETA", { paid: true }));
  const { headers } = client(server.baseUrl, mover.headers);
  const move = (nth: number) =>
    tell(server.baseUrl, { method: "PUT", path: orders[nth]!.path("status/canceled"), headers, json: { reasonCancellationCode: 5 } });
  const [lists, moved] = await Promise.all([steadily(perSecond, FOR_MS, list(server)), steadily(MOVES_PER_SECOND, FOR_MS, move)]);
  return { lists, moved };
}

const p99 = (told: readonly Told[]) =>
  percentile(
    told.map(({ ms }) => ms),
    99,
  );

describe("T20: more calls arrive than can be answered, whatever becomes of those before them", () => {
  it.each(OVERLOADS)(
    "at $times times what it can do it does its share still, moves every order, and says to all others when to come again",
    async ({ times, goodput }) => {
      const server = await serve();
      const peak = await peakOf(server);
      const { lists, moved } = await flooded(server, times * peak);

      expect(moved.filter(({ status }) => status !== 200)).toEqual([]);
      expect(p99(moved)).toBeLessThan(MOVED_WITHIN_MS);

      const accepted = withStatus(lists, 200);
      expect((accepted.length * 1_000) / FOR_MS).toBeGreaterThan(peak * goodput);
      expect(p99(accepted)).toBeLessThan(ACCEPTED_WITHIN_MS);

      const refused = withStatus(lists, 503);
      expect(refused.length).toBeGreaterThan(0);
      expect(accepted.length + refused.length).toBe(lists.length);
      expect(refused.filter(({ retryAfter }) => !/^[1-5]$/.test(retryAfter))).toEqual([]);
      expect(new Set(refused.map(({ retryAfter }) => retryAfter)).size).toBeGreaterThan(1);

      // Its old self again.
      const calm = async () => withStatus(await steadily(peak / 4, 500, list(server)), 200).length === Math.floor(peak / 8);
      await eventually("nobody to be refused", calm, RECOVERED_WITHIN_MS);
      await server.end("SIGTERM");
    },
    LIMIT_MS,
  );

  it(
    "sees a planted bug: lists have all the places",
    async () => {
      const server = await serve([join(import.meta.dirname, "planted-no-thresholds.ts")]);
      const { moved } = await flooded(server, OVERLOADS[0]!.times * (await peakOf(server)));
      expect(withStatus(moved, 503).length).toBeGreaterThan(0);
      await server.end("SIGTERM");
    },
    LIMIT_MS,
  );
});
