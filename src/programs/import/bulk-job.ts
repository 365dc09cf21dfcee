import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type Reply, RequestRefused } from "../../client/http-client.ts";
import type { RowError } from "../../client/ndjson-rows.ts";
import type { RetryingClient } from "../../client/retrying-client.ts";
import { formatTexts, LocalizedError, type LocalizedText } from "../../platform/contract/index.ts";
import type { ReportRow } from "./row-report.ts";

/** Address of the bulk jobs of products, prices and stocks. */
export const BULK = "/api/v2/bulk";
/** Size of the parts in which content is sent. A slow connection sends one well within the time that a call may take. */
export const PART_BYTES = 512 * 1024;

/** A bulk job, as far as an import reads it. */
export interface BulkJob {
  readonly id: string;
  readonly state: string;
  readonly reason?: string;
  readonly received: number;
  readonly receivedBytes: number;
  readonly contentComplete: boolean;
  readonly waiting: number;
}

/** A result of a bulk job, as far as it is read. `line` is there only for CSV and XLSX files. */
export interface RowResult {
  readonly row: number;
  readonly line?: number;
  readonly sku?: string;
  readonly status?: number;
  readonly outcome: "accepted" | "unchanged" | "failed" | "canceled";
  readonly effect?: "created" | "updated";
  readonly details?: readonly RowError[];
}

/** What the report says of a row with a result. */
export function outcomeOf({ status, outcome, effect, details = [] }: RowResult): Pick<ReportRow, "outcome" | "status" | "errors"> {
  const errors = details.map(({ code, pointer, message }) => ({ code, ...(pointer === undefined ? {} : { pointer }), message }));
  const shown = outcome === "failed" ? "refused" : outcome === "unchanged" ? "unchanged" : (effect ?? "updated");
  return { outcome: shown, ...(status === undefined ? {} : { status }), errors };
}

/** The results in a text of NDJSON. */
export const resultsIn = (text = ""): readonly RowResult[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as RowResult);

/** Creates a job whose content comes in parts. Returns its id. Throws `RequestRefused`. */
export async function createJob(client: RetryingClient, query: string, body: object): Promise<string> {
  const created = await client.send<BulkJob>("POST", BULK + query, JSON.stringify(body));
  if (created.status >= 400) throw new RequestRefused(created);
  return created.body!.id;
}

const RESULTS_READ = 1_000;
const WAIT_SECONDS = 10;

const STOPPED: LocalizedText = {
  "pt-BR": "o lote {job} está {state} ({reason}) e não segue",
  en: "the bulk job {job} is {state} ({reason}) and does not go on",
};

/** Options of reading the results of a job. */
export interface Reading {
  readonly signal: AbortSignal;
  /** Whether there are no more results than `read`. */
  readonly isAll: (read: number) => boolean;
}

/** The results of a job page by page, in the order of its rows, until there are no more. Throws if the job was paused or canceled. */
export async function* readResults(client: RetryingClient, job: string, { signal, isAll }: Reading): AsyncGenerator<readonly RowResult[]> {
  for (let after = 0; !signal.aborted && !isAll(after);) {
    const reply = await client.send("GET", `${job}/results?after=${after}&limit=${RESULTS_READ}&wait=${WAIT_SECONDS}`);
    if (reply.status >= 400) throw new RequestRefused(reply);
    const results = resultsIn(reply.text);
    yield results;
    after = Number(reply.headers.get("x-next-after") ?? after);
    if (results.length > 0 || isAll(after)) continue;
    const { body } = await client.send<BulkJob>("GET", job);
    if (body?.contentComplete === true && body.waiting === 0 && body.received === after && body.state !== "canceled") return;
    if ((body?.state === "paused" || body?.state === "canceled") && !signal.aborted)
      throw new LocalizedError(formatTexts(STOPPED, { job: body.id, state: body.state, reason: body.reason ?? "" }));
  }
}

/** The job of an import that was interrupted. It is kept in a file beside the report. */
export interface EarlierJob {
  readonly id: string;
  /** What its content is: `rows` of an NDJSON file that were not accepted before, or the SHA-256 of a file that is sent as it is. */
  readonly content: string;
}

/** The file beside a report that names the job of its import. */
export const jobFileOf = (report: string): string => `${report}.job`;

/** The earlier job; undefined if there is none, or its file was not written to its end. */
export function readJobFile(report: string): EarlierJob | undefined {
  const path = jobFileOf(report);
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as EarlierJob;
  } catch {
    return undefined;
  }
}

/** Notes the job of an import, until the import has ended. */
export const writeJobFile = (report: string, job: EarlierJob): void => writeFileSync(jobFileOf(report), JSON.stringify(job));

/** A part of the content of a job: its bytes, the byte of the content with which it begins, and whether it is the last one. */
export interface ContentPart {
  readonly bytes: Buffer;
  readonly offset: number;
  readonly isLast: boolean;
}

/** The answer to a part. When it was refused, `code` says why, and `standsAt` how many bytes the job has if that is the reason. */
export interface PartReply {
  readonly reply: Reply;
  readonly code: string | undefined;
  readonly standsAt: number | undefined;
}

/** Sends a part of the content of the job at the path `job`. */
export async function sendPart(client: RetryingClient, job: string, { bytes, offset, isLast }: ContentPart): Promise<PartReply> {
  const reply = await client.send<{ readonly details?: readonly { readonly code: string; readonly allowed?: number }[] }>(
    "PATCH",
    `${job}/content`,
    bytes,
    {
      "content-type": "application/partial-upload",
      "upload-offset": String(offset),
      ...(isLast ? { "upload-complete": "?1" } : {}),
    },
  );
  const [detail] = reply.body?.details ?? [];
  return { reply, code: detail?.code, standsAt: detail?.allowed };
}
