import { csvRow } from "./csv-text.ts";
import type { TemplateColumn } from "./template-columns.ts";
import { encodeText, markOf } from "./text-encoding.ts";
import { columnLetters, type WrittenSheet, writeWorkbook } from "./xlsx/write-workbook.ts";

/** The delimiter of templates: the one that spreadsheets of Brazil use. */
const DELIMITER = ";";
const ENCODING = "UTF-8";

/** A template as CSV: its header only, so that every row below it is a product. */
export const templateCsv = (columns: readonly TemplateColumn[]): Buffer =>
  Buffer.concat([
    markOf(ENCODING),
    encodeText(
      ENCODING,
      csvRow(
        columns.map(({ name }) => name),
        DELIMITER,
      ),
    ),
  ]);

/** The sheet with the registered values. Its name is part of formulas, so it has no spaces. */
const LISTS = "Listas";
const WIDTHS = { least: 12, most: 40 };

/**
 * A template as XLSX: an empty sheet whose cells offer the registered values, one that explains each column, and one with the values. Only the first
 * sheet is read when the file is sent. `modifiedAt` is epoch ms.
 */
export function templateXlsx(columns: readonly TemplateColumn[], modifiedAt: number): AsyncGenerator<Buffer> {
  const listed = columns.flatMap((column, index) => (column.values.length > 0 ? [{ index, values: column.values }] : []));
  const products: WrittenSheet = {
    name: "Produtos",
    rows: [columns.map(({ name }) => name)],
    widths: columns.map(({ name }) => Math.min(WIDTHS.most, Math.max(WIDTHS.least, name.length + 2))),
    choices: listed.map(({ index, values }, nth) => ({
      column: index,
      range: `${LISTS}!$${columnLetters(nth)}$2:$${columnLetters(nth)}$${values.length + 1}`,
    })),
  };
  return writeWorkbook([products, explanations(columns), { name: LISTS, rows: listRows(columns) }], modifiedAt);
}

const explanations = (columns: readonly TemplateColumn[]): WrittenSheet => ({
  name: "Instruções",
  widths: [28, 12, 80, 40, 36],
  rows: [
    ["Coluna", "Obrigatória", "O que vai nela", "Exemplo", "Campo"],
    ...columns.map(({ name, isRequired, help, example, pointer }) => [name, isRequired ? "sim" : "não", help, example, pointer]),
  ],
});

/** The registered values of each column that has them, below the column's name. */
function* listRows(columns: readonly TemplateColumn[]): Generator<readonly string[]> {
  const listed = columns.filter(({ values }) => values.length > 0);
  yield listed.map(({ name }) => name);
  const longest = Math.max(0, ...listed.map(({ values }) => values.length));
  for (let row = 0; row < longest; row += 1) yield listed.map(({ values }) => values[row] ?? "");
}
