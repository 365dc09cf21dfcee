import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cpuSeconds, memoryMb } from "../../bench/processes.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { client, eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { buy, onSale, type Bought } from "../orders/goods.ts";
import { farDatabase, type FarDatabase } from "./far-database.ts";
import { onDatabase, startServer, type ServerProcess } from "./server-process.ts";
import { crowd, percentile, steadily, tell, withStatus, type Told } from "./traffic.ts";

const PLACES = budget(16, 8);
/** As many as may read lists at one time: more is a queue. */
const LIST_PLACES = Math.ceil(PLACES * 0.6);
/** What the database takes for each answer: it, and not the machine, says how much gets done, also where others leave us little of it. */
const AWAY_MS = budget(100, 20);
const FLOODERS = 8;
const FOR_MS = budget(3_000, 5 * 60_000);
/** To find out what it can do, and that a planted bug shows, less is enough. */
const SHORTER_MS = budget(3_000, 30_000);
/** They have places of their own, and those of lists while these are free: few, so that lists have theirs. */
const MOVES_PER_SECOND = 1;
/** By how much more comes than can be done, and what of the best is done still; generator, server and other tests share the machine. */
const OVERLOADS = [
  { times: 3, goodput: budget(0.5, 0.9) },
  { times: 10, goodput: 0.8 },
].slice(0, budget(1, 2));
/** Lists that have all the places fill them, and moves come often enough to find them so. */
const PLANTED_TIMES = 6;
const PLANTED_MS = 3_000;
const PLANTED_MOVES_PER_SECOND = 10;
/** Of those that were accepted, counted from when they were due. */
const ACCEPTED_WITHIN_MS = budget(3_000, 500);
/** What a flood of readers may do to a move of an order (beyond M10). */
const MOVED_WITHIN_MS = budget(3_000, 300);
/** Of the server's processor, for each call of a flood, answered or refused: an upper bound of what a refusal costs. */
const COSTS_MS = 1;
/** By how much the second half of a flood may take more memory than the first, which knows collections of garbage already when it is long. */
const GROWN_MB = budget(100, 50);
const SAMPLED_MS = 250;
/** An overload that is over is forgotten. */
const RECOVERED_WITHIN_MS = 5_000;
const LIMIT_MS = 2 * FOR_MS + 240_000;

let market: Marketplace;
let database: FarDatabase;
let flooders: readonly Seller[];
let mover: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  database = await farDatabase(market.database);
  flooders = await Promise.all(Array.from({ length: FLOODERS }, () => market.seller()));
  mover = await market.seller();
  for (const seller of flooders) await onSale(market, seller, { VISEIRA: 1_000 });
  await onSale(market, mover, { CAMISETA: 1_000_000 });
});
afterAll(async () => {
  await market.stop();
  await database[Symbol.asyncDispose]();
});

/** A server with a connection for every place, whose database is near only while it starts. */
async function serve(preload: readonly string[] = []): Promise<ServerProcess> {
  const places = { MAX_IN_FLIGHT: String(PLACES), DATABASE_CONNECTIONS: String(PLACES) };
  database.move(0);
  const server = await startServer({ preload, variables: { ...onDatabase(database), ...places, ROLE: "api" } });
  database.move(AWAY_MS);
  return server;
}
const list =
  ({ baseUrl }: ServerProcess) =>
  (nth: number) =>
    tell(baseUrl, { path: "/api/v2/products?size=20", headers: flooders[nth % FLOODERS]!.headers });

/** The most lists per second that a server answers when nobody is in anybody's way. */
async function peakOf(server: ServerProcess): Promise<number> {
  await crowd(LIST_PLACES, 500, list(server));
  const told = await crowd(LIST_PLACES, SHORTER_MS, list(server));
  // A caller may be back before its place is.
  expect(withStatus(told, 200).length).toBeGreaterThan(told.length / 2);
  return (withStatus(told, 200).length * 1_000) / SHORTER_MS;
}

