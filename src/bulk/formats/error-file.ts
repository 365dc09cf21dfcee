import type { Assumed } from "./assumptions.ts";
import { ERROR_COLUMNS, isErrorColumn } from "./column-names.ts";
import { csvRow } from "./csv-text.ts";
import { type CellValue, parseRowText } from "./row-text.ts";
import { encodeText, markOf } from "./text-encoding.ts";
import { type WrittenCell, writeWorkbook } from "./xlsx/write-workbook.ts";

/** A failed row: its text, the number of its line, and the cells of the columns that error files add. */
export interface FailedRow {
  readonly line: number;
  readonly text: string;
  readonly errors: Readonly<Record<(typeof ERROR_COLUMNS)[number], string>>;
}

/**
 * A CSV file of the failed rows in the input's own layout, with four columns after it that say what is wrong. Once corrected, it can be sent as it is: the
 * four columns are ignored on the way in. A line of the input that failed twice, as price and as stock, is one line here.
 */
export async function* errorCsv(assumed: Assumed, rows: AsyncIterable<FailedRow>): AsyncGenerator<Buffer> {
  const { delimiter = USUAL_DELIMITER, encoding = USUAL_ENCODING, decimalMark } = assumed;
  yield markOf(encoding);
  const textOf = (cell: WrittenCell) => (typeof cell === "number" ? String(cell).replace(".", decimalMark) : String(cell));
  for await (const row of errorRows(assumed, rows)) yield encodeText(encoding, csvRow(row.map(textOf), delimiter));
}

/** The delimiter and encoding of files whose input was no CSV: those that spreadsheets of Brazil open without questions. */
const USUAL_DELIMITER = ";";
const USUAL_ENCODING = "UTF-8";

/** The same as an XLSX workbook, whose sheet has the name of the input's. `modifiedAt` is epoch ms. */
export function errorXlsx(assumed: Assumed, rows: AsyncIterable<FailedRow>, modifiedAt: number): AsyncGenerator<Buffer> {
  const own = ownColumns(assumed).map((index) => Math.min(WIDEST, assumed.columns[index]!.name.length + 4));
  const widths = [...own, ...ERROR_COLUMNS.map((name) => WIDTHS[name])];
  return writeWorkbook([{ name: assumed.sheet ?? "Erros", rows: errorRows(assumed, rows), widths }], modifiedAt);
}

/** Widths of columns, in characters. */
const WIDTHS = { error_code: 28, error_pointer: 18, error_message: 90, suggestion: 20 } as const;
const WIDEST = 40;

/** The indexes of the input's own columns: those of an earlier error file are replaced. */
const ownColumns = ({ columns }: Assumed): readonly number[] => columns.flatMap(({ name }, index) => (isErrorColumn(name) ? [] : [index]));

/** A row as people wrote it, as far as it is kept: its cells, or the beginning of one that cannot be read. */
export function plainRowText(text: string, delimiter = USUAL_DELIMITER): string {
  const row = parseRowText(text);
  return "problem" in row ? row.raw : plainCells(row.cells, delimiter);
}
const plainCells = (cells: readonly CellValue[], delimiter: string) => cells.map((cell) => String(cell ?? "")).join(delimiter);

/** A line of the input that failed. */
interface FailedLine {
  readonly line: number;
  readonly cells: readonly CellValue[];
  readonly errors: readonly FailedRow["errors"][];
}

/** The header, and the failed lines one by one. Rows of the same line follow each other. */
async function* errorRows(assumed: Assumed, rows: AsyncIterable<FailedRow>): AsyncGenerator<readonly WrittenCell[]> {
  const own = ownColumns(assumed);
  yield [...own.map((index) => assumed.columns[index]!.name), ...ERROR_COLUMNS];
  let last: FailedLine | undefined;
  for await (const { text, errors } of rows) {
    const row = parseRowText(text);
    if (last?.line === row.line) last = { ...last, errors: [...last.errors, errors] };
    else {
      if (last) yield errorRow(last, own, assumed);
      last = { line: row.line, cells: "problem" in row ? [row.raw] : row.cells, errors: [errors] };
    }
  }
  if (last) yield errorRow(last, own, assumed);
}

/**
 * The cells of the input, without those of an earlier error file, and the errors. A formula without a value is an empty cell. Cells for which the
 * input had no column come last, so that nothing is lost. A row of a CSV file with too few cells becomes a single cell: nobody knows which cells
 * are missing, and in the error file it must not look complete.
 */
function errorRow({ cells, errors }: FailedLine, own: readonly number[], { format, delimiter, columns }: Assumed): readonly WrittenCell[] {
  const lacks = format === "csv" && cells.length < columns.length;
  const whole = lacks ? plainCells(cells, delimiter ?? USUAL_DELIMITER) : "";
  return [
    ...own.map((index, place) => (lacks ? (place === 0 ? whole : "") : (cells[index] ?? ""))),
    ...ERROR_COLUMNS.map((name) => [...new Set(errors.map((one) => one[name]))].filter((text) => text !== "").join("\n")),
    ...cells.slice(columns.length).map((cell) => cell ?? ""),
  ];
}
