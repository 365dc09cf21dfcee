import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Check, Errors } from "typebox/value";
import { ReferenceShape } from "./shape.ts";
import type { ReferenceData } from "./snapshot.ts";

/** The file of each list and of the rules, in the folder of the reference data. */
export const REFERENCE_FILES: Readonly<Record<keyof ReferenceData, string>> = {
  stores: "stores.json",
  brands: "brands.json",
  colors: "colors.json",
  flavors: "flavors.json",
  sizes: "sizes.json",
  sizeCharts: "size-charts.json",
  departments: "departments.json",
  productTypes: "product-types.json",
  templates: "templates.json",
  rules: "rules.json",
};

const MAX_PROBLEMS_SHOWN = 10;

/**
 * Reads the reference data of a folder (data/reference). Throws when a file is missing or is not JSON; the error names the file. Throws
 * when the data does not match the schema (shape.ts); the error names the folder and the first problems. Consistency between the lists is
 * checked by `integrityProblems`.
 */
export async function readReferenceFiles(dir: string): Promise<ReferenceData> {
  const lists = Object.entries(REFERENCE_FILES).map(async ([list, file]) => [list, await readJson(join(dir, file))] as const);
  const data: unknown = Object.fromEntries(await Promise.all(lists));
  if (!Check(ReferenceShape, data)) throw new Error(`the reference data in ${dir} has another shape: ${shapeProblems(data)}`);
  return data;
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    throw new Error(`reading the reference data file ${path}`, { cause });
  }
}

const shapeProblems = (data: unknown) =>
  Errors(ReferenceShape, data)
    .slice(0, MAX_PROBLEMS_SHOWN)
    .map((problem) => `${problem.instancePath} ${problem.message}`)
    .join("; ");
