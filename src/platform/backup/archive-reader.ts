import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { BilingualFault, filled, type Params } from "../contract/errors.ts";
import { openEntries, type Entries } from "./tar-reader.ts";
import * as format from "./format.ts";
import type { Progress } from "./take.ts";

/** An archive that is there and complete: its manifest is what was written. Its rows are checked when they are read. */
export interface Archive extends AsyncDisposable {
  readonly manifest: format.Manifest;
  /** Bytes on the disk. */
  readonly size: number;
  /** Files with keys that came along. */
  readonly keyFiles: readonly { readonly name: string; readonly text: string }[];
  /** A table's rows, as COPY takes them. Throws before its end when they are not what was written. */
  rowsOf(table: format.ArchivedTable): AsyncGenerator<Buffer>;
}

const decompress = promisify(zstdDecompress);
const MOST_FILE_BYTES = 16 * 1024 * 1024;
const KEYS = format.keyFileName("");

type FaultName = keyof typeof format.ARCHIVE_FAULTS;
/** Makes the faults of one file. */
type Faults = (name: FaultName, facts?: Params) => BilingualFault;

/** Opens an archive and checks everything but the rows: throws a fault that says what is wrong with it. */
export async function openArchive(path: string): Promise<Archive> {
  const fault: Faults = (name, facts = {}) => faultOf(name, { file: path, ...facts });
  const entries = await openEntries(path).catch((cause: NodeJS.ErrnoException) => {
    throw fault("unreadable", { code: cause.code });
  });
  try {
    const content = async (name: string, mostBytes: number) => {
      const bytes = await entries.content(name, mostBytes);
      if (bytes === undefined) throw fault("damaged", { what: name });
      return bytes;
    };
    const manifest = await manifestOf(entries, content, fault);
    const files = [];
    for (const { name, sha256: told } of manifest.files) {
      const bytes = await content(name, MOST_FILE_BYTES);
      if (sha256(bytes) !== told) throw fault("damaged", { what: name });
      files.push({ name, text: bytes.toString() });
    }
    return {
      manifest,
      size: entries.size,
      keyFiles: files.flatMap(({ name, text }) => (name.startsWith(KEYS) ? [{ name: name.slice(KEYS.length), text }] : [])),
      async *rowsOf(table) {
        const hash = createHash("sha256");
        let bytes = 0;
        for (let nth = 1; nth <= table.pieces; nth += 1) {
          const name = format.pieceName(table.name, nth);
          const packed = await content(name, format.MOST_PIECE_BYTES);
          const piece = await decompress(packed, { maxOutputLength: format.MOST_PIECE_BYTES }).catch(() => {
            throw fault("damaged", { what: name });
          });
          hash.update(piece);
          bytes += piece.length;
          // The last piece goes only when all of them were right: a COPY that ends has taken nothing wrong in.
          const isWrong = nth === table.pieces && (bytes !== table.bytes || hash.digest("hex") !== table.sha256);
          if (isWrong) throw fault("damaged", { what: `tables/${table.name}` });
          yield piece;
        }
      },
      [Symbol.asyncDispose]: () => entries[Symbol.asyncDispose](),
    };
  } catch (error) {
    await entries[Symbol.asyncDispose]();
    throw error;
  }
}

/** The manifest, when it is what was written and names the entries that are there. */
async function manifestOf(
  { names, isWhole }: Entries,
  content: (name: string, mostBytes: number) => Promise<Buffer>,
  fault: Faults,
): Promise<format.Manifest> {
  if (names[0] !== format.README) throw fault("no_backup");
  if (!names.includes(format.MANIFEST_HASH) || !names.includes(format.MANIFEST)) throw fault("incomplete");
  const text = await content(format.MANIFEST, MOST_FILE_BYTES);
  const hash = await content(format.MANIFEST_HASH, MOST_FILE_BYTES);
  if (hash.toString() !== `${sha256(text)}  ${format.MANIFEST}\n`) throw fault("damaged", { what: format.MANIFEST });
  const manifest = JSON.parse(text.toString()) as format.Manifest;
  if (!(manifest.format <= format.FORMAT)) throw fault("newer_format", { format: manifest.format, known: format.FORMAT });
  const expected = namesIn(manifest);
  const stray = names.find((name, nth) => name !== expected[nth]);
  if (!isWhole || stray !== undefined || names.length !== expected.length) throw fault("damaged", { what: stray ?? names.at(-1) });
  return manifest;
}

/** The entries that an archive of this manifest has, in order. */
const namesIn = ({ files, tables }: format.Manifest): readonly string[] => [
  ...files.map(({ name }) => name),
  ...tables.flatMap(({ name, pieces }) => Array.from({ length: pieces }, (_, nth) => format.pieceName(name, nth + 1))),
  format.MANIFEST,
  format.MANIFEST_HASH,
];

/** Reads every row there is and throws at the first that is not what was written. */
export async function checkRows(
  { manifest, rowsOf }: Archive,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const all = Math.max(1, bytesIn(manifest));
  let [rows, bytes] = [0, 0];
  for (const table of manifest.tables) {
    for await (const piece of rowsOf(table)) {
      signal.throwIfAborted();
      bytes += piece.length;
      onProgress({ table: table.name, rows, bytes, share: bytes / all });
    }
    rows += table.rows;
  }
}

/** Bytes of all rows before they were compressed. */
export const bytesIn = ({ tables }: format.Manifest): number => tables.reduce((sum, { bytes }) => sum + bytes, 0);
/** How many rows there are. */
export const rowsIn = ({ tables }: format.Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

const faultOf = (name: FaultName, facts: Params): BilingualFault => new BilingualFault(filled(format.ARCHIVE_FAULTS[name], facts));
