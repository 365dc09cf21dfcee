import type { BrokenRow } from "./csv-rows.ts";
import type { RowOpName } from "../row-ops.ts";

/** The value of a cell. XLSX files have numbers and booleans; null is a formula whose value is not stored in the file. */
export type CellValue = string | number | boolean | null;

/** Why a row cannot be read. */
export interface UnreadableRow {
  readonly line: number;
  readonly problem: BrokenRow["code"] | "row_not_utf8" | "file_row_too_long";
  readonly column?: number;
  /** The beginning of the row as it was sent. */
  readonly raw: string;
}

/** A row whose cells can be read. `op` is null when one of the cells names it. */
export interface ReadableRow {
  readonly line: number;
  readonly op: RowOpName | null;
  readonly cells: readonly CellValue[];
}

/** The text of a row: one line of JSON, `[line, op, cell, ...]`. */
export const rowText = ({ line, op, cells }: ReadableRow): string => JSON.stringify([line, op, ...cells]);
/** The text of a row that cannot be read. */
export const unreadableText = (row: UnreadableRow): string => JSON.stringify(row);

/** Parses the text of a row. */
export function parseRowText(text: string): ReadableRow | UnreadableRow {
  const parsed = JSON.parse(text) as readonly [number, RowOpName | null, ...CellValue[]] | UnreadableRow;
  if (!Array.isArray(parsed)) return parsed as UnreadableRow;
  const [line, op, ...cells] = parsed as readonly [number, RowOpName | null, ...CellValue[]];
  return { line, op, cells };
}

/** Whether the cells are all empty. Such rows are skipped: spreadsheets often end with many of them. */
export const isBlank = (cells: readonly CellValue[]): boolean => cells.every((cell) => typeof cell === "string" && cell.trim() === "");
