import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changed } from "./database/changed.ts";
import { everyStatement, isFanout } from "./database/statements.ts";
import { homesOf, MANIFEST } from "./distribution/manifest.ts";
import { SCHEMA_RULES } from "./distribution/schema-rules.ts";
import { type Parsed, STATEMENT_RULES, takeApart } from "./distribution/statement-rules.ts";
import { statementIn } from "./distribution/syntax.ts";
import { testDatabase, type TestDatabase } from "./harness.ts";

const homes = homesOf(MANIFEST);
let database: TestDatabase;
let volatile: ReadonlySet<string>;
let withSeller: ReadonlySet<string>;
beforeAll(async () => {
  database = await testDatabase();
  const names = async (question: string) => new Set((await database.query<{ name: string }>(question)).map(({ name }) => name));
  volatile = await names("select proname as name from pg_proc group by proname having bool_or(provolatile = 'v')");
  withSeller = await names(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'seller_id'",
  );
});
afterAll(() => database.drop());

const parsed = async (name: string, text: string): Promise<Parsed> =>
  takeApart({
    name,
    fanout: isFanout(text),
    statement: await statementIn(text),
    homeOf: (table) => homes.get(table),
    hasSeller: (table) => withSeller.has(table),
    isVolatile: (one) => volatile.has(one),
  });

describe("the schema can be sharded by seller (scale 3.1)", () => {
  it.each(SCHEMA_RULES)("$name", async ({ offenders }) => {
    expect(await offenders(database.query, MANIFEST)).toEqual([]);
  });

  describe.each(SCHEMA_RULES)("planted bugs: $name", ({ offenders, broken }) => {
    it.each(broken)("sees: %s", async (change) => {
      expect(await changed(database.query, change, () => offenders(database.query, MANIFEST))).not.toEqual([]);
    });
  });
});

describe("every statement can be sharded by seller (scale 3.1)", () => {
  it.each(STATEMENT_RULES)("$name", async ({ find }) => {
    const found: string[] = [];
    for (const { statement } of await everyStatement()) {
      found.push(...find(await parsed(statement.name, statement.text)).map((what) => `${statement.name}: ${what}`));
    }
    expect(found).toEqual([]);
  });

  it("is asked of every statement there is", async () => {
    const names = (await everyStatement()).map(({ statement }) => statement.name);
    expect(names).toEqual(
      expect.arrayContaining(["platform.privileged", "stock.put", "catalog.create_products", "validation.claim_families"]),
    );
  });

  describe.each(STATEMENT_RULES)("planted bugs: $name", ({ find, broken, kept }) => {
    it.each(broken)("sees: %s", async (text) => {
      expect(find(await parsed("planted", text))).not.toEqual([]);
    });
    it.each(kept)("lets pass: %s", async (text) => {
      expect(find(await parsed("planted", text))).toEqual([]);
    });
  });
});
