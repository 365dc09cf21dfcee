import { closeSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder, sha256 } from "../../platform/basics/index.ts";

/** The seller that a journal belongs to. A new marketplace may reuse the URL and the id; then `createdAt` differs. */
export interface JournalOwner {
  readonly url: string;
  readonly sellerId: number;
  readonly createdAt: string;
}

/** The rows accepted so far, by sku. After an interruption, a repeated import sends only the other rows. */
export interface Journal {
  /** Whether the last row accepted for the sku has exactly these bytes. */
  has(sku: string, bytes: Buffer): boolean;
  /** Records an accepted row. The record survives a killed process, but perhaps not a power failure, because the file is not synced. */
  add(sku: string, bytes: Buffer): void;
  close(): void;
}

/** Number of bytes stored of each hash; enough to distinguish all rows. */
const HASH_BYTES = 16;
const hashOf = (bytes: Buffer) => sha256(bytes.toString("latin1")).subarray(0, HASH_BYTES).toString("base64url");

/** Opens the journal at `path`. It starts empty if `restart` is set, or if the file is unreadable or has a different owner. */
export function openJournal(path: string, owner: JournalOwner, restart = false): Journal {
  const accepted = restart ? new Map<string, string>() : readAccepted(path, owner);
  makeFolder(dirname(path));
  // Rewrite the file, so that it has only the latest entry of each sku.
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
    // The journal does not exist yet, or cannot be read.
    return [];
  }
}

/** Parses a line. Skips an incomplete line from a killed process; its row is sent again. */
function parseLine(line: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    return [JSON.parse(line) as Readonly<Record<string, unknown>>];
  } catch {
    return [];
  }
}
