import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder and its missing parents. Throws Node's error when this fails. It does not use Node's own `recursive` option, which never
 * returns when an existing parent, such as `/proc`, does not accept folders.
 */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(resolve(path));
  if (above !== resolve(path)) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created the folder first.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
