import { isDeepStrictEqual } from "node:util";
import { isoDateTime } from "../platform/clock.ts";
import { Refusal } from "../platform/errors.ts";
import { MOST_FAILURES } from "../platform/findings.ts";
import { referenceErrors } from "./errors.ts";
import { integrityFaults } from "./integrity.ts";
import { dataOf, type Entry } from "./lists.ts";

/** What becomes of one entry: its item from then on, or undefined when it is removed. */
export interface Change {
  readonly list: Entry["list"];
  readonly code: string;
  readonly item: unknown;
}
/** A change that is recorded and takes effect at an instant of the marketplace's clock, epoch ms. */
export interface WaitingChange extends Change {
  readonly changeId: number;
  readonly effectiveAt: number;
}

/**
 * Whether changes may be made at an instant, with what already waits: answers those that change anything, or the
 * refusal. The data must be sound at that instant and at every later one for which a change waits, so that whatever
 * becomes due can always be applied. Changes of one instant count as one: a type and its template may come together.
 * `waiting` in the order of effect.
 */
export function judge(
  entries: readonly Entry[],
  waiting: readonly WaitingChange[],
  asked: readonly Change[],
  effectiveAt: number,
): readonly Change[] | Refusal {
  const state = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const later = waiting.filter((change) => change.effectiveAt > effectiveAt);
  for (const change of waiting) if (change.effectiveAt <= effectiveAt) take(state, change);
  for (const { list, code, item } of asked) {
    if (item === undefined && list !== "rules" && !state.has(keyOf({ list, code }))) {
      return referenceErrors.refuse("reference_item_unknown", { pointer: "path.code", received: code, params: { list } });
    }
  }
  const changing = asked.filter((change) => !isDeepStrictEqual(state.get(keyOf(change))?.item, change.item));
  for (const change of changing) take(state, change);
  return refusalAt(state, undefined) ?? refusalLater(state, later) ?? changing;
}

type State = Map<string, Entry>;

const keyOf = ({ list, code }: Pick<Entry, "list" | "code">) => `${list} ${code}`;

function take(state: State, { list, code, item }: Change): void {
  if (item === undefined) state.delete(keyOf({ list, code }));
  else state.set(keyOf({ list, code }), { list, code, item });
}

function refusalLater(state: State, later: readonly WaitingChange[]): Refusal | undefined {
  for (const [at, changes] of Map.groupBy(later, (change) => change.effectiveAt)) {
    for (const change of changes) take(state, change);
    const refusal = refusalAt(state, at);
    if (refusal) return refusal;
  }
  return undefined;
}

function refusalAt(state: State, at: number | undefined): Refusal | undefined {
  const faults = integrityFaults(dataOf(state.values()));
  if (faults.length === 0) return undefined;
  const code = at === undefined ? "reference_inconsistent" : "reference_inconsistent_later";
  const date = at === undefined ? {} : { date: isoDateTime(at) };
  return new Refusal(
    faults
      .slice(0, MOST_FAILURES)
      .map((fault) => referenceErrors.failure(code, { received: `${fault.list}/${fault.code}`, params: { ...fault, ...date } })),
  );
}