/** Order moves by schedule while so many lists a second are asked for by another, and what becomes of the server's memory meanwhile. */
async function flooded(server: ServerProcess, forMs: number, perSecond: number, movesPerSecond: number) {
  const orders: Bought[] = [];
  const moves = Math.floor((movesPerSecond * forMs) / 1_000);
  for (let nth = 0; nth < moves; nth += 1) orders.push(await buy(mover, "CAMISETA", { paid: true }));
  const { headers } = client(server.baseUrl, mover.headers);
  const move = (nth: number) =>
    tell(server.baseUrl, { method: "PUT", path: orders[nth]!.path("status/canceled"), headers, json: { reasonCancellationCode: 5 } });
  const memory = watchMemory(server.pid);
  const [lists, moved] = await Promise.all([steadily(perSecond, forMs, list(server)), steadily(movesPerSecond, forMs, move)]);
  return { lists, moved, grownMb: memory.grownMb() };
}

/** Memory of a process until it is asked what it grew by: the most in the second half of the time over the most in the first, in MiB. */
function watchMemory(pid: number): { grownMb(): number } {
  const samples: number[] = [];
  const sampler = setInterval(() => samples.push(memoryMb(pid).now), SAMPLED_MS);
  return {
    grownMb() {
      clearInterval(sampler);
      const half = Math.floor(samples.length / 2);
      return Math.max(...samples.slice(half)) - Math.max(...samples.slice(0, half));
    },
  };
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
      const usedBefore = cpuSeconds(server.pid);
      const { lists, moved, grownMb } = await flooded(server, FOR_MS, times * peak, MOVES_PER_SECOND);
      const costsMs = ((cpuSeconds(server.pid) - usedBefore) * 1_000) / (lists.length + moved.length);
      const [accepted, refused] = [withStatus(lists, 200), withStatus(lists, 503)];
      figures({ "peak, lists/s": peak, "asked for, lists/s": times * peak, "answered, lists/s": (accepted.length * 1_000) / FOR_MS });
      figures({ "p99 of answered, ms": p99(accepted), "refused with 503": refused.length });
      figures({ "orders moved": moved.length, "p99 of moves, ms": p99(moved) });

      figures({ "processor per call, ms": costsMs, "memory grown, MiB": grownMb });

      expect(moved.filter(({ status }) => status !== 200)).toEqual([]);
      expect(p99(moved)).toBeLessThan(MOVED_WITHIN_MS);

      // Its old self again.
      const calm = async () => withStatus(await steadily(peak / 4, 500, list(server)), 200).length === Math.floor(peak / 8);
      await eventually("nobody to be refused", calm, RECOVERED_WITHIN_MS);

      // What others leave us of the machine may be less than it was: the peak is measured on both sides of the flood.
      const best = Math.min(peak, await peakOf(server));
      expect((accepted.length * 1_000) / FOR_MS).toBeGreaterThan(best * goodput);
      expect(p99(accepted)).toBeLessThan(ACCEPTED_WITHIN_MS);

      // Where most calls are refused.
      if (times > 3) expect(costsMs).toBeLessThan(COSTS_MS);
      expect(grownMb).toBeLessThan(GROWN_MB);

      expect(refused.length).toBeGreaterThan(0);
      expect(accepted.length + refused.length).toBe(lists.length);
      expect(refused.filter(({ retryAfter }) => !/^[1-5]$/.test(retryAfter))).toEqual([]);
      expect(new Set(refused.map(({ retryAfter }) => retryAfter)).size).toBeGreaterThan(1);
      await server.end("SIGTERM");
    },
    LIMIT_MS,
  );

  it(
    "sees a planted bug: refusals are kept",
    async () => {
      const server = await serve([join(import.meta.dirname, "planted-kept-refusals.ts")]);
      const perSecond = PLANTED_TIMES * (await peakOf(server));
      const { grownMb } = await flooded(server, PLANTED_MS, perSecond, MOVES_PER_SECOND);
      expect(grownMb).toBeGreaterThan(GROWN_MB);
      await server.end("SIGTERM");
    },
    LIMIT_MS,
  );

  it(
    "sees a planted bug: lists have all the places",
    async () => {
      const server = await serve([join(import.meta.dirname, "planted-no-thresholds.ts")]);
      const { moved } = await flooded(server, SHORTER_MS, PLANTED_TIMES * (await peakOf(server)), PLANTED_MOVES_PER_SECOND);
      expect(withStatus(moved, 503).length).toBeGreaterThan(0);
      await server.end("SIGTERM");
    },
    LIMIT_MS,
  );
});
