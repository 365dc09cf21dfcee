import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { startMarketplace, testDatabase, type Marketplace, type Seller, type TestDatabase } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { pathOf, wares, type Wares } from "../wares.ts";
import { balancer, CHECK_MS } from "./balancer.ts";
import { brokenInvariants } from "./invariants.ts";
import { onDatabase, startServer, type ServerProcess } from "./server-process.ts";
import { pause, tell, type Told } from "./traffic.ts";

const ROLLS = budget(1, 20);
const CALLERS = 8;
const PAUSE_MS = budget(4, 1);
/** Readiness is taken back so much earlier than the listener: several times what a balancer needs to see it. */
const DRAIN_SECONDS = 1;
/** How long old and new process serve side by side. */
const TOGETHER_MS = 300;
const EXIT_WITHIN_MS = 30_000;
const LIMIT_MS = budget(120_000, 3_600_000);

let database: TestDatabase;
let seller: Seller;
let shop: Wares;
beforeAll(async () => {
  database = await testDatabase();
  const market: Marketplace = await startMarketplace({ database });
  const made = await market.seller();
  await onSale(market, made, { VENDIDA: 1_000_000, CONTADA: 1 });
  seller = made;
  shop = await wares(`${market.baseUrl}/images`);
  await market.stop();
});
afterAll(() => database.drop());

const serve = (drainSeconds: number): Promise<ServerProcess> =>
  startServer({ variables: { ...onDatabase(database), DRAIN_SECONDS: String(drainSeconds), LOG_LEVEL: "silent" } });

/** What callers ask for, in turns: reads, writes, orders, products that workers judge. */
const calls = (nth: number) =>
  [
    { path: "/api/v2/products?size=20" },
    { method: "PUT", path: pathOf("CONTADA", "stocks"), json: { available: nth } },
    { method: "POST", path: "/api/v1/orders", json: { items: [{ sku: "VENDIDA" }] } },
    { path: pathOf("VENDIDA") },
    { method: "POST", path: "/api/v2/products", json: shop.visor(`ROLO-${nth}`) },
    { path: "/api/v1/brands" },
  ][nth % 6]!;

interface Deploys {
  readonly told: readonly Told[];
  /** Calls that failed: no answer, a cut one, or one that is neither a success nor a 503 with its Retry-After. */
  readonly failed: readonly string[];
  readonly exits: readonly { readonly ms: number; readonly code: number | null }[];
  /** Orders that were acknowledged. */
  readonly bought: number;
}

/** So many times a new process takes over from the old one, while callers go on. */
async function deploys(rolls: number, drainSeconds: number, signal: NodeJS.Signals): Promise<Deploys> {
  await using front = await balancer();
  let server = await serve(drainSeconds);
  await front.add(server.baseUrl);
  const told: Told[] = [];
  const failed: string[] = [];
  const ending = new AbortController();
  let nth = 0;
  let bought = 0;
  const caller = async () => {
    while (!ending.signal.aborted) {
      const asked = calls((nth += 1));
      const reply = await tell(front.baseUrl, { ...asked, headers: seller.headers });
      told.push(reply);
      if (reply.status === 201) bought += 1;
      const isRefused = reply.status === 503 && /^[1-9]\d*$/.test(reply.retryAfter);
      if ((reply.status < 200 || reply.status > 299) && !isRefused) failed.push(`${asked.method ?? "GET"} ${asked.path}: ${reply.status}`);
      await pause(PAUSE_MS);
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  const exits: { readonly ms: number; readonly code: number | null }[] = [];
  try {
    for (let roll = 0; roll < rolls; roll += 1) {
      const next = await serve(drainSeconds);
      await front.add(next.baseUrl);
      await pause(TOGETHER_MS);
      const from = performance.now();
      const { code } = await server.end(signal);
      exits.push({ ms: performance.now() - from, code });
      server = next;
    }
    await pause(TOGETHER_MS);
  } finally {
    ending.abort();
    await callers;
    await server.end("SIGTERM");
  }
  return { told, failed: [...failed, ...front.broken], exits, bought };
}

describe("T61: new processes take over from old ones under load", () => {
  it(
    `fails no call in ${ROLLS} deploys, and leaves nothing to anybody`,
    async () => {
      const { told, failed, exits, bought } = await deploys(ROLLS, DRAIN_SECONDS, "SIGTERM");
      const refused = told.filter(({ status }) => status === 503).length;
      figures({ deploys: ROLLS, calls: told.length, failed: failed.length, "refused with 503 and Retry-After": refused });
      figures({ "longest exit, s": Math.max(...exits.map(({ ms }) => ms)) / 1_000 });
      expect(failed).toEqual([]);
      expect(exits.map(({ code }) => code)).toEqual(exits.map(() => 0));
      // Ready no more for several of the balancer's looks, and then gone.
      expect(Math.min(...exits.map(({ ms }) => ms))).toBeGreaterThan(DRAIN_SECONDS * 1_000 - CHECK_MS);
      expect(Math.max(...exits.map(({ ms }) => ms))).toBeLessThan(EXIT_WITHIN_MS);
      expect(told.length).toBeGreaterThan(ROLLS * 30);
      // All of them have ended: what they worked on was handed back, not left to its lease.
      const held = await database.query(
        "select 1 from families where lease_until > now() union all select 1 from image_checks where lease_until > now()",
      );
      expect(held).toEqual([]);
      const [row] = await database.query<{ orders: number }>("select count(*)::integer as orders from orders");
      expect(bought).toBe(row!.orders);
      expect(await brokenInvariants(database.query)).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    "sees a process that closes before the balancer knows (planted: it is killed)",
    async () => {
      const { failed } = await deploys(1, DRAIN_SECONDS, "SIGKILL");
      expect(failed.length).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );
});
