import { echoableValue, type Failure } from "../../platform/contract/index.ts";
import type { Assumed } from "./assumptions.ts";
import { readCell } from "./cell-values.ts";
import { attributeNameIn, fieldAt } from "./column-names.ts";
import { LONGEST_ROW } from "./csv-rows.ts";
import { fileRowErrors } from "./errors.ts";
import { ROW_OP_NAMES, type RowOpName } from "../row-ops.ts";
import { type FieldType, ROW_POINTERS } from "./fields.ts";
import { isFieldOf } from "./header.ts";
import { isAttributePointer } from "./mapping.ts";
import { type CellValue, parseRowText, type ReadableRow, type UnreadableRow } from "./row-text.ts";

/** A row as the single call would get it, with what is wrong with its cells. */
export interface FileRow {
  /** What the row asks for, as it was sent. Undefined when the row does not say. */
  readonly op: string | undefined;
  readonly ref: string | undefined;
  readonly ifMatch: string | undefined;
  /** The members of the row, as a row of NDJSON has them: its address, and the body of the single call. Fields with a problem are missing. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly problems: readonly Failure[];
}

/** Separates the values of a cell that may have several. */
const VALUE_SEPARATOR = "|";

/** Creates the function that reads the rows of a file. */
export function compileRowReader(assumed: Assumed): (text: string) => FileRow {
  const plans = new Map<RowOpName, Plan>();
  const opAt = assumed.columns.findIndex(({ pointer }) => pointer === ROW_POINTERS.op);
  return (text) => {
    const row = parseRowText(text);
    if ("problem" in row) return unreadable(row);
    const op = row.op ?? opIn(row.cells[opAt]);
    const known = ROW_OP_NAMES.find((name) => name === op);
    let plan = known && plans.get(known);
    if (known && !plan) plans.set(known, (plan = planOf(assumed, known)));
    return readRow(row, op, plan ?? NO_PLAN, assumed);
  };
}

/**
 * The failures of a row: the problems of its cells, and the failures of the body's check. The check also reports fields that are missing because
 * of a problem; those are left out. Of a row with a problem as a whole, nothing was read, so that problem is all there is to say.
 */
export function withProblems(problems: readonly Failure[], failures: readonly Failure[]): readonly Failure[] {
  const pointers = new Set(problems.map(({ pointer }) => pointer));
  if (pointers.has(WHOLE_ROW)) return problems;
  return [
    ...problems,
    ...failures.filter(({ pointer }) => !pointers.has(pointer) && ![...pointers].some((one) => one.startsWith(`${pointer}/`))),
  ];
}

/** The pointer of a problem that is no cell's. */
const WHOLE_ROW = "";

/** Where the cells of one operation's rows go. */
interface Plan {
  readonly cells: readonly PlannedCell[];
  /** Indexes of columns that rows of this operation do not have. */
  readonly ofOtherOps: readonly number[];
}

interface PlannedCell {
  readonly index: number;
  readonly column: string;
  /** The pointer in the body, or of the row itself. */
  readonly pointer: string;
  readonly type: FieldType;
  readonly isMultiple: boolean;
}

function planOf({ columns, ops }: Assumed, op: RowOpName): Plan {
  const cells: PlannedCell[] = [];
  const ofOtherOps: number[] = [];
  for (const [index, { name, pointer, isMultiple = false }] of columns.entries()) {
    if (pointer === undefined) continue;
    const field = fieldAt(pointer);
    // In a file with prices and stocks, the columns of the one are no mistake in the rows of the other.
    if (!isFieldOf(pointer, op)) {
      if (!ops.some((other) => isFieldOf(pointer, other))) ofOtherOps.push(index);
    } else cells.push({ index, column: name, pointer: field?.at[op] ?? pointer, type: field?.type ?? "text", isMultiple });
  }
  return { cells, ofOtherOps };
}

/** The plan of rows whose operation is not known. They are refused for that alone. */
const NO_PLAN: Plan = { cells: [], ofOtherOps: [] };

const opIn = (cell: CellValue | undefined): string | undefined =>
  typeof cell === "string" && cell.trim() !== "" ? cell.trim() : undefined;

/** A row of which nothing can be read. */
const emptyRow = (op: string | undefined, problems: readonly Failure[]): FileRow => ({
  op,
  ref: undefined,
  ifMatch: undefined,
  body: {},
  problems,
});

const unreadable = ({ line, problem, column, raw }: UnreadableRow): FileRow =>
  emptyRow(undefined, [fileRowErrors.failure(problem, { received: echoableValue(raw), allowed: LONGEST_ROW, params: { line, column } })]);

function readRow(row: ReadableRow, op: string | undefined, { cells, ofOtherOps }: Plan, assumed: Assumed): FileRow {
  const { line } = row;
  const ragged = raggedProblems(row, assumed);
  if (ragged.length > 0) return emptyRow(op, ragged);
  const problems: Failure[] = [];
  const body = createBody();
  for (const { index, column, pointer, type, isMultiple } of cells) {
    const cell = row.cells[index];
    const read = readCell(cell === undefined ? "" : cell, type, assumed.decimalMark);
    if ("problem" in read) {
      const { code, params, ...facts } = read.problem;
      problems.push(fileRowErrors.failure(code, { pointer: body.place(pointer), ...facts, params: { line, column, ...params } }));
    } else if (read.value !== undefined) body.set(pointer, isMultiple ? valuesOf(read.value) : read.value);
  }
  for (const index of ofOtherOps) {
    const received = row.cells[index];
    if (received === undefined || received === "" || received === null) continue;
    const { name, pointer = "" } = assumed.columns[index]!;
    problems.push(fileRowErrors.failure("cell_of_other_op", { pointer, received, params: { line, column: name, op } }));
  }
  const members = body.whole();
  return { op, ref: textAt(members, ROW_POINTERS.ref), ifMatch: textAt(members, ROW_POINTERS.ifMatch), body: members, problems };
}

const textAt = (members: Readonly<Record<string, unknown>>, pointer: string): string | undefined =>
  members[pointer.slice(1)] as string | undefined;

const valuesOf = (value: string | boolean): readonly string[] =>
  String(value)
    .split(VALUE_SEPARATOR)
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** A row with another number of cells than the header has columns. Empty cells beyond the header do not count: spreadsheets write them. */
function raggedProblems({ line, cells }: ReadableRow, { columns, format }: Assumed): readonly Failure[] {
  const isEmpty = (cell: CellValue) => typeof cell === "string" && cell.trim() === "";
  const beyond = cells.slice(columns.length).find((cell) => !isEmpty(cell));
  // Spreadsheets do not store empty cells at the end of a row. In a CSV file a missing cell may be any of the row's.
  if (beyond !== undefined || (format === "csv" && cells.length < columns.length))
    return [fileRowErrors.failure("row_ragged", { received: cells.length, allowed: columns.length, params: { line } })];
  return columns.flatMap(({ name, pointer }, index) => {
    const cell = cells[index] ?? "";
    const isNameless = pointer === undefined && name.trim() === "" && !isEmpty(cell);
    return isNameless ? [fileRowErrors.failure("cell_without_column", { received: echoableValue(cell), params: { line } })] : [];
  });
}

const IMAGE_POINTER = /^\/images\/\d+\/url$/;

/** Puts values at their places: images and attributes into lists without gaps, everything else where its pointer says. */
function createBody() {
  const members: Record<string, unknown> = {};
  const images: { url: unknown }[] = [];
  const attributes: { name: string; values: readonly unknown[] }[] = [];
  const place = (pointer: string): string => {
    if (IMAGE_POINTER.test(pointer)) return `/images/${images.length}/url`;
    return isAttributePointer(pointer) ? `/attributes/${attributes.length}/values/0` : pointer;
  };
  return {
    /** The pointer that the next value of a field has in the body. */
    place,
    set(pointer: string, value: unknown): void {
      if (IMAGE_POINTER.test(pointer)) images.push({ url: value });
      else if (isAttributePointer(pointer))
        attributes.push({ name: attributeNameIn(pointer), values: Array.isArray(value) ? value : [value] });
      else setAt(members, pointer, value);
    },
    whole: (): Readonly<Record<string, unknown>> => ({
      ...members,
      ...(images.length > 0 ? { images } : {}),
      ...(attributes.length > 0 ? { attributes } : {}),
    }),
  };
}

function setAt(body: Record<string, unknown>, pointer: string, value: unknown): void {
  const steps = pointer.slice(1).split("/");
  const last = steps.pop()!;
  let level = body;
  for (const step of steps) level = (level[step] ??= {}) as Record<string, unknown>;
  level[last] = value;
}
