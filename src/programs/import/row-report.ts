import { closeSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { RowError } from "../../client/ndjson-rows.ts";
import { makeFolder } from "../../platform/basics/index.ts";
import type { Warning } from "../../platform/contract/index.ts";

/** All possible outcomes of a row. */
export const OUTCOMES = ["created", "updated", "unchanged", "refused", "unreadable"] as const;

/** A line of the report. `status` is the HTTP status that decided the outcome; absent if the row was not sent. */
export interface ReportRow {
  readonly line: number;
  readonly sku: string | null;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly status?: number;
  readonly errors: readonly RowError[];
  /** Members of the row that the marketplace ignores. */
  readonly warnings: readonly Warning[];
}

/** Numbers of rows: of all rows, of those with warnings, and of those with each outcome. */
export type Counts = Readonly<Record<"rows" | "warned" | ReportRow["outcome"], number>>;

/** Number of rows in which a member was ignored, and the known members with the most similar names. */
export interface IgnoredMember {
  readonly rows: number;
  readonly suggestions: readonly string[];
}

/** The report of an import: NDJSON with a line per row, in the order the rows were completed. */
export interface RowReport {
  readonly counts: Counts;
  /** Ignored members by their JSON Pointer, with `*` in place of list indices. */
  readonly ignored: ReadonlyMap<string, IgnoredMember>;
  add(row: ReportRow): void;
  close(): void;
}

/** Creates a report at `path`. Overwrites an earlier report. */
export function createRowReport(path: string): RowReport {
  makeFolder(dirname(path));
  const file = openSync(path, "w");
  const counts = { rows: 0, warned: 0, created: 0, updated: 0, unchanged: 0, refused: 0, unreadable: 0 };
  const ignored = new Map<string, IgnoredMember>();
  return {
    counts,
    ignored,
    add(row) {
      counts.rows += 1;
      counts[row.outcome] += 1;
      if (row.warnings.length > 0) counts.warned += 1;
      for (const { pointer = "", suggestions } of row.warnings) {
        const member = pointer.replace(LIST_INDEX, "/*");
        ignored.set(member, { rows: (ignored.get(member)?.rows ?? 0) + 1, suggestions });
      }
      writeSync(file, `${JSON.stringify(row)}\n`);
    },
    close: () => closeSync(file),
  };
}

/** A list index in a JSON Pointer. */
const LIST_INDEX = /\/\d+(?=\/)/g;
