import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, readSync, rmSync, statSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { RequestRefused } from "../../client/http-client.ts";
import type { RetryingClient } from "../../client/retrying-client.ts";
import {
  BULK,
  type BulkJob,
  createJob,
  jobFileOf,
  outcomeOf,
  PART_BYTES,
  readJobFile,
  readResults,
  sendPart,
  writeJobFile,
} from "./bulk-job.ts";
import type { ImportResult, RunOptions } from "./publish-rows.ts";
import { errorsPathOf } from "./refused-rows.ts";
import { createRowReport, type RowReport } from "./row-report.ts";

/** The formats of files whose columns the marketplace recognizes, by their extensions. They are sent as they are. */
const FORMATS = { ".csv": "csv", ".tsv": "csv", ".xlsx": "xlsx", ".xlsm": "xlsx" } as const;
/** Extensions of spreadsheets that the marketplace does not read. */
const OTHER_SPREADSHEETS: readonly string[] = [".xls", ".xlsb", ".ods", ".numbers"];

const formatOf = (file: string) => Object.entries(FORMATS).find(([extension]) => extname(file).toLowerCase() === extension)?.[1];
/** Whether a file is sent as it is, instead of row by row. */
export const isFileWithColumns = (file: string): boolean => formatOf(file) !== undefined;
/** Whether a file is a spreadsheet that has to be saved in another format first. */
export const isOtherSpreadsheet = (file: string): boolean => OTHER_SPREADSHEETS.includes(extname(file).toLowerCase());

/** Statuses of a file that is refused as a whole. */
const FILE_REFUSED: ReadonlySet<number> = new Set([400, 413, 422]);

/**
 * Sends a CSV or XLSX file as one bulk job, and reports each row when its result is there. If an earlier import of the same file was interrupted, its
 * job goes on at the byte that it has reached. The failed rows are saved beside the report, in the layout of the file.
 */
export async function importFile(options: RunOptions): Promise<ImportResult> {
  const { client, progress, signal, report: path } = options;
  const report = createRowReport(path);
  const accepted = new Set<string>();
  let failure: Error | undefined;
  let errors: string | undefined;
  try {
    const { job, offset } = await openJob(options);
    try {
      await sendFile(options, job, offset);
      await reportResults(options, job, report, accepted);
    } catch (error) {
      if (error instanceof RequestRefused && FILE_REFUSED.has(error.status)) await endJob(client, job, path);
      throw error;
    }
    if (report.counts.refused > 0) errors = await saveErrors(client, job, options);
    if (!signal.aborted) rmSync(jobFileOf(path), { force: true });
  } catch (error) {
    if (!signal.aborted) failure = error instanceof Error ? error : new Error(String(error));
  }
  progress.end();
  report.close();
  return { counts: report.counts, ignored: report.ignored, accepted, failure, ...(errors === undefined ? {} : { errors }) };
}

async function endJob(client: RetryingClient, job: string, report: string): Promise<void> {
  await client.send("DELETE", job);
  rmSync(jobFileOf(report), { force: true });
}

interface OpenJob {
  readonly job: string;
  /** The byte of the file at which to go on. */
  readonly offset: number;
}

/** The job of an import of the same bytes that was interrupted; otherwise a new one. */
async function openJob({ client, file, mapping, report, restart }: RunOptions): Promise<OpenJob> {
  const content = await hashOf(file);
  const earlier = readJobFile(report);
  if (earlier !== undefined) {
    const job = `${BULK}/${encodeURIComponent(earlier.id)}`;
    const offset = earlier.content === content && !restart ? await takeOver(client, job) : undefined;
    if (offset !== undefined) return { job, offset };
    await endJob(client, job, report);
  }
  const query = mapping === undefined ? "" : `?mapping=${encodeURIComponent(mapping)}`;
  const id = await createJob(client, query, { format: formatOf(file) });
  writeJobFile(report, { id, content });
  return { job: `${BULK}/${id}`, offset: 0 };
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) hash.update(piece);
  return hash.digest("hex");
}

/** Lets a job go on with the credential of this import: that of the earlier one is revoked. Undefined when the job is gone or was canceled. */
async function takeOver(client: RetryingClient, job: string): Promise<number | undefined> {
  await client.send("POST", `${job}/pause`);
  await client.send("POST", `${job}/resume`);
  const { body } = await client.send<BulkJob>("GET", job);
  return body?.state === "canceled" ? undefined : body?.receivedBytes;
}

/** Wait for another call that still reads the content of the job. */
const READING_PAUSE_MS = 1_000;

/** Sends the file from a byte on, part by part. */
async function sendFile({ client, file, progress, signal }: RunOptions, job: string, from: number): Promise<void> {
  const totalBytes = statSync(file).size;
  const opened = openSync(file, "r");
  try {
    for (let offset = from; !signal.aborted;) {
      const part = Buffer.alloc(Math.max(0, Math.min(PART_BYTES, totalBytes - offset)));
      readSync(opened, part, 0, part.length, offset);
      const isLast = offset + part.length >= totalBytes;
      const { reply, code, standsAt } = await sendPart(client, job, { bytes: part, offset, isLast });
      // A call that was repeated after its answer was lost: the job says where it stands.
      if (code === "bulk_content_complete" || (code === "bulk_content_ended" && isLast)) return;
      if (code === "bulk_offset_differs") offset = standsAt!;
      else if (code === "content_being_read") await sleep(READING_PAUSE_MS);
      else if (reply.status >= 400) throw new RequestRefused(reply);
      else offset += part.length;
      progress.show({ done: offset, total: totalBytes });
      if (isLast && reply.status < 400) return;
    }
  } finally {
    closeSync(opened);
  }
}

/** Reports the results of a job until it has ended. */
async function reportResults(
  { client, progress, signal }: RunOptions,
  job: string,
  report: RowReport,
  accepted: Set<string>,
): Promise<void> {
  const { counts } = report;
  const { body } = await client.send<BulkJob>("GET", job);
  for await (const results of readResults(client, job, { signal, isAll: () => false })) {
    for (const result of results) {
      const { row, line = row, sku = null } = result;
      if (result.outcome === "canceled") continue;
      const shown = outcomeOf(result);
      if (shown.outcome !== "refused" && sku !== null) accepted.add(sku);
      report.add({ line, sku, ...shown, warnings: [] });
    }
    progress.show({ done: counts.rows, total: body?.received ?? counts.rows, rows: counts.rows, refused: counts.refused });
  }
}

/** Saves the failed rows beside the report. Returns the path. */
async function saveErrors(client: RetryingClient, job: string, { report, file }: RunOptions): Promise<string> {
  const extension = `.${formatOf(file)!}`;
  const path = errorsPathOf(report, extension);
  const { bytes = Buffer.alloc(0) } = await client.send("GET", `${job}/errors${extension}`);
  writeFileSync(path, bytes);
  return path;
}
