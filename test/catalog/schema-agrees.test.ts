import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CRITIQUES } from "../../src/catalog/critiques/index.ts";
import { LIMITS, ProductBody } from "../../src/catalog/product-schema.ts";
import type { CritiqueContext } from "../../src/catalog/product.ts";
import { toProductDocument, submissionFailures } from "../../src/catalog/submission-rules.ts";
import { compileSchemaCheck } from "../../src/platform/contract/check.ts";
import { buildSnapshot, PRODUCT_LIMITS, productJsonSchema, readReferenceFiles, type TypeRules } from "../../src/reference/index.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { goodProduct, type Body } from "../reference/products.ts";

const reference = buildSnapshot(await readReferenceFiles(join(import.meta.dirname, "../../data/reference")), 1);
const check = compileSchemaCheck(ProductBody);
const ofSchema = CRITIQUES.filter((critique) => critique.ofSchema);
const family: CritiqueContext["family"] = {
  sequential: 9,
  minimum: 1,
  settled: true,
  stock: 9,
  stockAwaited: false,
  minimumStock: 1,
  stockSufficed: false,
  mixedWith: [],
  sameVariation: [],
};

/** Codes of everything that the server says against a body on PUT and a schema could say too. */
function serverSays(body: Body, type: TypeRules): readonly string[] {
  const { value, failures: bodyFailures } = check(body);
  const { driveHosts } = reference.data.rules;
  const failures = [...bodyFailures, ...submissionFailures(body, { bodyFailures, offerRequired: false, driveHosts })];
  if (failures.length > 0) return failures.map(({ code }) => code);
  const context: CritiqueContext = { reference, type, images: new Map(), family };
  return ofSchema.flatMap((critique) => critique.find(toProductDocument(value), context).map(() => critique.code));
}

/** Types that between them have every kind, both of color and flavor, and every way to fill in an attribute. */
const PAIRS = [
  ["Corrida", "Tênis de Corrida"],
  ["Casual", "Camiseta"],
  ["Suplementos", "Whey Protein"],
  ["Acessórios", "Boné"],
  ["Casa", "Jogo de Cama"],
] as const;
const cases = PAIRS.map(([department, productType]) => {
  const rules = reference.typeRules(department, productType)!;
  const accepts = new Ajv2020({ strict: true, multipleOfPrecision: 6 }).compile(productJsonSchema(rules, reference));
  return { rules, accepts, good: goodProduct(rules, reference) };
});

/** Per case; the full budget judges more than 50,000 good and 50,000 bad products (beyond M4). */
const RUNS = budget(10_000, 80_000);

/** A value of a field, right or wrong. What the server merely tolerates (null, numbers as text) is not of the schema. */
type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>;
const LEFT_OUT = Symbol("left out");

const strings = (fragments: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...fragments), { maxLength }).map((parts) => parts.join(""));
const long = (at: number) => fc.integer({ min: at - 1, max: at + 1 }).map((length) => "é".repeat(length));
const plain = (limit: number) =>
  fc.oneof(
    strings(["a", " ", "É", "👟", "<", ">", "/", "b", "!--", "&", "amp", ";", "#38", "\\", "n", "u00e9", "\n", "\u0085"], 8),
    long(limit),
  );
const key = (limit: number) =>
  fc.oneof(
    strings(["A", "z", "0", ".", "_", "-", " ", "é", "+"], 6),
    fc.constantFrom(limit, limit + 1).map((n) => "A".repeat(n)),
  );
const thousandths = (max: number) =>
  fc.oneof(
    fc.integer({ min: -2, max: max * 1000 + 5 }).map((n) => n / 1000),
    fc.integer({ min: 0, max: max * 10_000 }).map((n) => n / 10_000),
  );
const urls = [
  "https://h.com/a.jpg",
  "http://h.com/b.JPEG?x=1",
  "https://h.com:81/c/d.jpg#e",
  "http://açaí.com.br/ç.jpg",
  "https://h.com/a.png",
  "https://h.com/.jpg/",
  "ftp://h.com/a.jpg",
  "h.com/a.jpg",
  "",
  "https://Drive.Google.com/a.jpg",
  "https://www.dropbox.com/s/a.jpg?dl=0",
  "https://mydropbox.com/a.jpg",
  "https://h.com/dropbox.com/a.jpg",
  "https://drive.google.com./a.jpg",
  "https://h.com./a.jpg",
  " https://h.com/a.jpg",
  "https://h.com/a b.jpg",
  "https://h.com/a\\b.jpg",
  "https://h.com/a.jpg?\u0085",
  "https:/h.com/a.jpg",
  "https:///h.com/a.jpg",
  "https://ana:segredo@h.com/a.jpg",
  "https://@h.com/a.jpg",
  "https://drive.google.com@h.com/a.jpg",
  "https://h.com/@ana/a.jpg?to=x@h.com",
  "http://192.0.2.7/a.jpg",
  "http://256.0.2.7/a.jpg",
  "http://192.0.2/a.jpg",
  "http://2130706433/a.jpg",
  "http://192.0.02.8/a.jpg",
  "http://[2001:db8::7]/a.jpg",
  "https://[2001:DB8::192.0.2.7]:8443/a.jpg",
  "http://[fe80::1%25eth0]/a.jpg",
  "http://[2001:db8::7/a.jpg",
  "http://h.com]/a.jpg",
  "https://h.com:/a.jpg",
  "https://h.com:65535/a.jpg",
  "https://h.com:65536/a.jpg",
  "https://h.com:https/a.jpg",
  "https://h%2Ecom/a.jpg",
  "https://a..com/a.jpg",
  "https://4fotos.com/a.jpg",
];

