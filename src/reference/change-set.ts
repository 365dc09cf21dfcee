import { isDeepStrictEqual } from "node:util";
import { DAY_MS, isoDateTime } from "../platform/basics/index.ts";
import type { Transaction } from "../platform/database/index.ts";
import type { Refusal } from "../platform/contract/index.ts";
import { referenceErrors } from "./errors.ts";
import { entryKey, type ReferenceChange } from "./lists.ts";
import { narrows } from "./narrowing.ts";
import { changesWithEntries, changesDuring, type PointInTime } from "./point-in-time.ts";
import * as queries from "./queries.ts";
import { findContradiction, contradictionRefusal, intervalsOf, type RequestedChange, type Contradiction } from "./schedule-conflicts.ts";

/** Changes that take effect together. Times are epoch ms of the marketplace's clock. */
export interface ChangeSet {
  readonly changes: readonly ReferenceChange[];
  readonly effectiveAt: number;
  readonly at: number;
  readonly actor: string;
  /** Whether to only check the changes, without recording them. */
  readonly dryRun: boolean;
  /** Days between the recording and the effect of changes that remove or narrow something. */
  readonly minimumNoticeDays?: number;
  /** Why such changes take effect sooner. It is kept with them. */
  readonly shortNoticeReason?: string | undefined;
}

/** A change that was recorded. */
export interface RecordedChange extends ReferenceChange {
  readonly changeId: number;
  /** The version it made; absent while it is scheduled. */
  readonly version?: number;
}

/** The recorded changes. Changes that have no effect are not recorded, and a dry run records none. */
export type RecordedChanges = readonly RecordedChange[];

/** Maximum number of scheduled changes. It is limited because answers list all of them. */
const MAX_SCHEDULED_CHANGES = 1_000;
/**
 * Maximum number of dates of scheduled changes. It is limited because a change of a rule is checked on each date on which a product type changes,
 * and each check takes 0.5 ms.
 */
const MAX_SCHEDULED_DATES = 50;

/**
 * Records changes in the caller's transaction, and applies all recorded changes that are due. Returns what was recorded, or a refusal.
 * Processes take turns through a row lock, so each change is checked against all earlier ones.
 */
export async function applyChangeSet(transaction: Transaction, changeSet: ChangeSet): Promise<RecordedChanges | Refusal> {
  const { changes, effectiveAt, at, dryRun } = changeSet;
  await transaction.run(queries.lockVersion, []);
  const requested = await changesWithEntries(transaction, changes, { at: effectiveAt });
  const unknown = requested.find(({ list, item, before }) => list !== "rules" && item === undefined && before === undefined);
  if (unknown) {
    return referenceErrors.refuse("reference_item_unknown", {
      pointer: "path.code",
      received: unknown.code,
      params: { list: unknown.list },
    });
  }
  const changing = requested.filter(({ item, before }) => !isDeepStrictEqual(before, item));
  const refusal = await refusalOfInconsistency(transaction, changing, { at: effectiveAt });
  if (refusal) return refusal;
  if (changing.length === 0 || dryRun) return [];
  if (effectiveAt > at && (await exceedsLimits(transaction, changing.length, effectiveAt))) {
    return referenceErrors.refuse("reference_too_many_waiting", { allowed: MAX_SCHEDULED_CHANGES, params: { dates: MAX_SCHEDULED_DATES } });
  }
  const tooSoon = shortNoticeRefusal(changing, changeSet);
  if (tooSoon) return tooSoon;
  return recordChanges(transaction, changing, changeSet);
}

/** Refuses changes that remove or narrow something sooner than the minimum notice allows, unless there is a reason. */
function shortNoticeRefusal(changing: readonly RequestedChange[], changeSet: ChangeSet): Refusal | undefined {
  const { effectiveAt, at, minimumNoticeDays: days = 0, shortNoticeReason } = changeSet;
  const earliestAt = at + days * DAY_MS;
  if (shortNoticeReason !== undefined || effectiveAt >= earliestAt) return undefined;
  const [narrowing] = changing.filter(narrows);
  return (
    narrowing &&
    referenceErrors.refuse("reference_notice_short", {
      // A removal has no body.
      pointer: narrowing.item === undefined ? "query.effectiveAt" : "/effectiveAt",
      received: isoDateTime(effectiveAt),
      allowed: isoDateTime(earliestAt),
      params: { days, list: narrowing.list, code: narrowing.code },
    })
  );
}

