import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../platform/basics/make-folder.ts";

/** What a running instance leaves for the command line in its data folder, readable by its owner only. */
export interface InstanceFile {
  readonly url: string;
  readonly environment: string;
  readonly operatorKey: string;
  /** The sandbox's ready seller. */
  readonly seller?: { readonly sellerId: number; readonly name: string; readonly clientId: string; readonly accessToken: string };
}

const NAME = "instance.json";

/** The instance file of a data folder; undefined when there is none to read. */
export function readInstanceFile(dataDir: string): InstanceFile | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, NAME), "utf8")) as InstanceFile;
  } catch {
    return undefined;
  }
}

/** Writes the instance file whole or not at all; only its owner may read it, for it holds keys. */
export function writeInstanceFile(dataDir: string, file: InstanceFile): void {
  makeFolder(dataDir);
  const path = join(dataDir, NAME);
  writeFileSync(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
