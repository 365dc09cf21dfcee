import type { ORDER_MOVES, ORDER_STATES } from "../../../orders/index.ts";
import { stateDiagram, transitionTable } from "../../state-diagram.ts";
import { bilingual, code, page, table } from "../../markdown.ts";

type State = (typeof ORDER_STATES)[number];
type Move = (typeof ORDER_MOVES)[number];

const INTRODUCTION = `# Pedidos / Orders

Os estados de uma entrega e tudo o que a leva de um a outro; o estado do pedido é o da sua entrega menos avançada que não foi
cancelada, na ordem da tabela. Um par que não está na tabela é recusado, dizendo os movimentos possíveis.

_The states of a shipping and everything that moves it from one to another. The state of an order is that of its least advanced shipping
that was not canceled, in the order of the table. Any other move is refused, with a list of the possible ones._`;

/** docs/states/orders.md: the states and moves of an order, and their diagram. */
export const ordersPage = (states: readonly State[], moves: readonly Move[]): string =>
  page(
    INTRODUCTION,
    stateDiagram(
      moves,
      states.map(({ status }) => [status, status]),
    ),
    "## Estados / States",
    table(
      ["status", "significado / meaning"],
      states.map(({ status, meaning }) => [code(status), bilingual(meaning)]),
    ),
    "## Movimentos / Moves",
    transitionTable(moves),
  );
