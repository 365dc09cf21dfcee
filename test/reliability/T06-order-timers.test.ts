import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { client, eventually, startMarketplace, testDatabase, type Marketplace, type Seller, type TestDatabase } from "../harness.ts";
import { movableClock } from "../movable-clock.ts";
import { boughtIn, onSale } from "../orders/goods.ts";
import { brokenInvariants } from "./invariants.ts";
import { onDatabase, startServer, type ServerProcess } from "./server-process.ts";

const ORDERS = budget(60, 5_000);
const PER_ROUND = 30;
const ROUNDS = budget(8, 200);
const LIMIT_MS = budget(240_000, 4 * 3_600_000);
/** A machine with much else to do starts a worker in seconds. */
const PATIENCE_MS = 60_000;
/** A fulfilment order goes from Created to delivered by itself, in four moves. */
const LIFE = ["purchase", "approve", "invoice", "ship", "deliver"];
const TIMES = {
  PAYMENT_APPROVAL_SECONDS: "1",
  FULFILLMENT_INVOICING_SECONDS: "1",
  FULFILLMENT_SHIPMENT_SECONDS: "1",
  FULFILLMENT_DELIVERY_SECONDS: "1",
};
const SKUS = ["UM", "DOIS", "TRES", "QUATRO"];

let database: TestDatabase;
let api: Marketplace;
let seller: Seller;
beforeEach(async () => {
  database = await testDatabase();
  const publishing = await startMarketplace({ database });
  const { headers, ...facts } = await publishing.seller();
  await onSale(publishing, { headers, ...facts }, Object.fromEntries(SKUS.map((sku) => [sku, ORDERS])));
  await publishing.stop();
  api = await startMarketplace({ database, clock: movableClock(), settings: { ...TIMES, ROLE: "api" } });
  seller = { ...facts, ...client(api.baseUrl, headers) };
});
afterEach(async () => {
  await api.stop();
  await database.drop();
});

const startWorker = (preload: readonly string[] = []): Promise<ServerProcess> =>
  startServer({ variables: { ...onDatabase(database), ...TIMES, ROLE: "worker", LOG_LEVEL: "silent" }, preload });

async function buyMany(count: number): Promise<void> {
  for (let i = 0; i < count; i += PER_ROUND) {
    const replies = await Promise.all(
      Array.from({ length: Math.min(PER_ROUND, count - i) }, (_, nth) =>
        seller.post("/api/v1/orders", { shippings: [{ platformId: "PARTNER_ENTREGAS", items: [{ sku: SKUS[nth % SKUS.length]! }] }] }),
      ),
    );
    replies.forEach(boughtIn);
  }
}

/** How many orders are so, or have a shipping that is: `o` stands for either. */
const count = async (condition: string): Promise<number> => {
  const [row] = await database.query<{ n: number }>(
    `select count(distinct order_number)::integer as n
       from (select order_number, status, due_at from orders union all select order_number, status, due_at from shippings) o where ${condition}`,
  );
  return row!.n;
};
const underway = () => count("o.status <> 'delivered'");
const dueNow = () => count(`o.due_at <= ${api.clock.now()}`);
/** Nothing is due so late by any of the times above. */
const forgotten = () => count(`o.due_at > ${api.clock.now() + 30_000}`);

const somethingDue = async () => (await dueNow()) > 0 || (await underway()) === 0;

/**
 * Kills workers when `isTime`, sometimes both, sometimes one, until all is done or something was forgotten; answers how many kills came
 * while something was due.
 */
async function killRound(rounds: number, isTime: () => Promise<boolean> = somethingDue, preload: readonly string[] = []): Promise<number> {
  let workers = await Promise.all([startWorker(preload), startWorker(preload)]);
  let hits = 0;
  for (let round = 0; round < rounds && (await underway()) > 0 && (await forgotten()) === 0; round += 1) {
    await eventually("the time to kill", isTime, PATIENCE_MS);
    await sleep((round * 7) % 40);
    if ((await dueNow()) > 0) hits += 1;
    const [first, second] = workers;
    const both = round % 3 !== 2;
    await Promise.all([first.end("SIGKILL"), both && second.end("SIGKILL")]);
    workers = await Promise.all([startWorker(preload), both ? startWorker(preload) : second]);
  }
  await Promise.all(workers.map((worker) => worker.end("SIGKILL")));
  return hits;
}

/** Every order that did not live its life exactly once. */
const astray = async (): Promise<readonly string[]> => {
  const rows = await database.query<{ resource: string; causes: string[] }>(
    "select resource, array_agg(cause order by version) as causes from events where resource like 'order/%' group by resource",
  );
  expect(rows).toHaveLength(ORDERS);
  return rows.filter(({ causes }) => causes.join() !== LIFE.join()).map(({ resource, causes }) => `${resource}: ${causes.join()}`);
};

describe("T06: workers that move orders are killed with kill -9", () => {
  it(
    `takes each of ${ORDERS} orders through its life, every move once`,
    async () => {
      await buyMany(ORDERS);
      const hits = await killRound(ROUNDS);
      expect(hits, "kills hit workers at work").toBeGreaterThan(0);
      const worker = await startWorker();
      await eventually("every order to be delivered", async () => (await underway()) === 0, budget(PATIENCE_MS, 600_000));
      await worker.end("SIGTERM");
      const wrong = await astray();
      figures({ orders: ORDERS, "kills while something was due": hits, "moves lost or repeated": wrong.length });
      expect(wrong).toEqual([]);
      expect(await brokenInvariants(database.query)).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    "sees a worker that takes orders from the queue before it moves them (planted)",
    async () => {
      await buyMany(ORDERS);
      // One of them holds an order that it took: whatever the machine has to do besides, the kill comes in between.
      const isTaken = async () => (await forgotten()) > 0;
      await killRound(1, isTaken, [join(import.meta.dirname, "planted-order-dequeue.ts")]);
      expect(await forgotten()).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );
});
