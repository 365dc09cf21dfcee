import { createRetrySlots, type RetrySlots, type RunBatch } from "./individual-retry.ts";
import { createBatcher, type Batcher } from "./batcher.ts";
import type { Database, Statement } from "../database.ts";
import { createKeyQueues, type KeyQueues } from "./key-queues.ts";
import type { PipelineSettings } from "../pipelining.ts";
import { recordAnswers, type KeyedAnswer } from "../../idempotency/record-answer.ts";
import type { AnswerRecording } from "../../idempotency/keyed-call.ts";
import { newEventsSignalOf } from "../../jobs/new-events-signal.ts";
import { type BatchPolicy, BATCH_POLICIES } from "./batch-policy.ts";

/** A call of a batched statement, with the seller that it belongs to. The transaction of a batch sees only the sellers of the batch's calls. */
export interface SellerItem {
  readonly sellerId: number;
}

/** A statement for several calls, and a statement for a single call, which takes values instead of arrays. */
interface StatementPair<Row extends object> {
  readonly several: Statement<Row>;
  readonly one: Statement<Row>;
}

/** A row with `ord`, the position of its call in the batch, from 1. */
interface OrderedRow {
  readonly ord: number;
}

export interface StatementBatchSettings<Item extends SellerItem, Row extends OrderedRow> {
  readonly name: string;
  /** Takes one array per column. Each returned row has the `ord` of its call. */
  readonly query: Statement<Row>;
  /**
   * Statements that handle the common case with less work. They take the same columns as `query`, and their rows have the same form. Calls
   * for which they return no row go on to `query`.
   */
  readonly fastPath?: StatementPair<Row>;
  /** The columns with one value per call. */
  readonly columns: readonly ((item: Item) => unknown)[];
  /** Further columns, for the parts of calls. A call has any number of parts, and each part names its call by `ord`. */
  readonly parts?: (items: readonly Item[]) => readonly (readonly unknown[])[];
  /** Further values that are the same for all calls. */
  readonly shared?: (items: readonly Item[]) => readonly (number | string)[];
  /** The key or keys of the rows that a call changes. Calls that share a key never run at the same time. Absent: any calls may run together. */
  readonly keyOf?: (item: Item) => string | readonly string[];
  /** Set when other statements use the same keys and change the same rows. Their calls then wait for each other. */
  readonly sharesKeys?: true;
  readonly policy: keyof typeof BATCH_POLICIES;
  /** Set when the statement appends events. After each commit, the listeners of `newEventsSignalOf` get the sellers of the batch. */
  readonly appendsEvents?: true;
}

/** Where batched statements run: a database, or an open transaction. In an open transaction, no call may have an answer to record. */
export type StatementRunner = Pick<Database, "run"> & Partial<Pick<Database, "pipelined" | "transaction">>;

/** Batches concurrent calls of one statement. Each call gets its row, or undefined when there is none for it. */
export function createStatementBatcher<Item extends SellerItem, Row extends OrderedRow>(
  db: StatementRunner,
  settings: StatementBatchSettings<Item, Row>,
): Batcher<Item, Row | undefined> {
  const { name, query, fastPath, keyOf, sharesKeys, policy, appendsEvents } = settings;
  const { pipeline, ...limits }: BatchPolicy = BATCH_POLICIES[policy];
  const connections = connectionsFor(db, pipeline);

  const runWith =
    ({ several, one = several }: Pick<StatementPair<Row>, "several"> & Partial<StatementPair<Row>>): RunBatch<Item, Row | undefined> =>
    async (items, settlings, waitForLocks) => {
      const sellers = [...new Set(items.map((item) => item.sellerId))];
      const statement = items.length > 1 ? several : one;
      const values = statement === several ? arraysOf(settings, items) : settings.columns.map((column) => column(items[0]!));
      const batch: Batch<Row> = { name, statement, isLast: statement === query, values, sellers, settlings };
      const isRecorded = settlings.some((settling) => settling !== undefined);
      const rows = await (isRecorded ? runAndRecord(db, batch) : run(connections, batch, waitForLocks));
      if (appendsEvents) newEventsSignalOf(db).notify(sellers);
      return rows;
    };

  return createBatcher({
    name,
    ...(keyOf ? { keyOf } : {}),
    ...(sharesKeys ? { queues: sharedQueues(db) } : {}),
    ...limits,
    retrySlots: retrySlotsOf(db),
    run: runWith({ several: query }),
    ...(fastPath ? { fastPath: runWith(fastPath) } : {}),
  });
}

