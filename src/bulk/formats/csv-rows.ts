import { fileErrors } from "./errors.ts";
import { FileProblem } from "./file-problem.ts";

/** Maximum length of a row in characters of raw text. In 8-bit encodings these are bytes (a line has at most 256 KiB). */
export const LONGEST_ROW = 262_144;
/** Length at which a line without an end ends the file: it has to be stored as a whole. */
const LONGEST_LINE = 16 * LONGEST_ROW;
/** Number of characters of an unreadable row that are kept, to show it. */
export const KEPT_CHARACTERS = 1_000;

/** Why a row cannot be split into cells. */
export interface BrokenRow {
  readonly code: "row_quote_open" | "row_quote_misplaced" | "file_row_too_long";
  /** The column of the text at which it breaks, from 1. */
  readonly column: number;
}

/** A row as it was cut from the raw text. A blank row has one empty cell; the rest of a line that was given up has none. */
export interface CsvRow {
  /** The line on which it begins. */
  readonly line: number;
  /** Its length in characters of raw text, including its line end. */
  readonly length: number;
  /** Number of line ends in it. */
  readonly lineEnds: number;
  /** The raw cells. A broken row has its beginning as its only cell. */
  readonly cells: readonly string[];
  readonly broken?: BrokenRow;
  /** Set when its line goes on in the next row, which has no cells. */
  readonly isOpen?: true;
}

/** Cuts raw text into rows (RFC 4180, and what people make of it). */
export interface CsvCutter {
  /** Adds text and returns the rows that are whole now. A row is whole when the text after it has begun. */
  push(text: string): readonly CsvRow[];
  /** Returns what is left as rows, because the text ends here. */
  end(): readonly CsvRow[];
}

const QUOTE = '"';
const LINE_END = /\r\n|\r|\n/g;

/**
 * Creates a cutter. Quoted cells may contain delimiters, line ends and doubled quotes. A quote inside an unquoted cell is text. When a quote
 * does not close, or text follows a closing quote, only that line is given up: the next line is a new row. The caller's text ends at a row's
 * end, wherever it stops cutting. `firstLine` is the line with which the text begins.
 */
export function createCsvCutter(delimiter: string, firstLine = 1): CsvCutter {
  let pending = "";
  let line = firstLine;
  /** Length of a line that was given up and has no end yet; 0 = there is none. */
  let openLength = 0;
  const cut = (isEnd: boolean): readonly CsvRow[] => {
    const rows: CsvRow[] = [];
    let from = 0;
    while (from < pending.length) {
      const found = openLength > 0 ? restOfLine(pending, from, isEnd) : readRow(pending, from, delimiter, isEnd);
      if (found === undefined) break;
      const row = rowOf(pending, from, found, line);
      rows.push(row);
      line += found.lineEnds;
      openLength = found.isOpen ? openLength + row.length : 0;
      if (openLength > LONGEST_LINE)
        throw new FileProblem([fileErrors.failure("line_too_long", { allowed: LONGEST_LINE, params: { line } })]);
      from = found.end;
    }
    pending = pending.slice(from);
    return rows;
  };
  return {
    push(text) {
      pending += text;
      return cut(false);
    },
    end: () => cut(true),
  };
}

interface FoundRow {
  readonly cells: readonly string[];
  /** Position after the row and its line end. */
  readonly end: number;
  readonly lineEnds: number;
  readonly broken?: { readonly code: BrokenRow["code"]; readonly at: number };
  /** Whether the row's line goes on after `end`. The rest of it is dropped. */
  readonly isOpen: boolean;
}

function rowOf(text: string, from: number, { cells, end, lineEnds, broken, isOpen }: FoundRow, line: number): CsvRow {
  const row = { line, length: end - from, lineEnds, cells, ...(isOpen ? { isOpen } : {}) };
  if (broken === undefined) return row;
  const before = text.slice(from, broken.at);
  const lineStart = Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
  return { ...row, broken: { code: broken.code, column: before.length - lineStart + 1 } };
}

/**
 * Reads the row at `from`. Undefined when it is not whole yet. What becomes of it depends on the text only, and not on the pieces in which the text
 * arrives: nothing beyond LONGEST_ROW is looked at.
 */
