import { isoDateTime } from "../platform/basics/index.ts";
import { MAX_FAILURES, Refusal } from "../platform/contract/index.ts";
import { referenceErrors } from "./errors.ts";
import { integrityProblems, type IntegrityProblem } from "./integrity.ts";
import { partialDataOf, entryKey, type ReferenceChange, type ReferenceEntry } from "./lists.ts";
import { matchesSearch, dependenciesOf, searchedEntries, type EntrySearch } from "./affected-entries.ts";

/** A requested change, with the item of its entry just before the change would take effect. */
export interface RequestedChange extends ReferenceChange {
  readonly before: unknown;
  /** Time at which the entry's next scheduled change replaces this one, epoch ms of the marketplace's clock; undefined = never. */
  readonly until: number | undefined;
}

/** An interval in which requested changes are in effect, and the searches for all entries that they can contradict during that time. */
export interface ChangeInterval {
  /** All requested changes, including those that do not matter in this interval. */
  readonly requested: readonly RequestedChange[];
  readonly searches: readonly EntrySearch[];
  /** End of the interval, epoch ms; undefined = never. */
  readonly until: number | undefined;
}

/** An entry at the beginning of an interval (`at` undefined), or its scheduled change at an instant (epoch ms). */
export interface IntervalChange extends ReferenceChange {
  readonly at: number | undefined;
}

/** The problems that changes would cause, and the instant they would begin (epoch ms); undefined = the beginning of the interval. */
export interface Contradiction {
  readonly at: number | undefined;
  readonly faults: readonly IntegrityProblem[];
}

/** The intervals to check before changes may take effect together. Changes that end at the same time share an interval. */
export const intervalsOf = (requested: readonly RequestedChange[]): readonly ChangeInterval[] =>
  [...Map.groupBy(requested, (change) => change.until)].map(([until, changes]) => {
    const searches = changes.flatMap((change) => dependenciesOf(change, change.before));
    // Requested changes of other intervals may be dependencies too. The database does not have them yet, so `matchesSearch` finds them, and
    // their entries are added to the searches.
    const others = requested.filter((change) => change.until !== until && searches.some((search) => matchesSearch(search, change)));
    return { requested, searches: [...searches, ...others.map(({ list, code }): EntrySearch => ({ list, code }))], until };
  });

/**
 * The first contradiction in an interval; undefined when there is none. The data must be consistent when the changes take effect, and at
 * every later date on which one of their dependencies changes. So every scheduled change can be applied when it is due. Changes at one
 * instant are checked together, so a type and its template may be added together. Everything else was consistent before and is not checked.
 * `found` are the results of the interval's searches, in the order in which they take effect.
 */
export function findContradiction({ requested, searches }: ChangeInterval, found: readonly IntervalChange[]): Contradiction | undefined {
  const wasSearched = searchedEntries(searches);
  const foundKeys = new Set(found.map(entryKey));
  const state: State = new Map();
  for (const [at, changing] of Map.groupBy(found, (change) => change.at)) {
    for (const change of changing) applyTo(state, change);
    if (at === undefined) for (const change of requested) if (foundKeys.has(entryKey(change))) applyTo(state, change);
    const faults = integrityProblems(partialDataOf(state.values()), wasSearched);
    if (faults.length > 0) return { at, faults };
  }
  return undefined;
}

type State = Map<string, ReferenceEntry>;

function applyTo(state: State, { list, code, item }: ReferenceChange): void {
  if (item === undefined) state.delete(entryKey({ list, code }));
  else state.set(entryKey({ list, code }), { list, code, item });
}

/** A refusal with the earliest contradictions; undefined when there are none. */
export function contradictionRefusal(contradictions: readonly Contradiction[]): Refusal | undefined {
  if (contradictions.length === 0) return undefined;
  const first = Math.min(...contradictions.map(startOf));
  const faults = new Map(
    contradictions
      .filter((one) => startOf(one) === first)
      .flatMap((one) => one.faults)
      .map((fault) => [`${fault.list} ${fault.code} ${fault.problem.en}`, fault]),
  );
  const code = Number.isFinite(first) ? "reference_inconsistent_later" : "reference_inconsistent";
  const date = Number.isFinite(first) ? { date: isoDateTime(first) } : {};
  return new Refusal(
    [...faults.values()]
      .slice(0, MAX_FAILURES)
      .map((fault) => referenceErrors.failure(code, { received: `${fault.list}/${fault.code}`, params: { ...fault, ...date } })),
  );
}

const startOf = ({ at }: Contradiction): number => at ?? Number.NEGATIVE_INFINITY;
