import { isoDateTime } from "../basics/clock.ts";

/**
 * The records of a zip archive, field by field as the format's specification (APPNOTE 6.3) lists them. Everything about an
 * entry is known before it is written, so no data descriptor is needed and every reader can read as it arrives.
 */

/** A document as an archive carries it: deflated once, kept, and framed whenever somebody asks for it. */
export interface Deflated {
  /** Raw deflate, without zlib's head and check. */
  readonly deflated: Buffer;
  /** Of the document as it was; unsigned, so up to 2^32 - 1. */
  readonly crc32: number;
  /** Bytes of the document as it was. */
  readonly size: number;
}

/** A file of an archive. Names are of our making: relative, with `/` between folders, no two alike. */
export interface ZipEntry extends Deflated {
  readonly name: string;
}

/** A number of so many bytes, little endian. */
type Field = readonly [bytes: 2 | 4 | 8, value: number];

const SIGNATURES = { local: 0x04034b50, central: 0x02014b50, end64: 0x06064b50, locator64: 0x07064b50, end: 0x06054b50 };
/** Version needed to extract: 2.0 deflates, 4.5 knows ZIP64. */
const PLAIN = 20;
const ZIP64 = 45;
/** Written on Unix by a program that knows version 4.5: the upper half of the external attributes is a file mode. */
const MADE_BY = (3 << 8) | ZIP64;
const REGULAR_FILE = 0o100644 * 2 ** 16;
const NAME_IS_UTF8 = 1 << 11;
const DEFLATED = 8;
const ZIP64_EXTRA = 0x0001;
const END64_BYTES = 56;

/** What a field says whose number stands in the ZIP64 records instead. */
const NO_ROOM_4 = 0xffffffff;
const NO_ROOM_2 = 0xffff;

/** The most bytes an entry may have, as it was or deflated: one less than a field of 4 bytes can say. */
export const MAX_ENTRY_BYTES = NO_ROOM_4 - 1;

/** Time and date of an entry, 16 bits each. */
export interface Stamp {
  readonly time: number;
  readonly date: number;
}

const FIRST_YEAR = 1980;
const LAST_YEAR = 2107;

/** Local time as MS-DOS kept it, to two seconds; years it had no number for become its first or last. Takes epoch ms. */
export function stampOf(ms: number): Stamp {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = isoDateTime(ms).split(/\D/).map(Number);
  const years = Math.min(Math.max(year, FIRST_YEAR), LAST_YEAR) - FIRST_YEAR;
  return { time: (hour << 11) | (minute << 5) | (second >> 1), date: (years << 9) | (month << 5) | day };
}

/** What stands before an entry's bytes. */
export function localHeader(entry: ZipEntry, stamp: Stamp): Buffer {
  const name = Buffer.from(entry.name);
  return record([[4, SIGNATURES.local], ...aboutEntry(entry, stamp, PLAIN), [2, name.length], [2, 0]], name);
}

/** An entry's line in the directory at the archive's end; `offset` is where its local header begins. */
export function centralHeader(entry: ZipEntry, stamp: Stamp, offset: number): Buffer {
  const name = Buffer.from(entry.name);
  const far = offset >= NO_ROOM_4;
  const extra: readonly Field[] = far
    ? [
        [2, ZIP64_EXTRA],
        [2, 8],
        [8, offset],
      ]
    : [];
  return record(
    [
      [4, SIGNATURES.central],
      [2, MADE_BY],
      ...aboutEntry(entry, stamp, far ? ZIP64 : PLAIN),
      [2, name.length],
      [2, lengthOf(extra)],
      [2, 0], // comment
      [2, 0], // disk
      [2, 0], // internal attributes
      [4, REGULAR_FILE],
      [4, Math.min(offset, NO_ROOM_4)],
    ],
    name,
    record(extra),
  );
}

/** What both headers say of an entry. */
const aboutEntry = ({ deflated, crc32, size }: ZipEntry, { time, date }: Stamp, version: number): readonly Field[] => [
  [2, version],
  [2, NAME_IS_UTF8],
  [2, DEFLATED],
  [2, time],
  [2, date],
  [4, crc32],
  [4, deflated.length],
  [4, size],
];

/** The archive's last bytes. The directory has `count` lines in so many bytes and begins at `offset`; ZIP64 when a number needs it. */
export function endOfDirectory({
  count,
  offset,
  bytes,
}: {
  readonly count: number;
  readonly offset: number;
  readonly bytes: number;
}): Buffer {
  const large = count >= NO_ROOM_2 || offset >= NO_ROOM_4 || bytes >= NO_ROOM_4;
  const lines = Math.min(count, NO_ROOM_2);
  const end = record([
    [4, SIGNATURES.end],
    [2, 0], // this disk
    [2, 0], // the directory's disk
    [2, lines],
    [2, lines],
    [4, Math.min(bytes, NO_ROOM_4)],
    [4, Math.min(offset, NO_ROOM_4)],
    [2, 0], // comment
  ]);
  return large ? Buffer.concat([end64({ count, offset, bytes }), end]) : end;
}

/** The same in numbers of 8 bytes, and the record by which readers find it. */
const end64 = ({ count, offset, bytes }: { readonly count: number; readonly offset: number; readonly bytes: number }): Buffer =>
  record([
    [4, SIGNATURES.end64],
    [8, END64_BYTES - 12], // what follows this field
    [2, MADE_BY],
    [2, ZIP64],
    [4, 0], // this disk
    [4, 0], // the directory's disk
    [8, count],
    [8, count],
    [8, bytes],
    [8, offset],
    [4, SIGNATURES.locator64],
    [4, 0], // the disk of the record above
    [8, offset + bytes],
    [4, 1], // disks
  ]);

const lengthOf = (fields: readonly Field[]) => fields.reduce((sum, [bytes]) => sum + bytes, 0);

/** The fields one after another, then what has no fixed length. */
function record(fields: readonly Field[], ...rest: readonly Buffer[]): Buffer {
  const head = Buffer.allocUnsafe(lengthOf(fields));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 8) head.writeBigUInt64LE(BigInt(value), at);
    else head.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return rest.length === 0 ? head : Buffer.concat([head, ...rest]);
}
