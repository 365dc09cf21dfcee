import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import {
  centralHeader,
  endOfDirectory,
  localHeader,
  MAX_ENTRY_BYTES,
  dosTimestampOf,
  type DeflatedDocument,
  type ZipEntry,
} from "./zip-records.ts";

export type { DeflatedDocument, ZipEntry } from "./zip-records.ts";

/** Size from which a chunk is passed on. It is large enough to need few writes, and small enough to keep in memory for a slow caller. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Yields a zip archive of the entries, as fast as the caller takes the chunks. A chunk has less than 128 KiB, unless it is the data of one
 * large entry. Memory holds one chunk, one entry, and about 100 bytes of directory per written entry. Uses ZIP64 beyond 65,534 entries or
 * 4 GiB. Throws when a single entry is larger than `MAX_ENTRY_BYTES`. `modifiedAt` is the time of every entry, in epoch ms; it is written
 * as local time of São Paulo. When the caller stops reading, the iteration of `entries` ends too.
 */
export async function* zip(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>, modifiedAt: number): AsyncGenerator<Buffer> {
  const timestamp = dosTimestampOf(modifiedAt);
  const body = createChunks();
  const directory = createChunks();
  const directoryChunks: Buffer[] = [];
  let count = 0;
  let offset = 0;
  for await (const entry of entries) {
    if (Math.max(entry.size, entry.deflated.length) > MAX_ENTRY_BYTES) throw new Error(`${entry.name} is too large for the archive`);
    const local = localHeader(entry, timestamp);
    directoryChunks.push(...directory.add(centralHeader(entry, timestamp, offset)));
    yield* body.add(local);
    yield* body.add(entry.deflated);
    offset += local.length + entry.deflated.length;
    count += 1;
  }
  directoryChunks.push(...directory.rest());
  const directoryBytes = directoryChunks.reduce((sum, { length }) => sum + length, 0);
  for (const chunk of directoryChunks) yield* body.add(chunk);
  yield* body.add(endOfDirectory({ count, offset, bytes: directoryBytes }));
  yield* body.rest();
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
