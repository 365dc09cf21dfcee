import { assumedOf, type LineFormat } from "./chunk-rows.ts";
import { type Assumed } from "./formats/assumptions.ts";
import { errorCsv, errorXlsx, type FailedRow } from "./formats/error-file.ts";
import { columnsOfObjects, objectsAsRows } from "./formats/object-columns.ts";
import { compileRowReader } from "./formats/row-reader.ts";
import type { ReadResult } from "./result-view.ts";
import type { BulkFormat } from "./row.ts";

/** The first detail of a failure. */
interface Detail {
  readonly code?: string;
  readonly pointer?: string;
  readonly message?: string;
  readonly suggestions?: readonly string[];
}

/** The members of the error of a failed row, in files of errors of every format. Rows that are sent again ignore them. */
interface RowErrorColumns {
  readonly error_code: string;
  readonly error_pointer: string;
  readonly error_message: string;
  readonly suggestion: string;
}

/** What a failed row was refused with, as columns: the first code and place, all messages, the first suggestion. */
function errorColumnsOf({ result, failure }: ReadResult): RowErrorColumns {
  const details = (result.details ?? []) as readonly Detail[];
  const [first = {}] = details;
  return {
    error_code: result.code ?? "",
    error_pointer: first.pointer ?? "",
    error_message: details.map(({ message = "" }) => message).join(" ") || (failure?.description ?? ""),
    suggestion: details.flatMap(({ suggestions = [] }) => suggestions)[0] ?? "",
  };
}

/**
 * A file of the failed rows of a job, in any format. Once corrected, it can be sent as it is. `failed` reads the failed rows, which may be done twice. `at` is
 * the time of the file, epoch ms.
 */
export async function* errorFile(
  format: BulkFormat,
  job: LineFormat,
  failed: () => AsyncIterable<ReadResult>,
  at: number,
): AsyncGenerator<Buffer> {
  const sent = assumedOf(job);
  if (format === "ndjson") {
    const lineOf = sent ? cellsErrorLine(sent) : errorLine;
    for await (const read of failed()) yield lineOf(read);
    return;
  }
  const assumed = sent ?? (await columnsOfObjects(failedRows(failed())));
  const rows = sent ? failedRows(failed()) : objectsAsRows(assumed, failedRows(failed()));
  yield* format === "csv" ? errorCsv(assumed, rows) : errorXlsx(assumed, rows, at);
}

async function* failedRows(results: AsyncIterable<ReadResult>): AsyncGenerator<FailedRow> {
  for await (const read of results) yield { line: read.line.line, text: textOf(read), errors: errorColumnsOf(read) };
}

const textOf = ({ line }: ReadResult): string =>
  line.bytes
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trim();

/** Makes a line of NDJSON from a failed row of a CSV or XLSX file: as the single call would get it, with its error. */
function cellsErrorLine(assumed: Assumed): (read: ReadResult) => Buffer {
  const rowOf = compileRowReader(assumed);
  return (read) => {
    const text = textOf(read);
    const { op, body } = rowOf(text);
    const members = Object.keys(body).length > 0 ? { op, ...body } : { line: text };
    return Buffer.from(`${JSON.stringify({ ...members, ...errorColumnsOf(read) })}\n`);
  };
}

/** A failed row of NDJSON as it was sent, with its error. A line that is no object becomes the text of a member `line`. */
function errorLine(read: ReadResult): Buffer {
  const text = textOf(read);
  const columns = JSON.stringify(errorColumnsOf(read)).slice(1);
  const isObject = isJsonObject(text);
  const members = isObject ? text.slice(1, -1).trim() : `"line":${JSON.stringify(text)}`;
  return Buffer.from(`{${members}${members === "" ? "" : ","}${columns}\n`);
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
