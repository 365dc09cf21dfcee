import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claimFamilies } from "../../src/catalog/validation/queries.ts";
import { MAX_ATTEMPTS } from "../../src/catalog/validation/worker.ts";
import { sandboxImage } from "../../src/sandbox/image-host.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { eventually, startMarketplace, type Marketplace, type TestDatabase } from "../harness.ts";
import { localServer, type LocalServer } from "../local-server.ts";
import { movableClock } from "../movable-clock.ts";
import { pathOf, publish, SHOE_SIZES, wares, type Ware, type Wares } from "../wares.ts";
import { DEFECTS } from "./defects.ts";
import { brokenInvariants } from "./invariants.ts";
import { onDatabase, startServer, type ServerProcess } from "./server-process.ts";

const PRODUCTS = budget(60, 5_000);
const PER_KILL = budget(20, 50);
/** A planted bug shows itself in one of so many. */
const MOST_TRIES = 5;
/** Longest a worker is waited for until it holds something. */
const LIFE_MS = 3_000;
/** A machine with much else to do takes its time. */
const PATIENCE_MS = 60_000;
/** Of a lease's time, so much is taken for granted in every run and really waited for in a campaign. */
const WAITED_SECONDS = budget(28, 0);
const LEASE_SECONDS = { families: 30, image_checks: 60 };
/** How long images take to arrive, so that workers die while they wait for them too. */
const IMAGE_MS = 30;
const LIMIT_MS = budget(240_000, 4 * 3_600_000);

let images: LocalServer;
let imagesUrl: string;
let shop: Wares;
beforeAll(async () => {
  images = await localServer((request, response) => {
    const image = sandboxImage(request.url!.split("/").at(-1)!, "GET", request.headers.range);
    setTimeout(() => response.writeHead(image?.status ?? 404, image?.headers).end(image?.body), IMAGE_MS);
  });
  imagesUrl = `http://${images.authority}/images`;
  shop = await wares(imagesUrl);
});
afterAll(() => images[Symbol.asyncDispose]());

/** A marketplace without workers, by the real clock that the workers' processes go by. */
const withoutWorkers = (): Promise<Marketplace> =>
  startMarketplace({ clock: movableClock(), settings: { ROLE: "api", OUTBOUND_HOSTS_ALLOWED: "127.0.0.1" } });

const startWorker = (database: TestDatabase, preload: readonly string[] = []): Promise<ServerProcess> =>
  startServer({
    variables: {
      ...onDatabase(database),
      ROLE: "worker",
      OUTBOUND_HOSTS_ALLOWED: "127.0.0.1",
      FAMILY_SETTLE_SECONDS: "3600",
      IMAGE_RETRY_SECONDS: "0",
      LOG_LEVEL: "silent",
    },
    preload,
  });

interface Expected {
  readonly sku: string;
  readonly status: string;
  readonly codes: readonly string[];
}

interface Good extends Expected {
  readonly ware: Ware;
}

/** So many products: visors with every defect in turn, and complete families of shoes with one wrong member. */
const goods = (count: number): readonly Good[] =>
  Array.from({ length: count }, (_, nth) => {
    const family = Math.floor(nth / SHOE_SIZES.length);
    if (family % 5 === 0) {
      const wrong = nth % SHOE_SIZES.length === 1;
      const ware = shop.shoe(`S${family}`, SHOE_SIZES[nth % SHOE_SIZES.length]!, wrong ? { color: "Pretu" } : {});
      return { ware, sku: ware.sku, status: wrong ? "CRITICIZED" : "CATALOGING", codes: wrong ? ["color_unknown"] : [] };
    }
    const { changes, codes, status } = DEFECTS[nth % DEFECTS.length]!;
    return { ware: shop.visor(`V${nth}`, changes(imagesUrl)), sku: `V${nth}`, status, codes };
  });

interface Judged {
  readonly sku: string;
  readonly status: string;
  readonly codes: readonly string[];
  readonly events: readonly string[];
}

const judged = ({ database }: Marketplace) =>
  database.query<Judged & { pending: string }>(
    `select p.sku, p.status, p.pending,
            (select coalesce(jsonb_agg(r ->> 'code'), '[]') from jsonb_array_elements(p.reviews::jsonb) r) as codes,
            (select jsonb_agg(e.cause order by e.version) from events e where e.seller_id = p.seller_id and e.resource = 'product/' || p.sku) as events
       from products p`,
  );

