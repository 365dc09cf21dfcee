import { closeSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { RowError } from "../rows.ts";
import { makeFolder } from "../../platform/basics/make-folder.ts";
import type { Warning } from "../../platform/contract/warnings.ts";

/** What may become of a row. */
export const OUTCOMES = ["created", "updated", "unchanged", "refused", "unreadable"] as const;

/** A line of the report. `status` is the HTTP status that decided it, absent when nothing was sent. */
export interface ReportRow {
  readonly line: number;
  readonly sku: string | null;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly status?: number;
  readonly errors: readonly RowError[];
  /** What the marketplace ignores of the row. */
  readonly warnings: readonly Warning[];
}

/** Rows so far, how many of them had warnings, and how many ended how. */
export type Counts = Readonly<Record<"rows" | "warned" | ReportRow["outcome"], number>>;

/** In how many rows a member was ignored, and which ones may have been meant. */
export interface Ignored {
  readonly rows: number;
  readonly suggestions: readonly string[];
}

/** The report of an import: NDJSON, rows in the order they ended in. */
export interface Report {
  readonly counts: Counts;
  /** The members that no product has, by their place with `*` for the indices of lists, each once for all rows. */
  readonly ignored: ReadonlyMap<string, Ignored>;
  add(row: ReportRow): void;
  close(): void;
}

/** Begins a report at `path`, instead of an earlier one. */
export function createReport(path: string): Report {
  makeFolder(dirname(path));
  const file = openSync(path, "w");
  const counts = { rows: 0, warned: 0, created: 0, updated: 0, unchanged: 0, refused: 0, unreadable: 0 };
  const ignored = new Map<string, Ignored>();
  return {
    counts,
    ignored,
    add(row) {
      counts.rows += 1;
      counts[row.outcome] += 1;
      if (row.warnings.length > 0) counts.warned += 1;
      for (const { pointer = "", suggestions } of row.warnings) {
        const place = pointer.replace(INDEX, "/*");
        ignored.set(place, { rows: (ignored.get(place)?.rows ?? 0) + 1, suggestions });
      }
      writeSync(file, `${JSON.stringify(row)}\n`);
    },
    close: () => closeSync(file),
  };
}

/** A step of a pointer that is the index of a list. */
const INDEX = /\/\d+(?=\/)/g;
