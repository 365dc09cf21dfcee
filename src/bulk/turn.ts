import type { Clock } from "../platform/basics/index.ts";
import type { KeyRing } from "../platform/crypto/index.ts";
import type { Transaction } from "../platform/database/index.ts";
import type { SellerIdentity } from "../sellers/index.ts";
import { checkChunk, linesOf, openBytes } from "./chunk-rows.ts";
import { bulkErrors } from "./errors.ts";
import type { BulkLimits } from "./limits.ts";
import type { Payment } from "./pay-for-rows.ts";
import * as queries from "./queries.ts";
import { readRevertRow } from "./read-row.ts";
import { failed, type StoredOutcomes, toStoredOutcomes } from "./row-outcome.ts";
import type { BadRow, GoodRow } from "./row.ts";
import type { BulkKind } from "./row-ops.ts";
import { type CheckedChunk, ChunkLost, isRowsFault, runChunk, type RunChunkContext } from "./run-chunk.ts";

/** Pays for rows from the quota of a job. */
export type PayForRows = (rows: number) => Promise<Payment>;

export interface TurnContext extends RunChunkContext {
  readonly clock: Clock;
  readonly keys: KeyRing;
  readonly limits: Pick<BulkLimits, "bulkRowsPerCall">;
  /** Called with the number of rows of each outcome after a chunk. */
  readonly onRows: (outcomes: Pick<StoredOutcomes, "accepted" | "failed" | "unchanged">) => void;
  /** Called when products were changed. */
  readonly onValidationDue: () => void;
  /** Resolves when single calls leave room for bulk. */
  readonly untilQuiet: () => Promise<void>;
}

/** A job that this process has leased. */
export interface LeasedJob {
  readonly sellerId: number;
  readonly jobId: string;
  readonly kind: BulkKind;
  readonly row: queries.TurnRow;
  readonly who: SellerIdentity;
}

/** How a turn ended: the chunks it has done, and when the next one may begin. */
export interface TurnEnd {
  readonly chunks: number;
  readonly paidRows: number;
  readonly waitSeconds: number;
  /** Whether no chunk waited any more. */
  readonly isIdle: boolean;
}

/** A turn ends after this time, so that the next seller gets its own. */
const TURN_MS = 250;
/** Chunks that are read from the database together. */
const CHUNKS_READ = 4;
/** A chunk that was begun so often without an end is tried row by row: a row of it may be what kills its process. */
const ATTEMPTS_TOGETHER = 2;

/** Carries out chunks of a job, one after another, until its turn is over, its quota is used up, or nothing waits. */
export async function takeTurn(context: TurnContext, job: LeasedJob, pay: PayForRows): Promise<TurnEnd> {
  const endsAtMs = performance.now() + TURN_MS;
  let paidRows = job.row.paid_rows;
  let chunks = 0;
  let waiting: readonly queries.WaitingChunk[] = [];
  let next: Promise<Prepared> | undefined;
  for (let at = 0; ; at += 1) {
    if (at === waiting.length) {
      const from = (waiting.at(-1)?.nth ?? -1) + 1;
      waiting = await context.db.run([job.sellerId], queries.nextChunks, [job.sellerId, job.jobId, from, CHUNKS_READ]);
      at = 0;
      next = undefined;
      if (waiting.length === 0) return { chunks, paidRows, waitSeconds: 0, isIdle: true };
    }
    const chunk = waiting[at]!;
    if (paidRows < chunk.rows) {
      const { rows, waitSeconds } = await pay(chunk.rows - paidRows);
      paidRows += rows;
      if (waitSeconds > 0) return { chunks, paidRows, waitSeconds, isIdle: false };
    }
    await context.untilQuiet();
    const prepared = await (next ?? prepare(context, job, chunk));
    const following = waiting[at + 1];
    // The next chunk is read and checked while the database carries out this one.
    const running = runPrepared(context, job, prepared, chunks === 0 ? job.row.attempts : 0);
    next = following && prepare(context, job, following);
    next?.catch(() => undefined);
    const stored = await running;
    paidRows -= chunk.rows;
    chunks += 1;
    context.onRows(stored);
    if (job.kind === "catalog" && !job.row.dry_run) context.onValidationDue();
    if (performance.now() > endsAtMs) return { chunks, paidRows, waitSeconds: 0, isIdle: false };
  }
}

/** A chunk whose rows were read and checked. */
interface Prepared {
  readonly chunk: queries.WaitingChunk;
  readonly rows: readonly (GoodRow | BadRow)[];
}

