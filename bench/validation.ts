import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Figure } from "./figure.ts";
import { openMarket, type Workshop } from "./market.ts";
import { median } from "./measure.ts";
import { cpuSeconds, familyCpuSeconds } from "./processes.ts";
import * as queries from "./queries.ts";

/** Whole families in every seller: 4,950 in the first, 50 in each of the others. */
const PRODUCTS = 39_600;
const FAMILY = 4;
const POLL_MS = 20;
const LIMIT_MS = 300_000;
const MICRO = 1e6;

interface Drain {
  readonly perSecond: number;
  readonly serverUs: number;
  readonly postgresUs: number;
}

/** How fast the worker judges products whose images were found good already: no network, only its own work. */
export const validation: Figure = {
  name: "validation",
  title: "Automatic validation without images",
  async measure({ workshop, rounds: { rounds } }) {
    const drains: Drain[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const drain = await drained(workshop, `bench_validation_${round}`);
      drains.push(drain);
      console.error(
        `  ${round}/${rounds} ${Math.round(drain.perSecond)} products/s  cpu ${drain.serverUs.toFixed(0)} + ${drain.postgresUs.toFixed(0)} us`,
      );
    }
    const middle = (name: keyof Drain) => median(drains.map((drain) => drain[name]));
    return {
      samples: {},
      facts: { products: PRODUCTS, productsPerSecond: middle("perSecond"), serverUs: middle("serverUs"), postgresUs: middle("postgresUs") },
    };
  },
};

/** Lets a worker loose on a catalogue that is due as a whole; times it from its readiness to the last family. */
async function drained(workshop: Workshop, name: string): Promise<Drain> {
  const { postgres } = workshop;
  const market = await openMarket(workshop, { name, skus: PRODUCTS, state: "submitted" });
  const due = async () => (await market.client.query<{ families: number }>(queries.due)).rows[0]!.families;
  const worker = await market.serve("worker");
  try {
    const startedMs = performance.now();
    const [waitingAtStart, server, database] = [await due(), cpuSeconds(worker.pid), familyCpuSeconds(postgres.pid)];
    const products = waitingAtStart * FAMILY;
    while ((await due()) > 0) {
      if (performance.now() - startedMs > LIMIT_MS) throw new Error("the worker did not finish");
      await sleep(POLL_MS);
    }
    const seconds = (performance.now() - startedMs) / 1_000;
    await provenClean(market.client);
    return {
      perSecond: products / seconds,
      serverUs: ((cpuSeconds(worker.pid) - server) * MICRO) / products,
      postgresUs: ((familyCpuSeconds(postgres.pid) - database) * MICRO) / products,
    };
  } finally {
    await worker.stop();
  }
}

/** One product in five has a colour that is not registered; a worker that judged otherwise was not measured. */
async function provenClean(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ status: string; products: number }>(queries.judged);
  const found = Object.fromEntries(rows.map(({ status, products }) => [status, products]));
  const expected = { CATALOGING: (PRODUCTS * 4) / 5, CRITICIZED: PRODUCTS / 5 };
  if (found["CATALOGING"] !== expected.CATALOGING || found["CRITICIZED"] !== expected.CRITICIZED) {
    throw new Error(`the worker judged ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
  }
}
