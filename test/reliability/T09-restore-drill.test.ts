import { copyFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { PROJECT } from "../../src/project.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { emptyDatabase, freshPlace } from "../commands/backup-world.ts";
import { runCommand } from "../commands/terminal.ts";
import { client, eventually, type Client } from "../harness.ts";
import { boughtIn } from "../orders/goods.ts";
import { pathOf, publish, wares, type Wares } from "../wares.ts";
import { startEmbedded, type Embedded } from "./embedded-server.ts";
import { brokenInvariants, INVARIANTS } from "./invariants.ts";
import { startWriters, type Writers } from "./writers.ts";

const DRILLS = budget(1, 20);
/** Acknowledged before each backup is taken. */
const ACKNOWLEDGED = budget(300, 5_000);
const WRITERS = 16;
const MOST_PLANTED = 6;
const LIMIT_MS = budget(120_000, 4 * 3_600_000);
const PLANTED = join(import.meta.dirname, "planted-table-by-table.ts");
const SKUS = Array.from({ length: 14 }, (_, nth) => `CALMA-${nth}`);
const ON_SALE = "VENDIDA";

let shop: Wares;

/** Publishes and approves products of a seller. */
async function approve(seller: Client, baseUrl: string, skus: readonly string[], available: number): Promise<void> {
  const images = await wares(`${baseUrl}/images`);
  for (const sku of skus) await publish(seller, images.visor(sku, { stock: { available } }));
  for (const sku of skus) {
    await eventually(`${sku} in cataloguing`, async () => (await seller.get(pathOf(sku, "status"))).json.code === "CATALOGING", 60_000);
    await seller.put(pathOf(sku, "status"), { status: "APPROVED" });
  }
}

/** A seller of whom nothing changes any more, and where to look at all it has. */
async function calmSeller({ server: { baseUrl }, operator }: Embedded) {
  const admin = client(baseUrl, operator);
  const { json: made } = await admin.post("/operator/v1/sellers", { name: "Loja Calma" });
  const { json: credential } = await admin.post(`/operator/v1/sellers/${made.sellerId}/credentials`, { name: "calma" });
  const headers = { client_id: credential.clientId as string, access_token: credential.accessToken as string };
  const seller = client(baseUrl, headers);
  await approve(seller, baseUrl, SKUS, 9);
  const orders = [];
  for (const sku of SKUS.slice(0, 8))
    orders.push(boughtIn(await seller.post("/api/v1/orders", { paid: true, items: [{ sku, quantity: 2 }] })));
  await seller.put(orders[0]!.path("status/invoiced"), { issueDate: "2026-11-20T12:00:00-03:00" });
  await seller.put(orders[1]!.path("status/canceled"), { reasonCancellationCode: 1 });
  await seller.post("/api/v1/notifications/endpoints", { name: "erp", url: "http://127.0.0.1:9/", events: ["order"], enabled: false });
  const paths = [
    ...SKUS.flatMap((sku) => ["", "status", "prices", "stocks", "stocks/ledger"].map((part) => pathOf(sku, part))),
    ...orders.flatMap(({ orderNumber, path }) => [
      `/api/v1/orders/${orderNumber}?expand=items,shippings`,
      `/api/v1/orders/${orderNumber}/timeline`,
      path(),
    ]),
    "/api/v2/products?expand=attributes",
    "/api/v2/products/critiques",
    "/api/v1/orders?expand=shippings",
    "/api/v1/events?after=0&limit=100",
    "/api/v1/notifications/endpoints",
    "/api/v1/brands",
    "/api/v1/sizes",
    "/api/v1/bus",
  ];
  return { headers, paths };
}

/** What a seller reads: status and body, but what names the server. */
async function reads({ baseUrl }: { readonly baseUrl: string }, { headers, paths }: Awaited<ReturnType<typeof calmSeller>>) {
  const seller = client(baseUrl, headers);
  const read: string[] = [];
  for (const path of paths) {
    const { status, text } = await seller.get(path);
    read.push(`${path} ${status} ${text.replaceAll(baseUrl, "")}`);
  }
  return read;
}

/** The command line as a process of its own, as an engineer calls it. */
async function backUp(file: string, dataDir: string, preload: readonly string[] = []): Promise<void> {
  const imports = preload.flatMap((path) => ["--import", path]);
  const child = spawn(process.execPath, [...imports, join(PROJECT, "src", "main.ts"), "backup", file, "--data", dataDir], {
    env: { PATH: "/usr/bin:/bin", NODE_COMPILE_CACHE: join(PROJECT, ".cache", "node") },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(0);
}

type Acknowledged = Pick<Writers, "products" | "orders">;
const known = ({ products, orders }: Acknowledged): Acknowledged => structuredClone({ products, orders });

/** What was acknowledged and is not in a restored database. */
async function missing(ask: Embedded["ask"], { products, orders }: Acknowledged): Promise<readonly string[]> {
  const rows = await ask<{ resource: string; said: readonly unknown[] }>(
    `select 'stock ' || sku as resource, jsonb_agg(physical order by version) as said from stock_ledger group by sku
     union all select 'price ' || sku, jsonb_agg(list_cents order by version) from price_history group by sku
     union all select 'order ' || substr(resource, 7), jsonb_agg(cause order by version) from events where resource like 'order/%' group by resource`,
  );
  const kept = new Map(rows.map(({ resource, said }) => [resource, JSON.stringify(said)]));
  const begins = (resource: string, said: readonly unknown[]) => kept.get(resource)?.startsWith(JSON.stringify(said).slice(0, -1)) === true;
  return [
    ...products.flatMap(({ sku, stocks, prices }) => [
      ...(begins(`stock ${sku}`, stocks) ? [] : [`stock ${sku}`]),
      ...(begins(
        `price ${sku}`,
        prices.map(([list]) => list),
      )
        ? []
        : [`price ${sku}`]),
    ]),
    ...orders.flatMap(({ orderNumber, causes }) => (begins(`order ${orderNumber}`, causes) ? [] : [`order ${orderNumber}`])),
  ];
}

describe("T09: a marketplace is backed up under load and restored elsewhere", () => {
  let embedded: Embedded;
  let writers: Writers;
  let calm: Awaited<ReturnType<typeof calmSeller>>;
  let before: readonly string[];
  const place = freshPlace();
  beforeAll(async () => {
    shop = await wares("http://127.0.0.1/images");
    embedded = await startEmbedded();
    await approve(client(embedded.server.baseUrl, embedded.seller.headers), embedded.server.baseUrl, [ON_SALE], 10_000_000);
    calm = await calmSeller(embedded);
    before = await reads(embedded.server, calm);
    writers = startWriters({
      baseUrl: embedded.server.baseUrl,
      sellers: [embedded.seller],
      count: WRITERS,
      ware: (sku, changes) => shop.visor(sku, { ...changes, brand: "Marca Que Não Há" }),
      onSale: ON_SALE,
    });
  }, LIMIT_MS);
  const load = (more: number) => {
    const until = writers.acknowledged() + more;
    return eventually("some load", () => Promise.resolve(writers.acknowledged() >= until), LIMIT_MS);
  };

  it(`is of one moment, with all that was acknowledged before, and reads the same, ${DRILLS} times`, { timeout: LIMIT_MS }, async () => {
    expect(calm.paths.length).toBeGreaterThanOrEqual(100);
    for (let drill = 1; drill <= DRILLS; drill += 1) {
      await load(ACKNOWLEDGED);
      const acknowledged = known(writers);
      const file = join(place, `${drill}.tar`);
      await backUp(file, embedded.dataDir);
      await load(1);
      const dataDir = join(freshPlace(), "elsewhere");
      await runCommand("restore", file, "--data", dataDir);
      copyFileSync(join(embedded.dataDir, "encryption-keys"), join(dataDir, "encryption-keys"));
      // Nobody is told and nothing becomes due in a copy that only answers.
      const elsewhere = await startEmbedded([], { ROLE: "api" }, dataDir);
      expect(await missing(elsewhere.ask, acknowledged)).toEqual([]);
      expect(await brokenInvariants(elsewhere.ask, INVARIANTS, elsewhere.keys)).toEqual([]);
      expect(await reads(elsewhere.server, calm)).toEqual(before);
      await elsewhere.server.end("SIGTERM");
    }
    figures({ drills: DRILLS, acknowledged: writers.acknowledged(), "reads compared each time": before.length, "lost or different": 0 });
  });

  it("would be seen to be of several moments (planted)", { timeout: LIMIT_MS }, async () => {
    const seen: string[] = [];
    for (let nth = 1; nth <= MOST_PLANTED && seen.length === 0; nth += 1) {
      await load(20);
      const file = join(place, `planted-${nth}.tar`);
      await backUp(file, embedded.dataDir, [PLANTED]);
      const to = await emptyDatabase();
      await runCommand("restore", file, "--database-url", to.url);
      seen.push(...(await brokenInvariants(to.query, INVARIANTS, embedded.keys)));
      await to.drop();
    }
    expect(seen.length).toBeGreaterThan(0);
  });

  it("is backed up all the same when it is stopped", { timeout: LIMIT_MS }, async () => {
    await writers.stop();
    expect(writers.surprises).toEqual([]);
    await embedded.server.end("SIGTERM");
    const file = join(place, "stopped.tar");
    await backUp(file, embedded.dataDir);
    const { out } = await runCommand("restore", file, "--check", "--json");
    expect(JSON.parse(out)).toMatchObject({ environment: "sandbox", restored: false });
  });
});
