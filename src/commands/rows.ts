import { createReadStream } from "node:fs";
import { errorCatalogue, failureMessage, type Failure, type Lang } from "../platform/contract/errors.ts";
import { parseJson } from "../platform/contract/json-reader.ts";

/** Bytes of one line, at most: what the API takes as one body. */
export const LONGEST_LINE_BYTES = 1024 * 1024;

/** A line of an NDJSON file that is not blank. */
export interface Row {
  /** Counted from 1, blank lines included. */
  readonly line: number;
  /** Without its line end; undefined when it is longer than a line may be. */
  readonly bytes: Buffer | undefined;
  /** Where the line ends in the file. */
  readonly endsAt: number;
}

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The rows of a file, read as they are asked for; what is held of a line never exceeds the longest one. Rejects as `open` does. */
export async function* readRows(path: string): AsyncGenerator<Row, void> {
  let line = 0;
  let endsAt = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer) => {
    length += part.length;
    if (length <= LONGEST_LINE_BYTES) parts.push(part);
  };
  const finish = (): Row | undefined => {
    line += 1;
    const bytes = length > LONGEST_LINE_BYTES ? undefined : trimmed(Buffer.concat(parts), line === 1);
    parts = [];
    length = 0;
    return bytes?.length === 0 ? undefined : { line, bytes, endsAt };
  };

  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      take(chunk.subarray(from, end));
      endsAt += end + 1 - from;
      const row = finish();
      if (row) yield row;
      from = end + 1;
    }
    take(chunk.subarray(from));
    endsAt += chunk.length - from;
  }
  const last = length > 0 ? finish() : undefined;
  if (last) yield last;
}

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === 0x0d;

/** Without the spaces and the carriage return around it, and without the mark some editors put before the first line. */
function trimmed(bytes: Buffer, isFirst: boolean): Buffer {
  let from = isFirst && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  let to = bytes.length;
  while (from < to && isSpace(bytes[from])) from += 1;
  while (to > from && isSpace(bytes[to - 1])) to -= 1;
  return bytes.subarray(from, to);
}

/** What can be wrong with a row before it is sent; the rest is the API's own, and told in its words. */
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

/** What is wrong with a row, as reports tell it. */
export interface RowError {
  readonly code: string;
  readonly message: string;
  /** Where in the product, when the marketplace said so. */
  readonly pointer?: string;
}

/** What a row says: an object, or why it cannot be read. */
export type Reading =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly errors: readonly RowError[] };

/** Reads a row as the API reads a body; the places that errors name are those of the file. */
export function readRow({ line, bytes }: Row, lang: Lang): Reading {
  const unreadable = (failures: readonly Failure[]): Reading => ({
    ok: false,
    errors: failures.map((failure) => ({ code: failure.code, message: failureMessage(failure, lang) })),
  });
  if (bytes === undefined) return unreadable([rowErrors.failure("row_too_long", { allowed: LONGEST_LINE_BYTES })]);
  const parsed = parseJson(bytes, line);
  if (!parsed.ok) return unreadable(parsed.failures);
  const { value } = parsed;
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return { ok: true, value: value as Readonly<Record<string, unknown>> };
  return unreadable([rowErrors.failure("row_not_object", { received: value })]);
}

const PLACEHOLDER = '"{{images}}';

/** The row with the placeholder at the beginning of its texts filled in; every other byte stays as it is, valid or not. */
export function fillPlaceholder(row: Row, imageBase: string): Row {
  // One byte, one character: nothing is lost on the way there and back.
  const text = row.bytes?.toString("latin1");
  if (text?.includes(PLACEHOLDER) !== true) return row;
  return { ...row, bytes: Buffer.from(text.replaceAll(PLACEHOLDER, `"${imageBase}`), "latin1") };
}
