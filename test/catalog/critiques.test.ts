import { describe, expect, it } from "vitest";
import type { Lang } from "../../src/platform/contract/errors.ts";
import { critiqueView, runCritiques, toStoredFindings } from "../../src/catalog/critique-view.ts";
import { EXAMPLE_PRODUCT, EXAMPLE_FAMILY, FIRST_IMAGE } from "../../src/catalog/critiques/example-products.ts";
import { CRITIQUES } from "../../src/catalog/critiques/index.ts";
import { toProductDocument, submissionFailures } from "../../src/catalog/submission-rules.ts";
import type { FamilyFacts } from "../../src/catalog/product.ts";
import { buildSnapshot, integrityProblems } from "../../src/reference/index.ts";
import { EXAMPLE_DATA, exampleCase } from "./example-case.ts";

const LANGS: readonly Lang[] = ["pt-BR", "en"];
const AT = Date.UTC(2026, 10, 20, 12, 52, 48);

describe.each(CRITIQUES.map((critique) => [critique.code, critique] as const))("critique %s", (code, critique) => {
  it.each(critique.examples.map((example) => [example.title, example] as const))("%s", (_title, example) => {
    const { product, context } = exampleCase(example);
    expect(critique.find(product, context)).toEqual(example.finds);
  });
  it("has a clean and a criticized example", () => {
    expect(critique.examples.some(({ finds }) => finds.length === 0)).toBe(true);
    expect(critique.examples.some(({ finds }) => finds.length > 0)).toBe(true);
  });
  it("says in both languages what is wrong, with no gap left in the sentence", () => {
    const found = critique.examples.flatMap(({ finds }) => finds.map((finding) => ({ ...finding, code, severity: critique.severity })));
    for (const lang of LANGS) {
      for (const review of toStoredFindings(found, [], AT))
        expect(critiqueView(review, lang, "/docs/critiques.md").message).not.toMatch(/[{}]/);
      expect(critique.rule[lang]).toMatch(/\.$/);
    }
  });
  it("gives at most 3 suggestions and points into the product", () => {
    for (const { pointer, suggestions = [] } of critique.examples.flatMap(({ finds }) => finds)) {
      expect(suggestions.length).toBeLessThanOrEqual(3);
      expect(pointer).toMatch(/^(?:\/[A-Za-z0-9]+)+$/);
    }
  });
});

describe("the list of critiques", () => {
  it("has every code once, in files named after them", async () => {
    for (const { code } of CRITIQUES) await expect(import(`../../src/catalog/critiques/${code}.ts`)).resolves.toBeDefined();
    expect(new Set(CRITIQUES.map(({ code }) => code)).size).toBe(CRITIQUES.length);
  });
  it("warns about what is advice and blocks for what is required", () => {
    const warnings = CRITIQUES.filter(({ severity }) => severity === "warning").map(({ code }) => code);
    expect(warnings).toEqual([
      "family_variation_repeated",
      "ean_check_digit",
      "isbn_check_digit",
      "single_size_undescribed",
      "name_without_brand",
    ]);
    expect(new Set(CRITIQUES.map(({ severity }) => severity))).toEqual(new Set(["error", "warning"]));
  });
  it("leaves to the server what no schema of a product type can say: the family, the images, and advice", () => {
    const beyond = CRITIQUES.filter(({ ofSchema }) => !ofSchema).map(({ code }) => code);
    const families = ["family_incomplete", "family_mixed", "family_stock_below_minimum", "family_variation_repeated"];
    const images = ["image_unreachable", "image_not_jpeg", "image_too_heavy", "image_too_small", "image_too_large"];
    expect(beyond).toEqual([
      ...images,
      ...families,
      "ean_check_digit",
      "isbn_check_digit",
      "single_size_undescribed",
      "name_without_brand",
    ]);
  });
});

/** What a critique finds in the example product with these differences. */
function foundBy(code: string, difference: Parameters<typeof exampleCase>[0]) {
  const { product, context } = exampleCase(difference);
  return CRITIQUES.find((critique) => critique.code === code)!.find(product, context);
}

/** What is said of the one thing that a critique finds, in each language. */
function messagesOf(code: string, difference: Parameters<typeof exampleCase>[0]) {
  const found = foundBy(code, difference).map((finding) => ({ ...finding, code, severity: "error" as const }));
  return LANGS.map((lang) => critiqueView(toStoredFindings(found, [], AT)[0]!, lang, "/docs/critiques.md").message);
}

