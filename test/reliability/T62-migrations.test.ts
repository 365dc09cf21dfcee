import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { PROJECT } from "../../src/project.ts";
import { openAdminConnection } from "../../src/platform/database/database.ts";
import { migrate } from "../../src/platform/database/migrations/migrate.ts";
import { budget } from "../budget.ts";
import { dropChecks, fill } from "../database/fill.ts";
import { MIGRATION_RULES, offences } from "../database/migration-rules.ts";
import { figures } from "../figures.ts";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { pathOf } from "../wares.ts";
import { brokenInvariants } from "./invariants.ts";
import { onDatabase, startServer } from "./server-process.ts";
import { crowd, pause, tell, type Told } from "./traffic.ts";

const MIGRATIONS = join(PROJECT, "db", "migrations");
const names = readdirSync(MIGRATIONS).toSorted();
/** What was done before the first release, when the tables were empty everywhere. */
const EXCUSED: Readonly<Record<string, readonly string[]>> = {
  "0004-events-and-admission.sql": ["a constraint on audit_log is checked at once"],
};

describe("T62: migrations leave the previous version alone", () => {
  describe.each(MIGRATION_RULES)("$name", (rule) => {
    // The first one makes everything.
    it.each(names.slice(1))("%s", async (name) => {
      const found = await offences(rule, readFileSync(join(MIGRATIONS, name), "utf8"));
      expect(found.filter((what) => !EXCUSED[name]?.includes(what))).toEqual([]);
    });
    it.each(rule.broken)("is broken by: %s", async (text) => expect(await offences(rule, text)).not.toEqual([]));
    it.each(rule.kept)("is kept by: %s", async (text) => expect(await offences(rule, text)).toEqual([]));
  });
});

/** A report that somebody runs holds a table so long. */
const HELD_MS = budget(2_000, 10_000);
const ROUNDS = budget(1, 20);
/** Rows of a table that is changed: a change that read them would be seen to. */
const ROWS = budget(50_000, 5_000_000);
const CALLERS = 4;
/** What a call may take while the schema changes under it; other tests share the machine in a short run. */
const LONGEST_MS = budget(1_500, 1_000);
const LIMIT_MS = budget(120_000, 3_600_000);

