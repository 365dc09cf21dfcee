import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { integrityProblems, readReferenceFiles, type ReferenceData } from "../../src/reference/index.ts";
import { REFERENCE_FILES } from "../../src/reference/files.ts";
import { sample } from "./sample.ts";

const [shirt, whey] = sample.productTypes as [ReferenceData["productTypes"][number], ReferenceData["productTypes"][number]];
const [clothes, powder] = sample.templates as [ReferenceData["templates"][number], ReferenceData["templates"][number]];
const withType = (change: Partial<typeof shirt>) => ({ productTypes: [{ ...shirt, ...change }, whey] });
const withAttribute = (change: Partial<(typeof clothes.attributes)[number]>) => ({
  templates: [{ ...clothes, attributes: [{ ...clothes.attributes[0]!, ...change }, ...clothes.attributes.slice(1)] }, powder],
});

describe("integrityProblems", () => {
  it("finds nothing in sound data", () => {
    expect(integrityProblems(sample)).toEqual([]);
  });

  it.each<[string, Partial<ReferenceData>, object]>([
    [
      "a code twice",
      { brands: [...sample.brands, { code: 1, name: "Brumacor", externalCode: "BRUMACOR" }] },
      { list: "brands", code: 1, problem: expect.stringContaining('code "1" is registered twice') },
    ],
    [
      "a name twice",
      { brands: [...sample.brands, { code: 2, name: "Aurivento", externalCode: "X" }] },
      { list: "brands", code: 2, problem: expect.stringContaining('name "Aurivento"') },
    ],
    [
      "an external code twice",
      { brands: [...sample.brands, { code: 2, name: "Brumacor", externalCode: "AURIVENTO" }] },
      { list: "brands", code: 2, problem: expect.stringContaining("externalCode") },
    ],
    [
      "a code past 32 bits",
      { flavors: [{ ...sample.flavors[0]!, code: 2 ** 31 }] },
      { list: "flavors", code: 2 ** 31, problem: expect.stringContaining("outside") },
    ],
    [
      "a + in a color",
      { colors: [...sample.colors, { code: 9, name: "Preto+Branco", externalCode: "PB" }] },
      { list: "colors", code: 9, problem: expect.stringContaining("+") },
    ],
    [
      "a commission of an unknown department",
      { rules: { ...sample.rules, commissionPercent: { standard: 16, departments: [{ code: 77, percent: 12 }] } } },
      { list: "rules", code: "commissionPercent", problem: 'department "77" is not registered' },
    ],
    [
      "two commissions of one department",
      { rules: { ...sample.rules, commissionPercent: { standard: 16, departments: [1, 1].map((code) => ({ code, percent: 12 })) } } },
      { list: "rules", code: "commissionPercent", problem: expect.stringContaining("twice") },
    ],
    [
      "a time for reviews of an unknown department",
      { rules: { ...sample.rules, reviewDeadlines: { hours: 24, byDepartment: [{ code: 77, hours: 2 }] } } },
      { list: "rules", code: "reviewDeadlines", problem: 'department "77" is not registered' },
    ],
    [
      "two times for reviews of one department",
      { rules: { ...sample.rules, reviewDeadlines: { hours: 24, byDepartment: [1, 1].map((code) => ({ code, hours: 2 })) } } },
      { list: "rules", code: "reviewDeadlines", problem: expect.stringContaining("twice") },
    ],
    [
      "business hours that end before they begin",
      {
        rules: {
          ...sample.rules,
          reviewDeadlines: { hours: 24, byDepartment: [], businessHours: { days: [1], from: "18:00", until: "09:00" } },
        },
      },
      { list: "rules", code: "reviewDeadlines", problem: expect.stringContaining("18:00") },
    ],
    [
      "a stray space",
      { brands: [{ ...sample.brands[0]!, name: "Aurivento " }] },
      { list: "brands", code: 1, problem: expect.stringContaining("stray") },
    ],
    [
      "a department of an unknown store",
      { departments: [{ ...sample.departments[0]!, stores: ["XX"] }, sample.departments[1]!] },
      { list: "departments", code: 1, problem: 'store "XX" is not registered' },
    ],
    [
      "a chart of an unknown size",
      { sizeCharts: [{ ...sample.sizeCharts[0]!, sizes: ["P", "M", "G", "GG"] }, sample.sizeCharts[1]!] },
      { list: "sizeCharts", code: 1, problem: 'size "GG" is not registered' },
    ],
    [
      "a chart that repeats a size",
      { sizeCharts: [{ ...sample.sizeCharts[0]!, sizes: ["P", "M", "G", "P"] }, sample.sizeCharts[1]!] },
      { list: "sizeCharts", code: 1, problem: "lists a size twice" },
    ],
    [
      "a chart too short for a family",
      { sizeCharts: [{ ...sample.sizeCharts[0]!, sizes: ["P", "M"] }, sample.sizeCharts[1]!] },
      { list: "productTypes", code: 1, problem: "its chart has 2 sizes, a family needs 3" },
    ],
    [
      "an unknown department",
      withType({ departments: [1, 77] }),
      { list: "productTypes", code: 1, problem: 'department "77" is not registered' },
    ],
    ["an unknown chart", withType({ sizeChart: 77 }), { list: "productTypes", code: 1, problem: 'size chart "77" is not registered' }],
    ["an unknown template", withType({ template: 77 }), { list: "productTypes", code: 1, problem: 'template "77" is not registered' }],
    [
      "a shirt with a flavor",
      withType({ distinguishedBy: "flavor" }),
      { list: "productTypes", code: 1, problem: expect.stringContaining("flavor") },
    ],
    [
      "a weight in tenths of grams",
      withType({ weightMaxKg: 1.0005 }),
      { list: "productTypes", code: 1, problem: expect.stringContaining("weightMaxKg") },
    ],
    [
      "a predefined attribute without values",
      withAttribute({ values: [] }),
      { list: "templates", code: 1, problem: 'attribute "Material": is predefined but has no values' },
    ],
    [
      "a free text with values",
      withAttribute({ typeSelection: "FREE_TEXT" }),
      { list: "templates", code: 1, problem: expect.stringContaining("free text") },
    ],
    [
      "an attribute twice",
      withAttribute({ name: "Gola" }),
      { list: "templates", code: 1, problem: 'attribute "Gola": name "Gola" is registered twice' },
    ],
    [
      "a value twice",
      withAttribute({
        values: [
          { code: 1, value: "Lã" },
          { code: 2, value: "Lã" },
        ],
      }),
      { list: "templates", code: 1, problem: expect.stringContaining('value "Lã"') },
    ],
  ])("finds %s, and only that", (_, change, fault) => {
    const faults = integrityProblems({ ...sample, ...change });
    expect(faults.map(({ problem, ...where }) => ({ ...where, problem: problem.en }))).toEqual([fault]);
    // Each language says it in full: nothing left to fill in, nothing of the other one.
    const { "pt-BR": portuguese, en } = faults[0]!.problem;
    expect(portuguese).not.toBe(en);
    expect(portuguese + en).not.toMatch(/\{\w+\}/);
    expect(portuguese).not.toMatch(/\b(is|has|its|the|of|registered|twice)\b/);
  });
});

describe("readReferenceFiles", () => {
  const inFolder = async (files: Readonly<Record<string, string>>, check: (dir: string) => Promise<unknown>) => {
    const dir = await mkdtemp(join(tmpdir(), "reference-"));
    try {
      for (const [list, file] of Object.entries(REFERENCE_FILES)) {
        await writeFile(join(dir, file), files[file] ?? JSON.stringify(sample[list as keyof ReferenceData]));
      }
      await check(dir);
    } finally {
      await rm(dir, { recursive: true });
    }
  };

  it("reads every list", () => inFolder({}, async (dir) => expect(await readReferenceFiles(dir)).toEqual(sample)));

  it("names the file that is no JSON", () =>
    inFolder({ "colors.json": "[{" }, (dir) => expect(readReferenceFiles(dir)).rejects.toThrow(/colors\.json/)));

  it("names the row that has another shape", () =>
    inFolder({ "brands.json": '[{"code":"1","name":"Aurivento","externalCode":"A"}]' }, (dir) =>
      expect(readReferenceFiles(dir)).rejects.toThrow("/brands/0/code"),
    ));

  it("names the file that is missing", () =>
    expect(readReferenceFiles("/nowhere")).rejects.toThrow(/reading the reference data file \/nowhere\//));
});
