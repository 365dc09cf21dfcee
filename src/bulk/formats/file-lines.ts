import type { Assumed } from "./assumptions.ts";
import { createCsvReader } from "./csv-file.ts";

/** A row of a chunk, as one line of JSON. */
export interface FileLine {
  /** The line of the file, from 1. */
  readonly line: number;
  readonly bytes: Buffer;
}

const LINE_FEED = 0x0a;
/** The number with which the text of a row begins. */
const LINE_NUMBER = /^(?:\[|\{"line":)(\d+)/;

/** The rows of a chunk of an XLSX file: a row's number in the sheet is part of its text. */
export function* xlsxLines(bytes: Buffer): Generator<FileLine> {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(LINE_FEED, from);
    const text = bytes.subarray(from, end === -1 ? bytes.length : end);
    from += text.length + 1;
    yield { line: Number(LINE_NUMBER.exec(text.toString("latin1", 0, 32))?.[1]), bytes: text };
  }
}

/** The rows of a chunk of a CSV file. `firstLine` is the line on which the chunk begins; the first chunk begins with the header. */
export function* csvLines(assumed: Assumed, bytes: Buffer, firstLine: number): Generator<FileLine> {
  const isStart = firstLine === 1;
  let line = isStart ? assumed.firstLine! : firstLine;
  const reader = createCsvReader(assumed, line);
  for (const parts of [reader.push(isStart ? bytes.subarray(assumed.headerBytes) : bytes), reader.end()]) {
    for (const { lineEnds, texts } of parts) {
      for (const text of texts) yield { line, bytes: Buffer.from(text) };
      line += lineEnds;
    }
  }
}
