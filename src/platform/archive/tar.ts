/** The subset of the tar format (POSIX ustar) that Vitrine's backups use: regular files with short names. */

/** A file in an archive. */
export interface TarEntry {
  /** 1 to 100 visible ASCII characters; spaces are not allowed. */
  readonly name: string;
  /** Size of the file in bytes. */
  readonly size: number;
}

const BLOCK = 512;
/** Maximum size of an entry: 8 GiB less one byte, the largest number that fits the 11 octal digits of the header's size field. */
const MAX_ENTRY_BYTES = 8 ** 11 - 1;
const NAME = { at: 0, length: 100 };
const SIZE = { at: 124, length: 12 };
const CHECKSUM = { at: 148, length: 8 };
/** Header fields that are the same for every file: mode 0600, user id 0, group id 0, regular file, and the format's name and version. */
const FIXED = [
  [100, "0000600\0"],
  [108, "0000000\0"],
  [116, "0000000\0"],
  [156, "0"],
  [257, "ustar\0"],
  [263, "00"],
] as const;
const TIME = { at: 136, length: 12 };

/** The end of an archive: two blocks of zeros. */
export const TAR_END: Buffer = Buffer.alloc(2 * BLOCK);
/** Length of a header in bytes. */
export const HEADER_BYTES = BLOCK;

/** Creates the header of a file. `modifiedAt` is epoch seconds (real time). Throws when the name or the size does not fit. */
export function tarHeader({ name, size }: TarEntry, modifiedAt: number): Buffer {
  if (!/^[\x21-\x7e]{1,100}$/.test(name) || size > MAX_ENTRY_BYTES) throw new Error(`${name} of ${size} bytes does not fit a tar archive`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, NAME.at, "latin1");
  for (const [at, text] of FIXED) header.write(text, at, "latin1");
  writeOctal(header, SIZE, size);
  writeOctal(header, TIME, modifiedAt);
  header.write(`${checksumOf(header).toString(8).padStart(6, "0")}\0 `, CHECKSUM.at, "latin1");
  return header;
}

/** The zeros that fill the last block of a file with `size` bytes. */
export const tarPadding = (size: number): Buffer => TAR_END.subarray(0, (BLOCK - (size % BLOCK)) % BLOCK);

/** Reads a header. Returns undefined at the end of the archive, and for any header that `tarHeader` would not write. */
export function readTarHeader(header: Buffer): TarEntry | undefined {
  const text = ({ at, length }: typeof NAME) => header.toString("latin1", at, at + length).replace(/[\0 ]+$/, "");
  const [name, size, modifiedAt] = [text(NAME), Number.parseInt(text(SIZE), 8), Number.parseInt(text(TIME), 8)];
  if (header.length !== BLOCK || name === "" || !(size >= 0 && modifiedAt >= 0)) return undefined;
  try {
    return tarHeader({ name, size }, modifiedAt).equals(header) ? { name, size } : undefined;
  } catch {
    return undefined;
  }
}

const writeOctal = (header: Buffer, { at, length }: typeof SIZE, value: number) =>
  header.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at, "latin1");

/** The sum of all bytes of a header. The bytes of the checksum itself count as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 0;
  for (let i = 0; i < BLOCK; i += 1) sum += i >= CHECKSUM.at && i < CHECKSUM.at + CHECKSUM.length ? 0x20 : header[i]!;
  return sum;
}
