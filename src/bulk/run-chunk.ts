import type { Database, Transaction } from "../platform/database/index.ts";
import { DatabaseConflict, DatabaseUnavailable } from "../platform/database/index.ts";
import type { Log } from "../platform/observability/index.ts";
import { Refusal } from "../platform/contract/index.ts";
import { newEventsSignalOf } from "../platform/jobs/index.ts";
import { bulkErrors } from "./errors.ts";
import { failed, type RowOutcome, type StoredOutcomes, toStoredOutcomes } from "./row-outcome.ts";
import { type BadRow, type GoodRow, isBad } from "./row.ts";
import type { BulkKind } from "./row-ops.ts";
import { type PlacedRow, type RowSender, runRows, type RunRowsContext } from "./run-rows.ts";

export interface RunChunkContext extends RunRowsContext {
  readonly db: Database;
  readonly log: Log;
}

/** A chunk whose rows were read and checked. */
export interface CheckedChunk {
  readonly jobId: string;
  readonly kind: BulkKind;
  readonly dryRun: boolean;
  readonly firstRow: number;
  readonly rows: readonly (GoodRow | BadRow)[];
  readonly sender: RowSender;
  /** Stores the outcomes in the transaction of the effects. Resolves to false when the effects must be undone. */
  readonly store: (transaction: Transaction, outcomes: StoredOutcomes) => Promise<boolean>;
}

/** Thrown to undo a transaction whose effects must not take place. */
class Undone extends Error {}

/** Thrown when a chunk is done already, or its job was paused, canceled or leased by another process. */
export class ChunkLost extends Error {}

/** The id that the effects of a row carry as their request id. */
export const rowRequestId = (jobId: string, row: number): string => `${jobId}.${row}`;

/**
 * Carries out the rows of a chunk and stores their outcomes, all in one transaction. If the database refuses a row, the rows are tried in halves
 * until that row stands alone; it is recorded as failed, and the others are carried out. Throws `ChunkLost` when nothing may be written.
 */
export async function runChunk(context: RunChunkContext, chunk: CheckedChunk): Promise<StoredOutcomes> {
  let placed = placedRows(chunk);
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt(context, chunk, placed);
    } catch (error) {
      if (!isRowsFault(error) || placed.length === 0) throw error;
      const poison = tries < MAX_SEARCHES ? await findPoison(context, chunk, placed) : new Set(placed);
      for (const row of poison)
        context.log.error(
          { worker: "bulk", sellerId: chunk.sender.who.sellerId, requestId: row.requestId, error },
          "a row of a bulk job failed",
        );
      // Rows that fail only together are found one search later.
      placed = placed.filter((row) => !poison.has(row));
    }
  }
}

/** Number of searches for rows that the database refuses, before the rest of a chunk is given up. */
const MAX_SEARCHES = 3;

/** Whether an error is about the rows. Others are about the database, or the process; the chunk is then repeated later. */
export const isRowsFault = (error: unknown): boolean =>
  !(error instanceof ChunkLost || error instanceof DatabaseUnavailable || error instanceof DatabaseConflict);

const placedRows = ({ rows, jobId, firstRow }: CheckedChunk): readonly PlacedRow[] =>
  rows.flatMap((row, place) => (isBad(row) ? [] : [{ ...row, place, requestId: rowRequestId(jobId, firstRow + place) }]));

/** Carries out the given rows; the others are refused, or failed before. */
async function attempt(context: RunChunkContext, chunk: CheckedChunk, placed: readonly PlacedRow[]): Promise<StoredOutcomes> {
  const { db } = context;
  const { sender, dryRun } = chunk;
  const { sellerId } = sender.who;
  const judged = dryRun ? await rehearse(context, chunk, placed) : undefined;
  const stored = await db.transaction([sellerId], async (transaction) => {
    const outcomes = judged ?? (await outcomesOf(context, chunk, placed, transaction));
    const columns = toStoredOutcomes(outcomes, { ...sender, kind: chunk.kind });
    if (!(await chunk.store(transaction, columns))) throw new ChunkLost(`${chunk.jobId} may not go on`);
    return columns;
  });
  newEventsSignalOf(db).notify([sellerId]);
  return stored;
}

/** The outcomes of all rows of a chunk, those that are not carried out included. */
async function outcomesOf(
  context: RunRowsContext,
  { rows, sender }: CheckedChunk,
  placed: readonly PlacedRow[],
  transaction: Transaction,
): Promise<readonly RowOutcome[]> {
  const outcomes: (RowOutcome | undefined)[] = rows.map((row) => (isBad(row) ? failed(new Refusal(row.failures)) : undefined));
  await runRows(transaction, placed, sender, context, outcomes);
  return outcomes.map((outcome) => outcome ?? failed(bulkErrors.refuse("internal_row_failure")));
}

/** Carries out rows and undoes everything. */
async function rehearse(context: RunChunkContext, chunk: CheckedChunk, placed: readonly PlacedRow[]): Promise<readonly RowOutcome[]> {
  let outcomes: readonly RowOutcome[] = [];
  await context.db
    .transaction([chunk.sender.who.sellerId], async (transaction) => {
      outcomes = await outcomesOf(context, chunk, placed, transaction);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  // What was undone has no change request either.
  return outcomes.map((outcome) => (outcome.kind === "accepted" && outcome.changeRequestId !== undefined ? { kind: "accepted" } : outcome));
}

/** Finds the rows that the database refuses, by trying halves in transactions that are undone. */
async function findPoison(context: RunChunkContext, chunk: CheckedChunk, rows: readonly PlacedRow[]): Promise<ReadonlySet<PlacedRow>> {
  if (rows.length <= 1) return new Set(rows);
  const middle = Math.ceil(rows.length / 2);
  const found = new Set<PlacedRow>();
  for (const half of [rows.slice(0, middle), rows.slice(middle)])
    if (await fails(context, chunk, half)) for (const row of await findPoison(context, chunk, half)) found.add(row);
  return found;
}

async function fails(context: RunChunkContext, chunk: CheckedChunk, rows: readonly PlacedRow[]): Promise<boolean> {
  try {
    await rehearse(context, chunk, rows);
    return false;
  } catch (error) {
    if (!isRowsFault(error)) throw error;
    return true;
  }
}
