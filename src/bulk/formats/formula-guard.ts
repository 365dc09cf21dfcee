/**
 * Beginnings that make a spreadsheet run a cell of a CSV file as a formula, after spaces and apostrophes. The wide forms are what some
 * keyboards write; spreadsheets read them in the same way.
 */
const RUNS = /^[\s']*[=+\-@＝＋－＠]|^'*[\t\r\n]/;
const GUARD = "'";

/** The cell as files for spreadsheets have it: with an apostrophe before it when a spreadsheet would run it. */
export const guardFormula = (cell: string): string => (RUNS.test(cell) ? GUARD + cell : cell);

/** The cell as it was before `guardFormula`. */
export const unguardFormula = (cell: string): string => (cell.startsWith(GUARD) && RUNS.test(cell.slice(1)) ? cell.slice(1) : cell);