async function recordChanges(
  transaction: Transaction,
  changing: readonly RequestedChange[],
  { at, effectiveAt, actor, shortNoticeReason, minimumNoticeDays = 0 }: ChangeSet,
): Promise<RecordedChanges> {
  const isShort = effectiveAt < at + minimumNoticeDays * DAY_MS;
  const recorded = await transaction.run(queries.recordChanges, [
    changing.map((change) => change.list),
    changing.map((change) => change.code),
    changing.map((change) => jsonOrNull(change.item)),
    actor,
    at,
    effectiveAt,
    changing.map(narrows),
    isShort ? (shortNoticeReason ?? null) : null,
  ]);
  const versions = new Map((await transaction.run(queries.applyDue, [at])).map((row) => [row.change_id, row.version]));
  const ids = new Map(recorded.map((row) => [entryKey(row), row.change_id]));
  await queueWarnings(transaction, changing, { ids, at, effectiveAt });
  return changing.map(({ list, code, item }) => {
    const changeId = ids.get(entryKey({ list, code }))!;
    const version = versions.get(changeId);
    return { list, code, item, changeId, ...(version === undefined ? {} : { version }) };
  });
}

/** Queues the counting of what changes affect. What earlier changes of the same entries affect is counted again. */
async function queueWarnings(
  transaction: Transaction,
  changing: readonly RequestedChange[],
  { ids, at, effectiveAt }: { readonly ids: ReadonlyMap<string, number>; readonly at: number; readonly effectiveAt: number },
): Promise<void> {
  await transaction.run(queries.recountWarnings, [changing.map(({ list }) => list), changing.map(({ code }) => code), at]);
  const narrowing = changing.filter(narrows);
  if (narrowing.length === 0) return;
  await transaction.run(queries.insertWarnings, [
    narrowing.map((change) => ids.get(entryKey(change))!),
    narrowing.map(({ list }) => list),
    narrowing.map(({ code }) => code),
    narrowing.map(({ before }) => jsonOrNull(before)),
    narrowing.map(({ item }) => jsonOrNull(item)),
    effectiveAt,
    at,
  ]);
}

const jsonOrNull = (item: unknown) => (item === undefined ? null : JSON.stringify(item));

/**
 * Withdraws a scheduled change in the caller's transaction, at `at` (epoch ms). Refuses an unknown change, a change in effect, and a change that
 * other scheduled changes need.
 */
export async function withdrawScheduledChange(transaction: Transaction, changeId: number, at: number): Promise<RecordedChange | Refusal> {
  await transaction.run(queries.lockVersion, []);
  const [row] = await transaction.run(queries.findChange, [changeId]);
  const facts = { pointer: "path.changeId", received: changeId };
  if (!row) return referenceErrors.refuse("reference_change_unknown", facts);
  if (row.version !== null) return referenceErrors.refuse("reference_change_in_effect", facts);
  const instant = { at: row.effective_at, without: changeId };
  const entries = await changesWithEntries(transaction, [changeOf(row)], instant);
  // Without the withdrawn change, the entry keeps the item that it has just before the change would take effect.
  const refusal = await refusalOfInconsistency(
    transaction,
    entries.map((entry) => ({ ...entry, item: entry.before, before: row.item ?? undefined })),
    instant,
  );
  if (refusal) return refusal;
  await transaction.run(queries.deleteWaiting, [changeId]);
  await transaction.run(queries.withdrawWarning, [changeId, at]);
  await transaction.run(queries.recountWarnings, [[row.list], [row.code], at]);
  return { ...changeOf(row), changeId };
}

/**
 * Checks whether changes keep the data consistent from an instant on. Returns a refusal if not, otherwise undefined. Reads only the entries
 * that the changes depend on, so the cost does not grow with the amount of data or of scheduled changes.
 */
async function refusalOfInconsistency(
  transaction: Transaction,
  requested: readonly RequestedChange[],
  instant: PointInTime,
): Promise<Refusal | undefined> {
  const found: Contradiction[] = [];
  for (const interval of intervalsOf(requested)) {
    const contradiction = findContradiction(interval, await changesDuring(transaction, interval, instant));
    if (contradiction !== undefined) found.push(contradiction);
  }
  return contradictionRefusal(found);
}

async function exceedsLimits(transaction: Transaction, more: number, effectiveAt: number): Promise<boolean> {
  const [row] = await transaction.run(queries.countWaiting, [effectiveAt]);
  return row!.changes + more > MAX_SCHEDULED_CHANGES || row!.dates + 1 > MAX_SCHEDULED_DATES;
}

const changeOf = ({ list, code, item }: queries.ChangeRow): ReferenceChange => ({ list, code, item: item ?? undefined });