function readRow(text: string, from: number, delimiter: string, isEnd: boolean): FoundRow | undefined {
  const cells: string[] = [];
  const limit = from + LONGEST_ROW;
  let hasQuotes = false;
  for (let at = from; at <= limit;) {
    const isQuoted = text[at] === QUOTE;
    const cell = isQuoted ? readQuoted(text, at, { delimiter, limit, isEnd }) : readPlain(text, at, delimiter);
    if (cell === undefined) return undefined;
    if (typeof cell === "string") return giveUp(text, from, { code: cell, at }, isEnd);
    hasQuotes ||= isQuoted;
    cells.push(cell.value);
    at = cell.end;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    const end = endOfLine(text, at, isEnd);
    if (end === undefined && text.length <= limit) return undefined;
    if (end === undefined || end > limit) break;
    return { cells, end, lineEnds: hasQuotes ? countLineEnds(text, from, end) : Number(end > at), isOpen: false };
  }
  return giveUp(text, from, { code: "file_row_too_long", at: from }, isEnd);
}

interface Cell {
  readonly value: string;
  readonly end: number;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

function readPlain(text: string, from: number, delimiter: string): Cell {
  const stop = delimiter.charCodeAt(0);
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === stop || code === LINE_FEED || code === CARRIAGE_RETURN) break;
  }
  return { value: text.slice(from, at), end: at };
}

interface QuotedContext {
  readonly delimiter: string;
  readonly limit: number;
  readonly isEnd: boolean;
}

/** Reads a quoted cell. Undefined when its end is not there yet; a code when it can have none. */
function readQuoted(text: string, open: number, { delimiter, limit, isEnd }: QuotedContext): Cell | BrokenRow["code"] | undefined {
  let value = "";
  for (let from = open + 1; ;) {
    const close = text.indexOf(QUOTE, from);
    if (close === -1 || close >= limit) return isEnd || text.length > limit ? "row_quote_open" : undefined;
    if (close + 1 === text.length && !isEnd) return undefined;
    if (text[close + 1] === QUOTE) {
      value += text.slice(from, close + 1);
      from = close + 2;
      continue;
    }
    value += text.slice(from, close);
    let end = close + 1;
    // Spaces between the closing quote and the delimiter are dropped. A tab may be the delimiter.
    while (text[end] === " ") end += 1;
    if (end === text.length && !isEnd) return undefined;
    const next = text[end];
    return next === undefined || next === delimiter || next === "\n" || next === "\r" ? { value, end } : "row_quote_misplaced";
  }
}

/** The position after the line end at `at`. Undefined when the line may go on. */
function endOfLine(text: string, at: number, isEnd: boolean): number | undefined {
  if (text[at] === "\n") return at + 1;
  if (text[at] !== "\r") return isEnd ? at : undefined;
  if (text[at + 1] === "\n") return at + 2;
  return at + 1 < text.length || isEnd ? at + 1 : undefined;
}

/** Gives up the row up to the end of the line on which it broke. Undefined when that end is not there yet. */
function giveUp(text: string, from: number, why: NonNullable<FoundRow["broken"]>, isEnd: boolean): FoundRow | undefined {
  const end = nextLine(text, why.at, isEnd);
  if (end === undefined && text.length - from <= LONGEST_ROW) return undefined;
  const until = end ?? withoutCarriageReturn(text);
  return {
    cells: [text.slice(from, Math.min(until, from + KEPT_CHARACTERS)).replace(/[\r\n]+$/, "")],
    end: until,
    lineEnds: countLineEnds(text, from, until),
    broken: why,
    isOpen: end === undefined,
  };
}

/** The rest of a line that was given up. Undefined when nothing of it is there. */
function restOfLine(text: string, from: number, isEnd: boolean): FoundRow | undefined {
  const end = nextLine(text, from, isEnd);
  const until = end ?? withoutCarriageReturn(text);
  if (until === from) return undefined;
  return { cells: [], end: until, lineEnds: countLineEnds(text, from, until), isOpen: end === undefined };
}

/** The length of a text without a carriage return at its end, which may be the first half of a line end. */
const withoutCarriageReturn = (text: string): number => text.length - (text.endsWith("\r") ? 1 : 0);

/** The position after the first line end at or after `from`. Undefined when it is not there yet. */
function nextLine(text: string, from: number, isEnd: boolean): number | undefined {
  LINE_END.lastIndex = from;
  const found = LINE_END.exec(text);
  if (found === null) return isEnd ? text.length : undefined;
  return endOfLine(text, found.index, isEnd);
}

function countLineEnds(text: string, from: number, end: number): number {
  let count = 0;
  LINE_END.lastIndex = from;
  for (let found = LINE_END.exec(text); found !== null && found.index < end; found = LINE_END.exec(text)) count += 1;
  return count;
}
