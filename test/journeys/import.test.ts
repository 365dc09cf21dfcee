import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";

import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { ReportRow } from "../../src/programs/import/row-report.ts";
import { dataFolderOf } from "../commands/instance.ts";
import { runCommand } from "../commands/terminal.ts";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { EXPECTED, expectedOf, foundOf, products } from "./catalogue.ts";

const CLEAN_FAMILIES = 40;
const JUDGED_WITHIN_MS = 60_000;
const SETTLED_MS = 11_000;

/** Every family with a mistake in it, and some of the others. */
function part() {
  const families = Map.groupBy(products(), ({ productGroup }) => productGroup);
  const [wrong, clean] = [true, false].map((isWrong) =>
    [...families.values()].filter((family) => family.some(({ sku }) => sku in EXPECTED) === isWrong),
  );
  return [...wrong!, ...clean!.slice(0, CLEAN_FAMILIES)].flat();
}

describe("a seller's file, imported from the shell", () => {
  let marketplace: Marketplace;
  let seller: Seller;
  let data: string;
  const file = join(mkdtempSync(join(inject("scratch"), "file-")), "loja.ndjson");
  const lines = part();
  const run = (...more: readonly string[]) => runCommand("import", file, "--seller", String(seller.sellerId), "--data", data, ...more);
  const report = () =>
    readFileSync(join(data, "imports", `loja-${seller.sellerId}.report.ndjson`), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as ReportRow);

  beforeAll(async () => {
    marketplace = await startMarketplace();
    seller = await marketplace.seller();
    data = await dataFolderOf(marketplace);
    writeFileSync(file, lines.map((product) => `${JSON.stringify(product)}\n`).join(""));
  });
  afterAll(() => marketplace.stop());

  it("is published row by row, each with its line in the report", { timeout: 60_000 }, async () => {
    const { code, out } = await run("--json");
    expect(JSON.parse(out)).toMatchObject({ rows: lines.length, created: lines.length, refused: 0, unreadable: 0, interrupted: false });
    expect(code).toBe(0);
    const rows = report().sort((one, other) => one.line - other.line);
    expect(rows.map(({ line, sku, outcome, status }) => ({ line, sku, outcome, status }))).toEqual(
      lines.map(({ sku }, i) => ({ line: i + 1, sku, outcome: "created", status: 202 })),
    );
  });

  it("ends with every clean product in cataloguing and every mistake criticized with exactly its codes", { timeout: 90_000 }, async () => {
    marketplace.clock.move(SETTLED_MS);
    const found = await foundOf(seller, JUDGED_WITHIN_MS);
    expect(found.size).toBe(lines.length);
    for (const { sku } of lines) expect(found.get(sku), sku).toEqual(expectedOf(sku));
  });

  it("sends nothing again when it is run again", async () => {
    const before = await marketplace.database.query("select max(version) as newest from products");
    const { code, out } = await run("--json");
    expect(JSON.parse(out)).toMatchObject({ rows: lines.length, unchanged: lines.length, created: 0, updated: 0 });
    expect(code).toBe(0);
    expect(await marketplace.database.query("select max(version) as newest from products")).toEqual(before);
  });

  it("leaves no credential behind", async () => {
    const rows = await marketplace.database.query("select revoked_at is not null as revoked from credentials where name = 'import'");
    expect(rows).toEqual([{ revoked: true }, { revoked: true }]);
  });
});
