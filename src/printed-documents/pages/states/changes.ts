import type { CHANGE_STATES, FIELD_MOVES, FIELD_STATES } from "../../../catalog/index.ts";
import { bilingual, code, page, table } from "../../markdown.ts";
import { stateDiagram, transitionTable } from "../../state-diagram.ts";

const INTRODUCTION = `# Pedidos de mudança / Change requests

Os estados de um campo de um pedido de mudança e tudo o que o leva de um a outro; e os do pedido inteiro.

_The states of a field of a change request and everything that moves it from one to another; and those of the whole request._`;

/** docs/states/changes.md: the states and moves of a changed field, their diagram, and the states of a request. */
export const changesPage = (fields: typeof FIELD_STATES, moves: typeof FIELD_MOVES, requests: typeof CHANGE_STATES): string =>
  page(
    INTRODUCTION,
    stateDiagram(moves),
    "## Campos / Fields",
    table(
      ["estado / state", "em aberto / open", "significado / meaning"],
      fields.map(({ state, open, meaning }) => [code(state), String(open), bilingual(meaning)]),
    ),
    "## Movimentos / Moves",
    transitionTable(moves),
    "## Pedidos / Requests",
    table(
      ["estado / state", "significado / meaning"],
      Object.entries(requests).map(([state, meaning]) => [code(state), bilingual(meaning)]),
    ),
  );
