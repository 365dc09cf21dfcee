import type { Database } from "../platform/database/index.ts";
import { buildSnapshot } from "./build-snapshot.ts";
import { productCriteria } from "./impact.ts";
import { integrityProblems } from "./integrity.ts";
import { entryKey, referenceDataOf, type ReferenceChange, type ReferenceEntry } from "./lists.ts";
import * as queries from "./queries.ts";
import type { ReferenceSnapshot } from "./snapshot.ts";

/** A change that removes or narrows something. `before` is its entry just before, as far as it was known when the change was recorded. */
export interface NarrowingChange extends ReferenceChange {
  readonly changeId: number;
  readonly before: unknown;
  /** Epoch ms. */
  readonly effectiveAt: number;
}

/** The reference data around a change. */
export interface SurroundingData {
  /** The data just before the change, without those that take effect at the same instant. */
  readonly before: ReferenceSnapshot;
  /** The data from the change on. */
  readonly after: ReferenceSnapshot;
  /** The entry of the change just before; undefined when it did not exist. */
  readonly entryBefore: unknown;
  /** The parameters $1 to $5 of USES_CHANGED_ENTRY: only products that it finds can be affected. */
  readonly criteria: readonly unknown[];
  /** Whether the change is scheduled. */
  readonly isScheduled: boolean;
}

/**
 * Loads the data around a change. While the change is scheduled, this is the current data with all changes that are scheduled until then. Afterwards
 * it is the current data, and the same with the entries put back that narrowed at that instant. Undefined when the data before can no longer be put
 * together, because later changes contradict it.
 */
export async function loadSurroundingData(db: Database, change: NarrowingChange): Promise<SurroundingData | undefined> {
  const [current, scheduled, narrowed] = await Promise.all([
    db.run([], queries.loadReference, []),
    db.run([], queries.listWaiting, []),
    db.run([], queries.listNarrowedAt, [change.effectiveAt]),
  ]);
  const { version } = current[0]!;
  const isScheduled = scheduled.some((row) => row.change_id === change.changeId);
  const until = (isIncluded: (effectiveAt: number) => boolean) =>
    stateAfter(
      current,
      scheduled.filter((row) => isScheduled && isIncluded(row.effective_at)),
    );
  const after = until((at) => at <= change.effectiveAt);
  const before = isScheduled
    ? until((at) => at < change.effectiveAt)
    : stateAfter(
        after.values(),
        narrowed.map(({ list, code, before: item }) => ({ list, code, item })),
      );
  const [dataBefore, dataAfter] = [referenceDataOf(before.values()), referenceDataOf(after.values())];
  if (!isScheduled && integrityProblems(dataBefore).length > 0) return undefined;
  return {
    before: buildSnapshot(dataBefore, version),
    after: buildSnapshot(dataAfter, version),
    entryBefore: before.get(entryKey(change))?.item,
    criteria: productCriteria(dataBefore, [change]),
    isScheduled,
  };
}

type State = ReadonlyMap<string, ReferenceEntry>;

/** Entries after changes, in their order. A null item removes its entry. */
function stateAfter(entries: Iterable<ReferenceEntry>, changes: readonly ReferenceEntry[]): State {
  const state = new Map([...entries].map((entry) => [entryKey(entry), entry]));
  for (const { list, code, item } of changes) {
    const key = entryKey({ list, code });
    if (item === null || item === undefined) state.delete(key);
    else state.set(key, { list, code, item });
  }
  return state;
}
