import { isoDateTime } from "../../src/platform/basics/clock.ts";
import { integrityProblems } from "../../src/reference/index.ts";
import { referenceDataOf, type ReferenceChange, type ReferenceEntry } from "../../src/reference/lists.ts";

/** A change that waits for its time. */
export interface Waiting extends ReferenceChange {
  readonly changeId: number;
  readonly effectiveAt: number;
}

/** Everything there is: what is in effect, and what waits, in the order of effect. */
export interface Whole {
  readonly entries: readonly ReferenceEntry[];
  readonly waiting: readonly Waiting[];
}

type State = Map<string, ReferenceEntry>;
const entryKey = ({ list, code }: Pick<ReferenceEntry, "list" | "code">) => `${list} ${code}`;
function take(state: State, { list, code, item }: ReferenceChange): void {
  if (item === undefined) state.delete(entryKey({ list, code }));
  else state.set(entryKey({ list, code }), { list, code, item });
}

/**
 * What is wrong when changes take effect at an instant, told by looking at all the data there is at that instant and at every later date:
 * slow, and beyond doubt. Answers the faults of the first instant that has any, as the store words them.
 */
export function wholeFaults({ entries, waiting }: Whole, changes: readonly ReferenceChange[], effectiveAt: number): readonly string[] {
  const state: State = new Map(entries.map((entry) => [entryKey(entry), entry]));
  for (const change of waiting) if (change.effectiveAt <= effectiveAt) take(state, change);
  for (const change of changes) take(state, change);
  const faultsNow = (at: number | undefined) =>
    integrityProblems(referenceDataOf(state.values()))
      .map(({ list, code, problem }) => `${at === undefined ? "" : `${isoDateTime(at)} `}${list}/${code} ${problem.en}`)
      .toSorted();
  const now = faultsNow(undefined);
  if (now.length > 0) return now;
  const later = waiting.filter((change) => change.effectiveAt > effectiveAt);
  for (const [at, due] of Map.groupBy(later, (change) => change.effectiveAt)) {
    for (const change of due) take(state, change);
    const then = faultsNow(at);
    if (then.length > 0) return then;
  }
  return [];
}

/** Whether the data already has, at that instant, what the changes ask for. */
export function stateAt({ entries, waiting }: Whole, effectiveAt: number): (of: Pick<ReferenceEntry, "list" | "code">) => unknown {
  const state: State = new Map(entries.map((entry) => [entryKey(entry), entry]));
  for (const change of waiting) if (change.effectiveAt <= effectiveAt) take(state, change);
  return (of) => state.get(entryKey(of))?.item;
}
