import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../basics/make-folder.ts";

const OWNER_ONLY = 0o600;

/**
 * Reads a file in the data folder that only its owner may read. Creates it with the result of `newText` if it is missing. Never replaces an
 * existing file.
 */
export function readOrCreatePrivateFile(dataDir: string, name: string, newText: () => string): string {
  const path = join(dataDir, name);
  return textAt(path) ?? (makeFile(dataDir, path, newText()), readFileSync(path, "utf8"));
}

/** Creates the file atomically and flushes it to disk. If another process has created the file in the meantime, that file is kept. */
function makeFile(dataDir: string, path: string, text: string): void {
  makeFolder(dataDir);
  const unfinished = `${path}.${process.pid}.new`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, `${text}\n`, { flag: "wx", mode: OWNER_ONLY, flush: true });
  try {
    // A link never replaces an existing file, but a rename would.
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
