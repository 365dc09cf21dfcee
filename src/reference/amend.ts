import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "../platform/database/database.ts";
import type { Refusal } from "../platform/contract/errors.ts";
import { referenceErrors } from "./errors.ts";
import { keyOf, type Change } from "./lists.ts";
import { besideEntries, passingIn, type Instant } from "./point-in-time.ts";
import * as queries from "./queries.ts";
import { contradictionIn, refusalOf, whilesOf, type AskedChange, type Contradiction } from "./schedule-conflicts.ts";

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

/** Changes that may wait at once: every answer that lists what waits lists all of it. */
const MOST_WAITING = 1_000;
/** Dates on which they may: a change of a rule is judged on each one on which a product type changes, half a millisecond each. */
const MOST_DATES = 50;

/**
 * Records changes and makes those whose time has come take effect, in the caller's transaction; answers what was
 * recorded, or why not. Every process takes its turn, so each change is judged against all before it.
 */
export async function amend(
  transaction: Transaction,
  { changes, effectiveAt, at, actor, rehearsal }: Amendment,
): Promise<Amended | Refusal> {
  await transaction.run(queries.lockVersion, []);
  const asked = await besideEntries(transaction, changes, { at: effectiveAt });
  const unknown = asked.find(({ list, item, before }) => list !== "rules" && item === undefined && before === undefined);
  if (unknown) {
    return referenceErrors.refuse("reference_item_unknown", {
      pointer: "path.code",
      received: unknown.code,
      params: { list: unknown.list },
    });
  }
  const changing = asked.filter(({ item, before }) => !isDeepStrictEqual(before, item));
  const unsound = await whyUnsound(transaction, changing, { at: effectiveAt });
  if (unsound) return unsound;
  if (changing.length === 0 || rehearsal) return [];
  if (effectiveAt > at && (await isCrowded(transaction, changing.length, effectiveAt))) {
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
  const ids = new Map(recorded.map((row) => [keyOf(row), row.change_id]));
  return changing.map(({ list, code, item }) => {
    const changeId = ids.get(keyOf({ list, code }))!;
    const version = versions.get(changeId);
    return { list, code, item, changeId, ...(version === undefined ? {} : { version }) };
  });
}

/** Takes a waiting change back, in the caller's transaction; answers it, or why not: what waits after it may need it. */
export async function withdraw(transaction: Transaction, changeId: number): Promise<RecordedChange | Refusal> {
  await transaction.run(queries.lockVersion, []);
  const [row] = await transaction.run(queries.findChange, [changeId]);
  const facts = { pointer: "path.changeId", received: changeId };
  if (!row) return referenceErrors.refuse("reference_change_unknown", facts);
  if (row.version !== null) return referenceErrors.refuse("reference_change_in_effect", facts);
  const instant = { at: row.effective_at, without: changeId };
  const entries = await besideEntries(transaction, [changeOf(row)], instant);
  // Without the change its entry stays as it stood before.
  const unsound = await whyUnsound(
    transaction,
    entries.map((entry) => ({ ...entry, item: entry.before, before: row.item ?? undefined })),
    instant,
  );
  if (unsound) return unsound;
  await transaction.run(queries.deleteWaiting, [changeId]);
  return { ...changeOf(row), changeId };
}

/**
 * Why changes may not take effect together at an instant; undefined when they may. Only their relatives are read, as they are
 * while the changes hold: what a judgement costs depends on those, not on how much there is or how many changes wait.
 */
async function whyUnsound(transaction: Transaction, asked: readonly AskedChange[], instant: Instant): Promise<Refusal | undefined> {
  const found: Contradiction[] = [];
  for (const one of whilesOf(asked)) {
    const contradiction = contradictionIn(one, await passingIn(transaction, one, instant));
    if (contradiction !== undefined) found.push(contradiction);
  }
  return refusalOf(found);
}

async function isCrowded(transaction: Transaction, more: number, effectiveAt: number): Promise<boolean> {
  const [row] = await transaction.run(queries.countWaiting, [effectiveAt]);
  return row!.changes + more > MOST_WAITING || row!.dates + 1 > MOST_DATES;
}

const changeOf = ({ list, code, item }: queries.ChangeRow): Change => ({ list, code, item: item ?? undefined });
