import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, SHOE_SIZES, wares, type Wares } from "../wares.ts";
import { codesOf, historyOf, once, reaches, statusOf } from "./watching.ts";

const BRANDS = "/operator/v1/reference/brands";
const FAMILY_MINIMUM = "/operator/v1/rules/familyMinimum";
const APPROVED = "VISEIRA-APROVADA";
const OPEN = "VISEIRA-ABERTA";

let marketplace: Marketplace;
let seller: Seller;
let catalog: Client;
let shop: Wares;

// The clock stands still: an incomplete family stays open for as long as the test needs it.
beforeAll(async () => {
  marketplace = await startMarketplace();
  // Its products may wait for their stock, and so be open without anything being wrong with them.
  seller = await marketplace.seller({ separatePriceAndStock: true });
  catalog = await marketplace.operator("catalog");
  shop = await wares(`${marketplace.baseUrl}/images`);
});
afterAll(() => marketplace.stop());

describe("a brand that is removed and comes back", () => {
  let brand: { readonly code: number; readonly name: string; readonly externalCode: string };
  const remove = (query = "") => catalog.request("DELETE", `${BRANDS}/${brand.code}${query}`);
  const restore = ({ code, ...item }: typeof brand) => catalog.put(`${BRANDS}/${code}`, item);

  beforeAll(async () => {
    await publish(seller, shop.visor(APPROVED));
    // Of one family: the approved one is before the validation's eyes whenever the open one is judged.
    await publish(seller, shop.visor(OPEN, { productGroup: APPROVED, color: "Azul", stock: undefined }));
    await reaches(seller, APPROVED, "Em catalogação");
    await seller.put(pathOf(APPROVED, "status"), { status: "Aprovado" });
    await once(seller, OPEN, "waiting for its stock only", ({ pending }) => pending.length === 1 && pending[0]!.code === "stock_missing");
    const { items } = (await catalog.get(BRANDS)).json as { items: (typeof brand)[] };
    brand = items.find(({ name }) => name === shop.brand(0))!;
  });

  it("says first how many products the removal touches, and touches none", async () => {
    const { json } = await remove("?dryRun=true");
    expect(json.impact).toEqual({ products: 2, sellers: 1, byStatus: { RECEIVED: 1, CRITICIZED: 0, CATALOGING: 0, APPROVED: 1 } });
    expect(json).toMatchObject({ dryRun: true, changes: [] });
    expect((await catalog.get(`${BRANDS}/${brand.code}`)).status).toBe(200);
  });

  it("criticizes the open product and leaves the approved one alone", async () => {
    expect((await remove()).json.impact.products).toBe(2);
    const criticized = await reaches(seller, OPEN, "Criticado");
    expect(codesOf(criticized)).toEqual(["brand_unknown"]);
    expect(criticized.reviews[0]!.message).toContain(brand.name);
    expect(await statusOf(seller, APPROVED)).toMatchObject({ status: "Aprovado", reviews: [] });
  });

  it("clears the critique by itself when it comes back, and the product goes on", async () => {
    expect((await seller.put(pathOf(OPEN, "stocks"), { available: 5 })).status).toBe(202);
    expect((await restore(brand)).json.impact.byStatus).toMatchObject({ CRITICIZED: 1 });
    expect(await reaches(seller, OPEN, "Em catalogação")).toMatchObject({ reviews: [], pending: [] });
    expect(await historyOf(seller, OPEN)).toEqual([
      "- > Recebido (submit)",
      "Recebido > Criticado (validation)",
      "Criticado > Recebido > Em catalogação (validation)",
    ]);
    expect(await historyOf(seller, APPROVED)).toHaveLength(3);
  });
});

describe("a family minimum that is lowered", () => {
  const sizes = SHOE_SIZES.slice(0, 3);
  const skus = sizes.map((size) => `TENIS-${size}`);

  it("lets the families go on that have enough now", async () => {
    const two = SHOE_SIZES.slice(0, 2).map((size) => `CURTO-${size}`);
    for (const size of sizes) await publish(seller, shop.shoe("TENIS", size));
    for (const size of SHOE_SIZES.slice(0, 2)) await publish(seller, shop.shoe("CURTO", size));
    for (const sku of skus) await once(seller, sku, "waiting with 3 of 4", ({ pending }) => pending[0]?.sequential === 3);

    const { value } = (await catalog.get(FAMILY_MINIMUM)).json as { value: Record<string, number> };
    const lowered = { value: { ...value, SHOES: 3 } };
    expect((await catalog.put(`${FAMILY_MINIMUM}?dryRun=true`, lowered)).json.impact.byStatus).toMatchObject({ RECEIVED: 5 });
    expect((await statusOf(seller, skus[0]!)).status).toBe("Recebido");
    expect((await catalog.put(FAMILY_MINIMUM, lowered)).status).toBe(200);

    for (const sku of skus) expect(await reaches(seller, sku, "Em catalogação")).toMatchObject({ reviews: [], pending: [] });
    for (const sku of two) {
      const counted = await once(seller, sku, "waiting with 2 of 3", ({ pending }) => pending[0]?.minimum === 3);
      expect(counted).toMatchObject({ status: "Recebido", pending: [{ sequential: 2 }] });
    }
  });

  it("is changed neither by the support team nor by a seller", async () => {
    const support = await marketplace.operator("support");
    expect((await support.put(FAMILY_MINIMUM, { value: {} })).status).toBe(403);
    expect((await seller.put(FAMILY_MINIMUM, { value: {} })).status).toBe(401);
  });
});
