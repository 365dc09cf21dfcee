import type pg from "pg";
import { from, to } from "pg-copy-streams";
import { pipeline } from "node:stream/promises";

/** Complete rows in COPY's text format, and their number. */
export interface CopiedRows {
  readonly bytes: Buffer;
  readonly rows: number;
}

/** The byte that ends each row in COPY's text format. Inside values it is escaped. */
const LINE_END = 0x0a;

/**
 * Yields the rows of `copy ... to stdout` in pieces of about `pieceBytes`; a single row may be larger. Reads from the database only as fast as the
 * caller takes the pieces.
 */
export async function* copyOut(client: pg.Client, text: string, pieceBytes: number): AsyncGenerator<CopiedRows> {
  let parts: Buffer[] = [];
  let length = 0;
  // PostgreSQL's chunks may end in the middle of a row.
  for await (const chunk of client.query(to(text)) as AsyncIterable<Buffer>) {
    parts.push(chunk);
    length += chunk.length;
    if (length < pieceBytes) continue;
    const bytes = Buffer.concat(parts, length);
    const end = bytes.lastIndexOf(LINE_END) + 1;
    if (end > 0) yield withCount(bytes.subarray(0, end));
    parts = [bytes.subarray(end)];
    length -= end;
  }
  if (length > 0) yield withCount(Buffer.concat(parts, length));
}

function withCount(bytes: Buffer): CopiedRows {
  let rows = 0;
  for (let at = bytes.indexOf(LINE_END); at !== -1; at = bytes.indexOf(LINE_END, at + 1)) rows += 1;
  return { bytes, rows };
}

/** Sends pieces to `copy ... from stdin`. Resolves to the number of rows copied. If the source throws, the statement is cancelled. */
export async function copyIn(client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  const sink = client.query(from(text));
  await pipeline(source, sink);
  return sink.rowCount;
}
