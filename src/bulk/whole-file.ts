import { Refusal } from "../platform/contract/index.ts";
import { startsAsNdjson } from "./content.ts";
import type { ContentContext } from "./content-writer.ts";
import type { FileOfJob } from "./file-start.ts";
import { readCsvHeader } from "./formats/csv-file.ts";
import { FileProblem } from "./formats/file-problem.ts";
import { openXlsx } from "./formats/xlsx-file.ts";
import type { ByteSource } from "./formats/xlsx/archive-entries.ts";
import { createLineCutter } from "./line-cutter.ts";

/** A small file that was read as a whole. */
export interface WholeFile {
  /** The file as it was sent. */
  readonly bytes: Buffer;
  /** Its rows, as a chunk stores them. Of NDJSON and CSV: the file itself. */
  readonly chunk: Buffer;
  readonly lines: number;
  /** JSON: what was assumed; null where nothing is. */
  readonly assumed: string | null;
}

type WholeContext = Pick<ContentContext, "limits">;

/** Reads a small file. A refusal when it cannot be read; undefined when it has too many rows, or must be read as a stream to be refused. */
export async function readWhole(context: WholeContext, file: FileOfJob, bytes: Buffer): Promise<WholeFile | Refusal | undefined> {
  try {
    if (file.format === "xlsx") return await wholeXlsx(context, file, bytes);
    return file.format === "csv" ? wholeCsv(file, bytes) : wholeNdjson(context, bytes);
  } catch (error) {
    if (error instanceof FileProblem) return new Refusal(error.failures);
    throw error;
  }
}

function wholeNdjson({ limits }: WholeContext, bytes: Buffer): WholeFile | undefined {
  const { bulkMaxLineBytes: maxLineBytes, bulkRowsAtOnce } = limits;
  const cutter = createLineCutter({
    maxLineBytes,
    rowsPerChunk: bulkRowsAtOnce + 1,
    bytesPerChunk: Number.POSITIVE_INFINITY,
    tail: Buffer.alloc(0),
  });
  // If it would be refused or has too many rows, it is read like a large file, which names what is wrong.
  if (cutter.push(bytes).length > 0 || cutter.tooLong || !startsAsNdjson(bytes)) return undefined;
  return { bytes, chunk: bytes, lines: cutter.flush().chunk.lines + 1, assumed: null };
}

const wholeCsv = ({ header }: FileOfJob, bytes: Buffer): WholeFile => ({
  bytes,
  chunk: bytes,
  lines: bytes.toString("latin1").split("\n").length,
  assumed: JSON.stringify(readCsvHeader(bytes, true, header)),
});

async function wholeXlsx({ limits }: WholeContext, { header }: FileOfJob, bytes: Buffer): Promise<WholeFile | undefined> {
  const { assumed, texts } = await openXlsx(sourceOf(bytes), header);
  const rows: string[] = [];
  for await (const text of texts) {
    rows.push(`${text}\n`);
    if (rows.length > limits.bulkRowsAtOnce) return undefined;
  }
  return { bytes, chunk: Buffer.from(rows.join("")), lines: rows.length, assumed: JSON.stringify(assumed) };
}

const sourceOf = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  async *read(start, end) {
    yield bytes.subarray(start, end);
  },
});
