import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";
import type { LocalizedText } from "../../../platform/contract/index.ts";
import { fileErrors } from "../errors.ts";
import { FileProblem } from "../file-problem.ts";

/** The bytes of a file that can be read from any place. `read` returns the bytes from `start` up to and without `end`. */
export interface ByteSource {
  readonly size: number;
  readonly read: (start: number, end: number) => AsyncIterable<Uint8Array>;
}

/** Limits against archives that inflate to far more than they are (200 MiB, 100 times). */
export const ARCHIVE_LIMITS = {
  inflatedBytes: 200 * 1024 * 1024,
  ratio: 100,
  /** An entry may exceed the ratio up to this size: short repetitive parts are common. */
  bytesAtAnyRatio: 1024 * 1024,
  entries: 5_000,
} as const;

/** The parts of an archive that are read. Everything that is inflated counts towards one limit. */
export interface Archive {
  /** The bytes of an entry, by its name in any letter case. Undefined when there is no such entry. */
  readonly open: (name: string) => AsyncIterable<Buffer> | undefined;
  readonly has: (name: string) => boolean;
  readonly close: () => void;
}

const ZIP = [0x50, 0x4b];
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];
const NOT_A_SPREADSHEET: Readonly<Record<"old" | "other", LocalizedText>> = {
  old: {
    "pt-BR": "é um .xls antigo ou está protegida por senha",
    en: "it is an old .xls or is protected by a password",
  },
  other: { "pt-BR": "não começa como um arquivo zip", en: "it does not begin as a zip file" },
};

/** Opens an archive. Reads its directory only. Rejects with a FileProblem when it is none, or a damaged one. */
export async function openArchive(source: ByteSource): Promise<Archive> {
  await refuseOtherFiles(source);
  const reader = new SourceReader(source);
  const zip = await readZip(reader, "zip", () => fromRandomAccessReaderPromise(reader, source.size, { autoClose: false }));
  zip.on("error", nothing);
  const entries = await readZip(reader, "zip", () => entriesOf(zip));
  const total = { inflated: 0 };
  return {
    open(name) {
      const entry = entries.get(name.toLowerCase());
      return entry && inflate({ zip, reader, entry, total });
    },
    has: (name) => entries.has(name.toLowerCase()),
    close: () => zip.close(),
  };
}

/** The zip reader also emits its errors. They have been thrown already. */
const nothing = () => undefined;

async function refuseOtherFiles(source: ByteSource): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.read(0, Math.min(source.size, COMPOUND_FILE.length))) chunks.push(chunk);
  const head = Buffer.concat(chunks);
  const begins = (signature: readonly number[]) => signature.every((byte, index) => head[index] === byte);
  if (begins(ZIP)) return;
  const reason = NOT_A_SPREADSHEET[begins(COMPOUND_FILE) ? "old" : "other"];
  throw new FileProblem([fileErrors.failure("xlsx_not_zip", { params: { reason } })]);
}

/** Lets the zip reader read from a source. It keeps the error of a source that cannot be read, because that error is not about the file. */
class SourceReader extends RandomAccessReader {
  failure: Error | undefined;
  private readonly source: ByteSource;
  constructor(source: ByteSource) {
    super();
    this.source = source;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.chunks(start, end), { objectMode: false });
  }
  private async *chunks(start: number, end: number): AsyncGenerator<Uint8Array> {
    const { size, read } = this.source;
    try {
      if (start < size) yield* read(start, Math.min(end, size));
    } catch (error) {
      this.failure = error as Error;
      throw error;
    }
  }
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > ARCHIVE_LIMITS.entries)
    throw new FileProblem([fileErrors.failure("xlsx_too_large", { allowed: ARCHIVE_LIMITS.entries, params: { part: "zip" } })]);
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  return entries;
}

interface OpenEntry {
  readonly zip: ZipFile;
  readonly reader: SourceReader;
  readonly entry: Entry;
  readonly total: { inflated: number };
}

async function* inflate({ zip, reader, entry, total }: OpenEntry): AsyncGenerator<Buffer> {
  const part = entry.fileName;
  // If the directory gives a size that is too large, nothing is inflated. It may give a wrong size, so the inflated bytes are counted too.
  refuseBomb(entry, entry.uncompressedSize, total.inflated + entry.uncompressedSize);
  const stream = await readZip(reader, part, () => zip.openReadStreamPromise(entry));
  stream.on("error", nothing);
  const chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const next = () => readZip(reader, part, () => chunks.next());
  let [size, checksum] = [0, 0];
  try {
    for (let read = await next(); !read.done; read = await next()) {
      size += read.value.length;
      total.inflated += read.value.length;
      refuseBomb(entry, size, total.inflated);
      checksum = crc32(read.value, checksum);
      yield read.value;
    }
  } finally {
    stream.destroy();
  }
  if (checksum !== entry.crc32) throw damaged(part, { "pt-BR": "a soma de verificação não confere", en: "the checksum does not match" });
}

function refuseBomb({ fileName: part, compressedSize }: Entry, size: number, total: number): void {
  const { inflatedBytes, ratio, bytesAtAnyRatio } = ARCHIVE_LIMITS;
  if (total > inflatedBytes) throw new FileProblem([fileErrors.failure("xlsx_too_large", { allowed: inflatedBytes, params: { part } })]);
  if (size > bytesAtAnyRatio && size > compressedSize * ratio)
    throw new FileProblem([fileErrors.failure("xlsx_inflates_too_much", { allowed: ratio, params: { part } })]);
}

/** Runs a step of the zip reader. Its errors are about the file, so they become a FileProblem. */
async function readZip<Result>(reader: SourceReader, part: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (reader.failure !== undefined) throw reader.failure;
    if (error instanceof FileProblem || !(error instanceof Error)) throw error;
    throw damaged(part, { "pt-BR": error.message, en: error.message });
  }
}

/** The problem of a part that is not what it should be. */
export const damaged = (part: string, reason: LocalizedText): FileProblem =>
  new FileProblem([fileErrors.failure("xlsx_damaged", { params: { part, reason } })]);
