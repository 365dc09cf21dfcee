import { createTurns, type Turns } from "./individual-retry.ts";
import { batcher, type Batcher } from "./batcher.ts";
import type { Database, Statement } from "../database.ts";
import { keyQueues, type KeyQueues } from "./key-queues.ts";
import { noteAll, type Note } from "../../idempotency/record-answer.ts";
import type { Settling } from "../../idempotency/keyed-call.ts";
import { wakeOf } from "../../jobs/new-events-signal.ts";
import { type Way, WAYS } from "./batch-policy.ts";

/** A call of a coalesced statement belongs to a seller; the transaction sees the sellers of its batch only. */
export interface OfSeller {
  readonly sellerId: number;
}

/** A statement of several calls, and one that does the same for a call by itself and takes its values instead of arrays. */
interface BySize<Row extends object> {
  readonly several: Statement<Row>;
  readonly one: Statement<Row>;
}

export interface CoalescedSettings<Item extends OfSeller, Row extends { readonly ord: number }> {
  readonly name: string;
  /** Takes one array per column and answers rows that name their input by `ord`, from 1. */
  readonly query: Statement<Row>;
  /** Of the same columns and rows, neither of them `query`: do what is common with less work. Calls they have no row for are carried out by `query`. */
  readonly common?: BySize<Row>;
  /** The columns with one value per call. */
  readonly columns: readonly ((item: Item) => unknown)[];
  /** Further columns, of parts that a call has any number of; each part says whose it is by the call's `ord`. */
  readonly parts?: (items: readonly Item[]) => readonly (readonly unknown[])[];
  /** Further values, one for all calls each. */
  readonly shared?: (items: readonly Item[]) => readonly (number | string)[];
  /** What two calls may not change at the same time; absent where they change nothing together. */
  readonly keyOf?: (item: Item) => string | readonly string[];
  /** The keys are those of other statements too, which change the same rows: calls wait for each other across them. */
  readonly sharesKeys?: true;
  /** How its statements go to the database. */
  readonly way: keyof typeof WAYS;
  /** Whoever follows its sellers' events is roused after each commit. */
  readonly appendsEvents?: true;
}

/**
 * How much sooner a call by itself gives up a lock than a batch of several; it then waits among the patient ones (alone.ts), in nobody's way.
 * Of a batch with many locked rows, those whose rows are free come to their turn behind all the others.
 */
const SHORTER = 4;

/** Where coalesced statements run; within a transaction that is open already there is nothing to settle. */
export type Runs = Pick<Database, "run"> & Partial<Pick<Database, "line" | "transaction">>;

/** Concurrent calls of one statement as one statement; each call gets its row, or undefined when the answer has none. */
export function coalesced<Item extends OfSeller, Row extends { readonly ord: number }>(
  db: Runs,
  { name, query, common, columns, parts, shared, keyOf, sharesKeys, way, appendsEvents }: CoalescedSettings<Item, Row>,
): Batcher<Item, Row | undefined> {
  const { line, ...beside }: Way = WAYS[way];
  const inLine = (line && db.line?.(line)) ?? db;
  const alone = (line?.lockMs && db.line?.({ ...line, most: 1, lockMs: line.lockMs / SHORTER })) || db;

  /** Each row to its call. */
  const placed = (items: readonly Item[], rows: readonly Row[]) => {
    const found: (Row | undefined)[] = items.map(() => undefined);
    for (const row of rows) found[row.ord - 1] = row;
    return found;
  };

  /** As one message, unless there are answers to note: those are written by the statement's transaction. */
  const carryOut = async (
    statement: Statement<Row>,
    sellers: readonly number[],
    items: readonly Item[],
    values: readonly unknown[],
    settlings: readonly (Settling<Row | undefined> | undefined)[],
    patiently: true | undefined,
  ) => {
    const keyed = settlings.filter((settling) => settling !== undefined);
    if (keyed.length === 0) {
      // Who is alone holds up nobody.
      const rows = await (patiently ? db : items.length > 1 ? inLine : alone).run(sellers, statement, values);
      return placed(items, rows);
    }
    if (db.transaction === undefined) throw new Error(`${name} has nothing to settle within a transaction`);
    return db.transaction([...new Set([...sellers, ...keyed.map(({ once }) => once.sellerId)])], async (transaction) => {
      const found = placed(items, await transaction.run(statement, values));
      const notes: Note[] = [];
      for (const [i, settling] of settlings.entries()) {
        if (found[i] === undefined && statement !== query) continue;
        const answer = await settling?.answer(found[i], transaction);
        if (answer !== undefined) notes.push({ once: settling!.once, answer });
      }
      await noteAll(transaction, notes);
      return found;
    });
  };

  const running =
    ({ several, one = several }: Pick<BySize<Row>, "several"> & Partial<BySize<Row>>) =>
    async (items: readonly Item[], settlings: readonly (Settling<Row | undefined> | undefined)[], patiently?: true) => {
      const sellers = [...new Set(items.map((item) => item.sellerId))];
      const statement = items.length > 1 ? several : one;
      const values =
        statement === several
          ? [...columns.map((column) => items.map(column)), ...(parts?.(items) ?? []), ...(shared?.(items) ?? [])]
          : columns.map((column) => column(items[0]!));
      const found = await carryOut(statement, sellers, items, values, settlings, patiently);
      if (appendsEvents) wakeOf(db).touch(sellers);
      return found;
    };

  return batcher({
    name,
    ...(keyOf ? { keyOf } : {}),
    ...(sharesKeys ? { queues: sharedQueues(db) } : {}),
    ...beside,
    turns: turnsOf(db),
    run: running({ several: query }),
    ...(common ? { first: running(common) } : {}),
  });
}

/** One for each database; what is of no use any more goes with it. */
function ofDatabase<Kept extends object>(create: () => Kept): (db: object) => Kept {
  const kept = new WeakMap<object, Kept>();
  return (db) => {
    const one = kept.get(db) ?? create();
    kept.set(db, one);
    return one;
  };
}
const sharedQueues = ofDatabase<KeyQueues>(keyQueues);
const turnsOf = ofDatabase<Turns>(createTurns);

/** The key of calls about one product of one seller. */
export const skuKey = (item: OfSeller & { readonly sku: string }): string => `${item.sellerId} ${item.sku}`;

/** A part of a call, and the `ord` of its call. */
export interface PartOf<Part> {
  readonly ord: number;
  readonly part: Part;
}

/** The parts of all calls, each with its call's `ord`, in the order of the calls. */
export const partsOf = <Item, Part>(items: readonly Item[], of: (item: Item) => readonly Part[]): readonly PartOf<Part>[] =>
  items.flatMap((item, i) => of(item).map((part) => ({ ord: i + 1, part })));
