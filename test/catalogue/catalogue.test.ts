import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeCatalogue } from "../../data/catalogue/catalogue.ts";
import { catalogueText, expectedText, type Expected } from "../../data/catalogue/files.ts";
import { CRITIQUES } from "../../src/catalog/index.ts";
import { buildSnapshot, readReferenceFiles } from "../../src/reference/index.ts";
import { DEFECTIVE_IMAGES, imageNames } from "../sandbox/hosted-images.ts";
import { runCommand } from "../commands/terminal.ts";

const folder = join(import.meta.dirname, "..", "..", "data");
const file = join(folder, "catalogue", "vitrine.ndjson");
const text = readFileSync(file, "utf8");
const expectedFile = readFileSync(join(folder, "catalogue", "expected.json"), "utf8");
const { expected, ...head } = JSON.parse(expectedFile) as Expected;
const reference = buildSnapshot(await readReferenceFiles(join(folder, "reference")), 1);
const { products } = makeCatalogue(reference);
const codes = new Map(Object.entries(expected));

describe("the catalogue the project ships (data/catalogue)", () => {
  it("is what its generator makes of the reference data; run `node data/catalogue/generate.ts` after a change", () => {
    const made = makeCatalogue(reference);
    expect(catalogueText(made) === text).toBe(true);
    expect(expectedText(made) === expectedFile).toBe(true);
  });

  it("has at least 2,100 skus in 520 families, in every department of both stores and of every type", () => {
    expect(head.products).toBe(products.length);
    expect(new Set(products.map(({ sku }) => sku)).size).toBe(products.length);
    expect(products.length).toBeGreaterThanOrEqual(2_100);
    expect(head.families).toBeGreaterThanOrEqual(520);
    const departments = new Set(products.map(({ department }) => department));
    expect(reference.departments.names.filter((name) => !departments.has(name))).toEqual([]);
    const types = new Set(products.map(({ productType }) => productType));
    expect(reference.data.productTypes.filter(({ name }) => !types.has(name))).toEqual([]);
  });

  it("stays small: at most 3 MB, lines of about 1 kB", () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_000_000);
    for (const line of text.split("\n")) expect(Buffer.byteLength(line)).toBeLessThan(2_000);
  });

  it("shows only pictures that the sandbox serves, by the placeholder", () => {
    const served = new Set([...imageNames(), ...Object.keys(DEFECTIVE_IMAGES)]);
    for (const { url } of products.flatMap(({ images }) => images)) {
      const [, name = ""] = /^\{\{images\}\}\/([\w-]+\.jpg)$/.exec(url) ?? [];
      expect(served, url).toContain(name);
    }
  });

  it("gives every critique something to find, in about an eighth of the products, alone and together", () => {
    expect(CRITIQUES.map(({ code }) => code).filter((code) => head.codes[code] === undefined)).toEqual([]);
    const share = codes.size / products.length;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.15);
    expect(head.clean).toBe(products.length - codes.size);
    expect(Math.max(...[...codes.values()].map((some) => some.length))).toBeGreaterThanOrEqual(4);
  });

  it("is found by lint to have exactly what was planted, but for the images that lint was not asked to fetch", async () => {
    const { code, out } = await runCommand("lint", file, "--json");
    expect(code).toBe(1);
    const found = Map.groupBy(
      out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as { sku: string; code: string }),
      ({ sku }) => sku,
    );
    for (const { sku } of products) {
      const planted = (codes.get(sku) ?? []).filter((one) => !one.startsWith("image_"));
      expect((found.get(sku) ?? []).map((finding) => finding.code).sort(), sku).toEqual(planted);
    }
  });
});
