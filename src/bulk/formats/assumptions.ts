import type { RowOpName } from "../row-ops.ts";
import type { DecimalMark } from "./number-cells.ts";
import type { Encoding } from "./text-encoding.ts";

/** Why a column was taken for its field. */
export const COLUMN_SOURCES = ["mapping", "pointer", "kept", "template", "synonym", "attribute", "ignored"] as const;
export type ColumnSource = (typeof COLUMN_SOURCES)[number];

/** A column of a file, in the file's order. */
export interface AssumedColumn {
  /** Its name in the header, as it was sent; empty when the header has none. */
  readonly name: string;
  /** The field that it fills. Absent when the column is ignored. */
  readonly pointer?: string;
  readonly by: ColumnSource;
  /** Whether the cell may have several values, separated by `|`. */
  readonly isMultiple?: true;
}

/** What was assumed about a CSV or XLSX file: everything that is needed to read its rows. It is stored with the job, and shown in it. */
export interface Assumed {
  readonly format: "csv" | "xlsx";
  /** The operations of rows. Several when each line has a price and a stock. Empty when a column names the operation of each row. */
  readonly ops: readonly RowOpName[];
  /** Of CSV files. */
  readonly encoding?: Encoding;
  /** Of CSV files. */
  readonly delimiter?: string;
  readonly decimalMark: DecimalMark;
  /** Of XLSX files: the sheet that is read. */
  readonly sheet?: string;
  readonly columns: readonly AssumedColumn[];
  /** Of CSV files: the length of the header and what precedes it, in bytes, and the line after it. */
  readonly headerBytes?: number;
  readonly firstLine?: number;
}

/** What was assumed, as jobs show it. */
export function assumedView({ headerBytes: _bytes, firstLine: _line, columns, ...assumed }: Assumed): object {
  return { ...assumed, format: undefined, columns: columns.map(({ name, pointer, by }) => ({ name, pointer, by })) };
}
