import type { LocalizedText } from "../../platform/contract/errors.ts";
import { both, code, fenced, table } from "./markdown.ts";

/** A way from one state to another, as tables of states have it. */
interface Way {
  readonly from: string | null;
  readonly move: string;
  readonly by: LocalizedText;
  readonly when?: LocalizedText | undefined;
  readonly to: string;
}

/** The ways of a machine, a row each; when they may be gone is told where any of them says so. */
export function movesTable(moves: readonly Way[]): string {
  const isConditional = moves.some(({ when }) => when !== undefined);
  const conditions = (cell: string) => (isConditional ? [cell] : []);
  return table(
    ["de / from", "movimento / move", "por / by", ...conditions("quando / when"), "para / to"],
    moves.map(({ from, move, by, when, to }) => [
      from === null ? "–" : code(from),
      code(move),
      both(by),
      ...conditions(when ? both(when) : ""),
      code(to),
    ]),
  );
}

/** A name of a state that the diagram's language takes for one word. */
const nodeOf = (state: string) => state.replaceAll(" ", "_");

/** The picture of a machine: one arrow per way, whoever goes it; `shown` are the names of states that are not shown as they are called. */
export function diagram(moves: readonly Way[], shown: readonly (readonly [state: string, name: string])[] = []): string {
  const arrows = moves.map(({ from, move, to }) => `  ${from === null ? "[*]" : nodeOf(from)} --> ${nodeOf(to)}: ${move}`);
  const names = shown.map(([state, name]) => `  ${nodeOf(state)}: ${name}`);
  return fenced("mermaid", ["stateDiagram-v2", ...names, ...new Set(arrows)].join("\n"));
}
