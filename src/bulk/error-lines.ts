import { assumedOf, type LineFormat } from "./chunk-rows.ts";
import { type Assumed } from "./formats/assumptions.ts";
import { columnNamesOf, ERROR_COLUMNS } from "./formats/column-names.ts";
import { errorCsv, errorXlsx, type FailedRow, plainRowText } from "./formats/error-file.ts";
import { columnsOfObjects, objectsAsRows } from "./formats/object-columns.ts";
import { compileRowReader } from "./formats/row-reader.ts";
import { memberTexts } from "./json-members.ts";
import type { JobRow } from "./queries.ts";
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

/**
 * What a failed row was refused with, as columns: the first code and place, all messages, the first suggestion. Messages that begin with the pointer of
 * a field begin with the name of its column in `names` instead.
 */
function errorColumnsOf({ result, failure }: ReadResult, names: ReadonlyMap<string, string> = NO_NAMES): RowErrorColumns {
  const details = (result.details ?? []) as readonly Detail[];
  const [first = {}] = details;
  const messages = details.map(({ pointer = "", message = "" }) => {
    const name = names.get(pointer);
    return name !== undefined && message.startsWith(`${pointer}: `) ? name + message.slice(pointer.length) : message;
  });
  return {
    error_code: result.code ?? "",
    error_pointer: first.pointer ?? "",
    error_message: messages.join(" ") || (failure?.description ?? ""),
    suggestion: details.flatMap(({ suggestions = [] }) => suggestions)[0] ?? "",
  };
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/**
 * A file of the failed rows of a job, in any format. Once corrected, it can be sent as it is. `failed` reads the failed rows, which may be done twice. `at` is
 * the time of the file, epoch ms.
 */
export async function* errorFile(
  format: BulkFormat,
  job: LineFormat & Pick<JobRow, "op" | "reverts">,
  failed: () => AsyncIterable<ReadResult>,
  at: number,
): AsyncGenerator<Buffer> {
  const sent = assumedOf(job);
  if (format === "ndjson") {
    const lineOf = sent ? cellsErrorLine(sent) : (read: ReadResult) => errorLine(read, job);
    for await (const read of failed()) yield lineOf(read);
    return;
  }
  const assumed = sent ?? (await columnsOfObjects(failedRows(failed())));
  const named = failedRows(failed(), columnNamesOf(assumed));
  const rows = sent ? named : objectsAsRows(assumed, named);
  yield* format === "csv" ? errorCsv(assumed, rows) : errorXlsx(assumed, rows, at);
}

async function* failedRows(results: AsyncIterable<ReadResult>, names?: ReadonlyMap<string, string>): AsyncGenerator<FailedRow> {
  for await (const read of results) yield { line: read.line.line, text: textOf(read), errors: errorColumnsOf(read, names) };
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
    const members = Object.keys(body).length > 0 ? { op, ...body } : { line: plainRowText(text, assumed.delimiter) };
    return Buffer.from(`${JSON.stringify({ ...members, ...errorColumnsOf(read) })}\n`);
  };
}

/**
 * A failed row of NDJSON as it was sent, with its error in place of an earlier one. It names the operation that the job did, so that it can be sent
 * alone. A line that is no object becomes the text of a member `line`.
 */
function errorLine(read: ReadResult, { op: jobOp, reverts }: Pick<JobRow, "op" | "reverts">): Buffer {
  const text = textOf(read);
  const columns = JSON.stringify(errorColumnsOf(read)).slice(1, -1);
  const members = isJsonObject(text) ? memberTexts(text) : [{ name: "line", text: `"line":${JSON.stringify(text)}` }];
  const hidden = reverts === null ? ADDED : ADDED_OR_PLANNED;
  const own = members.filter(({ name }) => !hidden.has(name)).map((member) => member.text);
  const op = jobOp === null || members.some(({ name }) => name === "op") ? [] : [`"op":${JSON.stringify(jobOp)}`];
  return Buffer.from(`{${[...op, ...own, columns].join(",")}}\n`);
}
const ADDED: ReadonlySet<string> = new Set(ERROR_COLUMNS);
/** Rows that take back another job also say which versions they take back. */
const ADDED_OR_PLANNED: ReadonlySet<string> = new Set([...ERROR_COLUMNS, "first", "changes"]);

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
