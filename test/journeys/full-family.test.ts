import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkSubmission, validateBodies } from "../../src/catalog/index.ts";
import { buildSnapshot } from "../../src/reference/index.ts";
import { shipped, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { brokenInvariants } from "../reliability/invariants.ts";
import { pathOf, publish, wares, type Ware, type Wares } from "../wares.ts";
import { reaches } from "./watching.ts";

const LARGEST = 4;
const FAMILY = "CHEIA";
const COLORS = ["Preto", "Branco", "Gelo", "Cinza", "Azul", "Verde", "Rosa", "Bege"];

describe(`a family of as many products as it may have, ${LARGEST}`, () => {
  let market: Marketplace;
  let seller: Seller;
  let catalog: Client;
  let shop: Wares;
  const member = (nth: number, productGroup = FAMILY): Ware =>
    shop.visor(`${FAMILY}-${nth}`, { productGroup, color: COLORS[nth % COLORS.length] });
  const refusal = ({ status, json }: Reply) => ({ status, type: json.type, details: json.details });
  const FULL = {
    status: 400,
    type: "Business_Logic_Error",
    details: [expect.objectContaining({ code: "family_full", pointer: "/productGroup", received: FAMILY, allowed: LARGEST })],
  };

  beforeAll(async () => {
    market = await startMarketplace();
    seller = await market.seller();
    catalog = await market.operator("catalog");
    shop = await wares(`${market.baseUrl}/images`);
    await catalog.put("/operator/v1/rules/largestFamily", { value: LARGEST });
    for (let nth = 0; nth < LARGEST; nth += 1) await publish(seller, member(nth));
  });
  afterAll(() => market.stop());

  it("takes no further one, says how many it may have, and keeps nothing", async () => {
    const reply = await seller.post("/api/v2/products", member(LARGEST));
    expect(refusal(reply)).toEqual(FULL);
    expect(reply.json.description).toContain(`${LARGEST}`);
    expect((await seller.get(pathOf(`${FAMILY}-${LARGEST}`))).status).toBe(404);
    expect((await seller.get("/api/v2/products")).json.total).toBe(LARGEST);
    const english = await seller.post("/api/v2/products", member(LARGEST), { headers: { "accept-language": "en" } });
    expect(english.json.description).toContain("productGroup");
  });

  it("is told together with everything else that is wrong with a body", async () => {
    const told = ({ status, json }: Reply) => [status, ...json.details.map(({ code }: { code: string }) => code)];
    const wrong = { weight: -1 };
    expect(told(await seller.post("/api/v2/products", { ...member(LARGEST), ...wrong }))).toEqual([400, "not_above", "family_full"]);
    expect(told(await seller.post("/api/v2/products", { ...member(0), ...wrong }))).toEqual([400, "not_above", "sku_registered"]);
    expect(told(await seller.post("/api/v2/products", { ...member(LARGEST, "OUTRA"), ...wrong }))).toEqual([400, "not_above"]);
    expect(told(await seller.post("/api/v2/products", { ...member(LARGEST), productGroup: " " }))).toEqual([
      400,
      "productGroup_characters",
    ]);
    const alone = shop.visor("ALHEIA", { brand: "Ninguém" });
    await publish(seller, alone);
    const moving = { ...alone, productGroup: FAMILY, ...wrong };
    expect(told(await seller.put(pathOf("ALHEIA"), moving))).toEqual([400, "not_above", "family_full"]);
    expect(told(await seller.put(pathOf("ALHEIA"), { ...alone, ...wrong }))).toEqual([400, "not_above"]);
    expect(told(await seller.put(pathOf(`${FAMILY}-1`), { ...member(1), ...wrong }))).toEqual([400, "not_above"]);
  });

  it("is told of by the dry run as well", async () => {
    const dry = async (ware: Ware) => (await seller.post("/api/v2/products/validate", ware)).json;
    expect(await dry(member(LARGEST))).toMatchObject({ valid: false, reviews: [{ code: "family_full", received: FAMILY }] });
    // One of its own has its room, whether it may still be changed or not.
    expect((await dry(member(0))).reviews.map(({ code }: { readonly code: string }) => code)).not.toContain("family_full");
    expect(await dry(member(LARGEST, "OUTRA"))).toMatchObject({ valid: true });
  });

  it("says of its own skus that they are registered, and takes their changes", async () => {
    expect((await seller.post("/api/v2/products", member(0))).json.details[0].code).toBe("sku_registered");
    const unchecked = { ...member(0), brand: "Ninguém" };
    await reaches(seller, `${FAMILY}-0`, "Em catalogação");
    const other = shop.visor("SOZINHA", { brand: "Ninguém" });
    await publish(seller, other);
    expect((await seller.put(pathOf("SOZINHA"), { ...other, name: "Viseira Sozinha" })).status).toBe(202);
    expect((await seller.put(pathOf(`${FAMILY}-0`), unchecked)).json.details[0].code).toBe("change_request_needed");
  });

  it("takes none from another family either, until it has room", async () => {
    const moving = shop.visor("SOZINHA", { brand: "Ninguém", productGroup: FAMILY });
    const before = (await seller.get(pathOf("SOZINHA"))).text;
    expect(refusal(await seller.put(pathOf("SOZINHA"), moving))).toEqual(FULL);
    expect((await seller.get(pathOf("SOZINHA"))).text).toBe(before);

    expect((await catalog.put("/operator/v1/rules/largestFamily", { value: LARGEST + 1 })).status).toBe(200);
    expect((await seller.put(pathOf("SOZINHA"), moving)).status).toBe(202);
    expect((await seller.post("/api/v2/products", member(LARGEST))).json.details[0].code).toBe("family_full");
    expect((await seller.put(pathOf("SOZINHA"), { ...moving, productGroup: "SOZINHA" })).status).toBe(202);
    expect((await seller.post("/api/v2/products", member(LARGEST))).status).toBe(202);
  });

  it("is nobody else's: another seller's of the same name has room", async () => {
    expect((await publish(await market.seller(), member(0))).status).toBe(202);
  });

  it("breaks no invariant", async () => {
    expect(await brokenInvariants(market.database.query)).toEqual([]);
  });

  it("is seen in a file before anything is published", async () => {
    const data = await shipped();
    const reference = buildSnapshot({ ...data, rules: { ...data.rules, largestFamily: 2 } }, 1);
    const again = member(1);
    const file = [member(0), member(1), again, member(2), member(3, "OUTRA")];
    const submissions = file.map((ware) => checkSubmission(ware, { offerRequired: true, driveHosts: [] }));
    const critiques = validateBodies(submissions, { reference, lang: "en" });
    expect(critiques.map((ofRow) => ofRow.map(({ code }) => code))).toEqual([[], [], [], ["family_full"], []]);
  });
});

describe("the rule of the largest family", () => {
  it("leaves room for the smallest one that is complete", async () => {
    const market = await startMarketplace({ settings: { ROLE: "api" } });
    try {
      const catalog = await market.operator("catalog");
      const reply = await catalog.put("/operator/v1/rules", { largestFamily: 3 }, { headers: { "accept-language": "en" } });
      expect([reply.status, reply.json.details[0].code]).toEqual([422, "reference_inconsistent"]);
      expect(reply.json.details[0].message).toContain("a family needs 4 and may have 3");
      for (const value of [0, 2_001, 1.5]) expect((await catalog.put("/operator/v1/rules/largestFamily", { value })).status).toBe(400);
    } finally {
      await market.stop();
    }
  });
});
