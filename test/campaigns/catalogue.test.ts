import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataFolderOf } from "../commands/instance.ts";
import { runCommand } from "../commands/terminal.ts";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { CATALOGUE, expectedOf, foundOf, products } from "../journeys/catalogue.ts";

const JUDGED_WITHIN_MS = 10 * 60_000;
const SETTLED_MS = 11_000;

describe("the whole shipped catalogue (issue 2, real input)", () => {
  let marketplace: Marketplace;
  let seller: Seller;
  beforeAll(async () => {
    marketplace = await startMarketplace();
    seller = await marketplace.seller();
  });
  afterAll(() => marketplace.stop());

  it("is published over HTTP without a refusal", async () => {
    const data = await dataFolderOf(marketplace);
    const { code, out } = await runCommand("import", CATALOGUE, "--seller", String(seller.sellerId), "--data", data, "--json");
    expect(JSON.parse(out)).toMatchObject({ rows: products().length, created: products().length, refused: 0, unreadable: 0 });
    expect(code).toBe(0);
  });

  it("ends with every clean product in cataloguing and every mistake criticized with exactly its codes", async () => {
    marketplace.clock.move(SETTLED_MS);
    const found = await foundOf(seller, JUDGED_WITHIN_MS);
    expect(found.size).toBe(products().length);
    for (const { sku } of products()) expect(found.get(sku), sku).toEqual(expectedOf(sku));
  });
});
