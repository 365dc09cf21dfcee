import type { LocalizedText } from "../platform/contract/index.ts";
import { bilingual, code, fenced, table } from "./markdown.ts";

/** A transition of a state machine. */
interface Transition {
  readonly from: string | null;
  readonly move: string;
  readonly by: LocalizedText;
  readonly when?: LocalizedText | undefined;
  readonly to: string;
}

/** A table with a row per transition. It has a column for conditions if any transition has a condition. */
export function transitionTable(moves: readonly Transition[]): string {
  const isConditional = moves.some(({ when }) => when !== undefined);
  const conditions = (cell: string) => (isConditional ? [cell] : []);
  return table(
    ["de / from", "movimento / move", "por / by", ...conditions("quando / when"), "para / to"],
    moves.map(({ from, move, by, when, to }) => [
      from === null ? "–" : code(from),
      code(move),
      bilingual(by),
      ...conditions(when ? bilingual(when) : ""),
      code(to),
    ]),
  );
}

/** The identifier of a state in a Mermaid diagram. Mermaid allows no spaces in identifiers. */
const nodeOf = (state: string) => state.replaceAll(" ", "_");

/** A Mermaid diagram with one arrow per transition. `names` are the labels of states whose label is not their code. */
export function stateDiagram(moves: readonly Transition[], names: readonly (readonly [state: string, name: string])[] = []): string {
  const arrows = moves.map(({ from, move, to }) => `  ${from === null ? "[*]" : nodeOf(from)} --> ${nodeOf(to)}: ${move}`);
  const labels = names.map(([state, name]) => `  ${nodeOf(state)}: ${name}`);
  return fenced("mermaid", ["stateDiagram-v2", ...labels, ...new Set(arrows)].join("\n"));
}
