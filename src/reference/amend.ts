import type { Transaction } from "../platform/db.ts";
import { Refusal } from "../platform/errors.ts";
import { referenceErrors } from "./errors.ts";
import * as queries from "./queries.ts";
import { judge, type Change, type WaitingChange } from "./timeline.ts";

/** Changes that take effect together. Times are epoch ms of the marketplace's clock. */
export interface Amendment {
  readonly changes: readonly Change[];
  readonly effectiveAt: number;
  readonly at: number;
  readonly actor: string;
  /** Only judge; nothing is recorded. */
  readonly rehearsal: boolean;
}

/** A change that has its place in the log. */
export interface RecordedChange extends Change {
  readonly changeId: number;
  /** Absent while it waits for its time. */
  readonly version?: number;
}

/** What was recorded: of the changes asked for, those that change anything; none for a rehearsal. */
export type Amended = readonly RecordedChange[];

/** Changes that may wait at once, and their dates: each judgement looks at the data of every date, 4 ms each. */
const MOST_WAITING = 1_000;
const MOST_DATES = 50;

/**
 * Records changes and makes those whose time has come take effect, in the caller's transaction; answers what was
 * recorded, or why not. Every process takes its turn, so each change is judged against all before it.
 */
export async function amend(
  transaction: Transaction,
  { changes, effectiveAt, at, actor, rehearsal }: Amendment,
): Promise<Amended | Refusal> {
  const { entries, waiting } = await lockReference(transaction);
  const changing = judge(entries, waiting, changes, effectiveAt);
  if (changing instanceof Refusal || changing.length === 0 || rehearsal) return changing instanceof Refusal ? changing : [];
  if (effectiveAt > at && crowded(waiting, changing.length, effectiveAt)) {
    return referenceErrors.refuse("reference_too_many_waiting", { allowed: MOST_WAITING, params: { dates: MOST_DATES } });
  }
  const recorded = await transaction.run(queries.recordChanges, [
    changing.map((change) => change.list),
    changing.map((change) => change.code),
    changing.map((change) => (change.item === undefined ? null : JSON.stringify(change.item))),
    actor,
    at,
    effectiveAt,
  ]);
  const versions = new Map((await transaction.run(queries.applyDue, [at])).map((row) => [row.change_id, row.version]));
  return changing.map((change) => {
    const changeId = recorded.find((row) => row.list === change.list && row.code === change.code)!.change_id;
    const version = versions.get(changeId);
    return { ...change, changeId, ...(version === undefined ? {} : { version }) };
  });
}

/** Takes a waiting change back, in the caller's transaction; answers it, or why not: what waits after it may need it. */
export async function withdraw(transaction: Transaction, changeId: number): Promise<RecordedChange | Refusal> {
  const { entries, waiting } = await lockReference(transaction);
  const [row] = await transaction.run(queries.findChange, [changeId]);
  const facts = { pointer: "path.changeId", received: changeId };
  if (!row) return referenceErrors.refuse("reference_change_unknown", facts);
  if (row.version !== null) return referenceErrors.refuse("reference_change_in_effect", facts);
  const others = waiting.filter((change) => change.changeId !== changeId);
  const judged = judge(entries, others, [], row.effective_at);
  if (judged instanceof Refusal) return judged;
  await transaction.run(queries.deleteWaiting, [changeId]);
  return { ...changeOf(row), changeId };
}

const crowded = (waiting: readonly WaitingChange[], more: number, effectiveAt: number): boolean =>
  waiting.length + more > MOST_WAITING || new Set([effectiveAt, ...waiting.map((change) => change.effectiveAt)]).size > MOST_DATES;

async function lockReference(transaction: Transaction) {
  await transaction.run(queries.lockVersion, []);
  const entries = await transaction.run(queries.listEntries, []);
  const waiting = await transaction.run(queries.listWaiting, []);
  return {
    entries,
    waiting: waiting.map((row): WaitingChange => ({ ...changeOf(row), changeId: row.change_id, effectiveAt: row.effective_at })),
  };
}

const changeOf = ({ list, code, item }: queries.ChangeRow): Change => ({ list, code, item: item ?? undefined });