describe("at its border a critique", () => {
  const image = (width: number, height: number) => ({
    context: { images: new Map([[FIRST_IMAGE, { state: "wrong_size", width, height } as const]]) },
  });
  const family = (facts: Partial<FamilyFacts>) => ({ context: { family: { ...EXAMPLE_FAMILY, ...facts } } });
  const named = (name: string, brand = "Ventuvia") => ({ product: { name, brand } });

  it.each<[code: string, title: string, difference: Parameters<typeof exampleCase>[0], count: number]>([
    ["image_too_large", "takes a side of 1200", image(1_200, 399), 0],
    ["image_too_large", "does not take one of 1201", image(399, 1_201), 1],
    ["image_too_small", "takes a side of 400", image(400, 1_201), 0],
    ["image_too_small", "does not take one of 399", image(1_201, 399), 1],
    ["family_stock_below_minimum", "asks a family at once that is complete", family({ stock: 1, settled: false }), 1],
    ["family_stock_below_minimum", "gives one time that is not", family({ stock: 1, sequential: 3, settled: false }), 0],
    ["family_stock_below_minimum", "gives no family time whose window is over", family({ stock: 1, sequential: 3 }), 1],
    ["family_stock_below_minimum", "takes the minimum", family({ stock: 2 }), 0],
    ["ean_check_digit", "knows an EAN-8", { product: { eanIsbn: "96385074" } }, 0],
    ["ean_check_digit", "knows an EAN-14", { product: { eanIsbn: "17890000000014" } }, 0],
    ["ean_check_digit", "knows an UPC, which has 12 digits", { product: { eanIsbn: "036000291452" } }, 0],
    ["ean_check_digit", "finds a wrong UPC", { product: { eanIsbn: "036000291453" } }, 1],
    ["ean_check_digit", "finds a wrong EAN-8 between no-break spaces and long dashes", { product: { eanIsbn: "9638\u2013507\u00a05" } }, 1],
    ["ean_check_digit", "finds a wrong EAN-14", { product: { eanIsbn: "17890000000015" } }, 1],
    ["ean_check_digit", "takes 9 and 11 digits for free codes", { product: { eanIsbn: "12345678901" } }, 0],
    ["ean_check_digit", "takes the number of printed music for an EAN", { product: { eanIsbn: "9790060115615" } }, 0],
    ["ean_check_digit", "finds a wrong number of printed music", { product: { eanIsbn: "979-0-060-11561-1" } }, 1],
    ["ean_check_digit", "leaves a wrong ISBN-10 to its own critique", { product: { eanIsbn: "853590277X" } }, 0],
    ["isbn_check_digit", "knows an ISBN-10 that ends in 0", { product: { eanIsbn: "0000000140" } }, 0],
    ["isbn_check_digit", "knows an ISBN-13 of the second prefix", { product: { eanIsbn: "979-10-90636-07-1" } }, 0],
    ["isbn_check_digit", "finds a wrong one of the second prefix", { product: { eanIsbn: "979-10-90636-07-2" } }, 1],
    ["isbn_check_digit", "finds an X that stands for another digit", { product: { eanIsbn: "853590277X" } }, 1],
    ["isbn_check_digit", "takes an X in the middle for a free code", { product: { eanIsbn: "85359X2775" } }, 0],
    ["isbn_check_digit", "takes no zeros alone", { product: { eanIsbn: "0000000000" } }, 1],
    ["name_without_brand", "finds the brand without its accents", named("Tenis VENTUVÍA"), 0],
  ])("%s %s", (code, _title, difference, count) => {
    expect(foundBy(code, difference)).toHaveLength(count);
  });

  it("image_not_jpeg asks for another upload of an incomplete file, and for a JPEG instead of another format", () => {
    const said = (found: string) => {
      const findings = foundBy("image_not_jpeg", { context: { images: new Map([[FIRST_IMAGE, { state: "not_jpeg", found }]]) } });
      const reviews = toStoredFindings(
        findings.map((finding) => ({ ...finding, code: "image_not_jpeg", severity: "error" })),
        [],
        AT,
      );
      return critiqueView(reviews[0]!, "en", "/docs/critiques.md").message;
    };
    expect(said("incomplete")).toMatch(/is not a whole JPEG \(found: incomplete\): the file ends before the image does; upload all of it/);
    expect(said("png")).toMatch(/is not a valid JPEG \(found: png\); convert the file/);
    expect(said("gzip")).toMatch(/comes packed by your server \(found: gzip\); send the JPEG as it is, without Content-Encoding\.$/);
  });

  it.each([
    ["empty", "encontrado: arquivo vazio): o arquivo acaba antes", "found: an empty file): the file ends before"],
    ["incomplete", "encontrado: incompleto): o arquivo acaba antes", "found: incomplete): the file ends before"],
    ["broken_jpeg", "encontrado: JPEG corrompido); converta", "found: a broken JPEG); convert"],
    ["unknown", "encontrado: formato desconhecido); converta", "found: an unknown format); convert"],
    ["encoded", "encontrado: compactação desconhecida); envie", "found: an unknown packing); send"],
    ["html", "encontrado: html); converta", "found: html); convert"],
  ])("image_not_jpeg tells in the reader's language that %s was found", (found, portuguese, english) => {
    const context = { images: new Map([[FIRST_IMAGE, { state: "not_jpeg", found } as const]]) };
    expect(messagesOf("image_not_jpeg", { context })).toEqual([expect.stringContaining(portuguese), expect.stringContaining(english)]);
  });

  it.each([
    ["ean_check_digit", "0000000000000", "só zeros não são código", "zeros alone are no code"],
    ["ean_check_digit", "0000-0000", "só zeros não são código", "zeros alone are no code"],
    ["isbn_check_digit", "0000000000", "só zeros não são código", "zeros alone are no code"],
    ["ean_check_digit", "7890000000010", "o dígito verificador é 7; confira", "its check digit is 7; check"],
    ["isbn_check_digit", "9788535902771", "o dígito verificador é 8; confira", "its check digit is 8; check"],
  ])("%s says of %s what is wrong with it, and no more", (code, eanIsbn, portuguese, english) => {
    const messages = messagesOf(code, { product: { eanIsbn } });
    expect(messages).toEqual([expect.stringContaining(portuguese), expect.stringContaining(english)]);
    for (const message of messages) expect(/zero/.test(message)).not.toBe(/dígito|digit/.test(message.replace(/"[^"]*"/, "")));
  });

  it("family_mixed tells each field apart, and who differs in it", () => {
    const mixedWith = (["department", "productType", "brand"] as const).map((field) => ({ sku: `OF-${field}`, field, value: "other" }));
    expect(
      foundBy("family_mixed", family({ mixedWith })).map(({ pointer, received, params }) => [pointer, received, params?.["others"]]),
    ).toEqual([
      ["/department", "Corrida", ["OF-department (other)"]],
      ["/productType", "Tênis", ["OF-productType (other)"]],
      ["/brand", "Ventuvia", ["OF-brand (other)"]],
    ]);
  });

  it("attribute_required lists even one value, and none where any will do", () => {
    const [template, ...others] = EXAMPLE_DATA.templates;
    const one = { ...template!, attributes: template!.attributes.map((each) => ({ ...each, values: each.values.slice(0, 1) })) };
    const reference = buildSnapshot({ ...EXAMPLE_DATA, templates: [one, ...others] }, 2);
    expect(foundBy("attribute_required", { product: { attributes: [] }, context: { reference } }).map(({ allowed }) => allowed)).toEqual([
      ["Couro"],
      undefined,
    ]);
  });
});

describe("the example product", () => {
  it("is clean: for its own critiques, for all of them and for the submission", () => {
    const { product, context } = exampleCase({});
    expect(runCritiques(product, context)).toEqual([]);
    const body = { ...EXAMPLE_PRODUCT, price: { listPrice: 2, salePrice: 1 }, stock: { available: 3 } };
    expect(submissionFailures(body, { bodyFailures: [], offerRequired: true, driveHosts: EXAMPLE_DATA.rules.driveHosts })).toEqual([]);
  });
  it("names reference data without a fault", () => {
    expect(integrityProblems(EXAMPLE_DATA)).toEqual([]);
  });
  it("is the document of its own body", () => {
    expect(exampleCase({}).product).toEqual(toProductDocument(structuredClone(EXAMPLE_PRODUCT) as Parameters<typeof toProductDocument>[0]));
  });
});
