import { hash } from "node:crypto";
import { preferenceApplied, prefersChangeRequest } from "../catalog/index.ts";
import { publicId } from "../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, Refusal, type Upload } from "../platform/contract/index.ts";
import type { SellerCall, QuotaMeter } from "../sellers/index.ts";
import { partEnd } from "./chunk-parts.ts";
import { checkChunk, sealBytes } from "./chunk-rows.ts";
import { contentHash, hashOf, readBeginning, storeContent } from "./content.ts";
import type { ContentContext } from "./content-writer.ts";
import { jobPath } from "./apis.ts";
import { type bulkOperations, catalogBulk, orderBulk } from "./contract.ts";
import { UPLOAD_TYPES } from "./media-types.ts";
import { bulkErrors } from "./errors.ts";
import { type JobEventsContext, type JobKey, moveJob } from "./job-moves.ts";
import { jobView } from "./job-view.ts";
import { type FileContext, type FileOfJob, fileStart, saidMapping } from "./file-start.ts";
import type { Mapping } from "./formats/mapping.ts";
import { keepMapping } from "./formats/mapping-operations.ts";
import { insertPart } from "./formats/queries.ts";
import { payForRows } from "./pay-for-rows.ts";
import * as queries from "./queries.ts";
import * as contentQueries from "./received-content/queries.ts";
import * as resultQueries from "./results/queries.ts";
import { readResults } from "./result-view.ts";
import type { BulkFormat } from "./row.ts";
import type { BulkKind } from "./row-ops.ts";
import { ChunkLost, runChunk, type RunChunkContext } from "./run-chunk.ts";
import { readWhole, type WholeFile } from "./whole-file.ts";

export interface CreateContext extends ContentContext, RunChunkContext, JobEventsContext, FileContext {
  readonly meter: Pick<QuotaMeter, "take">;
  /** Called when a job may have work. */
  readonly onReady: () => void;
  readonly onValidationDue: () => void;
}

type CreateOperation = ReturnType<typeof bulkOperations>["create"];
type CreateCall = SellerCall<CreateOperation>;

/** Creates bulk jobs: from a file in the body, which is done at once when it is small, or empty ones whose content comes in parts. */
export const createEndpoints = (context: CreateContext): readonly Endpoint[] =>
  (
    [
      ["catalog", catalogBulk.create],
      ["orders", orderBulk.create],
    ] as const
  ).map(([kind, row]) =>
    endpoint(row, async (call: CreateCall) => {
      const answer = await (call.upload === undefined
        ? createEmpty(context, kind, call)
        : createFromUpload(context, kind, call, call.upload));
      if (answer instanceof Refusal || !prefersChangeRequest(call.headers.Prefer)) return answer;
      return { ...answer, headers: { ...answer.headers, ...preferenceApplied } };
    }),
  );

/** What a new job is. */
interface NewJob extends JobKey {
  readonly op: string | null;
  readonly name: string | null;
  readonly format: BulkFormat;
  readonly assumed: string | null;
  readonly dryRun: boolean;
  /** Whether rows of closed products ask for changes. */
  readonly prefersChanges: boolean;
  readonly held: boolean;
  readonly expectedRows: number | null;
  readonly sha256: string | null;
}

/** The columns that `insertJob` and `insertDoneJob` share. */
const columnsOf = (job: NewJob, { who, lang, at }: CreateCall): readonly unknown[] => [
  job.sellerId,
  job.jobId,
  job.kind,
  job.op,
  job.name,
  job.format,
  job.assumed,
  job.dryRun,
  null,
  job.held,
  job.expectedRows,
  job.sha256,
  who.credentialId,
  lang,
  at,
  job.prefersChanges,
];

const ID_PREFIX = "blk";

async function createEmpty(context: CreateContext, kind: BulkKind, call: CreateCall): Promise<Answer | Refusal> {
  const { op, name, rows, sha256, format = "ndjson" } = call.body;
  const { query } = call;
  const mapping = saidMapping(context, query.mapping);
  if (mapping instanceof Refusal) return mapping;
  const job: NewJob = {
    sellerId: call.who.sellerId,
    jobId: publicId(ID_PREFIX),
    kind,
    op: op ?? query.op ?? null,
    name: name ?? query.name ?? null,
    format,
    assumed: null,
    dryRun: query.dryRun === true,
    prefersChanges: prefersChangeRequest(call.headers.Prefer),
    held: (sha256 ?? query.sha256) !== undefined,
    expectedRows: rows ?? null,
    sha256: (sha256 ?? query.sha256)?.toLowerCase() ?? null,
  };
  // The columns are read with the first part of the content. What the caller says of them is stored until then.
  const refusal = await insert(context, job, call, mapping);
  if (refusal) return refusal;
  return jobAnswer(context, job, call.at, 201);
}

