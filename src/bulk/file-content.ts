import { Refusal } from "../platform/contract/index.ts";
import { BYTES_PER_CHUNK, ROWS_PER_CHUNK } from "./chunk-size.ts";
import { openBytes, sealBytes } from "./chunk-rows.ts";
import { type ContentContext, type ContentStart, createWriter, outrunRefusal, readTail, tooLarge } from "./content-writer.ts";
import type { Assumed } from "./formats/assumptions.ts";
import { createCsvChunker } from "./formats/csv-chunks.ts";
import { readCsvHeader, SAMPLE_BYTES } from "./formats/csv-file.ts";
import type { HeaderContext } from "./formats/header.ts";
import { openXlsx } from "./formats/xlsx-file.ts";
import type { ByteSource } from "./formats/xlsx/archive-entries.ts";
import type { JobKey } from "./job-moves.ts";
import * as fileQueries from "./formats/queries.ts";
import type * as contentQueries from "./received-content/queries.ts";

/** What is known about the columns of a job's file. `header` says how they are recognized. */
export interface FileStart extends ContentStart {
  /** What was assumed when the header was read; undefined before that. */
  readonly assumed: Assumed | undefined;
  readonly header: HeaderContext;
}

const NOTHING = Buffer.alloc(0);

/**
 * Stores bytes of a CSV file as they arrive, cut at the ends of rows. Nothing is stored as a row before the header was understood; a FileProblem is
 * thrown when it cannot be. If the caller disconnects, everything that came is kept and the error is thrown on.
 */
export async function appendCsv(
  context: ContentContext,
  start: FileStart,
  bytes: AsyncIterable<Uint8Array>,
): Promise<contentQueries.ContentRow | Refusal> {
  const writer = await createWriter(context, start);
  const tail = start.offset === 0 ? NOTHING : await readTail(context, start.key);
  const known = start.assumed && createCsvChunker(start.assumed, start.lines + 1);
  const reading = { chunker: known, beginning: known ? NOTHING : tail };
  const full = [...(known?.push(tail) ?? [])];
  let lost: Error | undefined;
  try {
    for await (const piece of bytes) {
      full.push(...(await take(context, start, reading, Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))));
      for (const chunk of full.splice(0)) {
        const refusal = await writer.write(chunk);
        if (refusal) return refusal;
      }
    }
  } catch (error) {
    lost = error as Error;
  }
  const completes = start.completes && lost === undefined;
  if (completes && reading.chunker === undefined) full.push(...(await beginReading(context, start, reading, true)));
  if (completes) full.push(...reading.chunker!.end());
  for (const chunk of full) {
    const refusal = await writer.write(chunk);
    if (refusal) return refusal;
  }
  const rest = reading.chunker?.flush() ?? { chunk: NO_LINES, tail: reading.beginning };
  const refusal = await writer.end(rest, completes);
  if (lost !== undefined) throw lost;
  return refusal ?? writer.stands();
}

const NO_LINES = { bytes: NOTHING, rows: 0, lines: 0 };

/** The state of reading: the bytes before the header was understood, or the chunker after that. */
interface Reading {
  chunker: ReturnType<typeof createCsvChunker> | undefined;
  beginning: Buffer;
}

async function take(context: ContentContext, start: FileStart, reading: Reading, piece: Buffer) {
  if (reading.chunker) return reading.chunker.push(piece);
  reading.beginning = Buffer.concat([reading.beginning, piece]);
  return reading.beginning.length < SAMPLE_BYTES ? [] : beginReading(context, start, reading, false);
}

async function beginReading(context: ContentContext, start: FileStart, reading: Reading, isWhole: boolean) {
  const assumed = readCsvHeader(reading.beginning, isWhole, start.header);
  await storeAssumed(context, start.key, assumed);
  reading.chunker = createCsvChunker(assumed, 1);
  return reading.chunker.push(reading.beginning);
}

const storeAssumed = ({ db }: ContentContext, { sellerId, jobId }: JobKey, assumed: Assumed) =>
  db.run([sellerId], fileQueries.setAssumed, [sellerId, jobId, JSON.stringify(assumed)]);

/** Bytes of an XLSX file that are stored together. One such part is in memory while the file is read. */
const PART_BYTES = 262_144;

/**
 * Stores bytes of an XLSX file as they arrive. Its directory is at its end, so its rows are cut when it is complete; a call that repeats the
 * completion goes on after the rows that are stored. A FileProblem is thrown when the file cannot be read; none of its rows has begun then.
 */
