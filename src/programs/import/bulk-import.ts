import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ProductBody } from "../../catalog/index.ts";
import { type ErrorBody, RequestRefused } from "../../client/http-client.ts";
import { parseRow, readRows, replacePlaceholder, rowErrors, type RowError } from "../../client/ndjson-rows.ts";
import type { RetryingClient } from "../../client/retrying-client.ts";
import { failureMessage, memberWarnings, unknownMembers } from "../../platform/contract/index.ts";
import { createBulkUpload } from "./bulk-upload.ts";
import type { ImportResult, RunOptions } from "./publish-rows.ts";
import { createRowReport, type ReportRow, type RowReport } from "./row-report.ts";

const BULK = "/api/v2/bulk";
/** Results that are read together, and seconds to wait for them. */
const RESULTS_READ = 1_000;
const WAIT_SECONDS = 10;

/** A row that was sent, until its result is read. */
interface SentRow extends Pick<ReportRow, "line" | "sku" | "warnings"> {
  readonly bytes: Buffer;
}

/** A result of a bulk job, as far as it is read. */
interface RowResult {
  readonly row: number;
  readonly status?: number;
  readonly outcome: "accepted" | "unchanged" | "failed" | "canceled";
  readonly effect?: "created" | "updated";
  readonly details?: readonly RowError[];
}

/**
 * Publishes the rows of a file as one bulk job, and reports each row when its result is there. If an earlier import was interrupted, what its job has
 * done is noted first, and only the other rows are sent. Resolves when every row has its result, or the import was interrupted.
 */
export async function importInBulk(options: RunOptions): Promise<ImportResult> {
  const { client, progress, signal } = options;
  const jobFile = `${options.report}.job`;
  const report = createRowReport(options.report);
  const accepted = new Set<string>();
  let failure: Error | undefined;
  let errors: string | undefined;
  try {
    await noteEarlierJob(client, jobFile, options);
    const { body } = await client.send<{ readonly id: string }>("POST", `${BULK}?op=product`, JSON.stringify({}));
    const job = `${BULK}/${body!.id}`;
    writeFileSync(jobFile, body!.id);
    const sent: (SentRow | undefined)[] = [];
    const state = { complete: false, failed: false, bytes: 0, read: 0 };
    const note = createNote(options, report, accepted);
    await Promise.all([
      upload(options, job, { sent, report, accepted, state }).catch((error: unknown) => {
        state.failed = true;
        throw error;
      }),
      readResults(client, job, { sent, state, signal, note, show: () => showProgress(options, report, state.bytes) }),
    ]);
    if (report.counts.refused > 0) errors = await saveErrors(client, job, options.report);
    if (signal.aborted) await client.send("DELETE", job).catch(() => undefined);
    else rmSync(jobFile, { force: true });
  } catch (error) {
    if (!signal.aborted) failure = error instanceof Error ? error : new Error(String(error));
  }
  progress.end();
  report.close();
  return { counts: report.counts, ignored: report.ignored, accepted, failure, ...(errors === undefined ? {} : { errors }) };
}

interface UploadState {
  /** Rows by their number in the job, from 0; undefined once their result is read. */
  readonly sent: (SentRow | undefined)[];
  readonly report: RowReport;
  readonly accepted: Set<string>;
  readonly state: { complete: boolean; bytes: number; readonly read: number };
}

/** Rows that may be ahead of their results, so that memory is bounded. */
const MAX_AHEAD = 20_000;
const AHEAD_PAUSE_MS = 50;

/** Sends every row that is readable and was not accepted before. */
async function upload(options: RunOptions, job: string, { sent, report, accepted, state }: UploadState): Promise<void> {
  const { file, imageBase, lang, journal, client, signal } = options;
  const parts = createBulkUpload(client, job);
  const maxLineBytes = await maxLineBytesOf(client);
  for await (const row of readRows(file)) {
    while (sent.length - state.read > MAX_AHEAD && !signal.aborted) await sleep(AHEAD_PAUSE_MS);
    if (signal.aborted) return;
    const filled = replacePlaceholder(row, imageBase);
    const parsed = parseRow(filled, lang);
    const { line } = row;
    if (filled.bytes !== undefined && filled.bytes.length >= maxLineBytes) {
      const tooLong = rowErrors.failure("row_too_long", { allowed: maxLineBytes });
      const errors = [{ code: tooLong.code, message: failureMessage(tooLong, lang) }];
      report.add({ line, sku: null, outcome: "unreadable", errors, warnings: [] });
    } else if (!parsed.ok) report.add({ line, sku: null, outcome: "unreadable", errors: parsed.errors, warnings: [] });
    else {
      const warnings = memberWarnings(unknownMembers(parsed.value, ProductBody), lang);
      const sku = typeof parsed.value["sku"] === "string" ? parsed.value["sku"] : null;
      const bytes = filled.bytes!;
      if (sku !== null && journal.has(sku, bytes)) {
        report.add({ line, sku, outcome: "unchanged", errors: [], warnings });
        accepted.add(sku);
      } else {
        sent.push({ line, sku, warnings, bytes });
        await parts.add(bytes);
      }
    }
    state.bytes = row.endOffset;
  }
  // A job without rows would be refused.
  if (sent.length === 0) await client.send("DELETE", job);
  else await parts.end();
  state.complete = true;
}

