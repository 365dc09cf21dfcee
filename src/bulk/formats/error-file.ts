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
export const errorXlsx = (assumed: Assumed, rows: AsyncIterable<FailedRow>, modifiedAt: number): AsyncGenerator<Buffer> =>
  writeWorkbook([{ name: assumed.sheet ?? "Erros", rows: errorRows(assumed, rows) }], modifiedAt);

/** A line of the input that failed. */
interface FailedLine {
  readonly line: number;
  readonly cells: readonly CellValue[];
  readonly errors: readonly FailedRow["errors"][];
}

/** The header, and the failed lines one by one. Rows of the same line follow each other. */
async function* errorRows({ columns }: Assumed, rows: AsyncIterable<FailedRow>): AsyncGenerator<readonly WrittenCell[]> {
  const own = columns.flatMap(({ name }, index) => (isErrorColumn(name) ? [] : [index]));
  yield [...own.map((index) => columns[index]!.name), ...ERROR_COLUMNS];
  let last: FailedLine | undefined;
  for await (const { text, errors } of rows) {
    const row = parseRowText(text);
    if (last?.line === row.line) last = { ...last, errors: [...last.errors, errors] };
    else {
      if (last) yield errorRow(last, own, columns.length);
      last = { line: row.line, cells: "problem" in row ? [row.raw] : row.cells, errors: [errors] };
    }
  }
  if (last) yield errorRow(last, own, columns.length);
}

/**
 * The cells of the input, without those of an earlier error file, and the errors. A formula without a value is an empty cell. Cells for which the
 * input had no column come last, so that nothing is lost.
 */
const errorRow = ({ cells, errors }: FailedLine, own: readonly number[], count: number): readonly WrittenCell[] => [
  ...own.map((index) => cells[index] ?? ""),
  ...ERROR_COLUMNS.map((name) => errors.map((one) => one[name]).join("\n")),
  ...cells.slice(count).map((cell) => cell ?? ""),
];
