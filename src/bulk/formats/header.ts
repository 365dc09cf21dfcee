import { echoableValue, type Failure } from "../../platform/contract/index.ts";
import { nearestNames } from "../../platform/basics/index.ts";
import type { AssumedColumn, ColumnSource } from "./assumptions.ts";
import {
  attributeNameIn,
  attributePointer,
  type AttributeNames,
  fieldAt,
  fieldNamed,
  foldName,
  isErrorColumn,
  isTemplateName,
  nearestColumns,
} from "./column-names.ts";
import { fileErrors } from "./errors.ts";
import type { RowOpName } from "../row-ops.ts";
import { FIELDS, type Field, KEY_POINTERS, ROW_POINTERS } from "./fields.ts";
import { FileProblem } from "./file-problem.ts";
import { IGNORED, isAttributePointer, type Mapping, mappingByName, nearestText } from "./mapping.ts";

/** Maximum number of columns of a file. */
export const MOST_COLUMNS = 500;

/** What is known about a file's columns before its header is read. */
export interface HeaderContext {
  /** What all rows do, when the caller says so. */
  readonly op?: RowOpName | undefined;
  /** What rows of the job may do. */
  readonly allowed: readonly RowOpName[];
  readonly attributes: AttributeNames;
  /** From the call. Its columns must exist. */
  readonly mapping: Mapping;
  /** What the seller's last files said. Columns that this file does not have are ignored. */
  readonly kept: Mapping;
}

/** What the header of a file says. */
export interface JudgedHeader {
  readonly columns: readonly AssumedColumn[];
  readonly ops: readonly RowOpName[];
}

/** Recognizes the columns of a file, and what its rows do. Throws a FileProblem with everything that is wrong. */
export function judgeHeader(names: readonly string[], context: HeaderContext): JudgedHeader {
  const named = withoutTrailingBlanks(names).map(storableText);
  if (named.length > MOST_COLUMNS)
    throw new FileProblem([fileErrors.failure("columns_too_many", { received: named.length, allowed: MOST_COLUMNS })]);
  const columns = recognizeColumns(named, context);
  const failures = [
    ...columns.flatMap((column, index) => (column === undefined ? [unknownColumn(named[index]!, index, context)] : [])),
    ...repeatedColumns(columns),
    ...unknownMappedColumns(named, context),
  ];
  if (failures.length > 0) throw new FileProblem(failures);
  const known = columns as readonly AssumedColumn[];
  const ops = opsOf(known, context);
  const unfit = [...missingColumns(known, ops), ...columnsOfOtherOps(known, ops)];
  if (unfit.length > 0) throw new FileProblem(unfit);
  return { columns: known, ops };
}

/** A text of a file as the database can store it: nulls and halves of characters become replacement characters. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll("\0", "\ufffd");

/** Recognizes each column. Undefined stands for a column that is not known. */
export function recognizeColumns(
  names: readonly string[],
  { attributes, mapping, kept }: Recognition,
): readonly (AssumedColumn | undefined)[] {
  const mapped = mappingByName(mapping);
  const before = mappingByName(kept);
  return names.map((sent) => {
    const name = sent.trim();
    const folded = foldName(name);
    const target = mapped.get(folded);
    if (target !== undefined) return columnOf(sent, target, "mapping", attributes);
    if (name === "" || isErrorColumn(name)) return { name: sent, by: "ignored" };
    const pointed = name.startsWith("/") ? fieldAt(name) : undefined;
    if (pointed) return { name: sent, pointer: pointed.pointer, by: "pointer" };
    const keptTarget = before.get(folded);
    if (keptTarget !== undefined) return columnOf(sent, keptTarget, "kept", attributes);
    const field = fieldNamed(name);
    if (field) return { name: sent, pointer: field.pointer, by: isTemplateName(field, name) ? "template" : "synonym" };
    const attribute = attributes.find(attributeNameIn(name));
    return attribute && columnOf(sent, attributePointer(attribute.name), "attribute", attributes);
  });
}
type Recognition = Pick<HeaderContext, "attributes" | "mapping" | "kept">;

function columnOf(name: string, target: string, by: ColumnSource, attributes: AttributeNames): AssumedColumn {
  if (target === IGNORED) return { name, by: "ignored" };
  const isMultiple = isAttributePointer(target) && attributes.find(attributeNameIn(target))?.isMultiple;
  return { name, pointer: target, by, ...(isMultiple ? { isMultiple } : {}) };
}

