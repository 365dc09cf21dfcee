import { type Answer, type Endpoint, endpoint, Refusal } from "../platform/contract/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import { type bulkOperations, catalogBulk, orderBulk } from "./contract.ts";
import type { CreateContext } from "./create-operations.ts";
import { errorFile } from "./error-lines.ts";
import { findJob } from "./job-operations.ts";
import type * as queries from "./queries.ts";
import * as resultQueries from "./results/queries.ts";
import { type ReadResult, readResults, type ResultJob } from "./result-view.ts";
import type { BulkFormat } from "./row.ts";
import type { BulkKind } from "./row-ops.ts";

type Operations = ReturnType<typeof bulkOperations>;
type ResultsCall = SellerCall<Operations["results"]>;
type ErrorsCall = SellerCall<Operations["errors"]>;

export interface ResultContext extends Pick<CreateContext, "db" | "keys"> {
  /** Resolves when a job of the seller may have more results, or after a short time; to false when waits must end. */
  readonly moreResults: (jobId: string) => Promise<boolean>;
}

/** The results of bulk jobs, while they run, and their failed rows as a file. */
export const resultEndpoints = (context: ResultContext): readonly Endpoint[] =>
  (
    [
      ["catalog", catalogBulk],
      ["orders", orderBulk],
    ] as const
  ).flatMap(([kind, rows]) => [
    endpoint(rows.results, (call: ResultsCall) => listResults(context, kind, call)),
    endpoint(rows.errors, (call: ErrorsCall) => listErrors(context, kind, "ndjson", call)),
    endpoint(rows.errorsCsv, (call: ErrorsCall) => listErrors(context, kind, "csv", call)),
    endpoint(rows.errorsXlsx, (call: ErrorsCall) => listErrors(context, kind, "xlsx", call)),
  ]);

const DEFAULT_LIMIT = 10_000;
const NEXT_AFTER = "x-next-after";

async function listResults(context: ResultContext, kind: BulkKind, call: ResultsCall): Promise<Answer | Refusal> {
  const { after = 0, limit = DEFAULT_LIMIT, status = [], wait = 0 } = call.query;
  const key = { sellerId: call.who.sellerId, jobId: call.path.jobId, kind };
  const untilMs = performance.now() + wait * 1_000;
  let hasLeft = false;
  call.onHungUp?.(() => (hasLeft = true));
  for (;;) {
    const row = await findJob(context, key);
    if (row instanceof Refusal) return row;
    const until = await lastDone(context, key, row);
    if (until > after) {
      const job: ResultJob = { ...row, ...key, isCanceled: row.state === "canceled" };
      const last = Math.min(until, after + limit);
      const page = { after, last, failedOnly: status.length > 0 };
      if (!page.failedOnly || (await hasFailed(context, job, page)))
        return { status: 200, headers: { [NEXT_AFTER]: String(last) }, stream: resultLines(context, job, page) };
      if (last < until) return { status: 204, headers: { [NEXT_AFTER]: String(last) } };
    }
    const isOver = row.finished_at !== null || performance.now() >= untilMs || hasLeft;
    if (isOver || !(await context.moreResults(key.jobId)))
      return { status: 204, headers: { [NEXT_AFTER]: String(Math.max(after, until)) } };
  }
}

/** The last row up to which every row has its result. */
async function lastDone(
  { db }: ResultContext,
  { sellerId, jobId }: { readonly sellerId: number; readonly jobId: string },
  row: queries.JobRow,
): Promise<number> {
  if (row.state === "canceled") return row.rows;
  const [waiting] = await db.run([sellerId], resultQueries.firstWaiting, [sellerId, jobId]);
  return waiting === undefined ? row.rows : waiting.first_row - 1;
}

/** The results that one answer shows. */
interface ResultPage {
  readonly after: number;
  readonly last: number;
  readonly failedOnly: boolean;
}

async function hasFailed(context: ResultContext, job: ResultJob, page: ResultPage): Promise<boolean> {
  for await (const _ of pageResults(context, job, page)) return true;
  return false;
}

/** Results that are sent together. */
const LINES_PER_PIECE = 500;

async function* resultLines(context: ResultContext, job: ResultJob, page: ResultPage): AsyncGenerator<Buffer> {
  let lines: string[] = [];
  for await (const { result } of pageResults(context, job, page)) {
    lines.push(`${JSON.stringify(result)}\n`);
    if (lines.length < LINES_PER_PIECE) continue;
    yield Buffer.from(lines.join(""));
    lines = [];
  }
  if (lines.length > 0) yield Buffer.from(lines.join(""));
}

/** Chunks that are read together. */
const CHUNKS_READ = 4;

async function* pageResults(
  { db, keys }: ResultContext,
  job: ResultJob,
  { after, last, failedOnly }: ResultPage,
): AsyncGenerator<ReadResult> {
  const { sellerId, jobId } = job;
  const [first] = await db.run([sellerId], resultQueries.findChunkOf, [sellerId, jobId, after + 1]);
  for (let from = first?.nth ?? 0; ;) {
    const list = failedOnly ? resultQueries.listFailedChunks : resultQueries.listChunks;
    const chunks = await db.run([sellerId], list, [sellerId, jobId, from, CHUNKS_READ]);
    for (const chunk of chunks) {
      if (chunk.first_row > last) return;
      for (const read of readResults(keys, job, chunk)) {
        if (read.result.row <= after || (failedOnly && read.failure === undefined)) continue;
        if (read.result.row > last) return;
        yield read;
      }
    }
    if (chunks.length < CHUNKS_READ) return;
    from = chunks.at(-1)!.nth + 1;
  }
}

async function listErrors(context: ResultContext, kind: BulkKind, format: BulkFormat, call: ErrorsCall): Promise<Answer | Refusal> {
  const key = { sellerId: call.who.sellerId, jobId: call.path.jobId, kind };
  const row = await findJob(context, key);
  if (row instanceof Refusal) return row;
  if (row.failed === 0) return { status: 204 };
  const job = { ...row, ...key, isCanceled: row.state === "canceled" };
  // Rows are done in their order. Those that fail from now on may have columns that the file does not.
  const page = { after: 0, last: row.accepted + row.failed + row.unchanged, failedOnly: true };
  return {
    status: 200,
    headers: { "content-disposition": `attachment; filename="${key.jobId}-erros.${format}"` },
    stream: errorFile(format, job, () => pageResults(context, job, page), call.at),
  };
}