/** Inserts a job. Refuses when the seller has too many open ones. */
async function insert({ db, limits }: CreateContext, job: NewJob, call: CreateCall, said: Mapping = []): Promise<Refusal | undefined> {
  const allowed = limits.bulkJobsAtOnce + limits.bulkJobsWaiting;
  const mapping = said.length === 0 ? null : JSON.stringify(said);
  const [inserted] = await db.run([job.sellerId], queries.insertJob, [...columnsOf(job, call), allowed, mapping]);
  return inserted ? undefined : bulkErrors.refuse("bulk_jobs_full", { allowed, retryAfterSeconds: RETRY_SECONDS });
}
const RETRY_SECONDS = 5;

/** The answer that shows a job. */
export async function jobAnswer(
  { db }: Pick<CreateContext, "db">,
  { sellerId, jobId, kind }: JobKey,
  at: number,
  status: 200 | 201 | 202,
): Promise<Answer> {
  const [row] = await db.run([sellerId], queries.getJob, [sellerId, jobId, kind]);
  const headers = status === 200 ? {} : { location: jobPath(kind, jobId) };
  return { status, headers, body: jobView(row!, at) };
}

async function createFromUpload(context: CreateContext, kind: BulkKind, call: CreateCall, upload: Upload): Promise<Answer | Refusal> {
  const { sellerId, clientId } = call.who;
  const { op = null, name = null, dryRun = false, sha256 = null } = call.query;
  // The key names the job, so a repeated call finds what the first one created.
  const jobId = call.uploadKey === undefined ? publicId(ID_PREFIX) : jobIdOf(clientId, kind, call.uploadKey);
  const key: JobKey = { sellerId, jobId, kind };
  const format = UPLOAD_TYPES[upload.mediaType as keyof typeof UPLOAD_TYPES];
  const job: NewJob = {
    ...key,
    op,
    name,
    format,
    assumed: null,
    dryRun,
    prefersChanges: prefersChangeRequest(call.headers.Prefer),
    held: true,
    expectedRows: null,
    sha256: sha256?.toLowerCase() ?? null,
  };
  const known = await answerOfKey(context, job, call, upload.bytes);
  if (known) return known;
  const mapping = saidMapping(context, call.query.mapping);
  if (mapping instanceof Refusal) return mapping;
  const file = await fileStart(context, key, job, mapping);
  const beginning = await readBeginning(upload, context.limits.bulkBytesAtOnce);
  const whole = beginning.whole && (await readWhole(context, file, beginning.whole));
  if (whole instanceof Refusal) return whole;
  const done = whole && (await doneAtOnce(context, job, call, whole));
  const answer =
    done ?? (await storeUpload(context, job, file, call, beginning.whole === undefined ? beginning.bytes : oneOf(beginning.whole)));
  if (!(answer instanceof Refusal)) await keepMapping(context.db, sellerId, kind, mapping, call.at);
  return answer;
}

