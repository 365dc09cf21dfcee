import type { LocalizedText } from "../../../platform/contract/index.ts";
import { MOST_COLUMNS } from "../header.ts";
import type { CellValue } from "../row-text.ts";
import { type Archive, damaged } from "./archive-entries.ts";
import { formattedNumber } from "./number-formats.ts";
import { createTextCollector, type Workbook } from "./workbook.ts";
import { type Element, parsePart } from "./xml-parts.ts";
import { unescapeText } from "./xml-text.ts";

/** A row of a sheet. Cells that are not in the file are empty texts. */
export interface SheetRow {
  /** Its number in the sheet, from 1. */
  readonly number: number;
  readonly cells: readonly CellValue[];
}

/** Columns beyond this one are not read: no spreadsheet has them (ECMA-376 18.3.1.4, XFD). */
const LAST_COLUMN = 16_384;
const LETTERS = 26;
const REFERENCE = /^([A-Z]{1,3})(\d{1,7})$/;

/** Yields the rows of a workbook's sheet that have any cell with a value, in the order of the file. */
export async function* sheetRows(archive: Archive, workbook: Workbook): AsyncGenerator<SheetRow> {
  const { part } = workbook.sheet;
  const reader = createRowReader(workbook);
  for await (const _ of parsePart(part, archive.open(part)!, reader)) yield* reader.take();
}

function createRowReader(workbook: Workbook) {
  const cell = createCellReader(workbook);
  let found: SheetRow[] = [];
  let number = 0;
  let cells: CellValue[] = [];
  let hasValue = false;
  return {
    open(element: Element): void {
      if (element.name === "row") {
        number = rowNumber(element.attributes["r"], number, workbook.sheet.part);
        cells = [];
        hasValue = false;
        cell.startRow();
      } else if (element.name === "c") cell.start(element.attributes);
      else cell.open(element.name);
    },
    text: cell.text,
    close(name: string): void {
      if (name === "c") {
        const { column: sent, value } = cell.whole();
        if (sent >= LAST_COLUMN) throw damaged(workbook.sheet.part, BEYOND);
        if (value === "") return;
        // Of the columns beyond the last one that a file may have, it only matters that there is something.
        const column = Math.min(sent, MOST_COLUMNS);
        while (cells.length < column) cells.push("");
        cells[column] = value;
        hasValue = true;
      } else if (name === "row") {
        if (hasValue) found.push({ number, cells });
      } else cell.close(name);
    },
    take(): readonly SheetRow[] {
      const rows = found;
      found = [];
      return rows;
    },
  };
}

const BEYOND: LocalizedText = { "pt-BR": "há uma célula além da coluna XFD", en: "there is a cell beyond the column XFD" };
const NO_TEXT: LocalizedText = {
  "pt-BR": "uma célula aponta para um texto que não existe",
  en: "a cell points to a text that does not exist",
};
const ROW_NUMBER: LocalizedText = { "pt-BR": "as linhas não estão em ordem", en: "the rows are not in order" };

/** A row without a number follows the one before it. */
function rowNumber(sent: string | undefined, before: number, part: string): number {
  const number = sent === undefined ? before + 1 : Number(sent);
  if (!Number.isInteger(number) || number <= before) throw damaged(part, ROW_NUMBER);
  return number;
}

/** The column of a reference such as `AB12`, from 0. A cell without a reference follows the one before it. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = reference === undefined ? undefined : REFERENCE.exec(reference)?.[1];
  if (letters === undefined) return next;
  let column = 0;
  for (const letter of letters) column = column * LETTERS + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Reads one cell: its stored value, never its formula. */
function createCellReader({ texts, formats, calendar, sheet }: Workbook) {
  const inline = createTextCollector();
  let [type, stored] = ["n", ""];
  let [inValue, hasFormula] = [false, false];
  let style = 0;
  let column = -1;
  const valueOf = (): CellValue => {
    if (type === "inlineStr") return unescapeText(inline.whole());
    if (stored === "") return hasFormula ? null : "";
    if (type === "s") {
      const text = texts.at(Number(stored));
      if (text === undefined) throw damaged(sheet.part, NO_TEXT);
      return unescapeText(text);
    }
    if (type === "b") return stored === "1" || stored === "true";
    if (type !== "n") return unescapeText(stored);
    const number = Number(stored);
    return Number.isFinite(number) ? formattedNumber(number, formats[style] ?? { shows: "number" }, calendar) : stored;
  };
  return {
    start(attributes: Readonly<Record<string, string>>) {
      type = attributes["t"] ?? "n";
      style = Number(attributes["s"] ?? 0);
      column = columnOf(attributes["r"], column + 1);
      stored = "";
      [inValue, hasFormula] = [false, false];
      inline.start();
    },
    startRow() {
      column = -1;
    },
    open(name: string) {
      if (name === "v") inValue = true;
      else if (name === "f") hasFormula = true;
      else inline.open(name);
    },
    text(text: string) {
      if (inValue) stored += text;
      else inline.text(text);
    },
    close(name: string) {
      if (name === "v") inValue = false;
      else inline.close(name);
    },
    whole: () => ({ column, value: valueOf() }),
  };
}
