import { open, type FileHandle } from "node:fs/promises";
import { HEADER_BYTES, readTarHeader, TAR_END, tarPadding } from "../archive/tar.ts";

/** Reads the files of a tar archive that Vitrine wrote. */
export interface TarReader extends AsyncDisposable {
  /** Size of the whole archive in bytes. */
  readonly size: number;
  /** The names of the files, in the order of the archive. */
  readonly names: readonly string[];
  /** Whether the archive has a proper end and nothing after it. */
  readonly isWhole: boolean;
  /** Returns the content of a file. Undefined when the file does not exist, is larger than `maxBytes`, or has altered padding. */
  content(name: string, maxBytes: number): Promise<Buffer | undefined>;
}

/** A file and the position of its content. */
interface Entry {
  readonly name: string;
  readonly size: number;
  readonly at: number;
}

/** Opens an archive and lists its files. Rejects with Node's error when the archive cannot be opened or read. */
export async function openTar(path: string): Promise<TarReader> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const entries: Entry[] = [];
    let end = 0;
    for (;;) {
      const header = readTarHeader(await read(file, end, HEADER_BYTES));
      if (!header) break;
      entries.push({ ...header, at: end + HEADER_BYTES });
      end += HEADER_BYTES + header.size + tarPadding(header.size).length;
    }
    const byName = new Map(entries.map((entry) => [entry.name, entry]));
    return {
      size,
      names: entries.map(({ name }) => name),
      isWhole: size === end + TAR_END.length && (await read(file, end, TAR_END.length)).equals(TAR_END),
      async content(name, maxBytes) {
        const entry = byName.get(name);
        if (entry === undefined || entry.size > maxBytes) return undefined;
        const padding = tarPadding(entry.size);
        const bytes = await read(file, entry.at, entry.size + padding.length);
        return bytes.subarray(entry.size).equals(padding) ? bytes.subarray(0, entry.size) : undefined;
      },
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads `length` bytes at a position. Reads fewer when the file ends earlier. */
async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, at + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
