import { rmSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ProductBody } from "../../catalog/index.ts";
import { parseRow, readRows, replacePlaceholder, type Row, rowErrors } from "../../client/ndjson-rows.ts";
import type { RetryingClient } from "../../client/retrying-client.ts";
import { failureMessage, memberWarnings, unknownMembers } from "../../platform/contract/index.ts";
import { BULK, createJob, jobFileOf, outcomeOf, readResults, writeJobFile } from "./bulk-job.ts";
import { createBulkUpload } from "./bulk-upload.ts";
import { noteEarlierJob } from "./earlier-job.ts";
import type { ImportResult, RunOptions } from "./publish-rows.ts";
import { createRefusedRows, type RefusedRows } from "./refused-rows.ts";
import { createRowReport, type ReportRow, type RowReport } from "./row-report.ts";

/** A row that was sent, until its result is read. */
interface SentRow extends Pick<ReportRow, "line" | "sku" | "warnings"> {
  readonly bytes: Buffer;
  readonly endOffset: number;
}

/** An import while it runs. */
interface Run extends RunOptions {
  readonly rows: RowReport;
  readonly accepted: Set<string>;
  readonly refused: RefusedRows;
  /** Rows by their number in the job, from 0; undefined once their result is read. */
  readonly sent: (SentRow | undefined)[];
  /** How far the results are read, as a number of rows and as a position in the file. */
  read: number;
  bytes: number;
  /** Whether every row was sent. */
  complete: boolean;
  /** The job, once there is a row to send. */
  job?: string;
}

/**
 * Publishes the rows of a file as one bulk job, and reports each row when its result is there. If an earlier import was interrupted, what its job has
 * done is noted first, and only the other rows are sent. Resolves when every row has its result, or the import was interrupted.
 */
export async function importInBulk(options: RunOptions): Promise<ImportResult> {
  const { client, progress, signal } = options;
  const rows = createRowReport(options.report);
  const accepted = new Set<string>();
  const refused = createRefusedRows();
  let failure: Error | undefined;
  let errors: string | undefined;
  try {
    await noteEarlierJob(options);
    const run: Run = { ...options, rows, accepted, refused, sent: [], read: 0, bytes: 0, complete: false };
    await sendAndRead(run);
    if (run.job !== undefined) {
      failure = await refused.publishOffers(run, rows, accepted);
      errors = await refused.save(client, run.job, options.report);
      // What was interrupted is told by the next import.
      if (signal.aborted) await client.send("DELETE", run.job);
      else if (failure === undefined) rmSync(jobFileOf(options.report), { force: true });
    }
  } catch (error) {
    if (!signal.aborted) failure = error instanceof Error ? error : new Error(String(error));
  }
  progress.end();
  rows.close();
  return { counts: rows.counts, ignored: rows.ignored, accepted, failure, ...(errors === undefined ? {} : { errors }) };
}

/** Sends rows and reads their results at the same time. When one of both fails, the other one ends. */
async function sendAndRead(run: Run): Promise<void> {
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  const orAbort = async (work: Promise<void>) => {
    try {
      await work;
    } catch (error) {
      failed.abort();
      throw error;
    }
  };
  let reading: Promise<readonly PromiseSettledResult<void>[]> = Promise.resolve([]);
  const open = async (): Promise<string> => {
    const id = await createJob(run.client, "?op=product", {});
    writeJobFile(run.report, { id, content: "rows" });
    run.job = `${BULK}/${id}`;
    // Settled from the start: it may fail while rows are still being sent.
    reading = Promise.allSettled([orAbort(noteResults(run, run.job, signal))]);
    return run.job;
  };
  const sending = await Promise.allSettled([orAbort(sendRows(run, open, signal))]);
  for (const one of [...sending, ...(await reading)]) if (one.status === "rejected") throw one.reason;
}

/** Rows that may be ahead of their results, so that memory is bounded. */
const MAX_AHEAD = 20_000;
const AHEAD_PAUSE_MS = 50;

/** Sends every row that is readable and was not accepted before, and reports the others. Opens the job with the first row to send. */
async function sendRows(run: Run, open: () => Promise<string>, signal: AbortSignal): Promise<void> {
  const { client, file, rows, accepted, journal, sent } = run;
  const maxLineBytes = await maxLineBytesOf(client);
  let parts: ReturnType<typeof createBulkUpload> | undefined;
  for await (const row of readRows(file)) {
    while (sent.length - run.read > MAX_AHEAD && !signal.aborted) await sleep(AHEAD_PAUSE_MS);
    if (signal.aborted) return;
    const read = readRow(run, row, maxLineBytes);
    if ("outcome" in read) rows.add(read);
    else if (read.sku !== null && journal.has(read.sku, read.bytes)) {
      const { line, sku, warnings } = read;
      rows.add({ line, sku, outcome: "unchanged", errors: [], warnings });
      accepted.add(read.sku);
    } else {
      parts ??= createBulkUpload(client, await open());
      sent.push(read);
      await parts.add(read.bytes);
    }
    if (sent.length === 0) run.bytes = row.endOffset;
    showProgress(run);
  }
  await parts?.end();
  run.complete = true;
}

/** A row to send, or what the report says of a row that cannot be sent. */
function readRow({ imageBase, lang }: RunOptions, row: Row, maxLineBytes: number): SentRow | ReportRow {
  const { line, endOffset } = row;
  const unreadable = (errors: ReportRow["errors"]): ReportRow => ({ line, sku: null, outcome: "unreadable", errors, warnings: [] });
  const filled = replacePlaceholder(row, imageBase);
  const parsed = parseRow(filled, lang);
  if (filled.bytes !== undefined && filled.bytes.length >= maxLineBytes) {
    const tooLong = rowErrors.failure("row_too_long", { allowed: maxLineBytes });
    return unreadable([{ code: tooLong.code, message: failureMessage(tooLong, lang) }]);
  }
  if (!parsed.ok) return unreadable(parsed.errors);
  const { value } = parsed;
  const sku = typeof value["sku"] === "string" ? value["sku"] : null;
  return { line, endOffset, sku, bytes: filled.bytes!, warnings: memberWarnings(unknownMembers(value, ProductBody), lang) };
}

async function maxLineBytesOf(client: RetryingClient): Promise<number> {
  const { body } = await client.send<{ readonly bulk: { readonly maxLineBytes: number } }>("GET", "/api/v1/limits");
  return body!.bulk.maxLineBytes;
}

/** Reads results until every row that was sent has its own. Reports each row, and notes it in the journal when it was accepted. */
async function noteResults(run: Run, job: string, signal: AbortSignal): Promise<void> {
  const { client, sent, rows, accepted, refused, journal } = run;
  for await (const results of readResults(client, job, { signal, isAll: (read) => run.complete && read === sent.length })) {
    for (const result of results) {
      const { line, sku, warnings, bytes, endOffset } = sent[result.row - 1]!;
      sent[result.row - 1] = undefined;
      [run.read, run.bytes] = [result.row, endOffset];
      if (result.outcome === "canceled") continue;
      const row: ReportRow = { line, sku, ...outcomeOf(result), warnings };
      if (row.outcome === "refused" && refused.add(row) === "closed") continue;
      rows.add(row);
      if (row.outcome === "refused" || sku === null) continue;
      accepted.add(sku);
      journal.add(sku, bytes);
    }
    showProgress(run);
  }
}

function showProgress({ file, progress, rows: { counts }, bytes }: Run): void {
  progress.show({ done: bytes, total: statSync(file).size, rows: counts.rows, refused: counts.refused + counts.unreadable });
}
