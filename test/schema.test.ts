import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT } from "../src/project.ts";
import { catalogueOf } from "./database/catalogue.ts";
import { changed } from "./database/changed.ts";
import { testDatabase, type TestDatabase } from "./harness.ts";

let migrated: TestDatabase;
let written: TestDatabase;
beforeAll(async () => {
  [migrated, written] = await Promise.all([testDatabase(), testDatabase()]);
  await written.query("drop schema public cascade; create schema public");
  await written.query(readFileSync(join(PROJECT, "db", "schema.sql"), "utf8"));
});
afterAll(() => Promise.all([migrated.drop(), written.drop()]));

describe("db/schema.sql", () => {
  it("is what the migrations make", async () => {
    expect(await catalogueOf(written.query)).toEqual(await catalogueOf(migrated.query));
  });

  it("is compared whole", async () => {
    const catalogue = await catalogueOf(migrated.query);
    for (const kind of ["tables", "columns", "constraints", "indexes", "policies", "sequences", "rows"])
      expect(catalogue[kind]).not.toEqual([]);
  });

  it.each([
    "create table forgotten (n integer)",
    "drop table price_history",
    "alter table stocks add column safety integer",
    "alter table stocks alter column version type bigint",
    "alter table stocks alter column version drop default",
    "alter table stocks alter column updated_at drop not null",
    "alter table products alter column core set storage extended",
    "alter table sellers alter column seller_id set generated always",
    "alter table sellers alter column seller_id set start with 5",
    "alter table stocks set (fillfactor = 90)",
    "alter table products reset (toast_tuple_target)",
    "alter table stocks drop constraint physical_is_not_negative",
    "alter table stocks rename constraint physical_is_not_negative to no_negative",
    "alter table seller_counters drop constraint seller_counters_seller_id_fkey",
    "drop index products_of_family",
    "drop index families_open; create index families_open on families (seller_id, reference_version)",
    "alter table events disable row level security",
    "alter table events no force row level security",
    "drop policy seen_sellers on events",
    "drop policy seen_sellers on events; create policy seen_sellers on events using (true)",
    "create function f() returns trigger language plpgsql as 'begin return new; end'; create trigger t before update on stocks for each row execute function f()",
    "update reference_version set version = 1",
  ])("would be told apart after: %s", async (change) => {
    const before = await catalogueOf(written.query);
    expect(await changed(written.query, change, () => catalogueOf(written.query))).not.toEqual(before);
  });
});
