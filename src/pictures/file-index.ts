/** A file that is kept. `usedAt` is real time, epoch ms. */
export interface KeptFile {
  readonly bytes: number;
  readonly usedAt: number;
}

/** The files of a cache in the order of their last use, and how many bytes they have. */
export interface FileIndex {
  readonly bytes: () => number;
  readonly usedAt: (name: string) => number | undefined;
  /** Notes a file as the one that was used last. */
  readonly keep: (name: string, file: KeptFile) => void;
  readonly forget: (name: string) => void;
  /** Forgets the files for which there is no room, the least recently used first, and returns their names. */
  readonly takeSurplus: () => readonly string[];
}

/** What is left of the room after files were removed, so that not every write removes some. */
const LEFT_SHARE = 0.9;

/** Creates the index of a cache that may have `maxBytes`. */
export function createFileIndex(maxBytes: number): FileIndex {
  // A Map keeps the order in which its keys were set.
  const files = new Map<string, KeptFile>();
  let total = 0;
  function forget(name: string): void {
    total -= files.get(name)?.bytes ?? 0;
    files.delete(name);
  }
  return {
    bytes: () => total,
    usedAt: (name) => files.get(name)?.usedAt,
    keep(name, file) {
      forget(name);
      files.set(name, file);
      total += file.bytes;
    },
    forget,
    takeSurplus() {
      const surplus: string[] = [];
      if (total <= maxBytes) return surplus;
      for (const name of files.keys()) {
        if (total <= maxBytes * LEFT_SHARE) break;
        forget(name);
        surplus.push(name);
      }
      return surplus;
    },
  };
}
