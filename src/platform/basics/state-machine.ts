import type { LocalizedText } from "../contract/errors.ts";

/** A row of a moves table: what brings a resource from one state to the next. `from: null` = it does not exist yet. */
export interface Transition<State extends string = string, Name extends string = string> {
  readonly from: State | null;
  readonly move: Name;
  /** Who or what makes it, for the documentation. */
  readonly by: LocalizedText;
  /** What must hold first, for the documentation; whoever makes the move checks it. */
  readonly when?: LocalizedText;
  readonly to: State;
}

/** Why a move was not made: it does not leave this state. `possible` are the moves that do, in table order. */
export interface InvalidTransition<State extends string, Name extends string> {
  readonly from: State | null;
  readonly move: Name;
  readonly possible: readonly Name[];
}

interface Machine<State extends string, Name extends string> {
  readonly states: readonly State[];
  readonly moves: readonly Transition<State, Name>[];
  /** Names of the moves that leave a state, in table order. */
  readonly possible: (from: State | null) => readonly Name[];
  /** The next state, or why there is none: `typeof next === "string"` tells them apart. */
  readonly move: (from: State | null, move: Name) => State | InvalidTransition<State, Name>;
}

/**
 * A state machine from its two tables. Rows may share `from` and `move` (two actors, one move) when they agree on
 * `to`; a table that leaves the next state open is a programming error and throws here, at start.
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
