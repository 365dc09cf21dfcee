import { displayWidth } from "./colours.ts";

/** Text with a line per row. Columns are aligned, two spaces apart. The last column is not padded. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ""))));
  const padded = (cell: string, column: number) => cell + " ".repeat(widths[column]! - displayWidth(cell));
  const lines = rows.map((row) => row.map((cell, column) => (column === row.length - 1 ? cell : padded(cell, column))).join("  "));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}
