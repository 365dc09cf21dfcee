import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { brokenInvariants } from "../reliability/invariants.ts";
import { pathOf, publish, wares, type Wares } from "../wares.ts";
import { codesOf, historyOf, once, reaches, statusOf } from "./watching.ts";

const COLORS = ["Preto", "Branco", "Gelo", "Cinza", "Off-white", "Cinza-claro"];
const SIZES = ["36", "37", "38", "39", "40", "41", "42", "43", "44", "45"];
const FAMILY = "TENIS-GRANDE";
const skuOf = (color: string, size: string) => `${FAMILY}-${COLORS.indexOf(color)}-${size}`;
const VARIATIONS = COLORS.flatMap((color) => SIZES.map((size) => ({ color, size, sku: skuOf(color, size) })));
const AT_ONCE = 15;

describe(`a family of ${VARIATIONS.length} members`, () => {
  let marketplace: Marketplace;
  let seller: Seller;
  let shop: Wares;

  beforeAll(async () => {
    marketplace = await startMarketplace({ settings: { FAMILY_SETTLE_SECONDS: "600" } });
    seller = await marketplace.seller();
    shop = await wares(`${marketplace.baseUrl}/images`);
  });
  afterAll(() => marketplace.stop());

  it("is criticized for one wrong member, at that member and for that alone", async () => {
    const wrong = { color: "Pretu" };
    const bodies = VARIATIONS.map(({ color, size, sku }, nth) => shop.shoe(FAMILY, size, { sku, color, ...(nth === 7 ? wrong : {}) }));
    for (let i = 0; i < bodies.length; i += AT_ONCE) await Promise.all(bodies.slice(i, i + AT_ONCE).map((body) => publish(seller, body)));
    for (const [nth, { sku }] of VARIATIONS.entries()) {
      const record = await reaches(seller, sku, nth === 7 ? "Criticado" : "Em catalogação");
      expect([sku, codesOf(record)]).toEqual([sku, nth === 7 ? ["color_unknown"] : []]);
    }
  });

  it("tells of a repeated variation and a mixed brand, naming few of the many", async () => {
    const repeated = { ...VARIATIONS[0]!, sku: `${FAMILY}-AGAIN` };
    const brand = shop.brand(1);
    const stranger = { sku: repeated.sku, color: repeated.color, brand, name: `Tênis ${brand} Brisa` };
    await publish(seller, shop.shoe(FAMILY, repeated.size, stranger));
    const record = await reaches(seller, repeated.sku, "Criticado");
    expect(codesOf(record).toSorted()).toEqual(["family_mixed", "family_variation_repeated"]);
    const [mixed] = record.reviews.filter(({ code }) => code === "family_mixed");
    expect(mixed!.message.match(/TENIS-GRANDE-/g)!.length).toBeLessThanOrEqual(3);
    // Those in cataloguing belong to the reviewers and are left alone.
    expect((await statusOf(seller, VARIATIONS[0]!.sku)).status).toBe("Em catalogação");
  });

  it("goes on with the mended one, and has told each change once", async () => {
    const { sku, color, size } = VARIATIONS[7]!;
    expect((await seller.put(pathOf(sku), shop.shoe(FAMILY, size, { sku, color }))).status).toBe(202);
    // The stranger of another brand stands in the family still, and counts.
    expect(codesOf(await once(seller, sku, "judged again", ({ status }) => status !== "Recebido"))).toEqual(["family_mixed"]);
    const stranger = `${FAMILY}-AGAIN`;
    expect((await seller.put(pathOf(stranger), shop.shoe(FAMILY, "46", { sku: stranger }))).status).toBe(202);
    for (const each of [sku, stranger]) await reaches(seller, each, "Em catalogação");
    expect(await historyOf(seller, VARIATIONS[0]!.sku)).toEqual(["- > Recebido (submit)", "Recebido > Em catalogação (validation)"]);
    expect(await historyOf(seller, sku)).toEqual([
      "- > Recebido (submit)",
      "Recebido > Criticado (validation)",
      // The stranger's arrival gave it a second critique.
      "Criticado > Criticado (validation)",
      "Criticado > Recebido (edit)",
      "Recebido > Criticado (validation)",
      "Criticado > Recebido > Em catalogação (validation)",
    ]);
    const { json } = await seller.get("/api/v2/products?size=100");
    expect([json.total, json.items.length]).toEqual([VARIATIONS.length + 1, VARIATIONS.length + 1]);
    expect(await brokenInvariants(marketplace.database.query)).toEqual([]);
  });
});
