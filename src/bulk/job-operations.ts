import { type Answer, type Endpoint, endpoint, pageLinks, Refusal } from "../platform/contract/index.ts";
import { publicId } from "../platform/basics/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import { appendRefusal } from "./may-append.ts";
import { readContent, storeContent } from "./content.ts";
import type { ContentContext } from "./content-writer.ts";
import { fileStart, isFileError } from "./file-start.ts";
import { bulkPath } from "./apis.ts";
import { type bulkOperations, catalogBulk, orderBulk, revertBulkJob } from "./contract.ts";
import { MEDIA_TYPES } from "./media-types.ts";
import { type CreateContext, jobAnswer } from "./create-operations.ts";
import { bulkErrors } from "./errors.ts";
import { type JobKey, moveJob } from "./job-moves.ts";
import { jobView } from "./job-view.ts";
import * as queries from "./queries.ts";
import * as resultQueries from "./results/queries.ts";
import type { Mapping } from "./formats/mapping.ts";
import { keepMapping } from "./formats/mapping-operations.ts";
import type { BulkKind } from "./row-ops.ts";
import { BULK_MOVES, type BulkMove } from "./states.ts";

type Operations = ReturnType<typeof bulkOperations>;
type JobCall = SellerCall<Operations["get"]>;

const KINDS: readonly (readonly [BulkKind, Operations])[] = [
  ["catalog", catalogBulk],
  ["orders", orderBulk],
];

/** Shows, lists, moves and fills bulk jobs. */
export const jobEndpoints = (context: CreateContext): readonly Endpoint[] => [
  ...KINDS.flatMap(([kind, rows]) => [
    endpoint(rows.list, (call: SellerCall<Operations["list"]>) => listJobs(context, kind, call)),
    endpoint(rows.get, (call: JobCall) => showJob(context, kind, call)),
    endpoint(rows.cancel, (call: JobCall) => move(context, kind, "cancel", call)),
    endpoint(rows.pause, (call: JobCall) => move(context, kind, "pause", call)),
    endpoint(rows.resume, (call: JobCall) => move(context, kind, "resume", call)),
    endpoint(rows.append, (call: SellerCall<Operations["append"]>) => append(context, kind, call)),
    endpoint(rows.content, (call: JobCall) => contentOf(context, kind, call)),
  ]),
  endpoint(revertBulkJob, (call: SellerCall<typeof revertBulkJob>) => revert(context, call)),
];

const keyOf = (kind: BulkKind, { who, path }: Pick<JobCall, "who" | "path">): JobKey => ({
  sellerId: who.sellerId,
  jobId: path.jobId,
  kind,
});

/** The row of a job; a refusal when the seller has no such job of this kind. */
export async function findJob({ db }: Pick<ContentContext, "db">, { sellerId, jobId, kind }: JobKey): Promise<queries.JobRow | Refusal> {
  const [row] = await db.run([sellerId], queries.getJob, [sellerId, jobId, kind]);
  return row ?? bulkErrors.refuse("bulk_job_unknown", { pointer: "path.jobId", received: jobId });
}

async function showJob(context: CreateContext, kind: BulkKind, call: JobCall): Promise<Answer | Refusal> {
  const row = await findJob(context, keyOf(kind, call));
  return row instanceof Refusal ? row : { status: 200, body: jobView(row, call.at) };
}

async function listJobs({ db }: CreateContext, kind: BulkKind, { who, query, at }: SellerCall<Operations["list"]>): Promise<Answer> {
  const { page = 0, size = 20, state } = query;
  const { sellerId } = who;
  const states = state === undefined || state.length === 0 ? null : state;
  const rows = await db.run([sellerId], queries.listJobs, [sellerId, kind, states, size, page * size]);
  const [first] = rows;
  if (first === undefined) return { status: 204 };
  const totalPages = Math.ceil(first.total / size);
  const items = rows.map((row) => jobView(row, at));
  const links = pageLinks(bulkPath(kind), { page, size, totalPages }, { state });
  const listed = Object.entries(links).map(([rel, { href }]) => ({ rel, href }));
  return {
    status: 200,
    body: { items, page, totalPages, size, total: first.total, ...(kind === "catalog" ? { _links: links } : { links: listed }) },
  };
}