/** Characters of an id that is made from a key: 180 bits. */
const KEY_CHARACTERS = 30;
const jobIdOf = (clientId: string, kind: BulkKind, key: string): string =>
  `${ID_PREFIX}_${hash("sha256", JSON.stringify([clientId, kind, key]), "base64url").slice(0, KEY_CHARACTERS)}`;

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The answer to a call that repeats another, whose content is `bytes`; undefined when it has no key, or a new one. */
async function answerOfKey(
  context: CreateContext,
  job: NewJob,
  { at, uploadKey, upload }: CreateCall,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Answer | Refusal | undefined> {
  const { sellerId, jobId, kind } = job;
  const key: JobKey = { sellerId, jobId, kind };
  const [row] = uploadKey === undefined ? [] : await context.db.run([sellerId], queries.getJob, [sellerId, jobId, kind]);
  if (row === undefined) return undefined;
  const facts = { pointer: "header.Idempotency-Key", received: jobId };
  if (row.reason === "content_refused") return bulkErrors.refuse("bulk_content_ended", { ...facts, params: { state: row.state } });
  if (!hasOptionsOf(row, job)) return bulkErrors.refuse("bulk_key_reused", facts);
  if (!row.content_complete && row.state !== "canceled") {
    const content = `${jobPath(kind, jobId)}/content`;
    return bulkErrors.refuse("bulk_upload_incomplete", { ...facts, allowed: row.received_bytes, params: { content } });
  }
  if (row.content_complete) {
    const length = upload?.length ?? row.received_bytes;
    if (length !== row.received_bytes || (await hashOf(bytes)) !== (await contentHash(context, key, row)))
      return bulkErrors.refuse("bulk_key_reused", facts);
  }
  const replayed = { "idempotent-replayed": "true" };
  if (row.state !== "finished" || row.rows > context.limits.bulkRowsAtOnce) {
    const answer = await jobAnswer(context, key, at, 202);
    return { ...answer, headers: { ...answer.headers, ...replayed } };
  }
  const answer = await doneAnswer(context, key, at);
  return { ...answer, headers: { ...answer.headers, ...replayed } };
}

/** Whether a job does with its rows what another one would. */
const hasOptionsOf = (row: queries.JobRow, { op, format, dryRun, prefersChanges }: NewJob): boolean =>
  row.op === op && row.format === format && row.dry_run === dryRun && row.change_requests === prefersChanges;

/**
 * Carries out a small file in the call. Undefined when it has too many rows, in all or of one product, or its quota is used up: it then becomes
 * a job of its own.
 */
async function doneAtOnce(context: CreateContext, job: NewJob, call: CreateCall, whole: WholeFile): Promise<Answer | Refusal | undefined> {
  const { limits, keys } = context;
  const { sellerId, jobId, kind } = job;
  const { bytes, chunk, lines, assumed } = whole;
  const rows = await checkChunk({ bytes: chunk, firstLine: 1 }, { format: job.format, assumed }, { kind, op: job.op });
  if (rows.length === 0) return bulkErrors.refuse("bulk_empty");
  if (rows.length > limits.bulkRowsAtOnce || partEnd(rows, 0) < rows.length) return undefined;
  const received = hash("sha256", bytes, "hex");
  if (job.sha256 !== null && job.sha256 !== received) return bulkErrors.refuse("bulk_content_differs", { received, allowed: job.sha256 });
  if ((await payForRows(context, call.who, rows.length)).waitSeconds > 0) return undefined;
  const sender = { who: call.who, lang: call.lang, at: call.at, prefersChanges: job.prefersChanges };
  const seal = (content: Buffer) => sealBytes(keys, kind, sellerId, jobId, content);
  const values = [...columnsOf({ ...job, assumed }, call), bytes.length, rows.length, lines, seal(chunk)];
  const running = runChunk(context, {
    ...job,
    firstRow: 1,
    rows,
    sender,
    async store(transaction, { outcomes, failures, accepted, failed, unchanged }) {
      const stored = await transaction.run(contentQueries.insertDoneJob, [...values, outcomes, failures, accepted, failed, unchanged]);
      // The chunk of a spreadsheet has what was read from it. Its own bytes are kept beside it.
      if (chunk !== bytes) await transaction.run(insertPart, [sellerId, jobId, seal(bytes)]);
      return stored.length > 0;
    },
  });
  try {
    await running;
  } catch (error) {
    // A call with the same key came first.
    const known = error instanceof ChunkLost ? await answerOfKey(context, job, call, oneOf(bytes)) : undefined;
    if (known) return known;
    throw error;
  }
  if (kind === "catalog" && !job.dryRun) context.onValidationDue();
  return doneAnswer(context, job, call.at);
}

/** The answer of a job that was done at once: 206 when a row failed (seed 7). */
async function doneAnswer({ db, keys }: CreateContext, { sellerId, jobId, kind }: JobKey, at: number): Promise<Answer> {
  const [[row], chunks] = await Promise.all([
    db.run([sellerId], queries.getJob, [sellerId, jobId, kind]),
    db.run([sellerId], resultQueries.listChunks, [sellerId, jobId, 0, 1]),
  ]);
  const job = { ...row!, sellerId, jobId, isCanceled: false };
  const results = chunks.flatMap((chunk) => [...readResults(keys, job, chunk)].map(({ result }) => result));
  return { status: row!.failed > 0 ? 206 : 200, headers: { location: jobPath(kind, jobId) }, body: { ...jobView(row!, at), results } };
}

/** Stores a large file while it arrives. Its rows begin when it is complete. A file that is refused leaves a canceled job. */
async function storeUpload(
  context: CreateContext,
  job: NewJob,
  file: FileOfJob,
  call: CreateCall,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Answer | Refusal> {
  const refused = await insert(context, job, call);
  // A call with the same key may have come first.
  if (refused) return (await answerOfKey(context, job, call, bytes)) ?? refused;
  const start = { ...file, key: job, offset: 0, rows: 0, lines: 0, at: call.at, completes: true };
  const refusal = await storeContent(context, start, bytes, job.sha256);
  if (refusal) {
    await moveJob(context, job, "cancel", {
      reason: "content_refused",
      by: "timer",
      actor: call.who.actor,
      requestId: call.requestId,
      at: call.at,
    });
    return refusal;
  }
  context.onReady();
  return jobAnswer(context, job, call.at, 202);
}