async function maxLineBytesOf(client: RetryingClient): Promise<number> {
  const { body } = await client.send<{ readonly bulk: { readonly maxLineBytes: number } }>("GET", "/api/v1/limits");
  return body!.bulk.maxLineBytes;
}

interface Reading {
  readonly sent: (SentRow | undefined)[];
  readonly state: { readonly complete: boolean; readonly failed: boolean; read: number };
  readonly signal: AbortSignal;
  readonly note: (row: SentRow, result: RowResult) => void;
  readonly show: () => void;
}

/** Reads results until every row that was sent has its own. */
async function readResults(client: RetryingClient, job: string, { sent, state, signal, note, show }: Reading): Promise<void> {
  while (!signal.aborted && !state.failed && !(state.complete && state.read === sent.length)) {
    const reply = await client.send("GET", `${job}/results?after=${state.read}&limit=${RESULTS_READ}&wait=${WAIT_SECONDS}`);
    if (reply.status >= 400) throw new RequestRefused(reply);
    for (const line of (reply.text ?? "").split("\n")) {
      if (line === "") continue;
      const result = JSON.parse(line) as RowResult;
      note(sent[result.row - 1]!, result);
      sent[result.row - 1] = undefined;
      state.read = result.row;
    }
    show();
  }
}

/** Returns a function that reports a row with its result, and notes it in the journal when it was accepted. */
const createNote =
  ({ journal }: RunOptions, report: RowReport, accepted: Set<string>) =>
  ({ line, sku, warnings, bytes }: SentRow, { status, outcome, effect, details = [] }: RowResult): void => {
    if (outcome === "canceled") return;
    const isRefused = outcome === "failed";
    if (!isRefused && sku !== null) {
      accepted.add(sku);
      journal.add(sku, bytes);
    }
    const errors = details.map(({ code, pointer, message }) => ({ code, ...(pointer === undefined ? {} : { pointer }), message }));
    const shown = isRefused ? "refused" : outcome === "unchanged" ? "unchanged" : (effect ?? "updated");
    report.add({ line, sku, outcome: shown, ...(status === undefined ? {} : { status }), errors, warnings });
  };

function showProgress({ file, progress }: RunOptions, { counts }: RowReport, bytes: number): void {
  progress.show({ bytes, totalBytes: statSync(file).size, rows: counts.rows, refused: counts.refused + counts.unreadable });
}

/** Ends the job of an earlier import that was interrupted, and notes in the journal what it has done. */
async function noteEarlierJob(client: RetryingClient, jobFile: string, { journal }: RunOptions): Promise<void> {
  if (!existsSync(jobFile)) return;
  const job = `${BULK}/${readFileSync(jobFile, "utf8")}`;
  const canceled = await client.send<ErrorBody>("DELETE", job);
  if (canceled.status >= 400) return rmSync(jobFile, { force: true });
  const [content, results] = await Promise.all([client.send("GET", `${job}/content`), client.send("GET", `${job}/results?limit=100000`)]);
  const lines = (content.text ?? "").split("\n");
  for (const line of (results.text ?? "").split("\n")) {
    if (line === "") continue;
    const { row, outcome, sku } = JSON.parse(line) as RowResult & { readonly sku?: string };
    if (sku !== undefined && (outcome === "accepted" || outcome === "unchanged")) journal.add(sku, Buffer.from(lines[row - 1] ?? ""));
  }
  rmSync(jobFile, { force: true });
}

/** Saves the refused rows with their errors beside the report. Returns the path. */
async function saveErrors(client: RetryingClient, job: string, report: string): Promise<string> {
  const path = `${report.replace(/\.report\.ndjson$/, "")}.errors.ndjson`;
  const { text = "" } = await client.send("GET", `${job}/errors.ndjson`);
  writeFileSync(path, text);
  return path;
}
