import type pg from "pg";
import { from, to } from "pg-copy-streams";
import { pipeline } from "node:stream/promises";

/** Whole rows as COPY writes them, one after the other, and how many they are. */
export interface CopiedRows {
  readonly bytes: Buffer;
  readonly rows: number;
}

/** Rows of COPY's text format end with it; inside values it is escaped. */
const LINE_END = 0x0a;

/** The rows of `copy ... to stdout` in pieces of about `pieceBytes`; a single row may be larger. Reads no faster than it is read. */
export async function* copyOut(client: pg.Client, text: string, pieceBytes: number): AsyncGenerator<CopiedRows> {
  let parts: Buffer[] = [];
  let length = 0;
  // PostgreSQL cuts what it sends without regard to rows.
  for await (const chunk of client.query(to(text)) as AsyncIterable<Buffer>) {
    parts.push(chunk);
    length += chunk.length;
    if (length < pieceBytes) continue;
    const bytes = Buffer.concat(parts, length);
    const end = bytes.lastIndexOf(LINE_END) + 1;
    if (end > 0) yield rowsOf(bytes.subarray(0, end));
    parts = [bytes.subarray(end)];
    length -= end;
  }
  if (length > 0) yield rowsOf(Buffer.concat(parts, length));
}

function rowsOf(bytes: Buffer): CopiedRows {
  let rows = 0;
  for (let at = bytes.indexOf(LINE_END); at !== -1; at = bytes.indexOf(LINE_END, at + 1)) rows += 1;
  return { bytes, rows };
}

/** Sends pieces to `copy ... from stdin`; answers how many rows it took. A source that throws takes the statement back. */
export async function copyIn(client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  const into = client.query(from(text));
  await pipeline(source, into);
  return into.rowCount;
}
