import type { ReadResult } from "./result-view.ts";

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

/** A failed row of NDJSON as it was sent, with its error. A line that is no object becomes the text of a member `line`. */
export function errorLine(read: ReadResult): Buffer {
  const text = read.line.bytes
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trim();
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
