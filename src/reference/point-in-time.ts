import type { Transaction } from "../platform/database/index.ts";
import { entryKey, type ReferenceChange } from "./lists.ts";
import * as queries from "./queries.ts";
import type { ChangeInterval, IntervalChange, RequestedChange } from "./schedule-conflicts.ts";

/** The time at which changes would take effect (epoch ms), and the id of a scheduled change to leave out, if any. */
export interface PointInTime {
  readonly at: number;
  readonly without?: number;
}

/** An id that no change has. */
const NO_CHANGE = 0;

/**
 * Adds two facts to each change: the item that its entry has at the instant `at`, after all changes scheduled until then, and the time of
 * the entry's next scheduled change.
 */
export async function changesWithEntries(
  { run }: Transaction,
  changes: readonly ReferenceChange[],
  { at, without = NO_CHANGE }: PointInTime,
): Promise<readonly RequestedChange[]> {
  const rows = await run(queries.listEntriesAt, [changes.map(({ list }) => list), changes.map(({ code }) => code), at, without]);
  const entries = new Map(rows.map((row) => [entryKey(row), row]));
  return changes.map((change) => {
    const { item, until } = entries.get(entryKey(change))!;
    return { ...change, before: item ?? undefined, until: until ?? undefined };
  });
}

/**
 * The entries that an interval of a change is checked against. First come the entries that the interval's searches find, as they are when the
 * interval begins. Then come the scheduled changes of these entries until the interval ends, in the order in which they take effect.
 */
export async function changesDuring(
  { run }: Transaction,
  { searches, until }: Pick<ChangeInterval, "searches" | "until">,
  { at, without = NO_CHANGE }: PointInTime,
): Promise<readonly IntervalChange[]> {
  const rows = await run(queries.listDependencies, [
    searches.map(({ list }) => list),
    searches.map(({ code }) => code ?? null),
    searches.map(({ having }) => (having === undefined ? null : JSON.stringify(having))),
    at,
    until ?? null,
    without,
  ]);
  return rows.map(({ list, code, item, effective_at }) => ({ list, code, item: item ?? undefined, at: effective_at ?? undefined }));
}