async function prepare(
  { keys }: Pick<TurnContext, "keys">,
  { sellerId, jobId, kind, row }: LeasedJob,
  chunk: queries.WaitingChunk,
): Promise<Prepared> {
  const bytes = openBytes(keys, kind, sellerId, jobId, chunk.bytes);
  if (row.reverts !== null) return { chunk, rows: [...linesOf(bytes, chunk.first_line)].map((line) => readRevertRow(line.bytes)) };
  return { chunk, rows: await checkChunk({ bytes, firstLine: chunk.first_line }, row, { kind, op: row.op }) };
}

function runPrepared(context: TurnContext, job: LeasedJob, { chunk, rows }: Prepared, attempts: number): Promise<StoredOutcomes> {
  const { jobId, kind, row, who } = job;
  const sender = { who, lang: row.language, at: context.clock.now() };
  const whole = { jobId, kind, dryRun: row.dry_run, firstRow: chunk.first_row, rows, sender, store: storeAs(job, chunk, "done") };
  return attempts > ATTEMPTS_TOGETHER ? runRowByRow(context, job, chunk, whole) : runChunk(context, whole);
}

const storeAs =
  ({ sellerId, jobId, row }: LeasedJob, { nth }: queries.WaitingChunk, state: "done" | "waiting") =>
  async (transaction: Transaction, columns: StoredOutcomes): Promise<boolean> => {
    const { outcomes, failures, accepted, failed: refused, unchanged } = columns;
    const values = [sellerId, jobId, row.fence, nth, state, outcomes, failures, accepted, refused, unchanged];
    return (await transaction.run(queries.finishChunk, values)).length > 0;
  };

/**
 * Carries out a chunk that killed its process twice, one row at a time. Which row is tried is stored before it is. If the process dies again,
 * that row is recorded as failed without being tried again.
 */
async function runRowByRow(
  context: TurnContext,
  job: LeasedJob,
  chunk: queries.WaitingChunk,
  whole: CheckedChunk,
): Promise<StoredOutcomes> {
  let done = { outcomes: chunk.outcomes, failures: chunk.failures };
  const from = chunk.outcomes === "" ? 0 : chunk.outcomes.split(" ").length;
  for (let place = from; place < whole.rows.length; place += 1) {
    const killed = chunk.trying === place;
    const state = place === whole.rows.length - 1 ? "done" : "waiting";
    const store = storeAs(job, chunk, state);
    let all: StoredOutcomes | undefined;
    const append = (transaction: Transaction, one: StoredOutcomes) => store(transaction, (all = joined(done, one, place)));
    if (killed) await recordKilled(context, job, append);
    else {
      const values = [job.sellerId, job.jobId, job.row.fence, chunk.nth, place];
      const [noted] = await context.db.run([job.sellerId], queries.tryRow, values);
      if (noted === undefined) throw new ChunkLost(`${job.jobId} may not go on`);
      await runChunk(context, { ...whole, firstRow: whole.firstRow + place, rows: [whole.rows[place]!], store: append });
    }
    done = all!;
    if (state === "done") return all!;
  }
  throw new ChunkLost(`${job.jobId} has no row left in chunk ${chunk.nth}`);
}

/** Records the row that killed its process. */
async function recordKilled(
  { db }: TurnContext,
  { sellerId, jobId, kind, row }: LeasedJob,
  append: (transaction: Transaction, one: StoredOutcomes) => Promise<boolean>,
): Promise<void> {
  const one = toStoredOutcomes([failed(bulkErrors.refuse("internal_row_failure"))], { lang: row.language, kind });
  await db.transaction([sellerId], async (transaction) => {
    if (!(await append(transaction, one))) throw new ChunkLost(`${jobId} may not go on`);
  });
}

/** The outcomes of a chunk with those of one more row, at `place`. */
function joined(before: Pick<StoredOutcomes, "outcomes" | "failures">, one: StoredOutcomes, place: number): StoredOutcomes {
  const outcomes = before.outcomes === "" ? one.outcomes : `${before.outcomes} ${one.outcomes}`;
  const known = before.failures === "" ? {} : (JSON.parse(before.failures) as object);
  const added = one.failures === "" ? {} : { [place]: (JSON.parse(one.failures) as Record<string, unknown>)["0"] };
  const all = { ...known, ...added };
  const words = outcomes.split(" ");
  const count = (word: string) => words.filter((other) => other === word).length;
  const [refused, unchanged] = [count("f"), count("u")];
  return {
    outcomes,
    failures: Object.keys(all).length === 0 ? "" : JSON.stringify(all),
    accepted: words.length - refused - unchanged,
    failed: refused,
    unchanged,
  };
}

/** Whether an error ends only this turn. Its job goes on in a later one. */
export const endsTurnOnly = (error: unknown): boolean => !isRowsFault(error);
