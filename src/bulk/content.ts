import { createHash } from "node:crypto";
import type { KeyRing } from "../platform/crypto/index.ts";
import type { Database } from "../platform/database/index.ts";
import { Refusal, type Upload } from "../platform/contract/index.ts";
import { openBytes, sealBytes } from "./chunk-rows.ts";
import { BYTES_PER_CHUNK, ROWS_PER_CHUNK } from "./chunk-size.ts";
import { bulkErrors } from "./errors.ts";
import type { JobKey } from "./job-moves.ts";
import type { BulkLimits } from "./limits.ts";
import { createLineCutter, type LineChunk } from "./line-cutter.ts";
import * as queries from "./queries.ts";

export interface ContentContext {
  readonly db: Database;
  readonly keys: KeyRing;
  readonly limits: BulkLimits;
}

/** Where the content of a job stands before bytes are appended. */
export interface ContentStart {
  readonly key: JobKey;
  readonly offset: number;
  readonly rows: number;
  readonly lines: number;
  readonly at: number;
  /** Whether these bytes are the last ones. */
  readonly completes: boolean;
}

const NOTHING = Buffer.alloc(0);
/** Bytes of the first line that a refusal repeats. */
const SHOWN_BYTES = 20;
const OPEN_BRACE = 0x7b;

/**
 * Stores bytes of NDJSON as they arrive, cut at line ends: a chunk at a time, so that memory is bounded. If the caller disconnects, everything
 * that came is kept and the error is thrown on. A refusal names the line; bytes before that line are kept. Resolves to where the content stands.
 */
async function appendLines(
  context: ContentContext,
  start: ContentStart,
  bytes: AsyncIterable<Uint8Array>,
): Promise<queries.ContentRow | Refusal> {
  const writer = await createWriter(context, start);
  const { limits } = context;
  const tail = start.offset === 0 ? NOTHING : await readTail(context, start.key);
  const cutter = createLineCutter({
    maxLineBytes: limits.bulkMaxLineBytes,
    rowsPerChunk: ROWS_PER_CHUNK,
    bytesPerChunk: BYTES_PER_CHUNK,
    tail,
  });
  let isFirst = start.offset === 0;
  let lost: Error | undefined;
  try {
    for await (const piece of bytes) {
      if (isFirst) {
        const refusal = refuseOtherFormats(piece);
        if (refusal) return refusal;
        isFirst = isOnlySpace(piece);
      }
      for (const chunk of cutter.push(piece)) {
        const refusal = await writer.write(chunk);
        if (refusal) return refusal;
      }
      if (cutter.tooLong) break;
    }
  } catch (error) {
    lost = error as Error;
  }
  const rest = cutter.flush();
  const refusal = cutter.tooLong
    ? await refuseLongLine(writer, rest.chunk, limits)
    : await writer.end(rest, start.completes && lost === undefined);
  if (lost !== undefined) throw lost;
  return refusal ?? writer.stands();
}

async function refuseLongLine(writer: ContentWriter, chunk: LineChunk, { bulkMaxLineBytes: allowed }: BulkLimits): Promise<Refusal> {
  const refusal = await writer.end({ chunk, tail: NOTHING }, false);
  return refusal ?? bulkErrors.refuse("bulk_line_too_long", { allowed, params: { line: writer.stands().lines + 1 } });
}

/** Refuses a content whose first character begins no object: it is something else as a whole. */
function refuseOtherFormats(piece: Uint8Array): Refusal | undefined {
  if (startsAsNdjson(piece)) return undefined;
  const first = piece.findIndex((byte) => !SPACE.has(byte));
  const received = Buffer.from(piece.subarray(first, first + SHOWN_BYTES)).toString("utf8");
  return bulkErrors.refuse("bulk_not_ndjson", { received, params: { line: 1 } });
}
/** Whether the first character begins an object, or there is nothing but white space. */
export function startsAsNdjson(bytes: Uint8Array): boolean {
  const first = bytes.findIndex((byte) => !SPACE.has(byte));
  return first === -1 || bytes[first] === OPEN_BRACE;
}
const SPACE = new Set([0x20, 0x09, 0x0d, 0x0a, 0xef, 0xbb, 0xbf]);
const isOnlySpace = (piece: Uint8Array) => piece.every((byte) => SPACE.has(byte));

