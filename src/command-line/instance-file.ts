import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../platform/basics/index.ts";

/** Contents of the file by which the command line finds an instance. The instance writes the file to its data folder. */
export interface InstanceFile {
  /** Where the command line calls it. */
  readonly url: string;
  /** Where people open the portals; absent in files of earlier versions. */
  readonly portalUrl?: string;
  readonly environment: string;
  readonly operatorKey: string;
  /** The seller that a sandbox starts with. */
  readonly seller?: { readonly sellerId: number; readonly name: string; readonly clientId: string; readonly accessToken: string };
}

const NAME = "instance.json";

/** Reads the instance file of a data folder; undefined if it is missing or unreadable. */
export function readInstanceFile(dataDir: string): InstanceFile | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, NAME), "utf8")) as InstanceFile;
  } catch {
    return undefined;
  }
}

/** Writes the instance file atomically. Only its owner may read it, because it contains keys. */
export function writeInstanceFile(dataDir: string, file: InstanceFile): void {
  makeFolder(dataDir);
  const path = join(dataDir, NAME);
  writeFileSync(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
