import { open, type FileHandle } from "node:fs/promises";
import { HEADER_BYTES, readTarHeader, TAR_END, tarPadding } from "../archive/tar.ts";

/** The files in a tar archive of ours on the disk, read one by one. */
export interface Entries extends AsyncDisposable {
  /** Bytes of the whole archive. */
  readonly size: number;
  /** In their order. */
  readonly names: readonly string[];
  /** It ends as archives do, with nothing behind. */
  readonly isWhole: boolean;
  /**
   * What a file holds; undefined when there is none of that name, it is larger than `mostBytes`, or what fills its last block was
   * changed.
   */
  content(name: string, mostBytes: number): Promise<Buffer | undefined>;
}

/** A file, and where what it holds begins. */
interface Place {
  readonly name: string;
  readonly size: number;
  readonly at: number;
}

/** Finds every file of an archive; rejects with Node's error when it cannot be opened or read. */
export async function openEntries(path: string): Promise<Entries> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const places: Place[] = [];
    let end = 0;
    for (;;) {
      const entry = readTarHeader(await read(file, end, HEADER_BYTES));
      if (!entry) break;
      places.push({ ...entry, at: end + HEADER_BYTES });
      end += HEADER_BYTES + entry.size + tarPadding(entry.size).length;
    }
    const byName = new Map(places.map((place) => [place.name, place]));
    return {
      size,
      names: places.map(({ name }) => name),
      isWhole: size === end + TAR_END.length && (await read(file, end, TAR_END.length)).equals(TAR_END),
      async content(name, mostBytes) {
        const place = byName.get(name);
        if (place === undefined || place.size > mostBytes) return undefined;
        const padding = tarPadding(place.size);
        const bytes = await read(file, place.at, place.size + padding.length);
        return bytes.subarray(place.size).equals(padding) ? bytes.subarray(0, place.size) : undefined;
      },
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** So many bytes from there; fewer where the file ends. */
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
