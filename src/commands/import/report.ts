import { closeSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { RowError } from "../rows.ts";
import { makeFolder } from "../../platform/folder.ts";

/** What may become of a row. */
export const OUTCOMES = ["created", "updated", "unchanged", "refused", "unreadable"] as const;

/** A line of the report. `status` is the HTTP status that decided it, absent when nothing was sent. */
export interface ReportRow {
  readonly line: number;
  readonly sku: string | null;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly status?: number;
  readonly errors: readonly RowError[];
}

/** Rows so far, and how many of them ended how. */
export type Counts = Readonly<Record<"rows" | ReportRow["outcome"], number>>;

/** The report of an import: NDJSON, rows in the order they ended in. */
export interface Report {
  readonly counts: Counts;
  add(row: ReportRow): void;
  close(): void;
}

/** Begins a report at `path`, instead of an earlier one. */
export function createReport(path: string): Report {
  makeFolder(dirname(path));
  const file = openSync(path, "w");
  const counts = { rows: 0, created: 0, updated: 0, unchanged: 0, refused: 0, unreadable: 0 };
  return {
    counts,
    add(row) {
      counts.rows += 1;
      counts[row.outcome] += 1;
      writeSync(file, `${JSON.stringify(row)}\n`);
    },
    close: () => closeSync(file),
  };
}
