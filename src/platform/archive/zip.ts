import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { crc32, createDeflateRaw, inflateRaw } from "node:zlib";
import {
  centralHeader,
  dataDescriptor,
  type EntryFacts,
  endOfDirectory,
  factsOf,
  localHeader,
  MAX_ENTRY_BYTES,
  dosTimestampOf,
  type DeflatedDocument,
  type DosTimestamp,
  type StreamedZipEntry,
  type ZipEntry,
} from "./zip-records.ts";

export type { DeflatedDocument, ZipEntry } from "./zip-records.ts";

/** Size from which a chunk is passed on. It is large enough to need few writes, and small enough to keep in memory for a slow caller. */
const CHUNK_BYTES = 64 * 1024;

type Entries = AsyncIterable<ZipEntry | StreamedZipEntry> | Iterable<ZipEntry | StreamedZipEntry>;

/**
 * Yields a zip archive of the entries, as fast as the caller takes the chunks. A chunk has less than 128 KiB, unless it is the data of one
 * large entry. Memory holds one chunk, one entry (of a streamed one, a part), and about 100 bytes of directory per written entry. Uses ZIP64
 * beyond 65,534 entries or 4 GiB. Throws when a single entry is larger than `MAX_ENTRY_BYTES`. `modifiedAt` is the time of every entry, in
 * epoch ms; it is written as local time of São Paulo. When the caller stops reading, the iteration of `entries` ends too.
 */
export async function* zip(entries: Entries, modifiedAt: number): AsyncGenerator<Buffer> {
  const timestamp = dosTimestampOf(modifiedAt);
  const body = createChunks();
  const directory = createChunks();
  const directoryChunks: Buffer[] = [];
  let count = 0;
  let offset = 0;
  for await (const entry of entries) {
    let facts: EntryFacts;
    let written = 0;
    if ("deflated" in entry) {
      facts = factsOf(entry);
      refuseTooLarge(facts);
      const local = localHeader(facts, timestamp);
      yield* body.add(local);
      yield* body.add(entry.deflated);
      written = local.length + entry.deflated.length;
    } else {
      const streamed = streamEntry(entry, timestamp);
      for await (const part of streamed.parts) {
        written += part.length;
        yield* body.add(part);
      }
      facts = streamed.facts();
    }
    directoryChunks.push(...directory.add(centralHeader(facts, timestamp, offset)));
    offset += written;
    count += 1;
  }
  directoryChunks.push(...directory.rest());
  const directoryBytes = directoryChunks.reduce((sum, { length }) => sum + length, 0);
  for (const chunk of directoryChunks) yield* body.add(chunk);
  yield* body.add(endOfDirectory({ count, offset, bytes: directoryBytes }));
  yield* body.rest();
}

/** The bytes of a streamed entry with its records, and its facts, which are known when all bytes were read. */
function streamEntry({ name, content }: StreamedZipEntry, timestamp: DosTimestamp) {
  const known = { name, crc32: 0, size: 0, deflatedSize: 0, isStreamed: true };
  async function* parts(): AsyncGenerator<Buffer> {
    yield localHeader(known, timestamp);
    const deflate = createDeflateRaw();
    const feeding = pipeline(measured(content, known), deflate);
    // Its failure also ends the iteration below, which throws it.
    feeding.catch(() => undefined);
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      known.deflatedSize += chunk.length;
      refuseTooLarge(known);
      yield chunk;
    }
    await feeding;
    yield dataDescriptor(known);
  }
  return { parts: parts(), facts: (): EntryFacts => known };
}

function refuseTooLarge({ name, size, deflatedSize }: EntryFacts): void {
  if (Math.max(size, deflatedSize) > MAX_ENTRY_BYTES) throw new Error(`${name} is too large for the archive`);
}

/** Passes the bytes of a document on, and adds them to its checksum and size. */
async function* measured(content: AsyncIterable<Buffer>, original: { crc32: number; size: number }): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    original.crc32 = crc32(chunk, original.crc32);
    original.size += chunk.length;
    yield chunk;
  }
}

interface Chunks {
  /** Adds bytes. Yields the collected bytes once they are enough for a chunk. */
  add(bytes: Buffer): Iterable<Buffer>;
  rest(): Iterable<Buffer>;
}

/** Joins small buffers into chunks. Passes large buffers on without copying them. */
function createChunks(): Chunks {
  let parts: Buffer[] = [];
  let held = 0;
  function* rest(): Generator<Buffer> {
    if (held > 0) yield Buffer.concat(parts);
    parts = [];
    held = 0;
  }
  return {
    *add(bytes) {
      if (bytes.length >= CHUNK_BYTES) {
        yield* rest();
        yield bytes;
        return;
      }
      parts.push(bytes);
      held += bytes.length;
      if (held >= CHUNK_BYTES) yield* rest();
    },
    rest,
  };
}

const inflateAsync: (deflated: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer> = promisify(inflateRaw);

/** Inflates a document. Rejects when its size or checksum differs from the original's. */
export async function inflateEntry({ deflated, crc32: expected, size }: DeflatedDocument): Promise<Buffer> {
  const bytes = await inflateAsync(deflated, { maxOutputLength: Math.max(1, size) });
  if (bytes.length !== size || crc32(bytes) !== expected) throw new Error("an entry inflates to another document");
  return bytes;
}
