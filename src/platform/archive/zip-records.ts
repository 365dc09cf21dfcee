import { isoDateTime } from "../basics/clock.ts";

/**
 * The records of a zip archive. Their fields are in the order of the format's specification (APPNOTE 6.3). Everything about a stored document is
 * known before it is written, so programs can read the archive as a stream. An entry that is written while it is made has its sizes in a data
 * descriptor after it, and in the directory.
 */

/** A deflated document, as archives contain it. It is stored once in this form, and each download adds the zip headers. */
export interface DeflatedDocument {
  /** Raw deflate data, without the header and checksum of zlib. */
  readonly deflated: Buffer;
  /** CRC-32 of the original document: unsigned, up to 2^32 - 1. */
  readonly crc32: number;
  /** Size of the original document in bytes. */
  readonly size: number;
}

/** A file in an archive. Its name is a relative path with `/`, and no other file in the archive has it. */
export interface ZipEntry extends DeflatedDocument {
  readonly name: string;
}

/** A file that is deflated while it is written, because it is not known as a whole. */
export interface StreamedZipEntry {
  readonly name: string;
  /** The bytes of the original document, as it becomes known. */
  readonly content: AsyncIterable<Buffer>;
}

/** A field of a record: its length in bytes, and its value, which is written as a little-endian number. */
type Field = readonly [bytes: 2 | 4 | 8, value: number];

const SIGNATURES = {
  local: 0x04034b50,
  central: 0x02014b50,
  descriptor: 0x08074b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  end: 0x06054b50,
};
/** Version needed to extract the entry: 2.0 for deflate, 4.5 for ZIP64. */
const PLAIN = 20;
const ZIP64 = 45;
/** The field "version made by": Unix, version 4.5. On Unix, the upper half of the external attributes is a file mode. */
const MADE_BY = (3 << 8) | ZIP64;
const REGULAR_FILE = 0o100644 * 2 ** 16;
const NAME_IS_UTF8 = 1 << 11;
const HAS_DESCRIPTOR = 1 << 3;
const DEFLATED = 8;
const ZIP64_EXTRA = 0x0001;
const END64_BYTES = 56;

/** Values of 4-byte and 2-byte fields that mean "see the ZIP64 records". */
const SEE_ZIP64_4 = 0xffffffff;
const SEE_ZIP64_2 = 0xffff;

/** Maximum size of an entry in bytes, both original and deflated: 4 GiB less two bytes, the largest value below `SEE_ZIP64_4`. */
export const MAX_ENTRY_BYTES = SEE_ZIP64_4 - 1;

/** The time and date of an entry in MS-DOS form, 16 bits each. */
export interface DosTimestamp {
  readonly time: number;
  readonly date: number;
}

const FIRST_YEAR = 1980;
const LAST_YEAR = 2107;

/**
 * Converts epoch ms to the local time of São Paulo in MS-DOS form, with a resolution of two seconds. A year before 1980 becomes 1980, and a
 * year after 2107 becomes 2107.
 */
export function dosTimestampOf(ms: number): DosTimestamp {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = isoDateTime(ms).split(/\D/).map(Number);
  const years = Math.min(Math.max(year, FIRST_YEAR), LAST_YEAR) - FIRST_YEAR;
  return { time: (hour << 11) | (minute << 5) | (second >> 1), date: (years << 9) | (month << 5) | day };
}

/** What the records say of an entry. */
export interface EntryFacts {
  readonly name: string;
  readonly crc32: number;
  readonly size: number;
  readonly deflatedSize: number;
  /** Whether checksum and sizes follow the bytes of the entry. The local header then has zeros for them. */
  readonly isStreamed: boolean;
}

/** The facts of a document that is known as a whole. */
export const factsOf = ({ name, crc32, size, deflated }: ZipEntry): EntryFacts => ({
  name,
  crc32,
  size,
  deflatedSize: deflated.length,
  isStreamed: false,
});

/** The header that precedes the bytes of an entry. */
export function localHeader(entry: EntryFacts, timestamp: DosTimestamp): Buffer {
  const name = Buffer.from(entry.name);
  return record([[4, SIGNATURES.local], ...commonFields(entry, timestamp, PLAIN), [2, name.length], [2, 0]], name);
}

/** The record after the bytes of an entry whose checksum and sizes were not known before. */
export const dataDescriptor = ({ crc32, deflatedSize, size }: EntryFacts): Buffer =>
  record([
    [4, SIGNATURES.descriptor],
    [4, crc32],
    [4, deflatedSize],
    [4, size],
  ]);

/** The record of an entry in the directory at the end of the archive. `offset` is the position of the entry's local header. */
export function centralHeader(entry: EntryFacts, timestamp: DosTimestamp, offset: number): Buffer {
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

/** The fields that the local and the central header share. */
const commonFields = (
  { deflatedSize, crc32, size, isStreamed }: EntryFacts,
  { time, date }: DosTimestamp,
  version: number,
): readonly Field[] => [
  [2, version],
  [2, isStreamed ? NAME_IS_UTF8 | HAS_DESCRIPTOR : NAME_IS_UTF8],
  [2, DEFLATED],
  [2, time],
  [2, date],
  [4, crc32],
  [4, deflatedSize],
  [4, size],
];

/**
 * The last records of an archive. The directory has `count` records in `bytes` bytes and begins at `offset`. Uses ZIP64 if one of these
 * numbers is too large for its field.
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
    [2, 0], // disk of the directory
    [2, records],
    [2, records],
    [4, Math.min(bytes, SEE_ZIP64_4)],
    [4, Math.min(offset, SEE_ZIP64_4)],
    [2, 0], // comment
  ]);
  return isZip64 ? Buffer.concat([end64({ count, offset, bytes }), end]) : end;
}

/** The ZIP64 record with 8-byte numbers, and the locator with which programs find it. */
const end64 = ({ count, offset, bytes }: { readonly count: number; readonly offset: number; readonly bytes: number }): Buffer =>
  record([
    [4, SIGNATURES.end64],
    [8, END64_BYTES - 12], // length of the rest of the record
    [2, MADE_BY],
    [2, ZIP64],
    [4, 0], // this disk
    [4, 0], // disk of the directory
    [8, count],
    [8, count],
    [8, bytes],
    [8, offset],
    [4, SIGNATURES.locator64],
    [4, 0], // disk of the record above
    [8, offset + bytes],
    [4, 1], // number of disks
  ]);

const lengthOf = (fields: readonly Field[]) => fields.reduce((sum, [bytes]) => sum + bytes, 0);

/** Writes the fields one after another, followed by the parts of variable length. */
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
