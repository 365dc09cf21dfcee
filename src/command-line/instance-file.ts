import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../platform/basics/index.ts";

/** How the command line reaches a running instance. The instance writes it into its data folder; only its owner may read it. */
export interface InstanceFile {
  readonly url: string;
  readonly environment: string;
  readonly operatorKey: string;
  /** The seller that a sandbox starts with. */
  readonly seller?: { readonly sellerId: number; readonly name: string; readonly clientId: string; readonly accessToken: string };
}

const NAME = "instance.json";

/** The instance file of a data folder; undefined when it is missing or cannot be read. */
export function readInstanceFile(dataDir: string): InstanceFile | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, NAME), "utf8")) as InstanceFile;
  } catch {
    return undefined;
  }
}

/** Writes the instance file atomically, readable by its owner only, because it holds keys. */
export function writeInstanceFile(dataDir: string, file: InstanceFile): void {
  makeFolder(dataDir);
  const path = join(dataDir, NAME);
  writeFileSync(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
