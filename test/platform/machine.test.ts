import { describe, expect, it } from "vitest";
import { createStateMachine, type Transition } from "../../src/platform/basics/state-machine.ts";

const by = { "pt-BR": "alguém", en: "somebody" };
const row = (from: string | null, move: string, to: string): Transition => ({ from, move, by, to });
const states = ["open", "shut", "locked"];

describe("a machine", () => {
  const door = createStateMachine({
    states,
    moves: [row(null, "build", "open"), row("open", "shut", "shut"), row("shut", "open", "open"), row("shut", "lock", "locked")],
  });

  it("answers the next state of a move in its table", () => {
    expect(door.move("shut", "lock")).toBe("locked");
    expect(door.move(null, "build")).toBe("open");
  });
  it("answers the possible moves, in table order, for any other", () => {
    expect(door.move("shut", "build")).toEqual({ from: "shut", move: "build", possible: ["open", "lock"] });
    expect(door.move("locked", "open")).toEqual({ from: "locked", move: "open", possible: [] });
  });
  it("lets two actors share a move that leads to one state", () => {
    const twice = createStateMachine({ states, moves: [row("open", "shut", "shut"), row("open", "shut", "shut")] });
    expect(twice.possible("open")).toEqual(["shut"]);
  });
  it("refuses a table that leaves the next state open or names a state it does not list", () => {
    expect(() => createStateMachine({ states, moves: [row("open", "shut", "shut"), row("open", "shut", "locked")] })).toThrow(/two states/);
    expect(() => createStateMachine({ states, moves: [row("ajar", "shut", "shut")] })).toThrow(/not in the table/);
    expect(() => createStateMachine({ states, moves: [row("open", "shut", "ajar")] })).toThrow(/not in the table/);
  });
});
