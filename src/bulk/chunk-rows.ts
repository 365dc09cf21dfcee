import { setImmediate as nextTick } from "node:timers/promises";
import type { KeyRing } from "../platform/crypto/index.ts";
import type { Assumed } from "./formats/assumptions.ts";
import { csvLines, xlsxLines } from "./formats/file-lines.ts";
import { compileRowReader } from "./formats/row-reader.ts";
import { isBlank } from "./line-cutter.ts";
import { checkRow, readJsonLine, type RowDefaults } from "./read-row.ts";
import type { BadRow, BulkFormat, GoodRow, RowBody } from "./row.ts";
import type { BulkKind } from "./row-ops.ts";

/** What a job says of how its lines are read. */
export interface LineFormat {
  readonly format: BulkFormat;
  /** JSON text: what was assumed when the file was read; null where nothing is. */
  readonly assumed: string | null;
}

/** A line of a chunk that is a row. */
export interface RowLine {
  /** Line within the whole file, from 1. */
  readonly line: number;
  readonly bytes: Buffer;
}

const LINE_FEED = 0x0a;

/** What was assumed when the file of a job was read; undefined where nothing is. */
export const assumedOf = ({ assumed }: Pick<LineFormat, "assumed">): Assumed | undefined =>
  assumed === null ? undefined : (JSON.parse(assumed) as Assumed);

/** The rows of a chunk, in order. Blank lines are skipped. */
export function linesOf(bytes: Buffer, firstLine: number, format: LineFormat): Iterable<RowLine> {
  const assumed = assumedOf(format);
  if (assumed === undefined) return jsonLines(bytes, firstLine);
  return assumed.format === "csv" ? csvLines(assumed, bytes, firstLine) : xlsxLines(bytes);
}

function* jsonLines(bytes: Buffer, firstLine: number): Generator<RowLine> {
  let line = firstLine;
  for (let from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf(LINE_FEED, from);
    const until = end === -1 ? bytes.length : end;
    const text = bytes.subarray(from, until);
    from = until + 1;
    if (!isBlank(text)) yield { line, bytes: text };
  }
}

/** Reads a line of a chunk: what the single call would get, or why it cannot be read. */
export type ReadLine = (line: RowLine) => RowBody | BadRow;

/** The reader of the lines of a job. */
export function lineReaderOf(format: LineFormat): ReadLine {
  const assumed = assumedOf(format);
  if (assumed === undefined) return ({ bytes, line }) => readJsonLine(bytes, line);
  const read = compileRowReader(assumed);
  return ({ bytes }) => read(bytes.toString("utf8"));
}

/** Rows that are read before other work of the event loop gets its turn. */
const ROWS_PER_TICK = 64;

/** Reads and checks the rows of a chunk. Gives other work its turn in between. */
export async function checkChunk(
  { bytes, firstLine }: { readonly bytes: Buffer; readonly firstLine: number },
  format: LineFormat,
  defaults: RowDefaults,
): Promise<readonly (GoodRow | BadRow)[]> {
  const read = lineReaderOf(format);
  const rows: (GoodRow | BadRow)[] = [];
  for (const line of linesOf(bytes, firstLine, format)) {
    rows.push(checkRow(read(line), defaults));
    if (rows.length % ROWS_PER_TICK === 0) await nextTick();
  }
  return rows;
}

/** Rows of orders may hold invoices, and so personal data: their bytes are sealed. */
const isSealed = (kind: BulkKind) => kind === "orders";
const contextOf = (sellerId: number, jobId: string) => ["bulk.bytes", sellerId, jobId];

/** The bytes of rows as they are stored. */
export const sealBytes = (keys: KeyRing, kind: BulkKind, sellerId: number, jobId: string, bytes: Buffer): Buffer =>
  isSealed(kind) && bytes.length > 0 ? keys.seal(bytes, contextOf(sellerId, jobId)) : bytes;

/** The bytes of rows as they were sent. */
export const openBytes = (keys: KeyRing, kind: BulkKind, sellerId: number, jobId: string, stored: Buffer): Buffer =>
  isSealed(kind) && stored.length > 0 ? keys.open(stored, contextOf(sellerId, jobId)) : stored;
