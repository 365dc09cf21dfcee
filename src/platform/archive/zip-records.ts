import { isoDateTime } from "../basics/clock.ts";

/**
 * The records of a zip archive, field by field as the format's specification (APPNOTE 6.3) lists them. Everything about an entry is known
 * before it is written, so no data descriptor is needed and readers can process the archive as a stream.
 */

/** A document in the form that archives contain. It is deflated and stored once, and gets headers at each download. */
export interface DeflatedDocument {
  /** Raw deflate, without zlib's header and checksum. */
  readonly deflated: Buffer;
  /** Of the original document; unsigned, up to 2^32 - 1. */
  readonly crc32: number;
  /** Bytes of the original document. */
  readonly size: number;
}

/** A file of an archive. Names are relative paths with `/`, and unique. */
export interface ZipEntry extends DeflatedDocument {
  readonly name: string;
}

/** A little-endian number and its length. */
type Field = readonly [bytes: 2 | 4 | 8, value: number];

const SIGNATURES = { local: 0x04034b50, central: 0x02014b50, end64: 0x06064b50, locator64: 0x07064b50, end: 0x06054b50 };
/** Version needed to extract: 2.0 for deflate, 4.5 for ZIP64. */
const PLAIN = 20;
const ZIP64 = 45;
/** Made on Unix, version 4.5: the upper half of the external attributes is a file mode. */
const MADE_BY = (3 << 8) | ZIP64;
const REGULAR_FILE = 0o100644 * 2 ** 16;
const NAME_IS_UTF8 = 1 << 11;
const DEFLATED = 8;
const ZIP64_EXTRA = 0x0001;
const END64_BYTES = 56;

/** Values that mean "see the ZIP64 records", in fields of 4 and 2 bytes. */
const SEE_ZIP64_4 = 0xffffffff;
const SEE_ZIP64_2 = 0xffff;

/** Maximum size of an entry in bytes, original or deflated: the largest value of a 4-byte field. */
export const MAX_ENTRY_BYTES = SEE_ZIP64_4 - 1;

/** An entry's time and date in MS-DOS form, 16 bits each. */
export interface DosTimestamp {
  readonly time: number;
  readonly date: number;
}

const FIRST_YEAR = 1980;
const LAST_YEAR = 2107;

/** Local time in MS-DOS form, with a resolution of two seconds; years outside 1980 to 2107 are clamped. Takes epoch ms. */
export function dosTimestampOf(ms: number): DosTimestamp {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = isoDateTime(ms).split(/\D/).map(Number);
  const years = Math.min(Math.max(year, FIRST_YEAR), LAST_YEAR) - FIRST_YEAR;
  return { time: (hour << 11) | (minute << 5) | (second >> 1), date: (years << 9) | (month << 5) | day };
}

/** The header before an entry's bytes. */
export function localHeader(entry: ZipEntry, timestamp: DosTimestamp): Buffer {
  const name = Buffer.from(entry.name);
  return record([[4, SIGNATURES.local], ...commonFields(entry, timestamp, PLAIN), [2, name.length], [2, 0]], name);
}

/** An entry's record in the directory at the archive's end; `offset` is where its local header begins. */
export function centralHeader(entry: ZipEntry, timestamp: DosTimestamp, offset: number): Buffer {
  const name = Buffer.from(entry.name);
  const isZip64 = offset >= SEE_ZIP64_4;
  const extra: readonly Field[] = isZip64
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
      ...commonFields(entry, timestamp, isZip64 ? ZIP64 : PLAIN),
      [2, name.length],
      [2, lengthOf(extra)],
      [2, 0], // comment
      [2, 0], // disk
      [2, 0], // internal attributes
      [4, REGULAR_FILE],
      [4, Math.min(offset, SEE_ZIP64_4)],
    ],
    name,
    record(extra),
  );
}

/** The fields that both headers share. */
const commonFields = ({ deflated, crc32, size }: ZipEntry, { time, date }: DosTimestamp, version: number): readonly Field[] => [
  [2, version],
  [2, NAME_IS_UTF8],
  [2, DEFLATED],
  [2, time],
  [2, date],
  [4, crc32],
  [4, deflated.length],
  [4, size],
];

/**
 * The archive's last records. The directory has `count` records in `bytes` bytes and begins at `offset`. Uses ZIP64 when a number needs it.
 */
export function endOfDirectory({
  count,
  offset,
  bytes,
}: {
  readonly count: number;
  readonly offset: number;
  readonly bytes: number;
}): Buffer {
  const isZip64 = count >= SEE_ZIP64_2 || offset >= SEE_ZIP64_4 || bytes >= SEE_ZIP64_4;
  const records = Math.min(count, SEE_ZIP64_2);
  const end = record([
    [4, SIGNATURES.end],
    [2, 0], // this disk
    [2, 0], // the directory's disk
    [2, records],
    [2, records],
    [4, Math.min(bytes, SEE_ZIP64_4)],
    [4, Math.min(offset, SEE_ZIP64_4)],
    [2, 0], // comment
  ]);
  return isZip64 ? Buffer.concat([end64({ count, offset, bytes }), end]) : end;
}

/** The ZIP64 form with 8-byte numbers, and the record by which readers find it. */
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

/** Writes the fields one after another, then the parts of variable length. */
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
