import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { BilingualFault, fill, type Params } from "../errors.ts";
import { HEADER_BYTES, readTarHeader, TAR_END, tarPadding } from "../tar.ts";
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

/** A file of the archive, and where it begins. */
interface Place {
  readonly name: string;
  readonly size: number;
  readonly at: number;
}

const decompress = promisify(zstdDecompress);
const MOST_JSON_BYTES = 16 * 1024 * 1024;

/** Opens an archive and checks everything but the rows: throws a fault that says what is wrong with it. */
export async function openArchive(path: string): Promise<Archive> {
  const fault = (name: keyof typeof format.ARCHIVE_FAULTS, facts: Params = {}) => faultOf(name, { file: path, ...facts });
  const damaged = (what: string) => fault("damaged", { what });
  const file = await open(path).catch((cause: NodeJS.ErrnoException) => {
    throw fault("unreadable", { code: cause.code });
  });
  try {
    const { size } = await file.stat();
    const { places, isWhole } = await placesIn(file, size);
    const content = async ({ name, at, size: length }: Place, most: number) => {
      if (length > most) throw damaged(`${name}: ${length} B`);
      const padding = tarPadding(length).length;
      const bytes = await read(file, at, length + padding);
      if (bytes.length < length + padding || bytes.subarray(length).some((byte) => byte !== 0)) throw damaged(name);
      return bytes.subarray(0, length);
    };
    const byName = new Map(places.map((place) => [place.name, place]));
    const named = (name: string) => {
      const place = byName.get(name);
      if (!place) throw damaged(name);
      return place;
    };
    if (places[0]?.name !== format.README) throw fault("no_backup");
    if (!byName.has(format.MANIFEST_HASH) || !byName.has(format.MANIFEST)) throw fault("incomplete");
    const text = await content(named(format.MANIFEST), MOST_JSON_BYTES);
    const hash = (await content(named(format.MANIFEST_HASH), HEADER_BYTES)).toString();
    if (hash !== `${sha256(text)}  ${format.MANIFEST}\n`) throw damaged(format.MANIFEST);
    const manifest = JSON.parse(text.toString()) as format.Manifest;
    if (!(manifest.format <= format.FORMAT)) throw fault("newer_format", { format: manifest.format, known: format.FORMAT });
    const expected = namesOf(manifest);
    if (!isWhole || places.length !== expected.length) throw damaged(`${places.length} / ${expected.length}`);
    const stray = places.find(({ name }, nth) => name !== expected[nth]);
    if (stray) throw damaged(stray.name);

    const files = new Map<string, string>();
    for (const { name, sha256: told } of manifest.files) {
      const bytes = await content(named(name), MOST_JSON_BYTES);
      if (sha256(bytes) !== told) throw damaged(name);
      files.set(name, bytes.toString());
    }
    const keys = keyFileName("");
    return {
      manifest,
      size,
      keyFiles: [...files].flatMap(([name, one]) => (name.startsWith(keys) ? [{ name: name.slice(keys.length), text: one }] : [])),
      async *rowsOf({ name, pieces, bytes, sha256: told }) {
        const hashed = createHash("sha256");
        let seen = 0;
        for (let nth = 1; nth <= pieces; nth += 1) {
          const place = named(format.pieceName(name, nth));
          const packed = await content(place, format.MOST_PIECE_BYTES);
          const piece = await decompress(packed, { maxOutputLength: format.MOST_PIECE_BYTES }).catch(() => {
            throw damaged(place.name);
          });
          hashed.update(piece);
          seen += piece.length;
          // The last piece goes only when all of them were right: a COPY that ends has taken nothing wrong in.
          if (nth === pieces && (seen !== bytes || hashed.digest("hex") !== told)) throw damaged(`tables/${name}`);
          yield piece;
        }
      },
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads every row there is and throws at the first that is not what was written. */
export async function checkRows(
  { manifest, rowsOf }: Archive,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const all = Math.max(1, bytesOf(manifest));
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
export const bytesOf = ({ tables }: format.Manifest): number => tables.reduce((sum, { bytes }) => sum + bytes, 0);
/** How many rows there are. */
export const rowsOf = ({ tables }: format.Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);

const { keyFileName } = format;

/** The entries that an archive of this manifest has, in order. */
const namesOf = ({ files, tables }: format.Manifest): readonly string[] => [
  ...files.map(({ name }) => name),
  ...tables.flatMap(({ name, pieces }) => Array.from({ length: pieces }, (_, nth) => format.pieceName(name, nth + 1))),
  format.MANIFEST,
  format.MANIFEST_HASH,
];

/** Every file of the archive; whole = it ends as archives do, with nothing behind. */
async function placesIn(file: FileHandle, size: number): Promise<{ readonly places: readonly Place[]; readonly isWhole: boolean }> {
  const places: Place[] = [];
  for (let at = 0; ;) {
    const entry = readTarHeader(await read(file, at, HEADER_BYTES));
    if (!entry) return { places, isWhole: size === at + TAR_END.length && (await read(file, at, TAR_END.length)).equals(TAR_END) };
    places.push({ ...entry, at: at + HEADER_BYTES });
    at += HEADER_BYTES + entry.size + tarPadding(entry.size).length;
  }
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, at + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

const faultOf = (name: keyof typeof format.ARCHIVE_FAULTS, facts: Params): BilingualFault =>
  new BilingualFault({
    "pt-BR": fill(format.ARCHIVE_FAULTS[name]["pt-BR"], facts, "pt-BR"),
    en: fill(format.ARCHIVE_FAULTS[name].en, facts, "en"),
  });
