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
    const refused = await review({ decision: "approve" });
    expect([refused.status, refused.json.type]).toEqual([422, "Business_Logic_Error"]);
    expect(refused.json.details).toMatchObject([{ code: "move_refused", pointer: "/decision", received: "approve" }]);
    expect(refused.json.description).toContain("PUT do produto > Recebido");
    expect((await statusOf(seller, SKU)).status).toBe("Criticado");
  });

  it("cannot be approved by its seller either, who reads in the words of the interface what can happen", async () => {
    const refused = await seller.put(pathOf(SKU, "status"), { status: "ready_for_sale" }, { headers: { "accept-language": "en" } });
    expect(refused.json.details).toMatchObject([{ code: "move_refused", pointer: "/status", received: "ready_for_sale" }]);
    expect(refused.json.description).toBe(
      `The product ${SKU} is in 'Criticado' and does not take ready_for_sale; from here the possible moves are: ` +
        "PUT product > Recebido, a change of the reference data, the rules or the family > Recebido.",
    );
  });

  it("is refused line by line when many are decided at once, each line named", async () => {
    const { sellerId } = seller;
    const { status, json } = await catalog.post("/operator/v1/reviews", {
      items: [
        { sellerId, sku: "NOBODY", decision: "approve" },
        { sellerId, sku: SKU, decision: "criticize" },
        { sellerId, sku: SKU, decision: "approve" },
        { sellerId: 987_654_321, sku: SKU, decision: "approve" },
      ],
    });
    expect(status).toBe(206);
    expect(json.items.map(({ error }: { error: { details: { pointer: string }[] } }) => error.details[0]!.pointer)).toEqual([
      "/items/0/sku",
      "/items/1/critiques",
      "/items/2/decision",
      "/items/3/sellerId",
    ]);
  });

  it("is refused by its seller when there is no such seller, by its sku when there is", async () => {
    const decided = async (path: string) => {
      const { status, json } = await catalog.post(`/operator/v1/sellers/${path}/review`, { decision: "approve" });
      return [status, json.details[0].code, json.details[0].pointer];
    };
    expect(await decided(`987654321/products/${SKU}`)).toEqual([404, "seller_unknown", "path.sellerId"]);
    expect(await decided(`${seller.sellerId}/products/NOBODY`)).toEqual([404, "product_unknown", "path.sku"]);
  });

  it("goes to cataloguing once the suggestion is taken, and waits in the review queue", async () => {
    expect((await seller.put(pathOf(SKU), good)).status).toBe(202);
    expect(await reaches(seller, SKU, "Em catalogação")).toMatchObject({ editable: false });
    expect((await catalog.get("/operator/v1/reviews")).json.items).toMatchObject([{ sellerId: seller.sellerId, sku: SKU }]);
  });

  it("needs a reason that says something", async () => {
    for (const message of ["  ", "\u200b\u2060", "\u3164 \ufeff\u00ad"]) {
      const refused = await review({ decision: "criticize", critiques: [{ ...BLURRED, message }] });
      expect([refused.status, refused.json.details[0].code]).toEqual([400, "text_blank"]);
    }
  });

  it("is not approved by who gives reasons against it, alone or among many", async () => {
    const refused = await review({ decision: "approve", critiques: [BLURRED] });
    expect([refused.status, refused.json.type]).toEqual([422, "Business_Logic_Error"]);
    expect(refused.json.details).toMatchObject([{ code: "approval_with_critiques", pointer: "/critiques" }]);
    const { sellerId } = seller;
    const many = await catalog.post("/operator/v1/reviews", { items: [{ sellerId, sku: SKU, decision: "approve", critiques: [BLURRED] }] });
    expect([many.status, many.json.items[0].error.details[0].pointer]).toEqual([206, "/items/0/critiques"]);
    expect((await statusOf(seller, SKU)).status).toBe("Em catalogação");
  });

  it.each(["images", "#/name", "/a~2", "/a~", "name/"])("is not criticized at %j, which is no JSON Pointer", async (pointer) => {
    const refused = await review({ decision: "criticize", critiques: [{ ...BLURRED, pointer }] });
    expect([refused.status, refused.json.details[0].code]).toEqual([400, "pointer_malformed"]);
    expect(refused.json.details[0].pointer).toBe("/critiques/0/pointer");
  });

  it("shows the reviewer's reason to the seller", async () => {
    expect((await review({ decision: "criticize", critiques: [BLURRED] })).status).toBe(200);
    const told = await statusOf(seller, SKU);
    expect(told).toMatchObject({ status: "Criticado", editable: true, reviews: [{ ...BLURRED, stage: "review", severity: "error" }] });
    // A reviewer's own code has no section of its own; the address still leads to what reviewers' reasons are.
    const [page, anchor] = told.reviews[0]!.docs.split("#");
    expect((await marketplace.request("GET", page!)).text).toContain(`<a id="${anchor}">`);
    const { items } = (await seller.get("/api/v2/products/critiques/summary")).json;
    expect(items).toMatchObject([{ code: BLURRED.code, docs: `${page}#${anchor}` }]);
    const listed = await seller.get(`/api/v2/products/critiques?code=${BLURRED.code.toUpperCase()}`);
    expect(listed.json.items).toMatchObject([{ sku: SKU, code: BLURRED.code }]);
    const several = await seller.get(`/api/v2/products/critiques?code=brand_unknown,${BLURRED.code}&severity=warning&severity=Error`);
    expect(several.json).toMatchObject({ total: 1, items: [{ sku: SKU, code: BLURRED.code }] });
    expect(several.json._links.self.href).toContain(`code=brand_unknown%2C${BLURRED.code}`);
    expect((await seller.get("/api/v2/products/critiques?code=brand_unknown,size_unknown")).status).toBe(204);
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

  it("tells the whole story in its history, page after page", async () => {
    const links: string[][] = [];
    let dates = 0;
    for (let at: string | undefined = `${pathOf(SKU, "history")}?size=5`; at !== undefined && links.length < 9;) {
      const { json } = await seller.get(at);
      dates += json.items.length;
      links.push(Object.keys(json._links).toSorted());
      at = json._links.next?.href;
    }
    expect([dates, links]).toEqual([
      10,
      [
        ["first", "next", "product", "self"],
        ["first", "prev", "product", "self"],
      ],
    ]);
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