function withoutTrailingBlanks(names: readonly string[]): readonly string[] {
  let count = names.length;
  while (count > 0 && names[count - 1]!.trim() === "") count -= 1;
  return names.slice(0, count);
}

function unknownColumn(received: string, index: number, { attributes }: HeaderContext): Failure {
  const suggestions = nearestColumns(received.trim(), attributes);
  return fileErrors.failure("column_unknown", {
    received: echoableValue(received.trim()),
    ...(suggestions.length > 0 ? { suggestions } : {}),
    params: { column: index + 1, nearest: nearestText(suggestions) },
  });
}

function repeatedColumns(columns: readonly (AssumedColumn | undefined)[]): readonly Failure[] {
  const firsts = new Map<string, string>();
  return columns.flatMap((column) => {
    if (column?.pointer === undefined) return [];
    const { name, pointer } = column;
    const first = firsts.get(pointer);
    if (first === undefined) firsts.set(pointer, name);
    return first === undefined
      ? []
      : [fileErrors.failure("column_repeated", { received: echoableValue(name), params: { first, field: pointer } })];
  });
}

function unknownMappedColumns(names: readonly string[], { mapping }: HeaderContext): readonly Failure[] {
  const folded = new Set(names.map(foldName));
  return mapping
    .filter(({ name }) => !folded.has(foldName(name)))
    .map(({ name }) => {
      const near = nearestNames(name, names);
      return fileErrors.failure("mapping_column_unknown", {
        pointer: "query.mapping",
        received: echoableValue(name),
        ...(near.length > 0 ? { suggestions: near } : {}),
        params: { nearest: nearestText(near) },
      });
    });
}

const pointersOf = (columns: readonly AssumedColumn[]) => new Set(columns.flatMap(({ pointer }) => pointer ?? []));

/** Columns that tell a product from a price or a stock of one. */
const OF_PRODUCTS_ONLY = FIELDS.filter(({ at }) => at.product !== undefined && at.price === undefined && at.stock === undefined);

/** What the rows do: what the caller says, what a column says of each, or what only one operation has columns for. */
function opsOf(columns: readonly AssumedColumn[], { op, allowed }: HeaderContext): readonly RowOpName[] {
  if (op !== undefined) return [op];
  const pointers = pointersOf(columns);
  if (pointers.has(ROW_POINTERS.op)) return [];
  const isProduct = OF_PRODUCTS_ONLY.some(({ pointer }) => pointers.has(pointer)) || [...pointers].some(isAttributePointer);
  const possible = allowed.filter((one) => (one === "product" ? isProduct : !isProduct && hasOwnColumn(pointers, one)));
  const offers = possible.every((one) => one === "price" || one === "stock");
  if (possible.length === 1 || (possible.length === 2 && offers)) return possible;
  throw new FileProblem([fileErrors.failure("op_unclear", { pointer: "query.op", allowed: possible.length > 0 ? possible : allowed })]);
}

const KEYS: ReadonlySet<string> = new Set(Object.values(KEY_POINTERS));
const hasOwnColumn = (pointers: ReadonlySet<string>, op: RowOpName): boolean =>
  FIELDS.some(({ pointer, at }) => at[op] !== undefined && !KEYS.has(pointer) && pointers.has(pointer));

function missingColumns(columns: readonly AssumedColumn[], ops: readonly RowOpName[]): readonly Failure[] {
  const pointers = pointersOf(columns);
  return FIELDS.flatMap(({ pointer, name, required }) => {
    const op = ops.find((one) => required.includes(one));
    if (op === undefined || pointers.has(pointer)) return [];
    return [fileErrors.failure("column_missing", { pointer, params: { field: pointer, name, op } })];
  });
}

function columnsOfOtherOps(columns: readonly AssumedColumn[], ops: readonly RowOpName[]): readonly Failure[] {
  if (ops.length === 0) return [];
  return columns.flatMap(({ name, pointer }, index) => {
    if (pointer === undefined || ops.some((op) => isFieldOf(pointer, op))) return [];
    const params = { column: index + 1, field: pointer, op: ops.join(", ") };
    return [fileErrors.failure("column_of_other_op", { pointer, received: echoableValue(name), params })];
  });
}

/** Whether rows of an operation have the field: in their body, or because every row has it. */
export function isFieldOf(pointer: string, op: RowOpName): boolean {
  if (isAttributePointer(pointer)) return op === "product";
  const field: Field | undefined = fieldAt(pointer);
  return field !== undefined && (field.at[op] !== undefined || Object.keys(field.at).length === 0);
}
