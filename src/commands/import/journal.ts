import { closeSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { sha256 } from "../../platform/basics/random.ts";
import { makeFolder } from "../../platform/basics/make-folder.ts";

/** Whose journal it is: another marketplace, seller or start of the seller's life makes another one. */
export interface JournalOwner {
  readonly url: string;
  readonly sellerId: number;
  readonly createdAt: string;
}

/** What was accepted so far, by sku, so that an import that was interrupted or is repeated sends only what is new. */
export interface Journal {
  /** Whether this row, byte for byte, is the last accepted one of its sku. */
  has(sku: string, bytes: Buffer): boolean;
  /** With the operating system when it returns: a killed import has it, a machine that loses power may not. */
  add(sku: string, bytes: Buffer): void;
  close(): void;
}

/** Bytes of a hash kept; enough that no two rows of a file look alike. */
const KEPT_HASH_BYTES = 16;
const hashOf = (bytes: Buffer) => sha256(bytes.toString("latin1")).subarray(0, KEPT_HASH_BYTES).toString("base64url");

/**
 * Opens the journal of `owner` at `path`; one that belongs to somebody else or cannot be read is begun anew, and so is any when
 * `restart`.
 */
export function openJournal(path: string, owner: JournalOwner, restart = false): Journal {
  const accepted = restart ? new Map<string, string>() : readAccepted(path, owner);
  makeFolder(dirname(path));
  // Written whole once, so that rows accepted many times over do not pile up.
  writeFileSync(`${path}.new`, [owner, ...[...accepted].map(([sku, hash]) => ({ sku, hash }))].map(toLine).join(""));
  renameSync(`${path}.new`, path);
  const file = openSync(path, "a");
  return {
    has: (sku, bytes) => accepted.get(sku) === hashOf(bytes),
    add(sku, bytes) {
      const hash = hashOf(bytes);
      accepted.set(sku, hash);
      writeSync(file, toLine({ sku, hash }));
    },
    close: () => closeSync(file),
  };
}

const toLine = (row: object) => `${JSON.stringify(row)}\n`;

function readAccepted(path: string, owner: JournalOwner): Map<string, string> {
  const [first, ...rows] = linesOf(path);
  if (toLine(first ?? {}) !== toLine(owner)) return new Map();
  return new Map(rows.flatMap(({ sku, hash }) => (typeof sku === "string" && typeof hash === "string" ? [[sku, hash] as const] : [])));
}

function linesOf(path: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    return readFileSync(path, "utf8").split("\n").flatMap(fromLine);
  } catch {
    // None yet.
    return [];
  }
}

/** The last line may be torn by a sudden end; its row is sent again. */
function fromLine(line: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    return [JSON.parse(line) as Readonly<Record<string, unknown>>];
  } catch {
    return [];
  }
}
