import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { realNow } from "../src/platform/basics/clock.ts";
import type { Figure, FigureContext } from "./figure.ts";
import { openMarket, openStand } from "./market.ts";
import { interleaved, type Contender } from "./measure.ts";
import * as queries from "./queries.ts";

/** A worker counts which products a change affects, while others change their stock. */

const CONNECTIONS = 64;
const COLOUR = "Azul";
const POLL_MS = 100;
const LIMIT_MS = 300_000;

/** PUT stock alone and beside a count, in turn; then one whole count beside PUT stock. */
export const changeWarnings: Figure = {
  name: "change-warnings",
  title: "Counting what a change affects, beside PUT stock",
  async measure({ workshop, rounds, skus }: FigureContext) {
    const market = await openMarket(workshop, { name: "bench_warnings", skus, state: "published" });
    const { client } = market;
    const stand = await openStand(workshop, market, "bench_warnings");
    const { rowCount: users } = await client.query(queries.useColour, [COLOUR]);
    await client.query("vacuum analyze products");
    const { rows } = await client.query<{ change_id: number }>(queries.announceRemoval, [COLOUR, realNow()]);
    const change = rows[0]!.change_id;
    const worker = await market.serve("worker");
    try {
      const alone = stand.http("PUT stock", { scenario: "put-stock", takes: [], connections: CONNECTIONS });
      const samples = await interleaved([alone, besideCount(client, change, alone)], rounds);
      const countSeconds = await wholeCount(client, change, alone, rounds.seconds);
      const found = (await client.query<{ skus: number }>(queries.counted, [change])).rows[0]!.skus;
      if (found !== users) throw new Error(`the worker found ${found} products, expected ${users}`);
      return { samples, facts: { skus, affectedSkus: found, countSeconds } };
    } finally {
      await worker.stop();
      await stand.stop();
    }
  },
};

/** The same load while a count goes on. */
const besideCount = (client: pg.Client, change: number, alone: Contender): Contender => ({
  name: "PUT stock, beside a count",
  async measure(seconds, run) {
    await client.query(queries.countNow, [change]);
    try {
      return await alone.measure(seconds, run);
    } finally {
      await client.query(queries.stopCount, [change]);
    }
  },
});

/** Seconds from the announcement to the totals of every seller, with the load going on. */
async function wholeCount(client: pg.Client, change: number, load: Contender, seconds: number): Promise<number> {
  const count: { startedMs: number; endedMs?: number } = { startedMs: performance.now() };
  await client.query(queries.countNow, [change]);
  const watch = async () => {
    while (count.endedMs === undefined) {
      if (performance.now() - count.startedMs > LIMIT_MS) throw new Error("the count did not end");
      await sleep(POLL_MS);
      const { rows } = await client.query<{ done: boolean }>(queries.counted, [change]);
      if (rows[0]!.done) count.endedMs = performance.now();
    }
  };
  const watching = watch();
  for (let run = 0; count.endedMs === undefined; run += 1) await load.measure(seconds, run);
  await watching;
  return (count.endedMs - count.startedMs) / 1_000;
}
