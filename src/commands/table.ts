import { widthOf } from "./line/paint.ts";

/** Rows as aligned columns, two spaces between them, one line each; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ""))));
  const padded = (cell: string, column: number) => cell + " ".repeat(widths[column]! - widthOf(cell));
  const lines = rows.map((row) => row.map((cell, column) => (column === row.length - 1 ? cell : padded(cell, column))).join("  "));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}