interface ContentWriter {
  write(chunk: LineChunk): Promise<Refusal | undefined>;
  /** Stores the last lines of a call and what follows the last line end. */
  end(rest: { readonly chunk: LineChunk; readonly tail: Buffer }, completes: boolean): Promise<Refusal | undefined>;
  stands(): queries.ContentRow;
}

/** Chunks, and bytes, that are stored by one statement: a commit costs more than a chunk. */
const CHUNKS_TOGETHER = 8;
const BYTES_TOGETHER = 2 * BYTES_PER_CHUNK;

const sumOf = (chunks: readonly LineChunk[], of: (chunk: LineChunk) => number) => chunks.reduce((sum, chunk) => sum + of(chunk), 0);
/** For each chunk, 1 more than the sum of those before it. */
const firstsOf = (chunks: readonly LineChunk[], of: (chunk: LineChunk) => number) =>
  chunks.map((_, i) => sumOf(chunks.slice(0, i), of) + 1);

async function createWriter({ db, keys, limits }: ContentContext, { key, offset, rows, lines, at }: ContentStart): Promise<ContentWriter> {
  const { sellerId, jobId, kind } = key;
  let stands: queries.ContentRow = { received_bytes: offset, rows, lines, chunks: 0 };
  let waiting: LineChunk[] = [];
  /** Bytes that came before and are stored as the job's rest, until they become part of a chunk. */
  let carried = offset === 0 ? 0 : (await readTail({ db, keys }, key)).length;

  async function append(chunks: readonly LineChunk[], tail: Buffer, complete: boolean): Promise<Refusal | undefined> {
    const [newRows, newLines] = [sumOf(chunks, (one) => one.rows), sumOf(chunks, (one) => one.lines)];
    const received = stands.received_bytes + sumOf(chunks, ({ bytes }) => bytes.length) + tail.length - carried;
    if (stands.rows + newRows > limits.bulkMaxRows) return tooLarge(`${limits.bulkMaxRows} linhas`);
    if (received > limits.bulkMaxBytes) return tooLarge(`${limits.bulkMaxBytes} bytes`);
    const seal = (bytes: Buffer) => sealBytes(keys, kind, sellerId, jobId, bytes);
    const before = [sellerId, jobId, stands.received_bytes, received, seal(tail), complete, at];
    const columns = [
      chunks.map(({ bytes }) => seal(bytes)),
      chunks.map((one) => one.rows),
      chunks.map((one) => one.lines),
      firstsOf(chunks, (one) => one.rows),
      firstsOf(chunks, (one) => one.lines),
    ];
    const [row] = await db.run([sellerId], queries.appendContent, [...before, ...columns, newRows, newLines, chunks.length]);
    if (row === undefined) return bulkErrors.refuse("bulk_offset_differs", { received: stands.received_bytes, allowed: await offsetNow() });
    stands = row;
    carried = tail.length;
    return undefined;
  }
  async function offsetNow(): Promise<number> {
    const [row] = await db.run([sellerId], queries.getJob, [sellerId, jobId, kind]);
    return row?.received_bytes ?? 0;
  }
  const withWaiting = (chunk: LineChunk) => {
    const chunks = chunk.bytes.length === 0 ? waiting : [...waiting, chunk];
    waiting = [];
    return chunks;
  };
  return {
    write(chunk) {
      waiting.push(chunk);
      const isFull = waiting.length >= CHUNKS_TOGETHER || sumOf(waiting, ({ bytes }) => bytes.length) >= BYTES_TOGETHER;
      return isFull ? append(withWaiting(EMPTY), NOTHING, false) : Promise.resolve(undefined);
    },
    end({ chunk, tail }, completes) {
      if (!completes) return append(withWaiting(chunk), tail, false);
      const isRow = tail.some((byte) => !SPACE.has(byte));
      const last =
        tail.length === 0 ? chunk : { bytes: Buffer.concat([chunk.bytes, tail]), rows: chunk.rows + Number(isRow), lines: chunk.lines + 1 };
      return append(withWaiting(last), NOTHING, true);
    },
    stands: () => stands,
  };
}

