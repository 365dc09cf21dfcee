import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSnapshot } from "../../src/reference/index.ts";
import { imageNames, PLANTED_IMAGES } from "../../src/sandbox/index.ts";
import { budget } from "../budget.ts";
import { eventually, shipped, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { goodProduct } from "../reference/products.ts";

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
    const hosted = [...imageNames(), ...Object.keys(PLANTED_IMAGES)].map((name) => ({ url: `${marketplace.baseUrl}/images/${name}` }));
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
    expect(await codesOf({ ...good, attributes: [{ name: "Drop", values: [5] }] })).toEqual(["wrong_type"]);
  });
});
