import type { Assumed } from "./assumptions.ts";
import { fieldAt } from "./column-names.ts";
import { KEPT_CHARACTERS, LONGEST_ROW } from "./csv-rows.ts";
import { fileErrors } from "./errors.ts";
import { FileProblem } from "./file-problem.ts";
import { type HeaderContext, judgeHeader, storableText } from "./header.ts";
import { decimalMarkOf } from "./number-cells.ts";
import { opsOfRow } from "./ops-of-row.ts";
import { type CellValue, isBlank, rowText, unreadableText } from "./row-text.ts";
import { type Archive, type ByteSource, openArchive } from "./xlsx/archive-entries.ts";
import { type SheetRow, sheetRows } from "./xlsx/sheet-rows.ts";
import { readWorkbook } from "./xlsx/workbook.ts";

/** A workbook whose header was understood, and the texts of its rows. They are read as fast as they are taken, and end the reading. */
export interface OpenedWorkbook {
  readonly assumed: Assumed;
  readonly texts: AsyncIterable<string>;
}

/** Number of rows from which the decimal mark of numbers that are typed as texts is guessed. */
const SAMPLE_ROWS = 200;

/**
 * Opens an XLSX file: its first visible sheet, of which the first row with a value is the header. Cells have their stored values; formulas,
 * macros and links are never run. Rejects with a FileProblem when the file has no header that can be understood.
 */
export async function openXlsx(source: ByteSource, context: HeaderContext): Promise<OpenedWorkbook> {
  const archive = await openArchive(source);
  try {
    const workbook = await readWorkbook(archive);
    const rows = sheetRows(archive, workbook);
    const header = await rows.next();
    if (header.done) throw new FileProblem([fileErrors.failure("file_empty")]);
    const { ops, columns } = judgeHeader(header.value.cells.map(String), context);
    const sample = await takeRows(rows, SAMPLE_ROWS);
    const typed = sample.flatMap(({ cells }) =>
      cells.filter((cell, index) => typeof cell === "string" && fieldAt(columns[index]?.pointer ?? "")?.type === "decimal").map(String),
    );
    const decimalMark = decimalMarkOf(typed) ?? ",";
    const assumed: Assumed = { format: "xlsx", ops, decimalMark, sheet: storableText(workbook.sheet.name), columns };
    return { assumed, texts: allTexts(assumed, sample, rows, archive) };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function takeRows(rows: AsyncGenerator<SheetRow>, count: number): Promise<readonly SheetRow[]> {
  const taken: SheetRow[] = [];
  while (taken.length < count) {
    const next = await rows.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

async function* allTexts(
  assumed: Assumed,
  first: readonly SheetRow[],
  rest: AsyncGenerator<SheetRow>,
  archive: Archive,
): AsyncGenerator<string> {
  const opsOf = opsOfRow(assumed);
  try {
    for (const row of first) yield* textsOf(row, opsOf);
    for await (const row of rest) yield* textsOf(row, opsOf);
  } finally {
    archive.close();
  }
}

function* textsOf({ number: line, cells }: SheetRow, opsOf: ReturnType<typeof opsOfRow>): Generator<string> {
  if (isBlank(cells)) return;
  const size = cells.reduce<number>((sum, cell) => sum + sizeOf(cell), 0);
  if (size > LONGEST_ROW)
    yield unreadableText({ line, problem: "file_row_too_long", raw: cells.map(String).join(" ").slice(0, KEPT_CHARACTERS) });
  else for (const op of opsOf(cells)) yield rowText({ line, op, cells });
}

const sizeOf = (cell: CellValue): number => (typeof cell === "string" ? cell.length : 1);
