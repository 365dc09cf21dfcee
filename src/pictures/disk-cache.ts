import { readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, publicId, realNow } from "../platform/basics/index.ts";
import { createFileIndex, type FileIndex } from "./file-index.ts";

/** Files that are kept while there is room. The least recently used are removed first. */
export interface DiskCache {
  /** The contents of a file; undefined when it is not there. */
  read(name: string): Promise<Buffer | undefined>;
  write(name: string, contents: Buffer): Promise<void>;
  /** Bytes that the files have together. */
  bytes(): number;
  /** Resolves when the files of earlier processes are known. */
  ready(): Promise<void>;
}

export interface DiskCacheOptions {
  readonly folder: string;
  readonly maxBytes: number;
}

/** A file's use is written down at most this often. */
const TOUCH_MS = 3_600_000;
/** What is still being written. */
const UNFINISHED = ".part";

/**
 * Opens a cache in a folder, which may have the files of an earlier process. Other processes may share the folder: a file that one of them removed is
 * simply not there.
 */
export function openDiskCache({ folder, maxBytes }: DiskCacheOptions): DiskCache {
  const index = createFileIndex(maxBytes);
  let scan: Promise<void> | undefined;
  const ready = () => (scan ??= readFolder(folder, index));
  return {
    ready,
    bytes: index.bytes,
    async read(name) {
      await ready();
      const path = join(folder, name);
      const contents = await readFile(path).catch(absent);
      if (contents === undefined) {
        index.forget(name);
        return undefined;
      }
      const now = realNow();
      const usedAt = index.usedAt(name);
      const isRecent = usedAt !== undefined && now - usedAt < TOUCH_MS;
      index.keep(name, { bytes: contents.length, usedAt: isRecent ? usedAt : now });
      if (!isRecent) await utimes(path, now / 1_000, now / 1_000).catch(absent);
      return contents;
    },
    async write(name, contents) {
      await ready();
      const unfinished = join(folder, `${publicId("pic")}${UNFINISHED}`);
      // A reader sees the whole file or none.
      await writeFile(unfinished, contents);
      await rename(unfinished, join(folder, name));
      index.keep(name, { bytes: contents.length, usedAt: realNow() });
      await makeRoom(folder, index);
    },
  };
}

/** Finds the files of earlier processes, and removes what one of them did not finish. */
async function readFolder(folder: string, index: FileIndex): Promise<void> {
  makeFolder(folder);
  const found: { readonly name: string; readonly bytes: number; readonly usedAt: number }[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith(UNFINISHED)) await rm(path, { force: true });
    else {
      const file = await stat(path).catch(absent);
      if (file !== undefined) found.push({ name, bytes: file.size, usedAt: file.mtimeMs });
    }
  }
  for (const { name, ...kept } of found.toSorted((one, other) => one.usedAt - other.usedAt)) index.keep(name, kept);
  await makeRoom(folder, index);
}

async function makeRoom(folder: string, index: FileIndex): Promise<void> {
  for (const name of index.takeSurplus()) await rm(join(folder, name), { force: true });
}

/** Undefined when a file is not there; any other error is thrown. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
