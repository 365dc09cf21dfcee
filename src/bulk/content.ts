import { createHash } from "node:crypto";
import { Refusal, type Upload } from "../platform/contract/index.ts";
import { assumedOf, openBytes } from "./chunk-rows.ts";
import { BYTES_PER_CHUNK, ROWS_PER_CHUNK } from "./chunk-size.ts";
import { type ContentContext, type ContentWriter, createWriter, readTail } from "./content-writer.ts";
import { bulkErrors } from "./errors.ts";
import { appendCsv, appendXlsx, type FileStart, readParts } from "./file-content.ts";
import { FileProblem } from "./formats/file-problem.ts";
import type { JobKey } from "./job-moves.ts";
import type { BulkLimits } from "./limits.ts";
import { createLineCutter, type LineChunk, WHITE_SPACE } from "./line-cutter.ts";
import * as queries from "./queries.ts";
import type * as contentQueries from "./received-content/queries.ts";
import * as resultQueries from "./results/queries.ts";
import type { BulkFormat } from "./row.ts";

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
  start: FileStart,
  bytes: AsyncIterable<Uint8Array>,
): Promise<contentQueries.ContentRow | Refusal> {
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
  const first = piece.findIndex((byte) => !WHITE_SPACE.has(byte));
  const received = Buffer.from(piece.subarray(first, first + SHOWN_BYTES)).toString("utf8");
  return bulkErrors.refuse("bulk_not_ndjson", { received, params: { line: 1 } });
}
/** Whether the first character begins an object, or there is nothing but white space. */
export function startsAsNdjson(bytes: Uint8Array): boolean {
  const first = bytes.findIndex((byte) => !WHITE_SPACE.has(byte));
  return first === -1 || bytes[first] === OPEN_BRACE;
}
const isOnlySpace = (piece: Uint8Array) => piece.every((byte) => WHITE_SPACE.has(byte));

/** Chunks that are read together. */
const CHUNKS_READ = 8;

/** The content of a job as it was sent, a piece at a time. */
export async function* readContent(
  context: Pick<ContentContext, "db" | "keys">,
  key: JobKey,
  { format, received_bytes: size }: Pick<queries.JobRow, "format" | "received_bytes">,
): AsyncGenerator<Buffer> {
  const { db, keys } = context;
  const { sellerId, jobId, kind } = key;
  // The chunks of a spreadsheet hold what was read from it. Its own bytes are stored beside them.
  if (format === "xlsx") {
    for await (const piece of readParts(context, key, size)) yield Buffer.from(piece);
    return;
  }
  for (let from = 0; ;) {
    const chunks = await db.run([sellerId], resultQueries.listChunks, [sellerId, jobId, from, CHUNKS_READ]);
    for (const { bytes } of chunks) yield openBytes(keys, kind, sellerId, jobId, bytes);
    if (chunks.length < CHUNKS_READ) break;
    from = chunks.at(-1)!.nth + 1;
  }
  const tail = await readTail(context, key);
  if (tail.length > 0) yield tail;
}

/** How the bytes of each format are appended. */
const APPEND: Readonly<Record<BulkFormat, typeof appendCsv>> = { ndjson: appendLines, csv: appendCsv, xlsx: appendXlsx };

/**
 * Appends bytes to the content of a job. Content with an announced SHA-256 is complete only if it has that hash. Resolves to a refusal, or to
 * nothing when the bytes are stored. A content without any row, or a file that cannot be read, is refused.
 */
export async function storeContent(
  context: ContentContext,
  start: FileStart & { readonly format: BulkFormat },
  bytes: AsyncIterable<Uint8Array>,
  announced: string | null,
): Promise<Refusal | undefined> {
  try {
    return await store(context, start, bytes, announced);
  } catch (error) {
    if (error instanceof FileProblem) return new Refusal(error.failures);
    throw error;
  }
}

async function store(
  context: ContentContext,
  start: FileStart & { readonly format: BulkFormat },
  bytes: AsyncIterable<Uint8Array>,
  announced: string | null,
): Promise<Refusal | undefined> {
  const append = APPEND[start.format];
  const isChecked = start.completes && announced !== null;
  const stands = await append(context, isChecked ? { ...start, completes: false } : start, bytes);
  if (stands instanceof Refusal) return stands;
  if (isChecked) {
    const received = await contentHash(context, start.key, { format: start.format, received_bytes: stands.received_bytes });
    if (received !== announced) return bulkErrors.refuse("bulk_content_differs", { received, allowed: announced });
    const { received_bytes: offset, rows, lines } = stands;
    const completed = await append(context, { ...start, offset, rows, lines, assumed: await assumedNow(context, start.key) }, NO_MORE);
    if (completed instanceof Refusal) return completed;
    return completed.rows === 0 ? bulkErrors.refuse("bulk_empty") : undefined;
  }
  return start.completes && stands.rows === 0 ? bulkErrors.refuse("bulk_empty") : undefined;
}

async function assumedNow({ db }: ContentContext, { sellerId, jobId, kind }: JobKey): Promise<FileStart["assumed"]> {
  const [row] = await db.run([sellerId], queries.getJob, [sellerId, jobId, kind]);
  return row && assumedOf(row);
}

const NO_MORE: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};

/** The SHA-256 of the content of a job so far, in hexadecimal. */
export async function contentHash(
  context: Pick<ContentContext, "db" | "keys">,
  key: JobKey,
  content: Pick<queries.JobRow, "format" | "received_bytes">,
): Promise<string> {
  return hashOf(readContent(context, key, content));
}

/** The SHA-256 of bytes, in hexadecimal. */
export async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of bytes) hash.update(piece);
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