/** Every product that was not judged exactly as it should be, exactly once. */
async function misjudged(marketplace: Marketplace, expected: readonly Expected[]): Promise<readonly string[]> {
  const found = new Map((await judged(marketplace)).map((row) => [row.sku, row]));
  return expected.flatMap(({ sku, status, codes }) => {
    const { status: is, codes: told = [], events = [] } = found.get(sku) ?? {};
    const right = is === status && told.join() === codes.join() && events.join() === "submit,validation";
    return right ? [] : [`${sku} is ${is} with ${told.join()} after ${events.join()}, expected ${status} with ${codes.join()}`];
  });
}

/** How many families and images some worker holds. */
const leased = async ({ database }: Marketplace, tables: readonly string[]): Promise<number> => {
  const rows = tables.map((table) => `select lease_until from ${table}`).join(" union all ");
  const [row] = await database.query<{ n: number }>(`select count(*)::integer as n from (${rows}) l where lease_until > now()`);
  return row!.n;
};

/** Kills workers while they hold something; answers how many were at it. The leases of the dead run out at once. */
async function kill(marketplace: Marketplace, victims: readonly ServerProcess[], tables: readonly string[]): Promise<boolean> {
  const { database } = marketplace;
  const until = performance.now() + LIFE_MS;
  while (performance.now() < until && (await leased(marketplace, tables)) === 0) await sleep(1);
  await Promise.all(victims.map((victim) => victim.end("SIGKILL")));
  const hit = (await leased(marketplace, tables)) > 0;
  for (const [table, seconds] of Object.entries(LEASE_SECONDS)) {
    // By the clock as each row is read: what a dead worker had sent may have begun, and committed, since this statement's now().
    const long = await database.query(`select 1 from ${table} where lease_until > clock_timestamp() + ${seconds} * interval '1 second'`);
    expect(long, `no lease in ${table} is longer than ${seconds} s`).toEqual([]);
    await database.query(`update ${table} set lease_until = now() where lease_until > now()`);
  }
  return hit;
}

/** Publishes the goods little by little and kills workers over each part, sometimes all, sometimes one; answers how many kills hit. */
async function publishAndKill(marketplace: Marketplace, wanted: readonly Good[], preload: readonly string[] = []): Promise<number> {
  const seller = await marketplace.seller();
  const start = () => startWorker(marketplace.database, preload);
  let workers = await Promise.all([start(), start()]);
  let hits = 0;
  for (let i = 0; i < wanted.length; i += PER_KILL) {
    const publishing = Promise.all(wanted.slice(i, i + PER_KILL).map(({ ware }) => publish(seller, ware)));
    const nth = i / PER_KILL;
    const [first, second] = workers;
    const victims = nth % 3 === 2 ? [first] : [first, second];
    if (await kill(marketplace, victims, nth % 2 === 0 ? ["families"] : ["families", "image_checks"])) hits += 1;
    await publishing;
    workers = await Promise.all([start(), victims.length === 1 ? second : start()]);
  }
  await kill(marketplace, workers, ["families"]);
  return hits;
}

