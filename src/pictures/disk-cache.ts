import { readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, publicId, realNow } from "../platform/basics/index.ts";

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
/** What is removed at once, so that not every write removes something. */
const FULL_SHARE = 0.9;
const UNFINISHED = ".part";

interface Kept {
  readonly bytes: number;
  usedAt: number;
}

/**
 * Opens a cache in a folder, which may have the files of an earlier process. Other processes may share the folder: a file that one of them removed is
 * simply not there. Its files are in the order of their last use.
 */
export function openDiskCache({ folder, maxBytes }: DiskCacheOptions): DiskCache {
  const files = new Map<string, Kept>();
  let total = 0;
  let scan: Promise<void> | undefined;
  const ready = () => (scan ??= readFolder());

  function keep(name: string, kept: Kept): void {
    total += kept.bytes - (files.get(name)?.bytes ?? 0);
    // A Map keeps the order in which its keys were set, so the file is now the last to be removed.
    files.delete(name);
    files.set(name, kept);
  }
  function forget(name: string): void {
    total -= files.get(name)?.bytes ?? 0;
    files.delete(name);
  }
  async function readFolder(): Promise<void> {
    makeFolder(folder);
    const found: { readonly name: string; readonly bytes: number; readonly usedAt: number }[] = [];
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      if (name.endsWith(UNFINISHED)) await rm(path, { force: true });
      else {
        const { size: bytes, mtimeMs: usedAt } = await stat(path);
        found.push({ name, bytes, usedAt });
      }
    }
    for (const { name, ...kept } of found.toSorted((one, other) => one.usedAt - other.usedAt)) keep(name, kept);
    await makeRoom();
  }
  async function makeRoom(): Promise<void> {
    if (total <= maxBytes) return;
    for (const name of files.keys()) {
      if (total <= maxBytes * FULL_SHARE) return;
      forget(name);
      await rm(join(folder, name), { force: true });
    }
  }

  return {
    ready,
    bytes: () => total,
    async read(name) {
      await ready();
      const path = join(folder, name);
      const contents = await readFile(path).catch(absent);
      if (contents === undefined) return void forget(name);
      const now = realNow();
      const before = files.get(name);
      const isTouched = before !== undefined && now - before.usedAt < TOUCH_MS;
      keep(name, { bytes: contents.length, usedAt: isTouched ? before.usedAt : now });
      if (!isTouched) await utimes(path, now / 1_000, now / 1_000).catch(absent);
      return contents;
    },
    async write(name, contents) {
      await ready();
      const unfinished = join(folder, `${publicId("pic")}${UNFINISHED}`);
      // A reader sees the whole file or none.
      await writeFile(unfinished, contents);
      await rename(unfinished, join(folder, name));
      keep(name, { bytes: contents.length, usedAt: realNow() });
      await makeRoom();
    },
  };
}

/** Undefined when a file is not there; any other error is thrown. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
