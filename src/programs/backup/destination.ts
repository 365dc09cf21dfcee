import { closeSync, fsyncSync, linkSync, openSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { once } from "node:events";
import { dirname, join, resolve } from "node:path";
import type { Manifest, WriteChunk } from "../../platform/backup/index.ts";
import { formatMessage, type Lang } from "../../platform/contract/index.ts";
import { UsageError } from "../../command-line/usage-error.ts";
import { writablePath } from "../../command-line/option-values.ts";

const TEXTS = {
  exists: { "pt-BR": "{path} já existe; um backup não substitui nada", en: "{path} already exists; a backup replaces nothing" },
} as const;

/** Destination of a backup. */
export interface Destination {
  readonly write: WriteChunk;
  /** Syncs the file, gives it its final name and returns that name. */
  finish(manifest: Manifest): Promise<string>;
  /** Removes the incomplete backup. */
  abandon(): Promise<void>;
}

/** The default name of a backup. */
const defaultName = ({ environment, takenAt }: Manifest) => `vitrine-${environment ?? "new"}-${takenAt.replaceAll(/[-:]/g, "")}.tar`;
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Writes to a file. If `path` is a folder, the file gets a default name. Only its owner may read the file. It has a temporary name until
 * it is complete and synced. Throws `UsageError` if the file exists or its folder does not.
 */
export async function fileDestination(path: string, lang: Lang): Promise<Destination> {
  const folder = isFolder(path) ? path : dirname(writablePath(path, lang));
  const alreadyExists = (full: string) => new UsageError(formatMessage(TEXTS.exists[lang], { path: full }));
  if (!isFolder(path) && statSync(path, { throwIfNoEntry: false })) throw alreadyExists(path);
  const unfinished = join(folder, `.vitrine-backup-${process.pid}.part`);
  rmSync(unfinished, { force: true });
  const file = await open(unfinished, "wx", 0o600);
  return {
    write: (bytes) => file.writeFile(bytes),
    async finish(manifest) {
      await file.sync();
      await file.close();
      const full = resolve(isFolder(path) ? join(path, defaultName(manifest)) : path);
      try {
        linkSync(unfinished, full);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") throw alreadyExists(full);
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

/** Writes to a stream, such as a pipe to a program that encrypts the backup. */
export const streamDestination = (stream: NodeJS.WritableStream): Destination => ({
  async write(bytes) {
    if (!stream.write(bytes)) await once(stream, "drain");
  },
  finish: () => Promise.resolve("-"),
  abandon: () => Promise.resolve(),
});
