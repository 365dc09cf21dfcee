import { statSync } from "node:fs";
import { ProductBody } from "../../catalog/index.ts";
import { parseRow, readRows, replacePlaceholder, type Row } from "../../client/ndjson-rows.ts";
import type { RetryingClient } from "../../client/retrying-client.ts";
import { type Lang, memberWarnings, unknownMembers } from "../../platform/contract/index.ts";
import type { Journal } from "./journal.ts";
import type { ImportProgress } from "./progress.ts";
import { publishRow, type ProductRow, type PublishedRow } from "./publish-row.ts";
import { createRowReport, type Counts, type ReportRow, type RowReport } from "./row-report.ts";

/** How rows are sent: as one bulk job, or a call each. The first is the default. */
export const WAYS = ["bulk", "calls"] as const;
export type Way = (typeof WAYS)[number];

/** Options for the import of rows. */
export interface RunOptions {
  readonly file: string;
  /** Path of the report, which is overwritten. */
  readonly report: string;
  /** The text that replaces `{{images}}`. */
  readonly imageBase: string;
  /** Maximum number of rows in progress. */
  readonly concurrency: number;
  readonly skipExisting: boolean;
  /** Whether to ignore what an earlier import has done. */
  readonly restart: boolean;
  /** What columns of a CSV or XLSX file are. */
  readonly mapping?: string | undefined;
  readonly client: RetryingClient;
  readonly journal: Journal;
  readonly progress: ImportProgress;
  readonly lang: Lang;
  /** Once aborted, no further row is started. */
  readonly signal: AbortSignal;
}

/** Result of the import of the rows. */
export interface ImportResult {
  readonly counts: Counts;
  readonly ignored: RowReport["ignored"];
  /** Path of the file with the refused rows and their errors; absent when there is none. */
  readonly errors?: string;
  /** The skus that the marketplace accepted, in this import or an earlier one. */
  readonly accepted: ReadonlySet<string>;
  /** The error that stopped the import early, because it would affect every row. */
  readonly failure: Error | undefined;
}

/** Publishes every row of a file with calls of its own. Rejects if the file cannot be read. */
export async function importRows(options: RunOptions): Promise<ImportResult> {
  const { file, client, skipExisting, progress } = options;
  const totalBytes = statSync(file).size;
  const report = createRowReport(options.report);
  const accepted = new Set<string>();
  let bytes = 0;
  const publish = (product: ProductRow) => publishRow(client, product, skipExisting);
  const failure = await publishRows(readRows(file), options, publish, (row, endOffset) => {
    report.add(row);
    if (row.sku !== null && isAccepted(row)) accepted.add(row.sku);
    bytes = Math.max(bytes, endOffset);
    const { counts } = report;
    progress.show({ done: bytes, total: totalBytes, rows: counts.rows, refused: counts.refused + counts.unreadable });
  });
  progress.end();
  report.close();
  return { counts: report.counts, ignored: report.ignored, accepted, failure };
}

/** Publishes a product. */
type Publish = (product: ProductRow, line: number) => Promise<PublishedRow>;

/**
 * Publishes rows several at a time, and calls `onRow` with each row that is completed. Rows with the same sku are published one after another, in
 * their order. Resolves when no row is in progress, with the error that stopped it early, if any.
 */
export async function publishRows(
  rows: AsyncGenerator<Row, void>,
  options: RunOptions,
  publish: Publish,
  onRow: (row: ReportRow, endOffset: number) => void,
): Promise<Error | undefined> {
  const { concurrency, signal } = options;
  const processRow = createRowProcessor(options, publish);
  const state: { failure: Error | undefined } = { failure: undefined };
  const worker = async () => {
    while (!signal.aborted && state.failure === undefined) {
      const next = await rows.next();
      if (next.done === true) return;
      onRow(await processRow(next.value), next.value.endOffset);
    }
  };
  const workUntilFailure = () =>
    worker().catch((error: unknown) => {
      // An interruption is not a failure. The next import sends the interrupted row again.
      if (!signal.aborted) state.failure ??= error instanceof Error ? error : new Error(String(error));
    });
  await Promise.all(Array.from({ length: concurrency }, workUntilFailure));
  await rows.return();
  return state.failure;
}

const ACCEPTED: ReadonlySet<string> = new Set<ReportRow["outcome"]>(["created", "updated", "unchanged"]);
const isAccepted = ({ outcome }: Pick<ReportRow, "outcome">) => ACCEPTED.has(outcome);

/** Returns a function that publishes a row, unless the row is unreadable or has already been accepted. */
function createRowProcessor({ journal, imageBase, lang }: RunOptions, publish: Publish): (row: Row) => Promise<ReportRow> {
  const inOrder = createKeyedQueue();
  return async (row) => {
    const { line } = row;
    const filled = replacePlaceholder(row, imageBase);
    const parsed = parseRow(filled, lang);
    if (!parsed.ok) return { line, sku: null, outcome: "unreadable", errors: parsed.errors, warnings: [] };
    const { value } = parsed;
    const warnings = memberWarnings(unknownMembers(value, ProductBody), lang);
    const sku = typeof value["sku"] === "string" ? value["sku"] : null;
    const bytes = filled.bytes!;
    return inOrder(sku, async () => {
      if (sku !== null && journal.has(sku, bytes)) return { line, sku, outcome: "unchanged", errors: [], warnings };
      const published = await publish({ sku: sku ?? "", bytes, value }, line);
      if (sku !== null && isAccepted(published)) journal.add(sku, bytes);
      return { line, sku, ...published, warnings };
    });
  };
}

/** Runs tasks with the same key one after another, in the order of the calls. Tasks without a key start immediately. */
function createKeyedQueue(): <Result>(key: string | null, task: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    if (key === null) return task();
    const mine = (last.get(key) ?? Promise.resolve()).then(task);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
