import { guardFormula } from "./formula-guard.ts";

/** Ends a row, as RFC 4180 says and spreadsheets write. */
const ROW_END = "\r\n";
const NEEDS_QUOTES = /["\r\n\t;,]|^\s|\s$/;

/** A row of a CSV file. No spreadsheet runs a cell of it as a formula; `unguardFormula` gives the cell back. */
export const csvRow = (cells: readonly string[], delimiter: string): string => cells.map(csvCell).join(delimiter) + ROW_END;

function csvCell(cell: string): string {
  const safe = guardFormula(cell);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
