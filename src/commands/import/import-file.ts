import { statSync } from "node:fs";
import { ProductBody } from "../../catalog/index.ts";
import type { Lang } from "../../platform/contract/errors.ts";
import { unknownMembers } from "../../platform/contract/unknown-members.ts";
import { memberWarnings } from "../../platform/contract/warnings.ts";
import { fillPlaceholder, readRow, readRows, type Row } from "../rows.ts";
import type { Journal } from "./journal.ts";
import type { PatientApi } from "./patient-api.ts";
import type { Progress } from "./progress.ts";
import { publish } from "./publish.ts";
import { createReport, type Counts, type Report, type ReportRow } from "./report.ts";

/** What an import works with. */
export interface ImportOptions {
  readonly file: string;
  /** Path of the report, which is written anew. */
  readonly report: string;
  /** What the placeholder of image addresses becomes. */
  readonly imageBase: string;
  /** Rows in progress at the same time. */
  readonly concurrency: number;
  readonly skipExisting: boolean;
  readonly api: PatientApi;
  readonly journal: Journal;
  readonly progress: Progress;
  readonly lang: Lang;
  /** No further row is begun once it is aborted. */
  readonly signal: AbortSignal;
}

/** How an import ended. */
export interface ImportResult {
  readonly counts: Counts;
  readonly ignored: Report["ignored"];
  /** The skus the marketplace has taken, now or earlier. */
  readonly accepted: ReadonlySet<string>;
  /** Why it ended early, when something concerned every row. */
  readonly trouble: Error | undefined;
}

/**
 * Publishes every row of a file, several at a time, and reports each as it ends. Rows of one sku go one after another, in
 * the file's order. Resolves when nothing is in progress any more; rejects when the file cannot be read.
 */
export async function importFile(options: ImportOptions): Promise<ImportResult> {
  const { file, concurrency, progress, signal } = options;
  const totalBytes = statSync(file).size;
  const report = createReport(options.report);
  const accepted = new Set<string>();
  const rows = readRows(file);
  const settle = settler(options);
  const state: { bytes: number; trouble: Error | undefined } = { bytes: 0, trouble: undefined };

  const worker = async () => {
    while (!signal.aborted && state.trouble === undefined) {
      const next = await rows.next();
      if (next.done === true) return;
      const row = await settle(next.value);
      report.add(row);
      if (row.sku !== null && TAKEN.has(row.outcome)) accepted.add(row.sku);
      state.bytes = Math.max(state.bytes, next.value.endsAt);
      const { counts } = report;
      progress.show({ bytes: state.bytes, totalBytes, rows: counts.rows, refused: counts.refused + counts.unreadable });
    }
  };
  const untilTrouble = () =>
    worker().catch((error: unknown) => {
      // A wait that was interrupted is no trouble: its row is sent the next time.
      if (!signal.aborted) state.trouble ??= error instanceof Error ? error : new Error(String(error));
    });
  await Promise.all(Array.from({ length: concurrency }, untilTrouble));
  await rows.return();
  progress.end();
  report.close();
  return { counts: report.counts, ignored: report.ignored, accepted, trouble: state.trouble };
}

const TAKEN: ReadonlySet<string> = new Set<ReportRow["outcome"]>(["created", "updated", "unchanged"]);

/** What is to be done with a row: nothing when it cannot be read or was accepted before, else to publish it. */
function settler({ api, journal, imageBase, skipExisting, lang }: ImportOptions): (row: Row) => Promise<ReportRow> {
  const inTurn = turns();
  return async (row) => {
    const { line } = row;
    const filled = fillPlaceholder(row, imageBase);
    const reading = readRow(filled, lang);
    if (!reading.ok) return { line, sku: null, outcome: "unreadable", errors: reading.errors, warnings: [] };
    const { value } = reading;
    const warnings = memberWarnings(unknownMembers(value, ProductBody), lang);
    const sku = typeof value["sku"] === "string" ? value["sku"] : null;
    const bytes = filled.bytes!;
    return inTurn(sku, async () => {
      if (sku !== null && journal.has(sku, bytes)) return { line, sku, outcome: "unchanged", errors: [], warnings };
      const published = await publish(api, { sku: sku ?? "", bytes, value }, skipExisting);
      if (sku !== null && TAKEN.has(published.outcome)) journal.add(sku, bytes);
      return { line, sku, ...published, warnings };
    });
  };
}

/** Lets works of one key go one after another, in the order they came, and the others as they come. */
function turns(): <Result>(key: string | null, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    if (key === null) return work();
    const mine = (last.get(key) ?? Promise.resolve()).then(work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
