import type { MOVES, STATES } from "../../../catalog/index.ts";
import { stateDiagram, transitionTable } from "../../state-diagram.ts";
import { bilingual, code, page, table } from "../../markdown.ts";

type State = (typeof STATES)[number];
type Move = (typeof MOVES)[number];

const INTRODUCTION = `# Publicação / Publication

Os estados de um produto e tudo o que o leva de um a outro. Um par que não está na tabela é recusado, dizendo os movimentos
possíveis.

_The states of a product and everything that moves it from one to another. Any other move is refused, with a list of the possible ones._`;

/** docs/states/publication.md: the states and moves of the publication, and their diagram. */
export const publicationPage = (states: readonly State[], moves: readonly Move[]): string =>
  page(
    INTRODUCTION,
    stateDiagram(
      moves,
      states.map((state) => [state.code, state.status]),
    ),
    "## Estados / States",
    table(
      ["status", "code", "editable", "significado / meaning"],
      states.map((state) => [state.status, code(state.code), String(state.editable), bilingual(state.meaning)]),
    ),
    "## Movimentos / Moves",
    transitionTable(moves),
  );
