import { closeSync, fsyncSync, linkSync, openSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { once } from "node:events";
import { dirname, join, resolve } from "node:path";
import type { Manifest } from "../../platform/backup/format.ts";
import type { WriteChunk } from "../../platform/backup/take-backup.ts";
import { formatMessage, type Lang } from "../../platform/contract/errors.ts";
import { UsageFault } from "../arguments.ts";
import { writablePath } from "../usage.ts";

const TEXTS = {
  there: { "pt-BR": "{path} já existe; um backup não substitui nada", en: "{path} is there already; a backup replaces nothing" },
} as const;

/** Where a backup comes to be. */
export interface Destination {
  readonly write: WriteChunk;
  /** Gives it its name, on the disk; answers the name. */
  finish(manifest: Manifest): Promise<string>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

/** What a backup is called that nobody named. */
const nameOf = ({ environment, takenAt }: Manifest) => `vitrine-${environment ?? "new"}-${takenAt.replaceAll(/[-:]/g, "")}.tar`;
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * A file by its path, or in a folder under a name of its own: only its owner may read it, and it has its name when it is complete
 * and on the disk. Throws a usage fault where it cannot be, and when a file of that name is there.
 */
export async function fileAt(path: string, lang: Lang): Promise<Destination> {
  const folder = isFolder(path) ? path : dirname(writablePath(path, lang));
  const taken = (full: string) => new UsageFault(formatMessage(TEXTS.there[lang], { path: full }));
  if (!isFolder(path) && statSync(path, { throwIfNoEntry: false })) throw taken(path);
  const unfinished = join(folder, `.vitrine-backup-${process.pid}.part`);
  rmSync(unfinished, { force: true });
  const file = await open(unfinished, "wx", 0o600);
  return {
    write: (bytes) => file.writeFile(bytes),
    async finish(manifest) {
      await file.sync();
      await file.close();
      const full = resolve(isFolder(path) ? join(path, nameOf(manifest)) : path);
      try {
        linkSync(unfinished, full);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") throw taken(full);
        throw error;
      }
      rmSync(unfinished);
      const handle = openSync(folder, "r");
      fsyncSync(handle);
      closeSync(handle);
      return full;
    },
    async abandon() {
      await file.close().catch(() => undefined);
      rmSync(unfinished, { force: true });
    },
  };
}

/** A stream: for a pipe that encrypts it, or takes it somewhere else. */
export const streamTo = (stream: NodeJS.WritableStream): Destination => ({
  async write(bytes) {
    if (!stream.write(bytes)) await once(stream, "drain");
  },
  finish: () => Promise.resolve("-"),
  abandon: () => Promise.resolve(),
});
