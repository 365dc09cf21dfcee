import { describe, expect, it } from "vitest";
import {
  MOVES,
  movesFrom,
  publicationMachine,
  type PublicationMove,
  type PublicationStatus,
  STATES,
  publicationState,
} from "../../src/catalog/publication.ts";

const NONE = "-";
type Row = Readonly<Record<PublicationMove, PublicationStatus | typeof NONE>>;
const refused: Row = {
  submit: NONE,
  edit: NONE,
  criticize: NONE,
  catalog: NONE,
  clear: NONE,
  reviewCriticize: NONE,
  reviewApprove: NONE,
  reviewUndo: NONE,
  sellerApprove: NONE,
};

/** Every state and every move, written out by hand from decisions 3. */
const EXPECTED: readonly (readonly [PublicationStatus | null, Row])[] = [
  [null, { ...refused, submit: "RECEIVED" }],
  ["RECEIVED", { ...refused, edit: "RECEIVED", criticize: "CRITICIZED", catalog: "CATALOGING" }],
  ["CRITICIZED", { ...refused, edit: "RECEIVED", clear: "RECEIVED", reviewUndo: "CATALOGING" }],
  ["CATALOGING", { ...refused, reviewCriticize: "CRITICIZED", reviewApprove: "APPROVED", sellerApprove: "APPROVED" }],
  ["APPROVED", { ...refused, reviewUndo: "CATALOGING" }],
];
const pairs = EXPECTED.flatMap(([from, row]) => Object.entries(row).map(([move, to]) => ({ from, move: move as PublicationMove, to })));

describe("publication (seed 3.1, decisions 3)", () => {
  it.each(pairs)("$from by $move: $to", ({ from, move, to }) => {
    const next = publicationMachine.move(from, move);
    if (to === NONE) expect(next).toEqual({ from, move, possible: publicationMachine.possible(from) });
    else expect(next).toBe(to);
  });
  it("covers every state and every move of the tables", () => {
    expect(EXPECTED.map(([from]) => from)).toEqual([null, ...STATES.map(({ code }) => code)]);
    expect(new Set(MOVES.map(({ move }) => move))).toEqual(new Set(Object.keys(refused)));
  });
  it("spells the states as the seed does", () => {
    expect(STATES.map(({ status, code, editable }) => [status, code, editable])).toEqual([
      ["Recebido", "RECEIVED", true],
      ["Criticado", "CRITICIZED", true],
      ["Em catalogação", "CATALOGING", false],
      ["Aprovado", "APPROVED", false],
    ]);
  });
  it("tells people what can happen from a state, and where that leads", () => {
    expect(movesFrom("CRITICIZED")).toEqual([
      { "pt-BR": "PUT do produto > Recebido", en: "PUT product > Recebido" },
      {
        "pt-BR": "mudança nos dados de referência, nas regras ou na família > Recebido",
        en: "a change of the reference data, the rules or the family > Recebido",
      },
    ]);
    expect(movesFrom("APPROVED")).toEqual([]);
  });
  it("knows no state outside its table", () => {
    expect(() => publicationState("SOLD" as PublicationStatus)).toThrow("SOLD");
  });
  it("lets a seller edit exactly where a PUT moves", () => {
    for (const { code } of STATES) expect(publicationMachine.possible(code).includes("edit")).toBe(publicationState(code).editable);
  });
});
