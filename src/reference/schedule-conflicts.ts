import { isoDateTime } from "../platform/basics/clock.ts";
import { Refusal } from "../platform/contract/errors.ts";
import { MOST_FAILURES } from "../platform/contract/failure-collector.ts";
import { referenceErrors } from "./errors.ts";
import { integrityFaults, type IntegrityFault } from "./integrity.ts";
import { excerptOf, keyOf, type Change, type Entry } from "./lists.ts";
import { isSought, relativesOf, soughtBy, type Search } from "./change-dependencies.ts";

/** A change that is asked for, beside its entry as it stands when the change would take effect. */
export interface AskedChange extends Change {
  readonly before: unknown;
  /** When the entry's next change takes effect, epoch ms of the marketplace's clock; from then on this one no longer matters. */
  readonly until: number | undefined;
}

/** A while that begins with changes, and by what to look for all that they can be at odds with in it. */
export interface While {
  /** All changes that are asked for; those that have nothing to do with the while are not looked at. */
  readonly asked: readonly AskedChange[];
  readonly searches: readonly Search[];
  /** When it ends, epoch ms; undefined = never. */
  readonly until: number | undefined;
}

/** How something stands when a while begins, or what becomes of it at an instant, epoch ms. */
export interface PassingChange extends Change {
  readonly at: number | undefined;
}

/** What would be wrong, and since when; undefined = since the changes. */
export interface Contradiction {
  readonly at: number | undefined;
  readonly faults: readonly IntegrityFault[];
}

/** The whiles to look at before changes may take effect together: of each change the one in which it holds. */
export const whilesOf = (asked: readonly AskedChange[]): readonly While[] =>
  [...Map.groupBy(asked, (change) => change.until)].map(([until, changes]) => {
    const own = changes.flatMap((change) => relativesOf(change, change.before));
    // What is asked for beside them may be a relative too, and the database does not know of it yet.
    const beside = asked.filter((change) => change.until !== until && own.some((search) => isSought(search, change)));
    return { asked, searches: [...own, ...beside.map(({ list, code }): Search => ({ list, code }))], until };
  });

/**
 * The first contradiction in a while: the data must be sound when the changes take effect and at every later date at which
 * something becomes of what they have to do with, so that whatever becomes due can always be applied. Changes of one instant
 * count as one: a type and its template may come together. What the changes have nothing to do with was sound without them
 * and is not looked at. `passing` is what was found by the searches, in the order of effect.
 */
export function contradictionIn({ asked, searches }: While, passing: readonly PassingChange[]): Contradiction | undefined {
  const wasSought = soughtBy(searches);
  const found = new Set(passing.map(keyOf));
  const state: State = new Map();
  for (const [at, changing] of Map.groupBy(passing, (change) => change.at)) {
    for (const change of changing) take(state, change);
    if (at === undefined) for (const change of asked) if (found.has(keyOf(change))) take(state, change);
    const faults = integrityFaults(excerptOf(state.values()), wasSought);
    if (faults.length > 0) return { at, faults };
  }
  return undefined;
}

type State = Map<string, Entry>;

function take(state: State, { list, code, item }: Change): void {
  if (item === undefined) state.delete(keyOf({ list, code }));
  else state.set(keyOf({ list, code }), { list, code, item });
}

/** The refusal of the earliest contradictions; undefined when there are none. */
export function refusalOf(contradictions: readonly Contradiction[]): Refusal | undefined {
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
      .slice(0, MOST_FAILURES)
      .map((fault) => referenceErrors.failure(code, { received: `${fault.list}/${fault.code}`, params: { ...fault, ...date } })),
  );
}

const startOf = ({ at }: Contradiction): number => at ?? Number.NEGATIVE_INFINITY;
