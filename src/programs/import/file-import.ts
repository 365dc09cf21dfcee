import { existsSync, openSync, readFileSync, readSync, closeSync, rmSync, statSync, writeFileSync } from "node:fs";
import { RequestRefused } from "../../client/http-client.ts";
import type { RowError } from "../../client/ndjson-rows.ts";
import type { RetryingClient } from "../../client/retrying-client.ts";
import type { ImportResult, RunOptions } from "./publish-rows.ts";
import { createRowReport, type RowReport } from "./row-report.ts";

const BULK = "/api/v2/bulk";
/** Formats of files whose columns the marketplace recognizes. They are sent as they are. */
const FORMATS = [".csv", ".xlsx"] as const;
const PART_BYTES = 512 * 1024;
const RESULTS_READ = 1_000;
const WAIT_SECONDS = 10;

const extensionOf = (file: string) => FORMATS.find((extension) => file.toLowerCase().endsWith(extension));
/** Whether a file is sent as it is, instead of row by row. */
export const isFileWithColumns = (file: string): boolean => extensionOf(file) !== undefined;

/** A result of a bulk job, as far as it is read. */
interface RowResult {
  readonly row: number;
  readonly line: number;
  readonly sku?: string;
  readonly status?: number;
  readonly outcome: "accepted" | "unchanged" | "failed" | "canceled";
  readonly effect?: "created" | "updated";
  readonly details?: readonly RowError[];
}

/**
 * Sends a CSV or XLSX file as one bulk job, and reports each row when its result is there. If an earlier import was interrupted while it sent, the same
 * job goes on at the byte that it has reached. The failed rows are saved beside the report, in the layout of the file.
 */
export async function importFile(options: RunOptions): Promise<ImportResult> {
  const { client, progress, signal } = options;
  const report = createRowReport(options.report);
  const accepted = new Set<string>();
  const jobFile = `${options.report}.job`;
  let failure: Error | undefined;
  let errors: string | undefined;
  try {
    const { job, offset } = await openJob(options, jobFile);
    await sendFile(options, job, offset, report);
    await readResults(options, job, report, accepted);
    if (report.counts.refused > 0) errors = await saveErrors(client, job, options);
    if (!signal.aborted) rmSync(jobFile, { force: true });
  } catch (error) {
    if (error instanceof RequestRefused) rmSync(jobFile, { force: true });
    if (!signal.aborted) failure = error instanceof Error ? error : new Error(String(error));
  }
  progress.end();
  report.close();
  return { counts: report.counts, ignored: report.ignored, accepted, failure, ...(errors === undefined ? {} : { errors }) };
}

interface OpenJob {
  readonly job: string;
  /** The byte of the file at which to go on. */
  readonly offset: number;
}

/** The job of an import that was interrupted, if it still takes bytes of a file of this size; otherwise a new one. */
async function openJob({ client, file, mapping }: RunOptions, jobFile: string): Promise<OpenJob> {
  const { size } = statSync(file);
  if (existsSync(jobFile)) {
    const { id, bytes } = JSON.parse(readFileSync(jobFile, "utf8")) as { readonly id: string; readonly bytes: number };
    const job = `${BULK}/${id}`;
    const { body } = await client.send<{ readonly receivedBytes: number; readonly state: string }>("GET", job);
    if (bytes === size && body?.receivedBytes !== undefined && body.state !== "canceled") return { job, offset: body.receivedBytes };
  }
  const query = mapping === undefined ? "" : `?mapping=${encodeURIComponent(mapping)}`;
  const created = await client.send<{ readonly id: string }>("POST", BULK + query, JSON.stringify({ format: extensionOf(file)!.slice(1) }));
  if (created.status >= 400) throw new RequestRefused(created);
  writeFileSync(jobFile, JSON.stringify({ id: created.body!.id, bytes: size }));
  return { job: `${BULK}/${created.body!.id}`, offset: 0 };
}

/** Sends the file from a byte on, part by part. */
async function sendFile({ client, file, progress, signal }: RunOptions, job: string, from: number, { counts }: RowReport): Promise<void> {
  const totalBytes = statSync(file).size;
  const opened = openSync(file, "r");
  try {
    for (let offset = from; !signal.aborted;) {
      const part = Buffer.alloc(Math.min(PART_BYTES, totalBytes - offset));
      readSync(opened, part, 0, part.length, offset);
      const isLast = offset + part.length === totalBytes;
      const headers = {
        "content-type": "application/partial-upload",
        "upload-offset": String(offset),
        ...(isLast ? { "upload-complete": "?1" } : {}),
      };
      const reply = await client.send<{ readonly details?: readonly { readonly code: string; readonly allowed?: number }[] }>(
        "PATCH",
        `${job}/content`,
        part,
        headers,
      );
      const [detail] = reply.body?.details ?? [];
      // A call that was repeated after its answer was lost: the job says where it stands.
      if (detail?.code === "bulk_content_complete") return;
      if (detail?.code === "bulk_offset_differs") offset = detail.allowed!;
      else if (reply.status >= 400) throw new RequestRefused(reply);
      else offset += part.length;
      progress.show({ bytes: offset, totalBytes, rows: counts.rows, refused: counts.refused });
      if (isLast && reply.status < 400) return;
    }
  } finally {
    closeSync(opened);
  }
}

/** Reads the results of a job until it has ended, and reports them. */
async function readResults({ client, signal }: RunOptions, job: string, report: RowReport, accepted: Set<string>): Promise<void> {
  for (let after = 0; !signal.aborted;) {
    const reply = await client.send("GET", `${job}/results?after=${after}&limit=${RESULTS_READ}&wait=${WAIT_SECONDS}`);
    if (reply.status >= 400) throw new RequestRefused(reply);
    for (const line of (reply.text ?? "").split("\n")) if (line !== "") reportRow(JSON.parse(line) as RowResult, report, accepted);
    after = Number(reply.headers.get("x-next-after") ?? after);
    if (reply.status === 204 && (await hasEnded(client, job, after))) return;
  }
}

async function hasEnded(client: RetryingClient, job: string, read: number): Promise<boolean> {
  const { body } = await client.send<{ readonly state: string; readonly received: number; readonly waiting: number }>("GET", job);
  return body === undefined || body.state === "canceled" || (body.waiting === 0 && body.received === read);
}

function reportRow(result: RowResult, report: RowReport, accepted: Set<string>): void {
  const { line, sku = null, status, outcome, effect, details = [] } = result as Omit<RowResult, "sku"> & { readonly sku?: string | null };
  if (outcome === "canceled") return;
  const isRefused = outcome === "failed";
  if (!isRefused && sku !== null) accepted.add(sku);
  const errors = details.map(({ code, pointer, message }) => ({ code, ...(pointer === undefined ? {} : { pointer }), message }));
  const shown = isRefused ? "refused" : outcome === "unchanged" ? "unchanged" : (effect ?? "updated");
  report.add({ line, sku, outcome: shown, ...(status === undefined ? {} : { status }), errors, warnings: [] });
}

/** Saves the failed rows beside the report. Returns the path. */
async function saveErrors(client: RetryingClient, job: string, { report, file }: RunOptions): Promise<string> {
  const extension = extensionOf(file)!;
  const path = `${report.replace(/\.report\.ndjson$/, "")}.errors${extension}`;
  const { bytes = Buffer.alloc(0) } = await client.send("GET", `${job}/errors${extension}`);
  writeFileSync(path, bytes);
  return path;
}
