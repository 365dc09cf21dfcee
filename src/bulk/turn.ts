import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../platform/basics/index.ts";
import type { KeyRing } from "../platform/crypto/index.ts";
import type { Transaction } from "../platform/database/index.ts";
import type { SellerIdentity } from "../sellers/index.ts";
import { checkChunk, linesOf, openBytes } from "./chunk-rows.ts";
import { countDone, type DoneRows, joinOutcomes, partEnd } from "./chunk-parts.ts";
import { bulkErrors } from "./errors.ts";
import type { BulkLimits } from "./limits.ts";
import type { Payment } from "./pay-for-rows.ts";
import * as queries from "./turns/queries.ts";
import { readRevertRow } from "./read-row.ts";
import { failed, type StoredOutcomes, toStoredOutcomes } from "./row-outcome.ts";
import type { BadRow, GoodRow } from "./row.ts";
import type { BulkKind } from "./row-ops.ts";
import { ChunkLost, isRowsFault, runChunk, type RunChunkContext } from "./run-chunk.ts";

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

/** How a turn ended: the chunks it has worked on, and when the next one may begin. */
export interface TurnEnd {
  readonly chunks: number;
  readonly paidRows: number;
  readonly waitSeconds: number;
  /** Whether no chunk waited any more. */
  readonly isIdle: boolean;
}

/** A turn ends after this time, so that the next seller gets its own. */
const TURN_MS = 250;
/** A chunk that was begun so often without an end is tried row by row: a row of it may be what kills its process. */
const ATTEMPTS_TOGETHER = 2;

/**
 * After each part of a chunk with many rows of one product, bulk pauses as long as the part took, within these limits. A single call that waits
 * for the product reads it again and writes it then. Without a pause, the next part would be first every time.
 */
const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 100;

/** Carries out chunks of a job, one after another, until its turn is over, its quota is used up, or nothing waits. */
export async function takeTurn(context: TurnContext, job: LeasedJob, pay: PayForRows): Promise<TurnEnd> {
  const endsAtMs = performance.now() + TURN_MS;
  let paidRows = job.row.paid_rows;
  let next = prepareNext(context, job, 0);
  let lastMs = 0;
  for (let chunks = 0; ;) {
    const prepared = await next;
    if (prepared === undefined) return { chunks, paidRows, waitSeconds: 0, isIdle: true };
    const { chunk } = prepared;
    const unpaid = chunk.rows - countDone(chunk) - paidRows;
    if (unpaid > 0) {
      const { rows, waitSeconds } = await pay(unpaid);
      paidRows += rows;
      if (waitSeconds > 0) return { chunks, paidRows, waitSeconds, isIdle: false };
    }
    const startedMs = performance.now();
    const isLast = startedMs + lastMs > endsAtMs;
    const isOneByOne = chunks === 0 && job.row.attempts > ATTEMPTS_TOGETHER;
    const running = runParts(context, job, prepared, { isOneByOne, endsAtMs });
    // The next chunk is read and checked while the database carries out this one, unless it would be for nothing.
    if (!isLast) next = prepareNext(context, job, chunk.nth + 1);
    next.catch(() => undefined);
    paidRows -= await running;
    chunks += 1;
    lastMs = performance.now() - startedMs;
    if (isLast || performance.now() > endsAtMs) return { chunks, paidRows, waitSeconds: 0, isIdle: false };
  }
}

/** A chunk whose rows were read and checked. */
interface Prepared {
  readonly chunk: queries.WaitingChunk;
  readonly rows: readonly (GoodRow | BadRow)[];
}

/** Reads and checks the next waiting chunk from place `from` on. One at a time: a chunk may have a megabyte. Undefined when none waits. */
async function prepareNext({ db, keys }: TurnContext, job: LeasedJob, from: number): Promise<Prepared | undefined> {
  const { sellerId, jobId, kind, row } = job;
  const [chunk] = await db.run([sellerId], queries.nextChunk, [sellerId, jobId, from]);
  if (chunk === undefined) return undefined;
  const bytes = openBytes(keys, kind, sellerId, jobId, chunk.bytes);
  if (row.reverts !== null) return { chunk, rows: [...linesOf(bytes, chunk.first_line, row)].map((line) => readRevertRow(line.bytes)) };
  return { chunk, rows: await checkChunk({ bytes, firstLine: chunk.first_line }, row, { kind, op: row.op }) };
}

