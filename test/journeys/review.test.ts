import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, wares, type Ware, type Wares } from "../wares.ts";
import { codesOf, historyOf, once, reaches, statusOf } from "./watching.ts";

const SKU = "VISEIRA-BRISA";
const BLURRED = { code: "image_blurred", message: "A foto está desfocada; envie outra.", pointer: "/images/0" };

describe("a product criticized by the validation, then by a reviewer, then approved (seed 3.1)", () => {
  let marketplace: Marketplace;
  let seller: Seller;
  let catalog: Client;
  let shop: Wares;
  let good: Ware;
  const review = (decision: object) => catalog.post(`/operator/v1/sellers/${seller.sellerId}/products/${SKU}/review`, decision);

  beforeAll(async () => {
    marketplace = await startMarketplace();
    seller = await marketplace.seller();
    catalog = await marketplace.operator("catalog");
    shop = await wares(`${marketplace.baseUrl}/images`);
    good = shop.visor(SKU);
  });
  afterAll(() => marketplace.stop());

  it("suggests the brand that was meant", async () => {
    const brand = shop.brand(0);
    await publish(seller, { ...good, brand: `${brand}x` });
    const { reviews } = await reaches(seller, SKU, "Criticado");
    expect(reviews[0]).toMatchObject({ code: "brand_unknown", stage: "automatic", pointer: "/brand", received: `${brand}x` });
    expect(reviews[0]!.suggestions[0]).toBe(brand);
  });

  it("cannot be decided by a reviewer before it is in cataloguing", async () => {
    expect((await review({ decision: "approve" })).status).toBe(422);
    expect((await statusOf(seller, SKU)).status).toBe("Criticado");
  });

  it("goes to cataloguing once the suggestion is taken, and waits in the review queue", async () => {
    expect((await seller.put(pathOf(SKU), good)).status).toBe(202);
    expect(await reaches(seller, SKU, "Em catalogação")).toMatchObject({ editable: false });
    expect((await catalog.get("/operator/v1/reviews")).json.items).toMatchObject([{ sellerId: seller.sellerId, sku: SKU }]);
  });

  it("shows the reviewer's reason to the seller", async () => {
    expect((await review({ decision: "criticize", critiques: [BLURRED] })).status).toBe(200);
    expect(await statusOf(seller, SKU)).toMatchObject({
      status: "Criticado",
      editable: true,
      reviews: [{ ...BLURRED, stage: "review", severity: "error" }],
    });
  });

  it("keeps that reason through changes of the reference data, which only take back their own", async () => {
    const brands = (await catalog.get("/operator/v1/reference/brands")).json.items as { code: number; name: string }[];
    const { code, ...brand } = brands.find(({ name }) => name === shop.brand(0))!;
    await catalog.request("DELETE", `/operator/v1/reference/brands/${code}`);
    const both = await once(seller, SKU, "criticized twice", ({ reviews }) => reviews.length === 2);
    expect(codesOf(both).toSorted()).toEqual(["brand_unknown", BLURRED.code]);
    await catalog.put(`/operator/v1/reference/brands/${code}`, brand);
    const left = await once(seller, SKU, "criticized once", ({ reviews }) => reviews.length === 1);
    expect(left).toMatchObject({ status: "Criticado", reviews: [{ code: BLURRED.code, stage: "review" }] });
  });

  it("clears it with a PUT, and only so", async () => {
    const mended = { ...good, images: [{ url: `${marketplace.baseUrl}/images/cap-blue.jpg` }] };
    expect((await seller.put(pathOf(SKU), mended)).status).toBe(202);
    expect(await reaches(seller, SKU, "Em catalogação")).toMatchObject({ reviews: [] });
  });

  it("takes prices and stocks before release, and is released with the last ones", async () => {
    for (const salePrice of [140, 129.9]) {
      expect((await seller.put(pathOf(SKU, "prices"), { listPrice: 199.9, salePrice })).status).toBe(202);
    }
    for (const available of [3, 12]) expect((await seller.put(pathOf(SKU, "stocks"), { available })).status).toBe(202);
    expect((await seller.put(pathOf(SKU), good)).status).toBe(400);
    expect((await review({ decision: "approve" })).json).toMatchObject({ status: "Aprovado", code: "APPROVED" });
    expect((await seller.get(pathOf(SKU, "prices"))).json).toMatchObject({ listPrice: 199.9, salePrice: 129.9 });
    expect((await seller.get(pathOf(SKU, "stocks"))).json).toMatchObject({ available: 12, availableForSale: 12 });
    expect((await review({ decision: "criticize", critiques: [BLURRED] })).status).toBe(422);
  });

  it("tells the whole story in its history", async () => {
    expect(await historyOf(seller, SKU)).toEqual([
      "- > Recebido (submit)",
      "Recebido > Criticado (validation)",
      "Criticado > Recebido (edit)",
      "Recebido > Em catalogação (validation)",
      "Em catalogação > Criticado (reviewCriticize)",
      "Criticado > Criticado (validation)",
      "Criticado > Criticado (validation)",
      "Criticado > Recebido (edit)",
      "Recebido > Em catalogação (validation)",
      "Em catalogação > Aprovado (reviewApprove)",
    ]);
  });
});
