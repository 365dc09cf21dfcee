import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { client, startMarketplace, testDatabase, type Marketplace, type Seller, type TestDatabase } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { pathOf, wares, type Wares } from "../wares.ts";
import { brokenInvariants } from "./invariants.ts";
import { ordersLostOrDuplicated } from "./order-writers.ts";
import { noStatements, onDatabase, startServer, type ServerProcess } from "./server-process.ts";
import { lostOrDuplicated, startWriters, type Writers } from "./writers.ts";

const CYCLES = budget(2, 200);
/** A planted bug shows itself in one of so many. */
const MOST_TRIES = 5;
const ACKNOWLEDGEMENTS = budget(300, 100_000);
const WRITERS = 16;
const WRITE_BEHIND = join(import.meta.dirname, "planted-write-behind.ts");
/** How long a server lives, at least and at most. */
const LIFE_MS = [200, 1_200] as const;
/** A machine with much else to do takes a quarter of a minute to start a server, and there are as many as the kills take. */
const LIMIT_MS = budget(240_000, 4 * 3_600_000);

let shop: Wares;
beforeAll(async () => {
  shop = await wares("http://127.0.0.1/images");
});

/** A free port, so that each server of a test is where the one before it was. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** What every seller has on sale: more than the writers can buy. */
const GOODS = { sku: "VENDIDA", initial: 10_000_000 };

/** Sellers of a database with goods on sale, made by a marketplace that is gone when they are used. */
async function sellersOn(database: TestDatabase, count: number): Promise<readonly Seller[]> {
  const marketplace: Marketplace = await startMarketplace({ database });
  const sellers = await Promise.all(Array.from({ length: count }, () => marketplace.seller()));
  for (const seller of sellers) await onSale(marketplace, seller, { [GOODS.sku]: GOODS.initial });
  await marketplace.stop();
  return sellers;
}

interface KillingPlan {
  readonly cycles: number;
  /** More cycles are added until there are so many. */
  readonly acknowledgements: number;
  readonly preload?: readonly string[];
}
interface Killing {
  readonly writers: Writers;
  /** Invariants broken right after a kill, before anybody repeats a call. */
  readonly torn: readonly string[];
  readonly kills: number;
}

/** Writers at work while their server is killed again and again; the last one is left alive until they have finished. */
async function killing(
  database: TestDatabase,
  sellers: readonly Seller[],
  { cycles, acknowledgements, preload = [] }: KillingPlan,
): Promise<Killing> {
  const variables = { ...onDatabase(database), PORT: String(await freePort()) };
  const start = () => startServer({ variables, preload });
  const torn: string[] = [];
  let kills = 0;
  let server: ServerProcess = await start();
  const ware: Wares["visor"] = (sku, changes) => shop.visor(sku, { ...changes, brand: "Marca Que Não Há" });
  const writers = startWriters({ baseUrl: server.baseUrl, sellers, count: WRITERS, ware, onSale: GOODS.sku });
  try {
    for (; kills < cycles || writers.acknowledged() < acknowledgements; kills += 1) {
      await sleep(LIFE_MS[0] + Math.random() * (LIFE_MS[1] - LIFE_MS[0]));
      await server.end("SIGKILL");
      await noStatements(database);
      torn.push(...(await brokenInvariants(database.query)));
      server = await start();
    }
    await writers.stop();
    // What the writers read through the API is what the database holds.
    for (const product of writers.products.slice(-50)) {
      const seller = client(server.baseUrl, sellers.find(({ sellerId }) => sellerId === product.sellerId)!.headers);
      const [document, stock, price] = await Promise.all(["", "stocks", "prices"].map((part) => seller.get(pathOf(product.sku, part))));
      const [listCents, saleCents] = product.prices.at(-1)!;
      const read = [document!.json?.name, stock!.json?.available, price!.json?.listPrice, price!.json?.salePrice];
      const acknowledged = [product.name, product.stocks.at(-1), listCents / 100, saleCents / 100];
      if (JSON.stringify(read) !== JSON.stringify(acknowledged))
        torn.push(`${product.sku} reads ${JSON.stringify(read)}, acknowledged was ${JSON.stringify(acknowledged)}`);
    }
  } finally {
    await server.end("SIGKILL");
  }
  return { writers, torn, kills };
}

describe("T01: the API process is killed with kill -9", () => {
  let database: TestDatabase;
  let sellers: readonly Seller[];
  beforeAll(async () => {
    database = await testDatabase();
    sellers = await sellersOn(database, 3);
  });
  afterAll(() => database.drop());

  it(
    `keeps every acknowledged write, once, over ${CYCLES} kills`,
    async () => {
      const { writers, torn, kills } = await killing(database, sellers, { cycles: CYCLES, acknowledgements: ACKNOWLEDGEMENTS });
      const lost = [
        await lostOrDuplicated(database.query, writers.products),
        await ordersLostOrDuplicated(database.query, writers.orders, GOODS),
      ];
      figures({ kills, acknowledged: writers.acknowledged(), "calls cut by a kill": writers.answers.get("none") ?? 0 });
      figures({ "lost or duplicated": lost.flat().length, "torn writes": torn.length });
      expect(torn).toEqual([]);
      expect(lost).toEqual([[], []]);
      expect(new Set(writers.orders.flatMap(({ causes }) => causes))).toEqual(new Set(["purchasePaid", "invoice", "ship", "cancel"]));
      expect(await brokenInvariants(database.query)).toEqual([]);
      expect(writers.surprises).toEqual([]);
      expect(writers.acknowledged()).toBeGreaterThanOrEqual(ACKNOWLEDGEMENTS);
      expect(writers.answers.get("none"), "the kills hit calls in progress").toBeGreaterThan(0);
    },
    LIMIT_MS,
  );

  it(
    "sees a server that acknowledges before it writes (planted)",
    async () => {
      const other = await testDatabase();
      const seen = { products: 0, orders: 0 };
      for (let tries = 0; tries < MOST_TRIES && (seen.products === 0 || seen.orders === 0); tries += 1) {
        const { writers, torn } = await killing(other, await sellersOn(other, 1), {
          cycles: 3,
          acknowledgements: 1,
          preload: [WRITE_BEHIND],
        });
        seen.products += torn.length + (await lostOrDuplicated(other.query, writers.products)).length;
        seen.orders += (await ordersLostOrDuplicated(other.query, writers.orders, GOODS)).length;
      }
      expect(seen.products).toBeGreaterThan(0);
      expect(seen.orders).toBeGreaterThan(0);
      await other.drop();
    },
    LIMIT_MS,
  );
});