function fieldsOf({ rules }: (typeof cases)[number]): Fields {
  const { names } = rules.type.distinguishedBy === "color" ? reference.colors : reference.flavors;
  const part = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constantFrom("preto", " Preto", "", "Azul+", "Xadrez") },
  );
  const joined = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("+"));
  const attribute = fc.constantFrom(...rules.template.attributes).chain(({ name, values }) =>
    fc.record({
      name: fc.oneof({ weight: 9, arbitrary: fc.constant(name) }, { weight: 1, arbitrary: fc.constantFrom("material", "Cor", "") }),
      values: fc.array(
        fc.constantFrom(...values.map(({ value }) => value), ...(values.length > 0 ? [] : ["livre"]), "Ouro velho", "", " "),
        {
          maxLength: 3,
        },
      ),
    }),
  );
  const attributes = fc.oneof(
    fc.array(attribute, { maxLength: 4 }).map((extra) => [...(goodProduct(rules, reference, "required")["attributes"] as []), ...extra]),
    fc.array(attribute, { maxLength: 4 }),
  );
  return {
    sku: fc.oneof(key(LIMITS.skuCharacters), fc.constantFrom("critiques", "validate", "Validate")),
    productGroup: key(LIMITS.productGroupCharacters),
    brand: fc.constantFrom(...reference.brands.names, "aurivento", "", "Aurivento "),
    name: plain(LIMITS.nameCharacters),
    description: plain(LIMITS.descriptionCharacters),
    [rules.type.distinguishedBy]: joined,
    gender: fc.constantFrom("Homem", "Mulher", "Unissex", "homem", "Feminino", ""),
    size: fc.constantFrom(...rules.chart.sizes, ...reference.sizes.names.slice(0, 30), "unico", ""),
    height: thousandths(3),
    width: thousandths(200),
    depth: fc.constantFrom(0.001, LIMITS.sideCm, LIMITS.sideCm + 0.001, 1e-7),
    weight: thousandths(rules.type.weightMaxKg),
    images: fc.array(fc.record({ url: fc.constantFrom(...urls) }), { maxLength: 7 }),
    attributes,
    video: fc.constantFrom("https://v.com/1", "v.com/1", "https://v.com/1 2"),
    eanIsbn: fc.constantFrom("7891234567895", "x".repeat(61)),
    stock: fc.constantFrom({ available: 0 }, { available: -1 }, { available: 1.5 }, {}),
    price: fc.constantFrom(
      { listPrice: 10, salePrice: 9.99 },
      { listPrice: 10, salePrice: 9.999 },
      { listPrice: 10 },
      { listPrice: 0.29, salePrice: 0.07 },
    ),
    fulfillment: fc.constantFrom({}, { candidate: true }, { candidate: "sim" }),
  };
}

/** A good product with up to `most` of its fields filled in anew, or left out. */
const someProduct = (most: number) =>
  fc.nat(cases.length - 1).chain((at) => {
    const chosen = cases[at]!;
    const fields = fieldsOf(chosen);
    const change = fc
      .subarray(Object.keys(fields), { minLength: 1, maxLength: most })
      .chain((names) =>
        fc.record(
          Object.fromEntries(
            names.map((name) => [
              name,
              fc.oneof({ weight: 15, arbitrary: fields[name]! }, { weight: 1, arbitrary: fc.constant(LEFT_OUT) }),
            ]),
          ),
        ),
      );
    return change.map((values: Body) => {
      const entries = Object.entries({ ...chosen.good, ...values }).filter(([, value]) => value !== LEFT_OUT);
      return { at, body: JSON.parse(JSON.stringify(Object.fromEntries(entries))) as Body };
    });
  });

describe("the published schema and the executed validator (beyond M4)", () => {
  it("know the same limits", () => {
    expect(PRODUCT_LIMITS).toEqual(LIMITS);
  });

  it("both accept a good product of every type", () => {
    for (const { rules, accepts, good } of cases) {
      expect(accepts(good)).toBe(true);
      expect(serverSays(good, rules)).toEqual([]);
    }
  });

  it.each([1, 3, 19])("decide alike on products with up to %i fields right or wrong", { timeout: budget(120_000, 1_200_000) }, (most) => {
    const seen = { accepted: 0, refused: 0 };
    const alike = fc.property(someProduct(most), ({ at, body }) => {
      const { rules, accepts } = cases[at]!;
      const says = serverSays(body, rules);
      const accepted = accepts(body);
      seen[accepted ? "accepted" : "refused"] += 1;
      expect({ accepted, says }).toEqual({ accepted: says.length === 0, says });
    });
    fc.assert(alike, { numRuns: RUNS, seed: 20_261_120 });
    figures({ products: RUNS, ...seen });
    expect(seen.refused).toBeGreaterThan(RUNS / 5);
    if (most < 19) expect(seen.accepted).toBeGreaterThan(RUNS / 5);
  });
});