export async function appendXlsx(
  context: ContentContext,
  start: FileStart,
  bytes: AsyncIterable<Uint8Array>,
): Promise<contentQueries.ContentRow | Refusal> {
  const { offset, rows, lines } = start;
  let stands: contentQueries.ContentRow = { received_bytes: offset, rows, lines, chunks: 0 };
  let held: Buffer[] = [];
  let size = 0;
  const store = async (): Promise<Refusal | undefined> => {
    const stored = size === 0 ? stands : await storePart(context, start, stands.received_bytes, Buffer.concat(held));
    [held, size] = [[], 0];
    if (stored instanceof Refusal) return stored;
    stands = stored;
    return undefined;
  };
  let lost: Error | undefined;
  try {
    for await (const piece of bytes) {
      held.push(Buffer.from(piece));
      size += piece.length;
      const refusal = size >= PART_BYTES ? await store() : undefined;
      if (refusal) return refusal;
    }
  } catch (error) {
    lost = error as Error;
  }
  const refusal = await store();
  if (lost !== undefined) throw lost;
  if (refusal) return refusal;
  return start.completes ? cutRows(context, start, stands) : stands;
}

async function storePart({ db, keys, limits }: ContentContext, { key, at }: ContentStart, from: number, bytes: Buffer) {
  const { sellerId, jobId, kind } = key;
  const received = from + bytes.length;
  if (received > limits.bulkMaxBytes) return tooLarge(limits.bulkMaxBytes, "bytes");
  const values = [sellerId, jobId, from, received, at, sealBytes(keys, kind, sellerId, jobId, bytes)];
  const [row] = await db.run([sellerId], fileQueries.appendPart, values);
  return row ?? outrunRefusal({ db }, key, from);
}

/** Cuts the rows of a whole file into chunks. */
async function cutRows(
  context: ContentContext,
  start: FileStart,
  from: contentQueries.ContentRow,
): Promise<contentQueries.ContentRow | Refusal> {
  const { db, keys, limits } = context;
  const { sellerId, jobId, kind } = start.key;
  const { assumed, texts } = await openXlsx(partsSource(context, start.key, from.received_bytes), start.header);
  await storeAssumed(context, start.key, assumed);
  let stands = from;
  let skip = from.rows;
  let [held, size]: [string[], number] = [[], 0];
  const store = async (isLast: boolean): Promise<Refusal | undefined> => {
    if (stands.rows + held.length > limits.bulkMaxRows) return tooLarge(limits.bulkMaxRows, "rows");
    const chunk = sealBytes(keys, kind, sellerId, jobId, Buffer.from(held.join("")));
    const [row] = await db.run([sellerId], fileQueries.appendRows, [sellerId, jobId, stands.rows, held.length, chunk, isLast, start.at]);
    if (row === undefined) return outrunRefusal({ db }, start.key, from.received_bytes);
    stands = row;
    [held, size] = [[], 0];
    return undefined;
  };
  for await (const text of texts) {
    if (skip > 0) {
      skip -= 1;
      continue;
    }
    held.push(`${text}\n`);
    size += text.length;
    const refusal = held.length >= ROWS_PER_CHUNK || size >= BYTES_PER_CHUNK ? await store(false) : undefined;
    if (refusal) return refusal;
  }
  return (await store(true)) ?? stands;
}

/** The stored parts of a file as one source. Keeps the part that was read last. */
function partsSource({ db, keys }: Pick<ContentContext, "db" | "keys">, { sellerId, jobId, kind }: JobKey, size: number): ByteSource {
  let last: { readonly from: number; readonly bytes: Buffer } = { from: 0, bytes: NOTHING };
  return {
    size,
    async *read(start, end) {
      for (let at = start; at < end;) {
        if (at < last.from || at >= last.from + last.bytes.length) {
          const [row] = await db.run([sellerId], fileQueries.findPart, [sellerId, jobId, at]);
          if (row === undefined) return;
          last = { from: row.starts_at, bytes: openBytes(keys, kind, sellerId, jobId, row.bytes) };
        }
        const piece = last.bytes.subarray(at - last.from, end - last.from);
        if (piece.length === 0) return;
        yield piece;
        at += piece.length;
      }
    },
  };
}

/** The bytes of an XLSX file as they were sent. */
export const readParts = (context: Pick<ContentContext, "db" | "keys">, key: JobKey, size: number): AsyncIterable<Uint8Array> =>
  partsSource(context, key, size).read(0, size);
