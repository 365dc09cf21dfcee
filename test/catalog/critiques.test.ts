import { describe, expect, it } from "vitest";
import type { Lang } from "../../src/platform/errors.ts";
import { describeReview, findAll, toReviews } from "../../src/catalog/critique.ts";
import { EXAMPLE } from "../../src/catalog/critiques/example.ts";
import { CRITIQUES } from "../../src/catalog/critiques/index.ts";
import { documentOf, submissionFailures } from "../../src/catalog/submission.ts";
import { integrityFaults } from "../../src/reference/index.ts";
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
      for (const review of toReviews(found, [], AT)) expect(describeReview(review, lang, "/docs/critiques.md").message).not.toMatch(/[{}]/);
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
    expect(warnings).toEqual(["family_variation_repeated", "ean_check_digit", "single_size_undescribed", "name_without_brand"]);
  });
});

describe("the example product", () => {
  it("is clean: for its own critiques, for all of them and for the submission", () => {
    const { product, context } = exampleCase({});
    expect(findAll(product, context)).toEqual([]);
    const body = { ...EXAMPLE, price: { listPrice: 2, salePrice: 1 }, stock: { available: 3 } };
    expect(submissionFailures(body, { bodyFailures: [], offerRequired: true, driveHosts: EXAMPLE_DATA.rules.driveHosts })).toEqual([]);
  });
  it("names reference data without a fault", () => {
    expect(integrityFaults(EXAMPLE_DATA)).toEqual([]);
  });
  it("is the document of its own body", () => {
    expect(exampleCase({}).product).toEqual(documentOf(structuredClone(EXAMPLE) as Parameters<typeof documentOf>[0]));
  });
});
