import { join } from "node:path";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { buildSnapshot, integrityProblems, readReferenceFiles } from "../../src/reference/index.ts";
import type { NamedItem } from "../../src/reference/index.ts";

const folder = join(import.meta.dirname, "../../data/reference/");
const data = await readReferenceFiles(folder);
const namedLists: Readonly<Record<string, readonly NamedItem[]>> = {
  brands: data.brands,
  colors: data.colors,
  flavors: data.flavors,
  sizes: data.sizes,
};

describe("the shipped reference data (decisions 4, domain 4.3)", () => {
  it("has no integrity faults", () => {
    expect(integrityProblems(data)).toEqual([]);
  });

  it("covers both stores as wide as decided", () => {
    expect(data.stores).toEqual([
      { code: "VE", name: "Vitrine Esportes" },
      { code: "VM", name: "Vitrine Moda" },
    ]);
    expect(data.departments).toHaveLength(24);
    expect(data.productTypes.length).toBeGreaterThanOrEqual(120);
    expect(data.brands.length).toBeGreaterThanOrEqual(120);
    expect(data.colors).toHaveLength(60);
    expect(data.flavors).toHaveLength(60);
    expect(data.templates.length).toBeGreaterThanOrEqual(25);
    for (const store of data.stores)
      expect(data.departments.filter((row) => row.stores.includes(store.code)).length).toBeGreaterThanOrEqual(10);
  });

  it.each(Object.entries(namedLists))("names %s without +, with a plain external code", (_, rows) => {
    for (const { name, externalCode } of rows) {
      expect(name).not.toContain("+");
      expect(externalCode).toMatch(/^[A-Z0-9.,/-]+$/);
    }
  });

  it("reaches every size chart, template and department from a product type, and every size from a chart", () => {
    const from = (key: "sizeChart" | "template") => new Set(data.productTypes.map((type) => type[key]));
    expect(data.sizeCharts.filter((chart) => !from("sizeChart").has(chart.code))).toEqual([]);
    expect(data.templates.filter((template) => !from("template").has(template.code))).toEqual([]);
    const departments = new Set(data.productTypes.flatMap((type) => type.departments));
    expect(data.departments.filter((department) => !departments.has(department.code))).toEqual([]);
    const charted = new Set(data.sizeCharts.flatMap((chart) => chart.sizes));
    expect(data.sizes.filter((size) => !charted.has(size.name))).toEqual([]);
  });

  it("has kinds that fit their charts: one size for SINGLE, food by flavor", () => {
    const charts = new Map(data.sizeCharts.map((chart) => [chart.code, chart]));
    for (const type of data.productTypes) {
      if (type.kind === "SINGLE") expect(charts.get(type.sizeChart)?.sizes).toEqual(["Único"]);
      expect(type.distinguishedBy).toBe(type.kind === "FOOD" ? "flavor" : "color");
    }
    expect(new Set(data.productTypes.map((type) => type.kind)).size).toBe(5);
  });

  it("asks for something and offers more in every template, with all three ways to fill in", () => {
    for (const { attributes } of data.templates) {
      const required = attributes.filter((attribute) => attribute.required);
      expect(required.length).toBeGreaterThanOrEqual(1);
      expect(required.length).toBeLessThan(attributes.length);
    }
    const ways = data.templates.flatMap(({ attributes }) => attributes.map((attribute) => attribute.typeSelection));
    expect(new Set(ways)).toEqual(new Set(["FREE_TEXT", "SINGLE", "MULTIPLE"]));
  });

  it("gives an attribute and its values the same codes in every template", () => {
    const codes = new Map<string, number>();
    const agree = (key: string, code: number) => {
      expect(codes.get(key) ?? code).toBe(code);
      codes.set(key, code);
    };
    for (const attribute of data.templates.flatMap((template) => template.attributes)) {
      agree(attribute.name, attribute.code);
      for (const { code, value } of attribute.values) agree(`${attribute.name} = ${value}`, code);
    }
    expect(new Set(codes.values()).size).toBe(codes.size);
  });

  it("keeps sizes in the order of wearing, not of spelling", () => {
    const sizesOf = (name: string) => data.sizeCharts.find((chart) => chart.name === name)?.sizes;
    expect(sizesOf("Adulto")?.slice(0, 5)).toEqual(["PP", "P", "M", "G", "GG"]);
    expect(sizesOf("Infantil")).toEqual(["1", "2", "3", "4", "6", "8", "10", "12", "14", "16"]);
    expect(sizesOf("Calças e bermudas, numeração")?.at(-1)).toBe("56");
  });

  it("is written one row per line, so that a change reads as a change", async () => {
    const text = await readFile(`${folder}product-types.json`, "utf8");
    expect(text.split("\n").filter((line) => line.includes('"code"'))).toHaveLength(data.productTypes.length);
  });

  it("builds into a snapshot where every type of every department has its rules", () => {
    const snapshot = buildSnapshot(data, 7);
    expect(snapshot.version).toBe(7);
    let pairs = 0;
    for (const department of data.departments) {
      for (const type of data.productTypes.filter((row) => row.departments.includes(department.code))) {
        const rules = snapshot.typeRules(department.name, type.name);
        expect(rules?.department).toBe(department);
        expect(rules?.type).toBe(type);
        expect(rules?.chart.code).toBe(type.sizeChart);
        expect(rules?.template.code).toBe(type.template);
        expect(snapshot.typesOf(department.name)?.has(type.name)).toBe(true);
        pairs++;
      }
    }
    expect(pairs).toBeGreaterThan(data.productTypes.length);
  });
});
