import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Assumed } from "../../../src/bulk/formats/assumptions.ts";
import { type AttributeNames, foldName } from "../../../src/bulk/formats/column-names.ts";
import { createCsvReader, readCsvHeader } from "../../../src/bulk/formats/csv-file.ts";
import { FileProblem } from "../../../src/bulk/formats/file-problem.ts";
import type { HeaderContext } from "../../../src/bulk/formats/header.ts";
import { compileRowReader } from "../../../src/bulk/formats/row-reader.ts";
import { openXlsx } from "../../../src/bulk/formats/xlsx-file.ts";
import { OPS_OF_KIND } from "../../../src/bulk/row-ops.ts";
import { sourceOf } from "./office-file.ts";

const ATTRIBUTES = [
  { name: "Indicado para", isMultiple: true },
  { name: "Largura", isMultiple: false },
  { name: "Composição", isMultiple: false },
];
/** The attributes of the tests' product types. */
export const attributes: AttributeNames = {
  names: ATTRIBUTES.map(({ name }) => name),
  find: (name) => ATTRIBUTES.find((one) => foldName(one.name) === foldName(name)),
};
const ALL = [...OPS_OF_KIND.catalog, ...OPS_OF_KIND.orders];
export const CONTEXT: HeaderContext = { attributes, mapping: [], kept: [], allowed: ALL };

/** A file that was read: what was assumed, and the texts of its rows. */
export interface ReadFile {
  readonly assumed: Assumed;
  readonly texts: readonly string[];
}

/** Reads a CSV file, given as a text in UTF-8 or as bytes, in pieces of some bytes. */
export function readCsv(file: string | Buffer, options: Partial<HeaderContext> = {}, piece = 1_000): ReadFile {
  const bytes = Buffer.from(file);
  const assumed = readCsvHeader(bytes, true, { ...CONTEXT, ...options });
  const reader = createCsvReader(assumed, assumed.firstLine!);
  const texts: string[] = [];
  const add = (parts: Iterable<{ readonly texts: readonly string[] }>) => {
    for (const part of parts) texts.push(...part.texts);
  };
  for (let at = assumed.headerBytes!; at < bytes.length; at += piece) add(reader.push(bytes.subarray(at, at + piece)));
  add(reader.end());
  return { assumed, texts };
}

/** Reads an XLSX file. */
export async function readXlsx(file: Buffer, options: Partial<HeaderContext> = {}): Promise<ReadFile> {
  const { assumed, texts } = await openXlsx(sourceOf(file), { ...CONTEXT, ...options });
  const all: string[] = [];
  for await (const text of texts) all.push(text);
  return { assumed, texts: all };
}

/** What the single calls would get for the rows of a file. */
export function bodiesOf({
  assumed,
  texts,
}: ReadFile): readonly { readonly op: string | undefined; readonly body: unknown; readonly problems: readonly string[] }[] {
  const read = compileRowReader(assumed);
  return texts.map((text) => {
    const { op, body, problems } = read(text);
    return { op, body, problems: problems.map(({ code }) => code) };
  });
}

/** The codes of the failures with which a file is refused. */
export async function refusalOf(read: () => ReadFile | Promise<ReadFile>): Promise<readonly string[]> {
  try {
    await read();
  } catch (error) {
    if (error instanceof FileProblem) return error.failures.map(({ code }) => code);
    throw error;
  }
  return [];
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
/** Bytes that are in use, after everything else was collected. */
export function liveBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
