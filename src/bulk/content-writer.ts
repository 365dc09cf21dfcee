import type { KeyRing } from "../platform/crypto/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { Refusal } from "../platform/contract/index.ts";
import { openBytes, sealBytes } from "./chunk-rows.ts";
import { BYTES_PER_CHUNK } from "./chunk-size.ts";
import { bulkErrors } from "./errors.ts";
import { fileErrors } from "./formats/errors.ts";
import type { JobKey } from "./job-moves.ts";
import type { BulkLimits } from "./limits.ts";
import { isBlank, type LineChunk } from "./line-cutter.ts";
import { appendRefusal } from "./may-append.ts";
import * as queries from "./queries.ts";
import * as contentQueries from "./received-content/queries.ts";

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

/** Appends chunks to the content of a job, several in one statement. */
export interface ContentWriter {
  write(chunk: LineChunk): Promise<Refusal | undefined>;
  /** Stores the last lines of a call and what follows the last line end. */
  end(rest: { readonly chunk: LineChunk; readonly tail: Buffer }, completes: boolean): Promise<Refusal | undefined>;
  stands(): contentQueries.ContentRow;
}

/** Chunks, and bytes, that are stored by one statement: a commit costs more than a chunk. */
const CHUNKS_TOGETHER = 8;
const BYTES_TOGETHER = 2 * BYTES_PER_CHUNK;

const sumOf = (chunks: readonly LineChunk[], of: (chunk: LineChunk) => number) => chunks.reduce((sum, chunk) => sum + of(chunk), 0);
/** For each chunk, 1 more than the sum of those before it. */
const firstsOf = (chunks: readonly LineChunk[], of: (chunk: LineChunk) => number) =>
  chunks.map((_, i) => sumOf(chunks.slice(0, i), of) + 1);

/** Creates the writer that continues where the content stands. */
export async function createWriter(
  { db, keys, limits }: ContentContext,
  { key, offset, rows, lines, at }: ContentStart,
): Promise<ContentWriter> {
  const { sellerId, jobId, kind } = key;
  let stands: contentQueries.ContentRow = { received_bytes: offset, rows, lines, chunks: 0 };
  let waiting: LineChunk[] = [];
  /** Bytes that came before and are stored as the job's rest, until they become part of a chunk. */
  let carried = offset === 0 ? 0 : (await readTail({ db, keys }, key)).length;

  async function append(chunks: readonly LineChunk[], tail: Buffer, complete: boolean): Promise<Refusal | undefined> {
    const [newRows, newLines] = [sumOf(chunks, (one) => one.rows), sumOf(chunks, (one) => one.lines)];
    const received = stands.received_bytes + sumOf(chunks, ({ bytes }) => bytes.length) + tail.length - carried;
    if (stands.rows + newRows > limits.bulkMaxRows) return tooLarge(limits.bulkMaxRows, "rows");
    if (received > limits.bulkMaxBytes) return tooLarge(limits.bulkMaxBytes, "bytes");
    const seal = (bytes: Buffer) => sealBytes(keys, kind, sellerId, jobId, bytes);
    const before = [sellerId, jobId, stands.received_bytes, received, seal(tail), complete, at];
    const columns = [
      chunks.map(({ bytes }) => seal(bytes)),
      chunks.map((one) => one.rows),
      chunks.map((one) => one.lines),
      firstsOf(chunks, (one) => one.rows),
      firstsOf(chunks, (one) => one.lines),
    ];
    const [row] = await db.run([sellerId], contentQueries.appendContent, [...before, ...columns, newRows, newLines, chunks.length]);
    if (row === undefined) return outrunRefusal({ db }, key, stands.received_bytes);
    stands = row;
    carried = tail.length;
    return undefined;
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
      const last =
        tail.length === 0
          ? chunk
          : { bytes: Buffer.concat([chunk.bytes, tail]), rows: chunk.rows + Number(!isBlank(tail)), lines: chunk.lines + 1 };
      return append(withWaiting(last), NOTHING, true);
    },
    stands: () => stands,
  };
}

const EMPTY: LineChunk = { bytes: NOTHING, rows: 0, lines: 0 };
const UNITS = { rows: { "pt-BR": "linhas", en: "rows" }, bytes: { "pt-BR": "bytes", en: "bytes" } } as const;
/** The refusal of content with more than `allowed` rows or bytes. */
export const tooLarge = (allowed: number, unit: keyof typeof UNITS): Refusal =>
  bulkErrors.refuse("bulk_too_large", { allowed, params: { unit: UNITS[unit] } });

/** What a call hears whose bytes were not stored, because another call came first: what is true of the job now. */
export async function outrunRefusal(
  { db }: Pick<ContentContext, "db">,
  { sellerId, jobId, kind }: JobKey,
  offset: number,
): Promise<Refusal> {
  const [row] = await db.run([sellerId], queries.getJob, [sellerId, jobId, kind]);
  if (row === undefined) return bulkErrors.refuse("bulk_job_unknown", { pointer: "path.jobId", received: jobId });
  return appendRefusal(row, offset) ?? fileErrors.refuse("content_being_read", { received: jobId });
}

/** The bytes of a job that are in no chunk yet. */
export async function readTail({ db, keys }: Pick<ContentContext, "db" | "keys">, { sellerId, jobId, kind }: JobKey): Promise<Buffer> {
  const [row] = await db.run([sellerId], contentQueries.getTail, [sellerId, jobId]);
  return row === undefined ? NOTHING : openBytes(keys, kind, sellerId, jobId, row.tail);
}