/** All columns of a batch, one array each, and its shared values. */
const arraysOf = <Item extends SellerItem, Row extends OrderedRow>(
  { columns, parts, shared }: StatementBatchSettings<Item, Row>,
  items: readonly Item[],
) => [...columns.map((column) => items.map(column)), ...(parts?.(items) ?? []), ...(shared?.(items) ?? [])];

/** The connections that run statements of calls without answers to record. */
interface Connections {
  readonly batch: Pick<Database, "run">;
  readonly single: Pick<Database, "run">;
  /** For retries that wait for locks. */
  readonly waiting: Pick<Database, "run">;
}

/**
 * A single call waits for a lock for as long as a batch would, divided by this number. After the wait, the call is retried among the calls that
 * wait for locks, where it delays no others. So when a large batch is retried call by call, calls whose rows are free do not wait long behind calls
 * whose rows are locked.
 */
const SINGLE_LOCK_DIVISOR = 4;

function connectionsFor(db: StatementRunner, pipeline: PipelineSettings | undefined): Connections {
  const { lockMs } = pipeline ?? {};
  return {
    batch: (pipeline && db.pipelined?.(pipeline)) ?? db,
    single: (lockMs && db.pipelined?.({ ...pipeline!, maxStatements: 1, lockMs: lockMs / SINGLE_LOCK_DIVISOR })) || db,
    waiting: db,
  };
}

/** A statement with the values of a batch of calls. */
interface Batch<Row extends OrderedRow> {
  readonly name: string;
  readonly statement: Statement<Row>;
  /** Whether this is the last statement of the calls. Calls without a row are then not passed on to another statement. */
  readonly isLast: boolean;
  readonly values: readonly unknown[];
  readonly sellers: readonly number[];
  /** One entry per call; undefined for a call without an answer to record. */
  readonly settlings: readonly (AnswerRecording<Row | undefined> | undefined)[];
}

/** Runs a batch that has no answers to record. */
async function run<Row extends OrderedRow>(
  { batch, single, waiting }: Connections,
  { statement, values, sellers, settlings }: Batch<Row>,
  waitForLocks: true | undefined,
): Promise<readonly (Row | undefined)[]> {
  const connection = waitForLocks ? waiting : settlings.length > 1 ? batch : single;
  return rowPerCall(await connection.run(sellers, statement, values), settlings.length);
}

/** Runs a batch and records the answers of its idempotent calls in the same transaction. */
async function runAndRecord<Row extends OrderedRow>(
  db: StatementRunner,
  { name, statement, isLast, values, sellers, settlings }: Batch<Row>,
): Promise<readonly (Row | undefined)[]> {
  if (db.transaction === undefined) throw new Error(`${name} has nothing to settle within a transaction`);
  const keyOwners = settlings.flatMap((settling) => settling?.idempotencyKey.sellerId ?? []);
  return db.transaction([...new Set([...sellers, ...keyOwners])], async (transaction) => {
    const rows = rowPerCall(await transaction.run(statement, values), settlings.length);
    const notes: KeyedAnswer[] = [];
    for (const [i, settling] of settlings.entries()) {
      if (rows[i] === undefined && !isLast) continue;
      const answer = await settling?.answer(rows[i], transaction);
      if (answer !== undefined) notes.push({ idempotencyKey: settling!.idempotencyKey, answer });
    }
    await recordAnswers(transaction, notes);
    return rows;
  });
}

/** Puts each row at the position of its call. */
function rowPerCall<Row extends OrderedRow>(rows: readonly Row[], calls: number): readonly (Row | undefined)[] {
  const placed: (Row | undefined)[] = Array.from({ length: calls }, () => undefined);
  for (const row of rows) placed[row.ord - 1] = row;
  return placed;
}

/** Keeps one value per database, for as long as the database is in use. */
function perDatabase<Value extends object>(create: () => Value): (db: object) => Value {
  const values = new WeakMap<object, Value>();
  return (db) => {
    const value = values.get(db) ?? create();
    values.set(db, value);
    return value;
  };
}
const sharedQueues = perDatabase<KeyQueues>(createKeyQueues);
const retrySlotsOf = perDatabase<RetrySlots>(createRetrySlots);

/** The key of calls about one product of one seller. */
export const skuKey = (item: SellerItem & { readonly sku: string }): string => `${item.sellerId} ${item.sku}`;

/** A part of a call, and the `ord` of its call. */
export interface PartOf<Part> {
  readonly ord: number;
  readonly part: Part;
}

/** The parts of all calls, each with its call's `ord`, in the order of the calls. */
export const flattenParts = <Item, Part>(items: readonly Item[], of: (item: Item) => readonly Part[]): readonly PartOf<Part>[] =>
  items.flatMap((item, i) => of(item).map((part) => ({ ord: i + 1, part })));
