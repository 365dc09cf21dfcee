import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { PROJECT } from "../../src/project.ts";
import { openAdminConnection } from "../../src/platform/database/database.ts";
import { migrate } from "../../src/platform/database/migrations/migrate.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";

const MIGRATIONS = join(PROJECT, "db", "migrations");
const WRITES = budget(20, 2_000);
const ROUNDS = budget(1, 20);
const LIMIT_MS = budget(60_000, 3_600_000);

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace({ settings: { ROLE: "api" } });
  seller = await market.seller();
  const { visor } = await wares(market.baseUrl);
  await publish(seller, visor("EM-USO"));
});
afterAll(() => market.stop());

/** The migrations there are, and one more. */
function folderWith(name: string, text: string): string {
  const folder = mkdtempSync(join(inject("scratch"), "migrations-"));
  cpSync(MIGRATIONS, folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  return folder;
}

/** A process that migrates: what it applied. */
async function migrated(folder: string): Promise<readonly string[]> {
  const administration = await openAdminConnection({ socket: market.database.socket });
  try {
    return await migrate(administration, folder);
  } finally {
    await administration.close();
  }
}

/** Somebody who has written to the stocks and not ended the transaction yet. */
async function holder(): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ ...market.database.socket });
  await client.connect();
  await client.query("begin; lock table stocks in row exclusive mode");
  return {
    async release() {
      await client.query("commit");
      await client.end();
    },
  };
}

/** The database's process that waits for a lock on its way to an index. */
const building = (index: string) =>
  eventually(`the building of ${index} to wait`, async () => {
    const rows = await market.database.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and state = 'active' and query like 'create%index%' || $1 || '%'`,
      [index],
    );
    return rows[0]?.pid;
  });
const indexCalled = async (name: string) => {
  const rows = await market.database.query<{ oid: number; whole: boolean }>(
    "select indexrelid::int as oid, indisvalid as whole from pg_index where indexrelid = to_regclass($1)",
    [name],
  );
  return rows[0];
};
const isRecorded = async (name: string) => (await market.database.query("select from migrations where name = $1", [name])).length === 1;

let quantity = 100;
const write = () => seller.put(pathOf("EM-USO", "stocks"), { available: (quantity += 1) });

describe("T62: an index of a table in use", { timeout: LIMIT_MS }, () => {
  it("is built while everybody writes, by one of the processes that start", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `9${String(round).padStart(3, "0")}-late.sql`;
      const folder = folderWith(name, `-- concurrently\ncreate index concurrently late_${round} on stocks (seller_id, physical);\n`);
      const { release } = await holder();
      const both = Promise.all([migrated(folder), migrated(folder)]);
      await building(`late_${round}`);
      for (let nth = 0; nth < WRITES; nth += 1) expect((await write()).status).toBe(202);
      // All of that was answered while the index was not there yet.
      expect((await indexCalled(`late_${round}`))?.whole).toBe(false);
      expect(await isRecorded(name)).toBe(false);
      await release();
      expect((await both).flat()).toEqual([name]);
      expect((await indexCalled(`late_${round}`))?.whole).toBe(true);
      expect(await isRecorded(name)).toBe(true);
    }
    figures({ indexes: ROUNDS, "writes while each was built": WRITES, "writes that waited": 0 });
  });

  it("is completed by the next run when one is broken off: what is half built is built anew, what is whole stays", async () => {
    const name = "9500-broken-off.sql";
    const folder = folderWith(
      name,
      `-- concurrently: two of them
       create index concurrently whole_one on prices (seller_id, sale_cents); -- nobody holds these
       create unique index concurrently half_one on stocks (seller_id, sku, version);`,
    );
    const { release } = await holder();
    const broken = migrated(folder).then(
      () => "done",
      () => "broken off",
    );
    await market.database.query("select pg_terminate_backend($1)", [await building("half_one")]);
    expect(await broken).toBe("broken off");
    const [first, second] = [await indexCalled("whole_one"), await indexCalled("half_one")];
    expect([first?.whole, second?.whole, await isRecorded(name)]).toEqual([true, false, false]);
    await release();

    expect(await migrated(folder)).toEqual([name]);
    expect(await indexCalled("whole_one")).toEqual(first);
    const anew = await indexCalled("half_one");
    expect([anew?.whole, anew?.oid === second?.oid, await isRecorded(name)]).toEqual([true, false, true]);
    expect(await migrated(folder)).toEqual([]);
  });

  it("sees one that is not (planted: a plain one)", async () => {
    const { release } = await holder();
    const client = new pg.Client({ ...market.database.socket });
    await client.connect();
    const built = client.query("create index planted_plain on stocks (seller_id, physical)");
    await building("planted_plain");
    const written = write();
    const waiting = await eventually("a writer to wait behind the index", async () => {
      const rows = await market.database.query(
        "select from pg_locks where not granted and relation = 'stocks'::regclass and mode = 'RowExclusiveLock'",
      );
      return rows.length > 0 && rows;
    });
    expect(waiting).toHaveLength(1);
    await release();
    await Promise.all([written, built]);
    await client.end();
  });
});