const EMPTY: LineChunk = { bytes: NOTHING, rows: 0, lines: 0 };
const tooLarge = (allowed: string): Refusal => bulkErrors.refuse("bulk_too_large", { allowed });

async function readTail({ db, keys }: Pick<ContentContext, "db" | "keys">, { sellerId, jobId, kind }: JobKey): Promise<Buffer> {
  const [row] = await db.run([sellerId], queries.getTail, [sellerId, jobId]);
  return row === undefined ? NOTHING : openBytes(keys, kind, sellerId, jobId, row.tail);
}

/** Chunks that are read together. */
const CHUNKS_READ = 8;

/** The content of a job as it was sent, a chunk at a time. */
export async function* readContent({ db, keys }: Pick<ContentContext, "db" | "keys">, key: JobKey): AsyncGenerator<Buffer> {
  const { sellerId, jobId, kind } = key;
  for (let from = 0; ;) {
    const chunks = await db.run([sellerId], queries.listChunks, [sellerId, jobId, from, CHUNKS_READ]);
    for (const { bytes } of chunks) yield openBytes(keys, kind, sellerId, jobId, bytes);
    if (chunks.length < CHUNKS_READ) break;
    from = chunks.at(-1)!.nth + 1;
  }
  const tail = await readTail({ db, keys }, key);
  if (tail.length > 0) yield tail;
}

/**
 * Stores bytes as `appendLines` does. Content with an announced SHA-256 is complete only if it has that hash. Resolves to a refusal, or to nothing
 * when the bytes are stored. A content without any row is refused.
 */
export async function storeContent(
  context: ContentContext,
  start: ContentStart,
  bytes: AsyncIterable<Uint8Array>,
  announced: string | null,
): Promise<Refusal | undefined> {
  const isChecked = start.completes && announced !== null;
  const stands = await appendLines(context, isChecked ? { ...start, completes: false } : start, bytes);
  if (stands instanceof Refusal) return stands;
  if (isChecked) {
    const received = await contentHash(context, start.key);
    if (received !== announced) return bulkErrors.refuse("bulk_content_differs", { received, allowed: announced });
    const { received_bytes: offset, rows, lines } = stands;
    const completed = await appendLines(context, { ...start, offset, rows, lines }, NO_MORE);
    if (completed instanceof Refusal) return completed;
    return completed.rows === 0 ? bulkErrors.refuse("bulk_empty") : undefined;
  }
  return start.completes && stands.rows === 0 ? bulkErrors.refuse("bulk_empty") : undefined;
}

const NO_MORE: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};

/** The SHA-256 of the content of a job so far, in hexadecimal. */
async function contentHash(context: Pick<ContentContext, "db" | "keys">, key: JobKey): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of readContent(context, key)) hash.update(bytes);
  return hash.digest("hex");
}

/** The beginning of an upload: all of it when it is small, otherwise what has been read and what follows. */
export type Beginning = { readonly whole: Buffer } | { readonly whole: undefined; readonly bytes: AsyncIterable<Uint8Array> };

/** Reads an upload up to `maxBytes`. */
export async function readBeginning({ bytes, length }: Upload, maxBytes: number): Promise<Beginning> {
  if (length !== undefined && length > maxBytes) return { whole: undefined, bytes };
  const iterator = bytes[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  for (let size = 0; size <= maxBytes;) {
    const next = await iterator.next();
    if (next.done === true) return { whole: Buffer.concat(pieces) };
    pieces.push(next.value);
    size += next.value.length;
  }
  return { whole: undefined, bytes: following(pieces, iterator) };
}

async function* following(pieces: readonly Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}