describe("T06: workers are killed with kill -9", () => {
  it(
    `judges each of ${PRODUCTS} products exactly as it should, with one event for each change`,
    async () => {
      const marketplace = await withoutWorkers();
      const wanted = goods(PRODUCTS);
      const hits = await publishAndKill(marketplace, wanted);
      expect(hits, "kills hit workers at work").toBeGreaterThan(0);
      const worker = await startWorker(marketplace.database);
      await eventually(
        "all products to be judged",
        async () => (await judged(marketplace)).every(({ status }) => status !== "RECEIVED"),
        budget(PATIENCE_MS, 600_000),
      );
      await worker.end("SIGTERM");
      const wrong = await misjudged(marketplace, wanted);
      figures({ products: PRODUCTS, "kills of workers at work": hits, misjudged: wrong.length });
      expect(wrong).toEqual([]);
      expect(await brokenInvariants(marketplace.database.query)).toEqual([]);
      await marketplace.stop();
    },
    LIMIT_MS,
  );

  it(
    "sees a worker that takes families from the queue before they are judged (planted)",
    async () => {
      // A kill may find nothing in its worker's hands.
      const broken: string[] = [];
      for (let tries = 0; broken.length === 0 && tries < MOST_TRIES; tries += 1) {
        const marketplace = await withoutWorkers();
        await publishAndKill(marketplace, goods(4 * PER_KILL), [join(import.meta.dirname, "planted-dequeue.ts")]);
        broken.push(...(await brokenInvariants(marketplace.database.query)));
        await marketplace.stop();
      }
      expect(broken.join("\n")).toContain("a product that can still be judged is not forgotten");
    },
    LIMIT_MS,
  );

  it(
    "claims a family again within 30 s of its worker's death",
    async () => {
      const marketplace = await withoutWorkers();
      const seller = await marketplace.seller();
      await publish(seller, shop.visor("A"));
      // What a worker leaves that dies right after its claim.
      await marketplace.app.db.run([seller.sellerId], claimFamilies, [
        seller.sellerId,
        marketplace.clock.now(),
        64,
        LEASE_SECONDS.families,
      ]);
      const worker = await startWorker(marketplace.database);
      await marketplace.database.query("update families set lease_until = lease_until - $1 * interval '1 second'", [WAITED_SECONDS]);
      const from = performance.now();
      // Every claim has a fence of its own.
      const claims = async () => (await marketplace.database.query<{ fence: number }>("select fence from families"))[0]!.fence;
      await eventually("the second claim", async () => (await claims()) > 1, (LEASE_SECONDS.families + 5) * 1_000);
      const seconds = (performance.now() - from) / 1_000 + WAITED_SECONDS;
      figures({ "claimed again after, s": seconds });
      expect(seconds).toBeLessThan(LEASE_SECONDS.families + 3);
      await eventually("the family to be judged", async () => (await judged(marketplace))[0]!.status === "CATALOGING", PATIENCE_MS);
      await worker.end("SIGTERM");
      await marketplace.stop();
    },
    LIMIT_MS,
  );

  it(
    "sets a family aside that no worker survives, and nobody waits for it",
    async () => {
      const { database, ...marketplace } = await withoutWorkers();
      const seller = await marketplace.seller();
      const support = await marketplace.operator("support");
      const aside = async () => (await support.get("/operator/v1/health")).json.validation.familiesSetAside as number;
      const isJudged = (sku: string) =>
        eventually(`${sku} to be judged`, async () => (await seller.get(pathOf(sku, "status"))).json.code === "CATALOGING", PATIENCE_MS);
      await Promise.all(["POISON", "N1", "N2", "N3"].map((sku) => publish(seller, shop.visor(sku))));
      await database.query("update products set core = '{' where sku = 'POISON'");
      // News of reference data would be a reason to try once more.
      await database.query("update families set reference_version = 1000000 where product_group = 'POISON'");

      const workers = await startMarketplace({
        database,
        clock: movableClock(),
        settings: { ROLE: "worker", OUTBOUND_HOSTS_ALLOWED: "127.0.0.1", LOG_LEVEL: "silent" },
      });
      await Promise.all(["N1", "N2", "N3"].map(isJudged));
      const attempts = async () =>
        (
          await database.query<{ attempts: number; due: boolean }>(
            "select attempts, due_at is not null as due from families where product_group = 'POISON'",
          )
        )[0]!;
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        await eventually(`attempt ${attempt}`, async () => (await attempts()).attempts >= attempt, PATIENCE_MS);
        // Sooner than it would run out. The last one is left alone: it ends in the family being set aside.
        await database.query("update families set lease_until = now() where product_group = 'POISON' and attempts < $1", [MAX_ATTEMPTS]);
      }
      await eventually("the family to be set aside", async () => (await aside()) === 1, PATIENCE_MS);
      await publish(seller, shop.visor("N4"));
      await isJudged("N4");
      expect(await attempts()).toEqual({ attempts: MAX_ATTEMPTS, due: false });

      // Sent again by its seller it is whole again, and judged.
      await seller.put(pathOf("POISON"), shop.visor("POISON"));
      await isJudged("POISON");
      expect(await aside()).toBe(0);
      expect(await brokenInvariants(database.query)).toEqual([]);
      await workers.stop();
      await marketplace.stop();
    },
    LIMIT_MS,
  );
});
