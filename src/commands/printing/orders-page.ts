import type { ORDER_MOVES, ORDER_STATES } from "../../orders/index.ts";
import { both, code, fenced, page, table } from "./markdown.ts";

type State = (typeof ORDER_STATES)[number];
type Move = (typeof ORDER_MOVES)[number];

const INTRODUCTION = `# Pedidos / Orders

Os estados de uma entrega e tudo o que a leva de um a outro; o estado do pedido é o da sua entrega menos avançada que não foi
cancelada, na ordem da tabela. Um par que não está na tabela é recusado, dizendo os movimentos possíveis.

_The states of a shipping and everything that takes it from one to the next; an order is where its least advanced shipping is that
was not canceled, in the order of the table. A pair that is not in the table is refused, saying which moves are possible._`;

/** docs/states/orders.md: the two tables of the order machine, and its picture. */
export const ordersPage = (states: readonly State[], moves: readonly Move[]): string =>
  page(
    INTRODUCTION,
    fenced("mermaid", diagram(states, moves)),
    "## Estados / States",
    table(
      ["status", "significado / meaning"],
      states.map(({ status, meaning }) => [code(status), both(meaning)]),
    ),
    "## Movimentos / Moves",
    table(
      ["de / from", "movimento / move", "por / by", "quando / when", "para / to"],
      moves.map(({ from, move, by, when, to }) => [
        from === null ? "–" : code(from),
        code(move),
        both(by),
        when ? both(when) : "",
        code(to),
      ]),
    ),
  );

/** A name of a state that the diagram's language takes for one word. */
const nodeOf = (status: string) => status.replaceAll(" ", "_");

/** One arrow per way, whoever goes it. */
function diagram(states: readonly State[], moves: readonly Move[]): string {
  const arrows = moves.map(({ from, move, to }) => `  ${from === null ? "[*]" : nodeOf(from)} --> ${nodeOf(to)}: ${move}`);
  return ["stateDiagram-v2", ...states.map(({ status }) => `  ${nodeOf(status)}: ${status}`), ...new Set(arrows)].join("\n");
}
