import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { EXCLUDED_TABLES } from "../../src/platform/backup/format.ts";
import { eventually, startMarketplace, testDatabase, type Marketplace, type Seller, type TestDatabase } from "../harness.ts";
import { boughtIn, onSale } from "../orders/goods.ts";
import { pathOf, publish, wares } from "../wares.ts";

/** A marketplace in which much has happened, at rest: nobody works, nothing more happens. */
export interface BackupWorld {
  readonly market: Marketplace;
  readonly seller: Seller;
  /** Answers of the marketplace to its seller, by path. */
  readonly reads: Readonly<Record<string, string>>;
  /** Of its rows, by table. */
  readonly rows: Readonly<Record<string, string>>;
}

const READS = [
  "/api/v2/products?expand=images,attributes",
  pathOf("VENDIDA", "stocks/ledger"),
  pathOf("ACAO", "status"),
  "/api/v1/orders?expand=items,shippings",
];

/** Makes one; every kind of row that calls make has one at least. */
export async function backupWorld(): Promise<BackupWorld> {
  const market = await startMarketplace();
  const seller = await market.seller();
  const shop = await wares(`${market.baseUrl}/images`);
  await onSale(market, seller, { VENDIDA: 50 });
  await publish(seller, shop.visor("ACAO", { brand: "Marca Que Não Há", name: "Viseira \\ 'ácida' \"citada\"" }));
  await eventually("a critique", async () => (await seller.get(pathOf("ACAO", "status"))).json.code === "CRITICIZED");
  await seller.put(pathOf("VENDIDA", "prices"), { listPrice: 100, salePrice: 89.9 }, { headers: { "idempotency-key": "once" } });
  const buy = async () => boughtIn(await seller.post("/api/v1/orders", { paid: true, items: [{ sku: "VENDIDA", quantity: 2 }] }));
  const [invoiced] = [await buy(), await buy()];
  await seller.put(invoiced.path("status/invoiced"), { issueDate: "2026-11-20T12:00:00-03:00" });
  await seller.post("/api/v1/notifications/endpoints", { name: "erp", url: "http://127.0.0.1:9/", events: ["order"], enabled: false });
  await seller.post("/api/v1/technical-validations", {});
  const admin = await market.operator("admin");
  await admin.put("/operator/v1/reference/brands/9001", { name: "Marca Nova", externalCode: "MARCA-NOVA" });
  const reads = Object.fromEntries(await Promise.all(READS.map(async (path) => [path, (await seller.get(path)).text] as const)));
  await market.database.query("insert into installation (environment) values ('sandbox')");
  // What credentials were last used is written then.
  await market.app.stop();
  return { market, seller, reads, rows: await fingerprints(market.database.query, EXCLUDED_TABLES) };
}

/** A database without anything in it, of an ordinary role when one is named. */
export async function emptyDatabase(owner?: string): Promise<TestDatabase & { readonly url: string }> {
  const database = await testDatabase();
  await database.query("drop schema public cascade");
  await database.query(owner === undefined ? "create schema public" : `create schema public authorization ${owner}`);
  if (owner !== undefined) await database.query(`alter database ${database.name} owner to ${owner}`);
  return { ...database, url: urlOf(database, owner) };
}

/** A role that row-level security binds, and how to be rid of it. */
export async function ordinaryRole(): Promise<{ readonly name: string; drop(): Promise<void> }> {
  const name = `ordinary_${randomUUID().slice(0, 8)}`;
  const as = async (text: string) => {
    const admin = new pg.Client({ host: inject("pgHost"), port: inject("pgPort"), user: inject("pgUser"), database: "postgres" });
    await admin.connect();
    await admin.query(text);
    await admin.end();
  };
  await as(`create role ${name} login`);
  return { name, drop: () => as(`drop role ${name}`) };
}

/** Where a test's database is, as DATABASE_URL says it. */
export const urlOf = ({ socket }: Pick<TestDatabase, "socket">, user: string = socket.user): string =>
  `postgres://${user}@${encodeURIComponent(socket.host)}:${socket.port}/${socket.database}`;

/** Every table's rows, whatever their order, as a fingerprint by its name; but those of the tables named. */
export async function fingerprints(ask: TestDatabase["query"], but: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const tables = await ask<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables.filter((one) => !but.includes(one.name))) {
    const [row] = await ask<{ said: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as said from ${name} t`,
    );
    found[name] = row!.said;
  }
  return found;
}

/** A new folder within the run's scratch. */
export const freshPlace = (): string => mkdtempSync(join(inject("scratch"), "backups "));
