import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSnapshot } from "../../src/reference/index.ts";
import { DEFECTIVE_IMAGES, imageNames } from "../sandbox/hosted-images.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { eventually, shipped, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { goodProduct } from "../reference/products.ts";
import { wares } from "../wares.ts";

const PRODUCTS = budget(120, 10_000);
const AT_ONCE = 24;

type Body = Record<string, unknown>;
interface Told {
  readonly code: string;
  readonly pointer: string;
  readonly severity: string;
  readonly message: string;
  readonly received: unknown;
  readonly suggestions: readonly string[];
}

let marketplace: Marketplace;
let seller: Seller;

// The clock stands still and the settle window is long: an incomplete family stays a note in both answers.
beforeAll(async () => {
  marketplace = await startMarketplace({ settings: { FAMILY_SETTLE_SECONDS: "1000", IMAGE_CONCURRENCY: "8" } });
  seller = await marketplace.seller();
});
afterAll(() => marketplace.stop());

/** Small changes to a product, each of which some rule, synchronous or automatic, speaks about, or none. */
const MUTATIONS: readonly ((body: Body) => Body)[] = [
  (body) => ({ ...body, brand: String(body["brand"]).toLowerCase() }),
  (body) => ({ ...body, brand: "Marca Que Não Há" }),
  (body) => ({ ...body, department: "Departamento Que Não Há" }),
  (body) => ({ ...body, productType: "Tipo Que Não Há" }),
  (body) => ({ ...body, size: "tamanho 7" }),
  (body) => ({ ...body, size: "Único" }),
  (body) => ({ ...body, weight: 999 }),
  (body) => ({ ...body, attributes: [] }),
  (body) => ({ ...body, attributes: [...(body["attributes"] as object[]), { name: "Atributo Que Não Há", values: ["x"] }] }),
  ({ color: _color, ...body }) => ({ ...body, flavor: "Chocolate" }),
  ({ flavor: _flavor, ...body }) => ({ ...body, color: "Pretu" }),
  (body) => ({ ...body, eanIsbn: "7891234567890" }),
  (body) => ({ ...body, name: "Produto sem a marca" }),
  (body) => ({ ...body, description: "texto com <b>tag</b>" }),
  (body) => ({ ...body, name: "x".repeat(101) }),
  (body) => ({ ...body, height: 1.2345 }),
  (body) => ({ ...body, price: { listPrice: 10, salePrice: 11 } }),
  (body) => body,
];

const codes = (told: readonly Told[]) =>
  told.map((one) => [one.code, one.pointer, one.severity, one.message, one.received, one.suggestions]);

describe("POST /products/validate says what publishing would say (M2)", () => {
  it(`agrees with the later result on all of ${PRODUCTS} generated products`, async () => {
    const reference = buildSnapshot(await shipped(), 1);
    const pairs = reference.data.departments.flatMap((department) =>
      (reference.typesOf(department.name)?.names ?? []).map((type) => reference.typeRules(department.name, type)!),
    );
    const hosted = [...imageNames(), ...Object.keys(DEFECTIVE_IMAGES)].map((name) => ({ url: `${marketplace.baseUrl}/images/${name}` }));
    const bodies = fc.sample(
      fc.record({
        rules: fc.constantFrom(...pairs),
        mutations: fc.subarray([...MUTATIONS], { maxLength: 4 }),
        images: fc.uniqueArray(fc.constantFrom(...hosted), { minLength: 1, maxLength: 3, selector: (image) => image.url }),
      }),
      PRODUCTS,
    );
    const outcomes = { published: 0, refused: 0, criticized: 0 };
    const one = async ({ rules, mutations, images }: (typeof bodies)[number], nth: number) => {
      const sku = `P-${nth}`;
      const base: Body = {
        ...goodProduct(rules, reference),
        sku,
        productGroup: sku,
        images,
        price: { listPrice: 10, salePrice: 9 },
        stock: { available: 3 },
      };
      const body = mutations.reduce((mutated, mutate) => mutate(mutated), base);
      const dry = await seller.post("/api/v2/products/validate", body);
      expect(dry.status, dry.text).toBe(200);
      const posted = await seller.post("/api/v2/products", body);
      if (posted.status === 400) {
        // Refused at once: the dry run said the same sentences, and perhaps the automatic findings beside them.
        outcomes.refused += 1;
        const said = new Set((dry.json.reviews as Told[]).map((review) => review.message));
        for (const notification of posted.json.notifications as string[]) expect(said).toContain(notification);
        expect(dry.json.valid).toBe(false);
        return;
      }
      expect(posted.status, posted.text).toBe(202);
      outcomes.published += 1;
      const status = await eventually(`the validation of ${sku}`, async () => {
        const { json } = await seller.get(`/api/v2/products/${sku}/status`);
        const waits = json.pending.some((pending: { code: string }) => pending.code === "images_checking");
        const judged = json.code !== "RECEIVED" || json.pending.length > 0;
        return judged && !waits && json;
      });
      expect(codes(status.reviews)).toEqual(codes(dry.json.reviews));
      expect(status.code === "CRITICIZED").toBe(!dry.json.valid);
      if (status.code === "CRITICIZED") outcomes.criticized += 1;
    };
    for (let i = 0; i < bodies.length; i += AT_ONCE) await Promise.all(bodies.slice(i, i + AT_ONCE).map((body, j) => one(body, i + j)));
    figures({ products: PRODUCTS, ...outcomes });
    // The generator reached every kind of outcome, or the agreement would prove little.
    expect(outcomes.published - outcomes.criticized).toBeGreaterThan(0);
    expect(outcomes.criticized).toBeGreaterThan(0);
    expect(outcomes.refused).toBeGreaterThan(0);
  }, 3_600_000);

  it("stores nothing", async () => {
    const [before] = await marketplace.database.query(
      "select (select count(*) from products) p, (select count(*) from events) e, (select count(*) from families) f",
    );
    await seller.post("/api/v2/products/validate", { sku: "X" });
    const reference = buildSnapshot(await shipped(), 1);
    const rules = reference.typeRules("Corrida", "Tênis de Corrida")!;
    await seller.post("/api/v2/products/validate", {
      ...goodProduct(rules, reference),
      price: { listPrice: 1, salePrice: 1 },
      stock: { available: 1 },
    });
    const [after] = await marketplace.database.query(
      "select (select count(*) from products) p, (select count(*) from events) e, (select count(*) from families) f",
    );
    expect(after).toEqual(before);
  });
});

