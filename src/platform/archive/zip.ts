import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { centralHeader, endOfDirectory, localHeader, MAX_ENTRY_BYTES, stampOf, type Deflated, type ZipEntry } from "./zip-records.ts";

export type { Deflated, ZipEntry } from "./zip-records.ts";

/** Large enough for one write to be worth it, small enough for a slow reader to cost little. */
const CHUNK_BYTES = 64 * 1024;

/**
 * A zip archive of the entries, in chunks of about 64 KiB, as fast as they are taken: in memory are one chunk, one entry and
 * some 100 bytes of directory for each entry that went by. Becomes ZIP64 beyond 65,534 entries or 4 GiB; no entry may have
 * 4 GiB itself. `modifiedAt` is every entry's time, epoch ms, shown in local time. Ends with its source: the entries are let go of
 * when the reader goes.
 */
export async function* zip(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>, modifiedAt: number): AsyncGenerator<Buffer> {
  const stamp = stampOf(modifiedAt);
  const body = createChunks();
  const directory = createChunks();
  const directoryChunks: Buffer[] = [];
  let count = 0;
  let offset = 0;
  for await (const entry of entries) {
    if (Math.max(entry.size, entry.deflated.length) > MAX_ENTRY_BYTES) throw new Error(`${entry.name} is too large for the archive`);
    const local = localHeader(entry, stamp);
    directoryChunks.push(...directory.add(centralHeader(entry, stamp, offset)));
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
  /** Takes bytes; yields what is enough for a chunk. */
  add(bytes: Buffer): Iterable<Buffer>;
  rest(): Iterable<Buffer>;
}

/** Joins small buffers; large ones go by uncopied. */
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

const inflateLater: (deflated: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer> = promisify(inflateRaw);

/** The document as it was. Throws when it is another than was deflated, or longer. */
export async function inflateEntry({ deflated, crc32: expected, size }: Deflated): Promise<Buffer> {
  const bytes = await inflateLater(deflated, { maxOutputLength: Math.max(1, size) });
  if (bytes.length !== size || crc32(bytes) !== expected) throw new Error("an entry inflates to another document");
  return bytes;
}
