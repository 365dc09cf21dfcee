import type { Assumed } from "./assumptions.ts";
import { fieldAt } from "./column-names.ts";
import { detectDelimiter, separatorLine } from "./csv-dialect.ts";
import { createCsvCutter, type CsvRow, KEPT_CHARACTERS, LONGEST_ROW } from "./csv-rows.ts";
import { fileErrors } from "./errors.ts";
import { FileProblem } from "./file-problem.ts";
import { unguardFormula } from "./formula-guard.ts";
import { type HeaderContext, judgeHeader, type JudgedHeader } from "./header.ts";
import { decimalMarkOf, type DecimalMark } from "./number-cells.ts";
import { opsOfRow } from "./ops-of-row.ts";
import { isBlank, rowText, unreadableText } from "./row-text.ts";
import { bytesPerCharacter, createRawDecoder, decodeCell, detectEncoding, type Encoding } from "./text-encoding.ts";

/** Number of bytes at the beginning of a file from which encoding, delimiter and decimal mark are guessed. */
export const SAMPLE_BYTES = 65_536;

/**
 * Reads the header of a CSV file from its beginning: all of it, or at least SAMPLE_BYTES. Throws a FileProblem when it cannot be understood.
 */
export function readCsvHeader(beginning: Buffer, isWhole: boolean, context: HeaderContext): Assumed {
  const { encoding, markBytes } = detectEncoding(beginning);
  const raw = createRawDecoder(encoding)(beginning.subarray(markBytes));
  const start = headerOf(raw, encoding, context, isWhole);
  const { ops, columns } = start.header;
  const decimalMark = sampleMark(start, encoding);
  const headerBytes = markBytes + start.length * bytesPerCharacter(encoding);
  return { format: "csv", ops, encoding, delimiter: start.delimiter, decimalMark, columns, headerBytes, firstLine: start.line };
}

/** A part of a CSV file that ends at a row's end: the texts of its rows. A blank row has none; one with a price and a stock has two. */
export interface CsvPart {
  /** Length in bytes, with the line end. */
  readonly length: number;
  readonly lineEnds: number;
  readonly texts: readonly string[];
  /** Whether its line goes on in the next part, without which it must not be stored. */
  readonly isOpen: boolean;
}

/** Cuts the bytes of a CSV file into rows. Their lengths add up to the bytes that were read. */
export interface CsvReader {
  push(bytes: Buffer): Iterable<CsvPart>;
  /** Reads what is left, because the file ends here. */
  end(): Iterable<CsvPart>;
}

/** Creates a reader of the bytes after the header, or after any row. `line` is the line on which they begin. */
export function createCsvReader(assumed: Assumed, line: number): CsvReader {
  const encoding = assumed.encoding!;
  const decode = createRawDecoder(encoding);
  const cutter = createCsvCutter(assumed.delimiter!, line);
  const width = bytesPerCharacter(encoding);
  const opsOf = opsOfRow(assumed);
  function* partsOf(rows: readonly CsvRow[]): Generator<CsvPart> {
    for (const row of rows) {
      const read = decodedRow(row, encoding);
      const texts = typeof read === "string" ? [read] : opsOf(read).map((op) => rowText({ line: row.line, op, cells: read }));
      yield { length: row.length * width, lineEnds: row.lineEnds, texts, isOpen: row.isOpen === true };
    }
  }
  return { push: (bytes) => partsOf(cutter.push(decode(bytes))), end: () => partsOf(cutter.end()) };
}

/** The cells of a row; the text of an unreadable row; no cells for a blank one. */
function decodedRow({ line, cells, broken }: CsvRow, encoding: Encoding): readonly string[] | string {
  const shown = (raw: string) => decodeCell(encoding, raw) ?? Buffer.from(raw, "latin1").toString("utf8");
  if (broken) return unreadableText({ line, problem: broken.code, column: broken.column, raw: shown(cells[0]!) });
  const decoded = cells.map((cell) => decodeCell(encoding, cell));
  if (decoded.includes(undefined))
    return unreadableText({ line, problem: "row_not_utf8", raw: shown(cells.join(" ")).slice(0, KEPT_CHARACTERS) });
  const read = (decoded as readonly string[]).map(unguardFormula);
  return isBlank(read) ? [] : read;
}

interface Header {
  readonly header: JudgedHeader;
  readonly delimiter: string;
  /** Number of characters up to the end of the header. */
  readonly length: number;
  /** The line after the header. */
  readonly line: number;
  /** The rows of the sample that follow it. */
  readonly sample: readonly CsvRow[];
}

/** Finds the header: the first row that is not blank and does not only name the delimiter. */
function headerOf(raw: string, encoding: Encoding, context: HeaderContext, isWhole: boolean): Header {
  const named = separatorLine(raw);
  const delimiter = named ?? detectDelimiter(raw, (cells) => decodedCells(cells, encoding), context);
  const cutter = createCsvCutter(delimiter);
  const rows = [...cutter.push(raw), ...(isWhole ? cutter.end() : [])];
  const skipped = named === undefined ? 0 : 1;
  const index = rows.findIndex((row, nth) => nth >= skipped && !isBlank(row.cells));
  const row = rows[index];
  if (row === undefined) throw new FileProblem([noHeader(raw, isWhole)]);
  const names = row.broken ? undefined : decodedCells(row.cells, encoding);
  if (names === undefined)
    throw new FileProblem([fileErrors.failure("header_unreadable", { allowed: LONGEST_ROW, params: { line: row.line } })]);
  const length = rows.slice(0, index + 1).reduce((sum, one) => sum + one.length, 0);
  return { header: judgeHeader(names, context), delimiter, length, line: row.line + row.lineEnds, sample: rows.slice(index + 1) };
}

const noHeader = (raw: string, isWhole: boolean) =>
  raw.trim() === "" && isWhole
    ? fileErrors.failure("file_empty")
    : fileErrors.failure("header_unreadable", { allowed: LONGEST_ROW, params: { line: 1 } });

const decodedCells = (cells: readonly string[], encoding: Encoding): readonly string[] | undefined => {
  const decoded = cells.map((cell) => decodeCell(encoding, cell));
  return decoded.includes(undefined) ? undefined : (decoded as readonly string[]).map(unguardFormula);
};

/** The decimal mark of the sample's numbers. Without any, the one that goes with the delimiter: a comma cannot be both. */
function sampleMark({ header, delimiter, sample }: Header, encoding: Encoding): DecimalMark {
  const decimals = header.columns.flatMap(({ pointer }, index) =>
    pointer !== undefined && fieldAt(pointer)?.type === "decimal" ? [index] : [],
  );
  const cells = sample.flatMap((row) => decimals.map((index) => decodeCell(encoding, row.cells[index] ?? "") ?? ""));
  return decimalMarkOf(cells) ?? (delimiter === "," ? "." : ",");
}
