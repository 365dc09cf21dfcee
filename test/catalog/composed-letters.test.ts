import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, wares, type Ware } from "../wares.ts";

let marketplace: Marketplace;
let seller: Seller;
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller();
});
afterAll(() => marketplace.stop());

/** The same letters with their accents apart, as some operating systems write them. */
const apart = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).normalize("NFD")) as Value;

describe("a product in letters with their accents apart (Unicode NFD)", () => {
  let composed: Ware;
  beforeAll(async () => {
    const { visor } = await wares(`${marketplace.baseUrl}/images`);
    composed = visor("NFD", { name: "Viseira Proteção Única", description: "Proteção à beira-mar, até no verão.", size: "Único" });
  });

  it("is the product in composed letters: registered, and stored as such", async () => {
    const sent = apart(composed);
    expect(sent).not.toEqual(composed);
    expect((await seller.post("/api/v2/products/validate", sent)).json).toMatchObject({ valid: true });
    expect((await publish(seller, sent)).json).toMatchObject({ name: composed["name"], size: "Único" });
    await eventually("the cataloguing", async () => (await seller.get(pathOf("NFD", "status"))).json.code === "CATALOGING");
    const { department, productType, brand, size, description } = composed;
    const { json } = await seller.get(`${pathOf("NFD")}?expand=attributes`);
    expect(json).toMatchObject({ department, productType, brand, size, description });
    expect(JSON.stringify(json.attributes)).toBe(JSON.stringify(json.attributes).normalize());
  });

  it("has its characters counted composed", async () => {
    const longest = { ...composed, name: "ã".repeat(100) };
    const { reviews } = (await seller.post("/api/v2/products/validate", apart({ ...longest, sku: "OUTRA", productGroup: "OUTRA" }))).json;
    expect(reviews.map(({ code }: { readonly code: string }) => code)).not.toContain("too_long");
  });
});
