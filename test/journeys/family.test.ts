import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { publish, SHOE_SIZES, wares, type Wares } from "../wares.ts";
import { codesOf, historyOf, once, reaches } from "./watching.ts";

const SETTLE_SECONDS = 60;
const FAMILY = "TENIS-BRISA";
const SKUS = SHOE_SIZES.map((size) => `${FAMILY}-${size}`);
const MISSING = SKUS[3]!;
const FIRST_THREE = SKUS.slice(0, 3);

describe("a family of shoes completed piece by piece (seed 2.1)", () => {
  let marketplace: Marketplace;
  let seller: Seller;
  let shop: Wares;

  beforeAll(async () => {
    marketplace = await startMarketplace({ settings: { FAMILY_SETTLE_SECONDS: String(SETTLE_SECONDS) } });
    seller = await marketplace.seller();
    shop = await wares(`${marketplace.baseUrl}/images`);
  });
  afterAll(() => marketplace.stop());

  it("says of every member how many of how many variations are there", async () => {
    for (const [i, size] of SHOE_SIZES.slice(0, 3).entries()) {
      await publish(seller, shop.shoe(FAMILY, size));
      for (const sku of SKUS.slice(0, i + 1)) {
        const counted = await once(seller, sku, `waiting with ${i + 1} of 4`, ({ pending }) => pending[0]?.sequential === i + 1);
        expect(counted).toMatchObject({ status: "Recebido", reviews: [], pending: [{ code: "family_incomplete", minimum: 4 }] });
      }
    }
  });

  it("criticizes all of them once the settle window has passed", async () => {
    marketplace.clock.move(SETTLE_SECONDS * 1_000);
    for (const sku of FIRST_THREE) {
      const criticized = await reaches(seller, sku, "Criticado");
      expect(codesOf(criticized)).toEqual(["family_incomplete"]);
      expect(criticized.pending).toEqual([]);
    }
  });

  it("takes the critiques back when the missing one arrives, and all go on", async () => {
    await publish(seller, shop.shoe(FAMILY, SHOE_SIZES[3]));
    for (const sku of SKUS)
      expect(await reaches(seller, sku, "Em catalogação")).toMatchObject({ reviews: [], pending: [], editable: false });
    expect((await seller.get("/api/v2/products/critiques")).status).toBe(204);
  });

  it("has told each change exactly once", async () => {
    const submitted = "- > Recebido (submit)";
    for (const sku of FIRST_THREE) {
      expect(await historyOf(seller, sku)).toEqual([
        submitted,
        "Recebido > Criticado (validation)",
        "Criticado > Recebido > Em catalogação (validation)",
      ]);
    }
    expect(await historyOf(seller, MISSING)).toEqual([submitted, "Recebido > Em catalogação (validation)"]);
  });
});
