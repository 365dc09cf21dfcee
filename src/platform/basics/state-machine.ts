import type { LocalizedText } from "../contract/errors.ts";

/** A row of a transition table. `from: null` means that the resource does not exist yet. */
export interface Transition<State extends string = string, Name extends string = string> {
  readonly from: State | null;
  readonly move: Name;
  /** The actor or event that triggers the transition, for the documentation. */
  readonly by: LocalizedText;
  /** The precondition of the transition, for the documentation. The code that makes the transition checks it. */
  readonly when?: LocalizedText;
  readonly to: State;
}

/** A transition that the state `from` does not allow. `possible` has the names of the transitions that it allows, in table order. */
export interface InvalidTransition<State extends string, Name extends string> {
  readonly from: State | null;
  readonly move: Name;
  readonly possible: readonly Name[];
}

interface Machine<State extends string, Name extends string> {
  readonly states: readonly State[];
  readonly moves: readonly Transition<State, Name>[];
  /** The names of the transitions that a state allows, in table order. */
  readonly possible: (from: State | null) => readonly Name[];
  /** Returns the next state, or why the transition is invalid. `typeof next === "string"` distinguishes the two. */
  readonly move: (from: State | null, move: Name) => State | InvalidTransition<State, Name>;
}

/**
 * Creates a state machine from its tables. Rows may share `from` and `move` (two actors, one transition) if they have the same `to`. Throws
 * when they have different ones, or when a row names a state that is not in `states`: such a table is a programming error.
 */
export function createStateMachine<State extends string, Name extends string>(table: {
  readonly states: readonly State[];
  readonly moves: readonly Transition<State, Name>[];
}): Machine<State, Name> {
  const exits = new Map<State | null, Map<Name, State>>([null, ...table.states].map((state) => [state, new Map()]));
  for (const row of table.moves) {
    const leaving = exits.get(row.from);
    if (!leaving || !exits.has(row.to)) throw new Error(`move ${row.move} names a state that is not in the table`);
    if ((leaving.get(row.move) ?? row.to) !== row.to) throw new Error(`move ${row.move} leaves ${row.from} for two states`);
    leaving.set(row.move, row.to);
  }
  const possible = (from: State | null) => [...(exits.get(from)?.keys() ?? [])];
  return {
    ...table,
    possible,
    move: (from, move) => exits.get(from)?.get(move) ?? { from, move, possible: possible(from) },
  };
}
