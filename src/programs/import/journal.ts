import { closeSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder, sha256 } from "../../platform/basics/index.ts";

/** What a journal belongs to. `createdAt` is the seller's, so that a new marketplace with the same ids starts a new journal. */
export interface JournalOwner {
  readonly url: string;
  readonly sellerId: number;
  readonly createdAt: string;
}

/** The rows accepted so far, by sku. An import that is repeated after an interruption sends only the others. */
export interface Journal {
  /** Whether exactly these bytes were the last accepted for the sku. */
  has(sku: string, bytes: Buffer): boolean;
  /** Survives a killed import, but perhaps not a power failure: the file is not synced. */
  add(sku: string, bytes: Buffer): void;
  close(): void;
}

/** Bytes kept of each hash; enough to distinguish all rows. */
const HASH_BYTES = 16;
const hashOf = (bytes: Buffer) => sha256(bytes.toString("latin1")).subarray(0, HASH_BYTES).toString("base64url");

/** Opens the journal of `owner` at `path`. Starts an empty one with `restart`, or when the file is unreadable or has another owner. */
export function openJournal(path: string, owner: JournalOwner, restart = false): Journal {
  const accepted = restart ? new Map<string, string>() : readAccepted(path, owner);
  makeFolder(dirname(path));
  // Rewritten once, so that old entries of the same sku do not pile up.
  writeFileSync(`${path}.new`, [owner, ...[...accepted].map(([sku, hash]) => ({ sku, hash }))].map(jsonLine).join(""));
  renameSync(`${path}.new`, path);
  const file = openSync(path, "a");
  return {
    has: (sku, bytes) => accepted.get(sku) === hashOf(bytes),
    add(sku, bytes) {
      const hash = hashOf(bytes);
      accepted.set(sku, hash);
      writeSync(file, jsonLine({ sku, hash }));
    },
    close: () => closeSync(file),
  };
}

const jsonLine = (row: object) => `${JSON.stringify(row)}\n`;

function readAccepted(path: string, owner: JournalOwner): Map<string, string> {
  const [first, ...rows] = readLines(path);
  if (jsonLine(first ?? {}) !== jsonLine(owner)) return new Map();
  return new Map(rows.flatMap(({ sku, hash }) => (typeof sku === "string" && typeof hash === "string" ? [[sku, hash] as const] : [])));
}

function readLines(path: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    return readFileSync(path, "utf8").split("\n").flatMap(parseLine);
  } catch {
    // There is no journal yet.
    return [];
  }
}

/** A line that a sudden end cut short is skipped, and its row sent again. */
function parseLine(line: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    return [JSON.parse(line) as Readonly<Record<string, unknown>>];
  } catch {
    return [];
  }
}
