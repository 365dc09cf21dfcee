import { createReadStream } from "node:fs";
import { errorCatalogue, type Failure, failureMessage, type Lang, parseJson } from "../platform/contract/index.ts";

/** Length limit of a line in bytes. By default, the API accepts no larger body. */
export const MAX_LINE_BYTES = 1024 * 1024;

/** A line of an NDJSON file. Blank lines are left out. */
export interface Row {
  /** Number of the line, from 1. Blank lines count. */
  readonly line: number;
  /** The line without its line end; undefined if the line is too long. */
  readonly bytes: Buffer | undefined;
  /** Position after the line, in bytes from the start of the file. */
  readonly endOffset: number;
}

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Reads a file row by row. Keeps at most one line of the allowed length in memory. Rejects with the error of `open` if the file cannot be read. */
export async function* readRows(path: string): AsyncGenerator<Row, void> {
  let line = 0;
  let endOffset = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer) => {
    length += part.length;
    if (length <= MAX_LINE_BYTES) parts.push(part);
  };
  const finish = (): Row | undefined => {
    line += 1;
    const bytes = length > MAX_LINE_BYTES ? undefined : trim(Buffer.concat(parts), line === 1);
    parts = [];
    length = 0;
    return bytes?.length === 0 ? undefined : { line, bytes, endOffset };
  };

  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      take(chunk.subarray(from, end));
      endOffset += end + 1 - from;
      const row = finish();
      if (row) yield row;
      from = end + 1;
    }
    take(chunk.subarray(from));
    endOffset += chunk.length - from;
  }
  const last = length > 0 ? finish() : undefined;
  if (last) yield last;
}

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === 0x0d;

/** Removes surrounding spaces and the carriage return. In the first line, also the byte order mark. */
function trim(bytes: Buffer, isFirst: boolean): Buffer {
  let from = isFirst && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  let to = bytes.length;
  while (from < to && isSpace(bytes[from])) from += 1;
  while (to > from && isSpace(bytes[to - 1])) to -= 1;
  return bytes.subarray(from, to);
}

/** The errors that only a row of a file can have. All other errors of a row are errors of the API. */
export const rowErrors = errorCatalogue({
  row_too_long: {
    status: 413,
    type: "Payload_Too_Large",
    text: {
      "pt-BR": "A linha passa de {allowed} bytes; escreva um produto por linha, com no máximo esse tamanho.",
      en: "The line is longer than {allowed} bytes; write one product per line, of at most that size.",
    },
  },
  row_not_object: {
    status: 400,
    type: "Bad_Request_Error",
    text: {
      "pt-BR": "A linha traz {received} no lugar de um objeto JSON; escreva um produto por linha, sem lista em volta.",
      en: "The line holds {received} instead of a JSON object; write one product per line, without a list around them.",
    },
  },
});

/** An error of a row, as shown in reports. */
export interface RowError {
  readonly code: string;
  readonly message: string;
  /** JSON Pointer into the product, if the marketplace gave one. */
  readonly pointer?: string;
}

/** The object in a row, or the errors that make it unreadable. */
export type ParsedRow =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly errors: readonly RowError[] };

/** Parses a row as the API parses a body. Line numbers in errors are those of the file. */
export function parseRow({ line, bytes }: Row, lang: Lang): ParsedRow {
  const unreadable = (failures: readonly Failure[]): ParsedRow => ({
    ok: false,
    errors: failures.map((failure) => ({ code: failure.code, message: failureMessage(failure, lang) })),
  });
  if (bytes === undefined) return unreadable([rowErrors.failure("row_too_long", { allowed: MAX_LINE_BYTES })]);
  const parsed = parseJson(bytes, line);
  if (!parsed.ok) return unreadable(parsed.failures);
  const { value } = parsed;
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return { ok: true, value: value as Readonly<Record<string, unknown>> };
  return unreadable([rowErrors.failure("row_not_object", { received: value })]);
}

/** Placeholder at the start of an image address, with the opening quote of the JSON string. */
const PLACEHOLDER = '"{{images}}';

/** Replaces the placeholder at the start of strings in a row. Keeps every other byte, even in a row that is not valid JSON. */
export function replacePlaceholder(row: Row, imageBase: string): Row {
  // latin1 keeps every byte, because it maps each byte to one character and back.
  const text = row.bytes?.toString("latin1");
  if (text?.includes(PLACEHOLDER) !== true) return row;
  return { ...row, bytes: Buffer.from(text.replaceAll(PLACEHOLDER, `"${imageBase}`), "latin1") };
}
