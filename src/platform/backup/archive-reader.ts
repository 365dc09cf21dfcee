import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { LocalizedError, formatTexts, type Params } from "../contract/errors.ts";
import * as format from "./format.ts";
import type { Progress } from "./take-backup.ts";
import { openTar, type TarReader } from "./tar-reader.ts";

/** An archive that is complete and has a correct manifest. Its rows are checked when they are read. */
export interface BackupReader extends AsyncDisposable {
  readonly manifest: format.Manifest;
  /** Size of the file in bytes. */
  readonly size: number;
  /** The key files in the archive. */
  readonly keyFiles: readonly { readonly name: string; readonly text: string }[];
  /** Yields the rows of a table as COPY text. Throws before the last chunk when the rows differ from the manifest. */
  rowsOf(table: format.ArchivedTable): AsyncGenerator<Buffer>;
}

const decompress = promisify(zstdDecompress);
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const KEYS = format.keyFileName("");

type FaultName = keyof typeof format.ARCHIVE_FAULTS;

/** Reads the entries of one file, and creates errors that name the file. */
interface Source {
  readonly tar: TarReader;
  readonly fault: (name: FaultName, params?: Params) => LocalizedError;
  /** Returns the content of an entry. Throws a LocalizedError when the entry is missing or damaged. */
  readonly read: (name: string, maxBytes: number) => Promise<Buffer>;
}

/** Opens an archive and checks everything except the rows. Rejects with a LocalizedError that describes the problem. */
export async function openBackup(path: string): Promise<BackupReader> {
  const fault: Source["fault"] = (name, params = {}) =>
    new LocalizedError(formatTexts(format.ARCHIVE_FAULTS[name], { file: path, ...params }));
  const tar = await openTar(path).catch((cause: NodeJS.ErrnoException) => {
    throw fault("unreadable", { code: cause.code });
  });
  const read: Source["read"] = async (name, maxBytes) => {
    const bytes = await tar.content(name, maxBytes);
    if (bytes === undefined) throw fault("damaged", { what: name });
    return bytes;
  };
  const source = { tar, fault, read };
  try {
    const manifest = await readManifest(source);
    const files = await readFiles(source, manifest);
    return {
      manifest,
      size: tar.size,
      keyFiles: files.flatMap(({ name, text }) => (name.startsWith(KEYS) ? [{ name: name.slice(KEYS.length), text }] : [])),
      rowsOf: (table) => readRows(source, table),
      [Symbol.asyncDispose]: () => tar[Symbol.asyncDispose](),
    };
  } catch (error) {
    await tar[Symbol.asyncDispose]();
    throw error;
  }
}

/** Reads the manifest. Checks its hash, and checks that the archive has exactly the entries that the manifest names. */
async function readManifest({ tar: { names, isWhole }, read, fault }: Source): Promise<format.Manifest> {
  if (names[0] !== format.README) throw fault("no_backup");
  if (!names.includes(format.MANIFEST_HASH) || !names.includes(format.MANIFEST)) throw fault("incomplete");
  const text = await read(format.MANIFEST, MAX_FILE_BYTES);
  const hash = await read(format.MANIFEST_HASH, MAX_FILE_BYTES);
  if (hash.toString() !== `${sha256(text)}  ${format.MANIFEST}\n`) throw fault("damaged", { what: format.MANIFEST });
  const manifest = JSON.parse(text.toString()) as format.Manifest;
  if (!(manifest.format <= format.FORMAT)) throw fault("newer_format", { format: manifest.format, known: format.FORMAT });
  const expected = entryNames(manifest);
  const stray = names.find((name, index) => name !== expected[index]);
  if (!isWhole || stray !== undefined || names.length !== expected.length) throw fault("damaged", { what: stray ?? names.at(-1) });
  return manifest;
}

/** The names of the entries in an archive with this manifest, in order. */
const entryNames = ({ files, tables }: format.Manifest): readonly string[] => [
  ...files.map(({ name }) => name),
  ...tables.flatMap(({ name, pieces }) => Array.from({ length: pieces }, (_, index) => format.chunkName(name, index + 1))),
  format.MANIFEST,
  format.MANIFEST_HASH,
];

async function readFiles({ read, fault }: Source, { files }: format.Manifest) {
  const found = [];
  for (const { name, sha256: expected } of files) {
    const bytes = await read(name, MAX_FILE_BYTES);
    if (sha256(bytes) !== expected) throw fault("damaged", { what: name });
    found.push({ name, text: bytes.toString() });
  }
  return found;
}

async function* readRows({ read, fault }: Source, table: format.ArchivedTable): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let bytes = 0;
  for (let nth = 1; nth <= table.pieces; nth += 1) {
    const name = format.chunkName(table.name, nth);
    const compressed = await read(name, format.MAX_CHUNK_BYTES);
    const chunk = await decompress(compressed, { maxOutputLength: format.MAX_CHUNK_BYTES }).catch(() => {
      throw fault("damaged", { what: name });
    });
    hash.update(chunk);
    bytes += chunk.length;
    // The last chunk is yielded only when the whole table is correct. A COPY therefore never completes with wrong rows.
    const isWrong = nth === table.pieces && (bytes !== table.bytes || hash.digest("hex") !== table.sha256);
    if (isWrong) throw fault("damaged", { what: `tables/${table.name}` });
    yield chunk;
  }
}

/** Reads all rows. Rejects at the first table that differs from the manifest, and when `signal` is aborted. */
export async function checkRows(
  { manifest, rowsOf }: BackupReader,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const total = Math.max(1, totalRowBytes(manifest));
  let [rows, bytes] = [0, 0];
  for (const table of manifest.tables) {
    for await (const chunk of rowsOf(table)) {
      signal.throwIfAborted();
      bytes += chunk.length;
      onProgress({ table: table.name, rows, bytes, share: bytes / total });
    }
    rows += table.rows;
  }
}

/** Total size of all rows in bytes, uncompressed. */
export const totalRowBytes = ({ tables }: format.Manifest): number => tables.reduce((sum, { bytes }) => sum + bytes, 0);
/** Total number of rows in all tables. */
export const totalRows = ({ tables }: format.Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