describe("T62: a migration of tables in use", () => {
  let market: Marketplace;
  let seller: Seller;
  beforeAll(async () => {
    market = await startMarketplace();
    seller = await market.seller();
    await onSale(market, seller, { "EM-USO": 5 });
  });
  afterAll(() => market.stop());

  /** Callers at work while `work` is done and somebody else holds the products all the time; answers what they were told. */
  async function meanwhile(work: () => Promise<unknown>): Promise<readonly Told[]> {
    const server = await startServer({ variables: { ...onDatabase(market.database), ROLE: "api" } });
    const reader = new pg.Client({ ...market.database.socket });
    await reader.connect();
    const path = (nth: number) => pathOf("EM-USO", nth % 2 === 0 ? "" : "stocks");
    try {
      await tell(server.baseUrl, { path: path(0), headers: seller.headers });
      await reader.query("begin; select count(*) from products; select count(*) from stocks");
      const [told] = await Promise.all([
        crowd(
          CALLERS,
          HELD_MS + 700,
          (nth) => tell(server.baseUrl, { path: path(nth), headers: seller.headers }),
          () => 5,
        ),
        work(),
        pause(HELD_MS).then(() => reader.query("commit")),
      ]);
      return told;
    } finally {
      await reader.end();
      await server.end("SIGTERM");
    }
  }

  const longest = (told: readonly Told[]) => Math.max(...told.map(({ ms }) => ms));
  const CHANGE = "alter table products add column later_NTH text; alter table stocks add column later_NTH text";

  it(
    "waits for whoever holds them, and makes nobody wait behind it for long",
    async () => {
      let most = 0;
      let calls = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const folder = mkdtempSync(join(inject("scratch"), "migrations-"));
        cpSync(MIGRATIONS, folder, { recursive: true });
        for (let nth = 0; nth <= round; nth += 1)
          writeFileSync(join(folder, `9${String(nth).padStart(3, "0")}-later.sql`), CHANGE.replaceAll("NTH", String(nth)));
        const administration = await openAdminConnection({ socket: market.database.socket });
        const applied: string[] = [];
        const told = await meanwhile(async () => applied.push(...(await migrate(administration, folder))));
        await administration.close();
        expect(applied).toEqual([`9${String(round).padStart(3, "0")}-later.sql`]);
        expect(told.filter(({ status }) => status !== 200)).toEqual([]);
        most = Math.max(most, longest(told));
        calls += told.length;
      }
      figures({ migrations: ROUNDS, calls, "held, ms": HELD_MS, "longest call, ms": most });
      expect(most).toBeLessThan(LONGEST_MS);
      expect(await brokenInvariants(market.database.query)).toEqual([]);
    },
    LIMIT_MS,
  );

  it("begins again where a call and the migration wait for each other", async () => {
    const { query, socket } = market.database;
    const folder = mkdtempSync(join(inject("scratch"), "migrations-"));
    cpSync(MIGRATIONS, folder, { recursive: true });
    writeFileSync(join(folder, "9800-both.sql"), "alter table products add column both_ text; alter table stocks add column both_ text");
    const caller = new pg.Client({ ...socket });
    await caller.connect();
    const administration = await openAdminConnection({ socket });
    try {
      // The caller is the more patient of the two.
      await caller.query("set deadlock_timeout = '1min'; begin; lock table stocks in row exclusive mode");
      const migrated = migrate(administration, folder);
      await eventually("the migration to wait", async () => {
        const rows = await query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%both_%'");
        return rows.length > 0 || undefined;
      });
      await caller.query("select count(*) from products");
      await caller.query("commit");
      expect(await migrated).toEqual(["9800-both.sql"]);
    } finally {
      await caller.end();
      await administration.close();
    }
  });

  it(
    "sees one that waits as long as it takes (planted)",
    async () => {
      const told = await meanwhile(() => market.database.query("alter table products add column patient text"));
      expect(longest(told)).toBeGreaterThan(LONGEST_MS);
    },
    LIMIT_MS,
  );

  it(
    `is over as soon where a table has ${ROWS} rows`,
    async () => {
      const { query, socket } = market.database;
      await dropChecks(query);
      await fill(query, "stocks", { sellers: [seller.sellerId + 1], rows: ROWS });
      const folder = mkdtempSync(join(inject("scratch"), "migrations-"));
      cpSync(MIGRATIONS, folder, { recursive: true });
      writeFileSync(
        join(folder, "9900-many.sql"),
        "alter table stocks add column many text not null default 'x'; alter table stocks add constraint many check (physical >= 0) not valid",
      );
      const administration = await openAdminConnection({ socket });
      let changedMs = 0;
      const told = await meanwhile(async () => {
        await pause(HELD_MS);
        const began = performance.now();
        expect(await migrate(administration, folder)).toEqual(["9900-many.sql"]);
        changedMs = performance.now() - began;
      });
      await administration.close();
      figures({ rows: ROWS, calls: told.length, "changed in, ms": changedMs, "longest call, ms": longest(told) });
      expect(told.filter(({ status }) => status !== 200)).toEqual([]);
      expect(longest(told)).toBeLessThan(LONGEST_MS);
    },
    LIMIT_MS,
  );

  // A default that is another one for each row writes them all anew.
  it.for(["default gen_random_uuid()"].slice(0, budget(0, 1)))("sees one that does not: %s", { timeout: LIMIT_MS }, async (volatile) => {
    const told = await meanwhile(async () => {
      await pause(HELD_MS);
      await market.database.query(`alter table stocks add column anew uuid not null ${volatile}`);
    });
    expect(longest(told)).toBeGreaterThan(LONGEST_MS);
  });
});
