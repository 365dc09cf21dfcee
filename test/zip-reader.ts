import { crc32, inflateRawSync } from "node:zlib";

/** A file found in an archive. */
export interface ZippedFile {
  readonly name: string;
  /** Local time as the archive has it: `2026-11-20 12:00:00`. */
  readonly modified: string;
  /** Where its local header begins. */
  readonly offset: number;
  /** Its bytes as they were; throws when they are not what the archive says. */
  readonly document: () => Buffer;
}

/** What an archive holds, and whether numbers of 8 bytes say so. */
export interface ReadArchive {
  readonly files: readonly ZippedFile[];
  readonly zip64: boolean;
}

/**
 * Reads a zip archive the way the specification (APPNOTE 6.3.10) tells readers to, from its end, and believes nothing: throws unless
 * the records fill the archive without a gap, the local headers say what the directory says, and ZIP64 stands where it must
 * and only there. Shares nothing with our writer. The archive comes as the chunks it was sent in, which are not joined.
 */
export function readZip(chunks: readonly Buffer[]): ReadArchive {
  const archive = viewOf(chunks);
  const end = archive.record(archive.length - 22, 22, 0x06054b50, "end of the directory");
  must(end.readUInt16LE(4) === 0 && end.readUInt16LE(6) === 0 && end.readUInt16LE(20) === 0, "one disk, no comment");
  const short = { lines: end.readUInt16LE(10), bytes: end.readUInt32LE(12), offset: end.readUInt32LE(16) };
  must(end.readUInt16LE(8) === short.lines, "as many lines on this disk");
  const zip64 = short.lines === 0xffff || short.bytes === 0xffffffff || short.offset === 0xffffffff;
  const { lines, bytes, offset } = zip64 ? readEnd64(archive, short) : short;
  must(offset + bytes === archive.length - 22 - (zip64 ? 76 : 0), "the directory ends where the end begins");
  const files: ZippedFile[] = [];
  let at = offset;
  let next = 0;
  for (let line = 0; line < lines; line += 1) {
    const read = readLine(archive, at);
    must(read.file.offset === next, `${read.file.name} begins where the one before ends`);
    files.push(read.file);
    at = read.lineEnd;
    next = read.fileEnd;
  }
  must(at === offset + bytes && next === offset, "files, then the directory, fill the archive");
  return { files, zip64 };
}

function readEnd64(
  archive: View,
  short: { readonly lines: number; readonly bytes: number; readonly offset: number },
): { readonly lines: number; readonly bytes: number; readonly offset: number } {
  const locator = archive.record(archive.length - 22 - 20, 20, 0x07064b50, "ZIP64 locator");
  must(locator.readUInt32LE(4) === 0 && locator.readUInt32LE(16) === 1, "the ZIP64 record is on the only disk");
  const at = Number(locator.readBigUInt64LE(8));
  must(at === archive.length - 22 - 20 - 56, "the locator points at the ZIP64 record");
  const end = archive.record(at, 56, 0x06064b50, "ZIP64 end of the directory");
  must(end.readBigUInt64LE(4) === 44n && end.readUInt16LE(14) >= 45, "the ZIP64 record's own size and version");
  must(end.readUInt32LE(16) === 0 && end.readUInt32LE(20) === 0, "one disk");
  const lines = Number(end.readBigUInt64LE(32));
  const [bytes, offset] = [Number(end.readBigUInt64LE(40)), Number(end.readBigUInt64LE(48))];
  must(Number(end.readBigUInt64LE(24)) === lines, "as many lines on this disk");
  must(short.lines === Math.min(lines, 0xffff), "the short record says the number of lines, or that it has no room");
  must(short.bytes === Math.min(bytes, 0xffffffff) && short.offset === Math.min(offset, 0xffffffff), "the same of bytes and offset");
  return { lines, bytes, offset };
}