/** How the rows of a chunk are parted. */
interface PartsMode {
  /** One row at a time, to the end of the chunk. */
  readonly isOneByOne: boolean;
  /** When the turn ends, by `performance.now()`. */
  readonly endsAtMs: number;
}

/** A part of a chunk: the rows from place `from` to `until`, and the outcomes of those before. */
interface Part extends Prepared {
  readonly from: number;
  readonly until: number;
  readonly done: DoneRows;
}

/**
 * Carries out the rows of a chunk that are not done, in parts, until the chunk or the turn ends. Resolves to the number of rows. Each part has
 * a transaction of its own, in which the outcomes of all rows so far are stored.
 */
async function runParts(context: TurnContext, job: LeasedJob, prepared: Prepared, { isOneByOne, endsAtMs }: PartsMode): Promise<number> {
  const { chunk, rows } = prepared;
  const first = countDone(chunk);
  const isCut = !isOneByOne && partEnd(rows, 0) < rows.length;
  let done: DoneRows = chunk;
  for (let from = first; ;) {
    await context.untilQuiet();
    const startedMs = performance.now();
    const until = isOneByOne ? Math.min(from + 1, rows.length) : partEnd(rows, from);
    const part: Part = { ...prepared, from, until, done };
    const outcomes = await (isOneByOne ? runAlone(context, job, part) : runPart(context, job, part));
    context.onRows(outcomes);
    if (job.kind === "catalog" && !job.row.dry_run) context.onValidationDue();
    done = joinOutcomes(done, outcomes, from);
    from = until;
    if (isCut) await sleep(Math.min(Math.max(performance.now() - startedMs, MIN_PAUSE_MS), MAX_PAUSE_MS));
    if (from === rows.length || (!isOneByOne && performance.now() > endsAtMs)) return from - first;
  }
}

function runPart(context: TurnContext, job: LeasedJob, part: Part): Promise<StoredOutcomes> {
  const { jobId, kind, row, who } = job;
  const { chunk, from, until } = part;
  const sender = { who, lang: row.language, at: context.clock.now(), prefersChanges: row.change_requests };
  const [firstRow, rows] = [chunk.first_row + from, part.rows.slice(from, until)];
  return runChunk(context, { jobId, kind, dryRun: row.dry_run, firstRow, rows, sender, store: storeWith(job, part) });
}

/** Stores the outcomes of a part, with those of the rows before. */
const storeWith =
  ({ sellerId, jobId, row }: LeasedJob, { chunk, rows, from, until, done }: Part) =>
  async (transaction: Transaction, part: StoredOutcomes): Promise<boolean> => {
    const { outcomes, failures, accepted, failed: refused, unchanged } = joinOutcomes(done, part, from);
    const state = until === rows.length ? "done" : "waiting";
    const values = [sellerId, jobId, row.fence, chunk.nth, state, outcomes, failures, accepted, refused, unchanged];
    return (await transaction.run(queries.storeOutcomes, values)).length > 0;
  };

/**
 * Carries out one row of a chunk that killed its process twice. Which row is tried is stored before it is. If the process dies again, that row
 * is recorded as failed without being tried again.
 */
async function runAlone(context: TurnContext, job: LeasedJob, part: Part): Promise<StoredOutcomes> {
  const { sellerId, jobId, kind, row } = job;
  const { chunk, from } = part;
  const lost = () => new ChunkLost(`${jobId} may not go on`);
  if (chunk.trying !== from) {
    const [noted] = await context.db.run([sellerId], queries.tryRow, [sellerId, jobId, row.fence, chunk.nth, from]);
    if (noted === undefined) throw lost();
    return runPart(context, job, part);
  }
  const outcomes = toStoredOutcomes([failed(bulkErrors.refuse("internal_row_failure"))], { lang: row.language, kind });
  const store = storeWith(job, part);
  await context.db.transaction([sellerId], async (transaction) => {
    if (!(await store(transaction, outcomes))) throw lost();
  });
  return outcomes;
}

/** Whether an error ends only this turn. Its job goes on in a later one. */
export const endsTurnOnly = (error: unknown): boolean => !isRowsFault(error);
