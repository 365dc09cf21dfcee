import type { Transaction } from "../platform/database/database.ts";
import { keyOf, type Change } from "./lists.ts";
import * as queries from "./queries.ts";
import type { AskedChange, PassingChange, While } from "./schedule-conflicts.ts";

/** When changes would take effect, epoch ms; and the change that counts as withdrawn, when there is one. */
export interface Instant {
  readonly at: number;
  readonly without?: number;
}

/** No change has this id. */
const NONE = 0;

/** Changes beside their entries as they stand at an instant, with all that waits until then. */
export async function besideEntries(
  { run }: Transaction,
  changes: readonly Change[],
  { at, without = NONE }: Instant,
): Promise<readonly AskedChange[]> {
  const rows = await run(queries.listStanding, [changes.map(({ list }) => list), changes.map(({ code }) => code), at, without]);
  const standing = new Map(rows.map((row) => [keyOf(row), row]));
  return changes.map((change) => {
    const { item, until } = standing.get(keyOf(change))!;
    return { ...change, before: item ?? undefined, until: until ?? undefined };
  });
}

/** What is searched for in a while that begins at an instant: as it stands then, and what becomes of it, in the order of effect. */
export async function passingIn(
  { run }: Transaction,
  { searches, until }: Pick<While, "searches" | "until">,
  { at, without = NONE }: Instant,
): Promise<readonly PassingChange[]> {
  const rows = await run(queries.listRelatives, [
    searches.map(({ list }) => list),
    searches.map(({ code }) => code ?? null),
    searches.map(({ having }) => (having === undefined ? null : JSON.stringify(having))),
    at,
    until ?? null,
    without,
  ]);
  return rows.map(({ list, code, item, effective_at }) => ({ list, code, item: item ?? undefined, at: effective_at ?? undefined }));
}
