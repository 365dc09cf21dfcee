/** Cells as spreadsheets put them on the clipboard: tabs between cells, lines between rows, quotes around a cell that has either. */
export function toClipboard(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quoted).join("\t")).join("\n");
}

const quoted = (cell: string): string => (/["\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** One cell: a quoted one, or what stands before the next tab or line; then what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y;

/** The rows of a text from a spreadsheet. The last line break ends a row and begins none. */
export function fromClipboard(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length || row.length > 0; at = CELL.lastIndex) {
    CELL.lastIndex = at;
    const match = CELL.exec(text);
    // A quote that opens and is not closed belongs to the text of its cell.
    if (match === null) return text.split(/\r\n|\n|\r/).map((line) => line.split("\t"));
    const [, inQuotes, plain = "", end] = match;
    row.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'));
    if (end === "\t") continue;
    rows.push(row);
    row = [];
    if (end === "") break;
  }
  return rows;
}