describe("a dry run of a body with synchronous failures", () => {
  const codesOf = async (body: object) =>
    ((await seller.post("/api/v2/products/validate", body)).json.reviews as Told[]).map((review) => review.code).toSorted();

  it("still judges what is there, and blames nothing on what failed", async () => {
    const reference = buildSnapshot(await shipped(), 1);
    const rules = reference.typeRules("Corrida", "Tênis de Corrida")!;
    const images = [{ url: `${marketplace.baseUrl}/images/shoe-black.jpg` }];
    const name = `Tênis ${reference.brands.names.at(-1)} Serra`;
    const good = { ...goodProduct(rules, reference), name, images, price: { listPrice: 10, salePrice: 9 }, stock: { available: 3 } };
    expect(await codesOf(good)).toEqual([]);
    expect(await codesOf({ ...good, weight: "0,15", brand: "Xx", color: "pretu" })).toEqual([
      "brand_unknown",
      "color_unknown",
      "decimal_comma",
    ]);
    const { description: _description, ...undescribed } = good as typeof good & { description: string };
    expect(await codesOf({ ...undescribed, brand: "Xx" })).toEqual(["brand_unknown", "required"]);
    expect(await codesOf({ ...good, color: true })).toEqual(["wrong_type"]);
  });

  it("still judges the rest of a list in which something failed, each part at its place", async () => {
    const reference = buildSnapshot(await shipped(), 1);
    const rules = reference.typeRules("Corrida", "Tênis de Corrida")!;
    const pictures = (...names: readonly string[]) => names.map((name) => ({ url: `${marketplace.baseUrl}/images/${name}` }));
    const name = `Tênis ${reference.brands.names.at(-1)} Serra`;
    const offer = { price: { listPrice: 10, salePrice: 9 }, stock: { available: 3 } };
    const good: Body = { ...goodProduct(rules, reference), name, images: pictures("shoe-black.jpg"), ...offer };
    const found = async (changes: Body) => {
      const reply = await seller.post("/api/v2/products/validate", { ...good, ...changes });
      return reply.json.reviews.map(({ code, pointer }: Told) => `${code} ${pointer}`).toSorted();
    };
    expect(await found({})).toEqual([]);
    const [small, large] = [pictures("too-small.jpg"), pictures("too-large.jpg")];
    expect(await found({ images: [...small, { url: "http://loja.example/x.png" }, 5, ...large, ...large] })).toEqual([
      "image_too_large /images/3/url",
      "image_too_small /images/0/url",
      "image_url_extension /images/1/url",
      "image_url_repeated /images/4/url",
      "wrong_type /images/2",
    ]);
    const seven = pictures(
      "shoe-black.jpg",
      "shoe-blue.jpg",
      "shoe-red.jpg",
      "bag-black.jpg",
      "bag-blue.jpg",
      "too-small.jpg",
      "bag-red.jpg",
    );
    expect(await found({ images: seven })).toEqual(["image_too_small /images/5/url", "too_many_items /images"]);
    const attributes = good["attributes"] as readonly { readonly name: string; readonly values: readonly string[] }[];
    const required = rules.template.attributes.filter((attribute) => attribute.required);
    expect(
      await found({
        attributes: [
          ...attributes.slice(1),
          { name: attributes[0]!.name, values: ["", "Zzz Que Não Há"] },
          { name: attributes[0]!.name, values: ["x"] },
          { name: "", values: ["x"] },
          { name: "Nada Disso", values: ["x"] },
          { name: "Nem Isso", values: 5 },
        ],
      }),
    ).toEqual(
      [
        `attribute_repeated /attributes/${attributes.length}/name`,
        `attribute_unknown /attributes/${attributes.length + 2}/name`,
        `attribute_unknown /attributes/${attributes.length + 3}/name`,
        `attribute_value_unknown /attributes/${attributes.length - 1}/values/1`,
        `too_short /attributes/${attributes.length + 1}/name`,
        `too_short /attributes/${attributes.length - 1}/values/0`,
        `wrong_type /attributes/${attributes.length + 3}/values`,
      ].toSorted(),
    );
    expect(
      (await found({ attributes: [{ name: "Drop", values: [5] }] })).filter((one: string) => one.startsWith("attribute_required")),
    ).toHaveLength(required.length);
    expect(await found({ color: "Azu+Azu+Verd" })).toEqual(["color_unknown /color", "color_unknown /color", "joined_repeated /color"]);
  });

  it("says that the product there is can no longer be changed, as sending it would", async () => {
    const shop = await wares(`${marketplace.baseUrl}/images`);
    const visor = shop.visor("FECHADA");
    const dry = async (body: object) => (await seller.post("/api/v2/products/validate", body)).json;
    expect((await seller.post("/api/v2/products", visor)).status).toBe(202);
    await eventually("the cataloguing", async () => (await seller.get("/api/v2/products/FECHADA/status")).json.code === "CATALOGING");
    const sent = await seller.put("/api/v2/products/FECHADA", visor);
    expect(sent.status).toBe(400);
    for (const body of [visor, { ...visor, productGroup: "OUTRA" }]) {
      const { valid, reviews } = await dry(body);
      expect(valid).toBe(false);
      expect(reviews).toMatchObject([{ code: "change_request_needed", severity: "error", pointer: "/sku", received: "FECHADA" }]);
      expect(reviews[0].message).toBe(sent.json.notifications[0]);
    }
    // With everything else that is wrong, and of this seller's product alone.
    expect((await dry({ ...visor, brand: "Xx", height: -1 })).reviews.map(({ code }: Told) => code)).toEqual([
      "not_above",
      "change_request_needed",
      "brand_unknown",
    ]);
    expect((await (await marketplace.seller()).post("/api/v2/products/validate", visor)).json).toMatchObject({ valid: true, reviews: [] });
    // One that PUT would still take is judged as ever.
    expect((await seller.post("/api/v2/products", shop.visor("ABERTA", { brand: "Xx" }))).status).toBe(202);
    await eventually("the critique", async () => (await seller.get("/api/v2/products/ABERTA/status")).json.code === "CRITICIZED");
    expect(await dry(shop.visor("ABERTA"))).toMatchObject({
      valid: true,
      reviews: [],
      images: [{ state: "ok", width: expect.any(Number), height: expect.any(Number), bytes: expect.any(Number) }],
    });
  });

  it("waits for nothing that was sent, and tells nothing twice", async () => {
    const shop = await wares(`${marketplace.baseUrl}/images`);
    const told = async (by: Client, changes: object) => {
      const { reviews, pending } = (await by.post("/api/v2/products/validate", { ...shop.visor("ENSAIO"), ...changes })).json;
      return [...(reviews as Told[]).map(({ code }) => code), "|", ...(pending as Told[]).map(({ code }) => code)].join(" ");
    };
    const wrong = { price: { listPrice: 0, salePrice: 0 }, stock: { available: -1 } };
    const missing = { price: undefined, stock: undefined };
    const apart = await marketplace.seller({ separatePriceAndStock: true });
    expect(await told(seller, wrong)).toBe("not_above not_above below_minimum |");
    expect(await told(apart, wrong)).toBe("not_above not_above below_minimum |");
    expect(await told(seller, missing)).toBe("price_missing stock_missing |");
    expect(await told(apart, missing)).toBe("| price_missing stock_missing");
    const shoe = shop.shoe("ENSAIADA", "39");
    expect(await told(seller, shoe)).toBe("| family_incomplete");
    expect(await told(seller, { ...shoe, size: 39.5 })).toBe("wrong_type |");
    expect(await told(seller, { ...shoe, productGroup: "" })).toContain("|");
    expect(await told(seller, { ...shoe, productGroup: "" })).not.toContain("family_incomplete");
  });
});
