import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { client, ENCRYPTION_KEYS, eventually, type TestDatabase } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { brokenInvariants } from "../reliability/invariants.ts";
import { ordersLostOrDuplicated } from "../reliability/order-writers.ts";
import { freshFolder, type ServerProcess, startServer } from "../reliability/server-process.ts";
import { lostOrDuplicated, startWriters, type Writers } from "../reliability/writers.ts";
import { wares } from "../wares.ts";

const WRITERS_EACH = 8;
/** What is on sale: more than the writers can buy. */
export const GOODS = { sku: "VENDIDA", initial: 10_000_000 };

/** Processes on one database, and a seller there. */
export interface Marketplaces {
  readonly servers: readonly ServerProcess[];
  readonly seller: { readonly sellerId: number; readonly headers: Readonly<Record<string, string>> };
}

/** Starts a process for each list of modules loaded before its own; the first makes the seller, with something on sale. */
export async function startMarketplaces(databaseUrl: string, preloads: readonly (readonly string[])[]): Promise<Marketplaces> {
  const dataDir = freshFolder();
  const variables = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ENCRYPTION_KEYS, LOG_LEVEL: "silent" };
  const first = await startServer({ variables, preload: preloads[0]! });
  const others = preloads.slice(1).map((preload) => startServer({ variables: { ...variables, DATA_DIR: freshFolder() }, preload }));
  const { sellerId, clientId, accessToken } = (
    JSON.parse(readFileSync(join(dataDir, "instance.json"), "utf8")) as {
      readonly seller: { readonly sellerId: number; readonly clientId: string; readonly accessToken: string };
    }
  ).seller;
  const headers = { client_id: clientId, access_token: accessToken };
  await onSale(first, client(first.baseUrl, headers), { [GOODS.sku]: GOODS.initial });
  return { servers: [first, ...(await Promise.all(others))], seller: { sellerId, headers } };
}

/** Writers at work, as many at each process. */
export async function write({ servers, seller }: Marketplaces): Promise<readonly Writers[]> {
  const shop = await wares("http://127.0.0.1/images");
  return servers.map(({ baseUrl }, nth) =>
    startWriters({
      baseUrl,
      sellers: [seller],
      count: WRITERS_EACH,
      nthFrom: nth * WRITERS_EACH,
      ware: (sku, changes) => shop.visor(sku, { ...changes, brand: "Marca Que Não Há" }),
      onSale: GOODS.sku,
    }),
  );
}

/** A 503 that does not say when to come back. */
const SPEECHLESS = -503;

/** Readers at work. Told to stop, they answer how often each status came. */
export function read({ servers, seller }: Marketplaces): () => Promise<ReadonlyMap<number, number>> {
  const paths = ["/api/v2/products", `/api/v2/products/${GOODS.sku}`, "/api/v1/orders", "/api/v1/brands", "/api/v1/events?after=0"];
  const statuses = new Map<number, number>();
  const stopping = new AbortController();
  const reading = servers.flatMap(({ baseUrl }) =>
    paths.map(async (path) => {
      const { get } = client(baseUrl, seller.headers);
      while (!stopping.signal.aborted) {
        const { status, headers } = await get(path);
        const told = status === 503 && !/^[1-9]\d*$/.test(headers.get("retry-after") ?? "") ? SPEECHLESS : status;
        statuses.set(told, (statuses.get(told) ?? 0) + 1);
        await sleep(20);
      }
    }),
  );
  return async () => {
    stopping.abort();
    await Promise.all(reading);
    return statuses;
  };
}

/** What a process says of itself to its balancer. */
export const readiness = ({ baseUrl }: ServerProcess) => client(baseUrl, {}).get("/readyz");

/** How long it takes from then until all of them answer so, in milliseconds. */
export async function untilReady(servers: readonly ServerProcess[], status: 200 | 503, sinceMs = performance.now()): Promise<number> {
  await Promise.all(
    servers.map((server) => eventually(`/readyz to be ${status}`, async () => (await readiness(server)).status === status)),
  );
  return performance.now() - sinceMs;
}

/** How many writes were acknowledged at each process. */
export const acknowledged = (writers: readonly Writers[]): readonly number[] => writers.map((one) => one.acknowledged());

/** How long it takes from then until each process has acknowledged some more, in milliseconds. */
export async function untilAcknowledged(writers: readonly Writers[], sinceMs: number): Promise<number> {
  const before = acknowledged(writers);
  await eventually("writes of each to be acknowledged", async () => acknowledged(writers).every((count, nth) => count > before[nth]! + 2));
  return performance.now() - sinceMs;
}

/** What is wrong after all of it. */
interface Found {
  /** Writes that were acknowledged and are not there, or there twice. */
  readonly lost: readonly string[];
  /** Answers that no client should have to expect. */
  readonly surprises: readonly string[];
  readonly broken: readonly string[];
}
export const NOTHING: Found = { lost: [], surprises: [], broken: [] };

/** Lets writers finish, and compares what they were told with what the database has. */
export async function foundAfter(writers: readonly Writers[], ask: TestDatabase["query"]): Promise<Found> {
  await Promise.all(writers.map((one) => one.stop()));
  const products = writers.flatMap((one) => one.products);
  const orders = writers.flatMap((one) => one.orders);
  return {
    lost: [...(await lostOrDuplicated(ask, products)), ...(await ordersLostOrDuplicated(ask, orders, GOODS))],
    surprises: writers.flatMap(({ surprises }) => surprises),
    broken: await brokenInvariants(ask),
  };
}
