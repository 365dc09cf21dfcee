import type { Assumed } from "./assumptions.ts";
import { attributePointer, fieldAt } from "./column-names.ts";
import { KEPT_CHARACTERS } from "./csv-rows.ts";
import type { FailedRow } from "./error-file.ts";
import { MOST_COLUMNS } from "./header.ts";
import { isAttributePointer } from "./mapping.ts";
import { type CellValue, rowText } from "./row-text.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Separates the values of an attribute, as in files that are sent. */
const VALUE_SEPARATOR = " | ";

/**
 * The columns that rows of NDJSON need in a CSV or XLSX file: one for each field that any of them has, named by its pointer. Reads the rows once, and
 * keeps the columns only.
 */
export async function columnsOfObjects(rows: AsyncIterable<FailedRow>): Promise<Assumed> {
  const pointers = new Set<string>();
  for await (const { text } of rows)
    for (const pointer of cellsOfObject(parseObject(text)).keys()) if (pointers.size < MOST_COLUMNS) pointers.add(pointer);
  if (pointers.size === 0) pointers.add("/sku");
  return { format: "csv", ops: [], decimalMark: ",", columns: [...pointers].map((name) => ({ name, pointer: name, by: "pointer" })) };
}

/** Rows of NDJSON as rows of a file with these columns. The beginning of a line that is no object is the first cell. */
export async function* objectsAsRows({ columns }: Assumed, rows: AsyncIterable<FailedRow>): AsyncGenerator<FailedRow> {
  for await (const { line, text, errors } of rows) {
    const object = parseObject(text);
    const found = cellsOfObject(object);
    const cells = object ? columns.map(({ pointer = "" }) => found.get(pointer) ?? "") : [text.slice(0, KEPT_CHARACTERS)];
    yield { line, text: rowText({ line, op: null, cells }), errors };
  }
}

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** The values of an object that files have columns for, by the pointers of the columns. */
function cellsOfObject(object: Fields | undefined): ReadonlyMap<string, CellValue> {
  const cells = new Map<string, CellValue>();
  const add = (pointer: string, value: unknown): void => {
    const field = fieldAt(pointer);
    if (field || isAttributePointer(pointer)) cells.set(field?.pointer ?? pointer, cellOf(value));
    else if (isObject(value)) for (const [name, member] of Object.entries(value)) add(`${pointer}/${name}`, member);
  };
  for (const [name, value] of Object.entries(object ?? {})) {
    if (name === "attributes")
      for (const [attribute, values] of attributesIn(value)) add(attributePointer(attribute), values.join(VALUE_SEPARATOR));
    else if (name === "images" && Array.isArray(value)) for (const [index, image] of value.entries()) add(`/images/${index}`, image);
    else if (value !== null) add(`/${name}`, value);
  }
  return cells;
}

const cellOf = (value: unknown): CellValue =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : JSON.stringify(value ?? "");

const attributesIn = (value: unknown): readonly (readonly [name: string, values: readonly unknown[]])[] =>
  (Array.isArray(value) ? value : []).flatMap((attribute: unknown) => {
    const { name, values } = isObject(attribute) ? attribute : {};
    return typeof name === "string" && Array.isArray(values) ? [[name, values] as const] : [];
  });
