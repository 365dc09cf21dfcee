import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../basics/make-folder.ts";

const OWNER_ONLY = 0o600;

/**
 * The text of a file that only its owner may read, in a data folder; when there is none, it is made with what `fresh` answers.
 * A file that is there is never replaced.
 */
export function readOrCreatePrivateFile(dataDir: string, name: string, fresh: () => string): string {
  const path = join(dataDir, name);
  return textAt(path) ?? (makeFile(dataDir, path, fresh()), readFileSync(path, "utf8"));
}

/** Makes the file whole and on the disk, or leaves the one another process made meanwhile. */
function makeFile(dataDir: string, path: string, text: string): void {
  makeFolder(dataDir);
  const unfinished = `${path}.${process.pid}.new`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, `${text}\n`, { flag: "wx", mode: OWNER_ONLY, flush: true });
  try {
    // Unlike renaming, linking replaces nothing.
    linkSync(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  rmSync(unfinished);
  const folder = openSync(dataDir, "r");
  fsyncSync(folder);
  closeSync(folder);
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