function readLine(archive: View, at: number): { readonly file: ZippedFile; readonly lineEnd: number; readonly fileEnd: number } {
  const line = archive.record(at, 46, 0x02014b50, "line of the directory");
  const [nameLength, extraLength] = [line.readUInt16LE(28), line.readUInt16LE(30)];
  must(line.readUInt16LE(32) === 0 && line.readUInt16LE(34) === 0 && line.readUInt16LE(36) === 0, "no comment, one disk, bytes");
  must(line.readUInt32LE(38) >>> 16 === 0o100644, "a regular file");
  const nameBytes = archive.bytes(at + 46, nameLength);
  const name = new TextDecoder("utf-8", { fatal: true }).decode(nameBytes);
  const shortOffset = line.readUInt32LE(42);
  const offset = shortOffset === 0xffffffff ? farOffset(archive.bytes(at + 46 + nameLength, extraLength)) : shortOffset;
  must(shortOffset === 0xffffffff || extraLength === 0, `${name} has no field that is not needed`);
  must(line.readUInt16LE(6) === (extraLength === 0 ? 20 : 45), `${name} names the version it needs`);

  const local = archive.record(offset, 30, 0x04034b50, `local header of ${name}`);
  must(
    local.readUInt16LE(4) === 20 && line.readUInt16LE(8) === 0x0800 && line.readUInt16LE(10) === 8,
    `${name} is deflated, its name UTF-8`,
  );
  must(local.subarray(6, 28).equals(line.subarray(8, 30)), `both headers of ${name} say the same`);
  must(local.readUInt16LE(28) === 0 && archive.bytes(offset + 30, nameLength).equals(nameBytes), `the local header names ${name}`);
  const [crc, packed, size] = [line.readUInt32LE(16), line.readUInt32LE(20), line.readUInt32LE(24)];
  const start = offset + 30 + nameLength;
  const document = () => {
    const plain = inflateRawSync(archive.bytes(start, packed), { maxOutputLength: size + 1 });
    must(plain.length === size && crc32(plain) === crc, `${name} is what the archive says`);
    return plain;
  };
  const modified = stamp(line.readUInt16LE(12), line.readUInt16LE(14));
  return { file: { name, modified, offset, document }, lineEnd: at + 46 + nameLength + extraLength, fileEnd: start + packed };
}

/** The one ZIP64 field there can be: sizes always have room. */
function farOffset(extra: Buffer): number {
  must(extra.length === 12 && extra.readUInt16LE(0) === 1 && extra.readUInt16LE(2) === 8, "a ZIP64 field with an offset");
  const offset = Number(extra.readBigUInt64LE(4));
  must(offset >= 0xffffffff, "an offset that needs it");
  return offset;
}

function stamp(time: number, date: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = [1980 + (date >> 9), two((date >> 5) & 15), two(date & 31)].join("-");
  return `${day} ${[two(time >> 11), two((time >> 5) & 63), two((time & 31) * 2)].join(":")}`;
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`no sound archive: ${what}`);
}

interface View {
  readonly length: number;
  bytes(at: number, length: number): Buffer;
  /** Bytes that begin with a signature. */
  record(at: number, length: number, signature: number, what: string): Buffer;
}

/** Bytes by their place in all chunks together. */
function viewOf(chunks: readonly Buffer[]): View {
  const starts: number[] = [];
  let length = 0;
  for (const chunk of chunks) {
    starts.push(length);
    length += chunk.length;
  }
  const indexOf = (at: number) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= at) low = middle;
      else high = middle;
    }
    return low;
  };
  const bytes = (at: number, count: number): Buffer => {
    must(at >= 0 && at + count <= length, `${count} bytes at ${at} of ${length}`);
    const parts: Buffer[] = [];
    for (let index = indexOf(at), left = count; left > 0; index += 1) {
      const from = at + count - left - starts[index]!;
      const part = chunks[index]!.subarray(from, from + left);
      parts.push(part);
      left -= part.length;
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  };
  return {
    length,
    bytes,
    record(at, count, signature, what) {
      const found = bytes(at, count);
      must(found.readUInt32LE(0) === signature, `${what} at ${at}`);
      return found;
    },
  };
}
