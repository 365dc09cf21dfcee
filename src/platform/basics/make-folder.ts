import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder and its missing parents. Throws Node's error when this fails. Node's own `recursive` option never returns when an
 * existing parent does not accept folders, such as `/proc`.
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