async function move(context: CreateContext, kind: BulkKind, name: BulkMove, call: JobCall): Promise<Answer | Refusal> {
  const key = keyOf(kind, call);
  const { actor, credentialId } = call.who;
  const mover = {
    // A job whose credential was revoked goes on with the one that resumes it.
    ...(name === "resume" ? { reason: null, credentialId } : { reason: "requested" as const }),
    by: "credential",
    actor,
    requestId: call.requestId,
    at: call.at,
  };
  if (!(await moveJob(context, key, name, mover))) {
    const row = await findJob(context, key);
    if (row instanceof Refusal) return row;
    const { from, settled } = BULK_MOVES[name];
    if (!settled.includes(row.state))
      return bulkErrors.refuse("bulk_move_refused", {
        pointer: "path.jobId",
        received: key.jobId,
        allowed: from,
        params: { state: row.state },
      });
  }
  if (name === "resume") context.onReady();
  return jobAnswer(context, key, call.at, 200);
}

const COMPLETE = "?1";
const uploadHeaders = ({ received_bytes, content_complete }: Pick<queries.JobRow, "received_bytes" | "content_complete">) => ({
  "upload-offset": String(received_bytes),
  "upload-complete": content_complete ? COMPLETE : "?0",
});

async function append(context: CreateContext, kind: BulkKind, call: SellerCall<Operations["append"]>): Promise<Answer | Refusal> {
  const key = keyOf(kind, call);
  const row = await findJob(context, key);
  if (row instanceof Refusal) return row;
  const { "Upload-Offset": offset, "Upload-Complete": complete } = call.headers;
  const refused = appendRefusal(row, offset);
  if (refused) return refused;
  const start = { key, offset, rows: row.rows, lines: row.lines, at: call.at, completes: complete === COMPLETE };
  const said = row.mapping === null ? [] : (JSON.parse(row.mapping) as Mapping);
  const file = await fileStart(context, key, row, said);
  const refusal = await storeContent(context, { ...start, ...file }, call.upload!.bytes, row.sha256);
  context.onReady();
  if (refusal === undefined) {
    await keepMapping(context.db, key.sellerId, kind, said, call.at);
    const answer = await jobAnswer(context, key, call.at, 200);
    return { ...answer, headers: uploadHeaders((await findJob(context, key)) as queries.JobRow) };
  }
  const { code } = refusal.failures[0]!;
  if (code === "bulk_content_differs" || code === "bulk_empty" || isFileError(code))
    await moveJob(context, key, "cancel", {
      reason: "content_refused",
      by: "timer",
      actor: call.who.actor,
      requestId: call.requestId,
      at: call.at,
    });
  return refusal;
}

async function contentOf(context: CreateContext, kind: BulkKind, call: JobCall): Promise<Answer | Refusal> {
  const key = keyOf(kind, call);
  const row = await findJob(context, key);
  if (row instanceof Refusal) return row;
  const headers = uploadHeaders(row);
  if (row.received_bytes === 0) return { status: 204, headers };
  return { status: 200, headers: { ...headers, "content-type": MEDIA_TYPES[row.format] }, stream: readContent(context, key, row) };
}

/** Creates the job that takes back the prices and stocks of another. */
async function revert(context: CreateContext, call: SellerCall<typeof revertBulkJob>): Promise<Answer | Refusal> {
  const { db, limits } = context;
  const key = keyOf("catalog", call);
  const row = await findJob(context, key);
  if (row instanceof Refusal) return row;
  const facts = { pointer: "path.jobId", received: key.jobId };
  if (row.finished_at === null)
    return bulkErrors.refuse("bulk_move_refused", { ...facts, allowed: ["finished", "canceled"], params: { state: row.state } });
  const { sellerId } = key;
  if (row.reverts !== null) return bulkErrors.refuse("bulk_job_is_revert", { ...facts, params: { reverts: row.reverts } });
  const [written] = await db.run([sellerId], resultQueries.hasOffers, [sellerId, key.jobId]);
  if (row.dry_run || !written?.has) return bulkErrors.refuse("bulk_nothing_to_revert", facts);
  const made: JobKey = { sellerId, jobId: publicId("blk"), kind: "catalog" };
  const allowed = limits.bulkJobsAtOnce + limits.bulkJobsWaiting;
  const columns = [sellerId, made.jobId, "catalog", null, row.name, "ndjson", null, false, key.jobId, false, null, null];
  const [inserted] = await db.run([sellerId], queries.insertJob, [
    ...columns,
    call.who.credentialId,
    call.lang,
    call.at,
    false,
    allowed,
    null,
  ]);
  if (inserted === undefined) return bulkErrors.refuse("bulk_jobs_full", { allowed, retryAfterSeconds: 5 });
  context.onReady();
  return jobAnswer(context, made, call.at, 202);
}
