import type { VALIDATION_MEANINGS, VALIDATION_MOVES } from "../../../technical-validation/index.ts";
import { stateDiagram, transitionTable } from "../../state-diagram.ts";
import { bilingual, code, page, table } from "../../markdown.ts";

const INTRODUCTION = `# Validação técnica / Technical validation

Os estados de uma validação técnica e o que a leva de um a outro.

_The states of a technical validation and what moves it from one to another._`;

/** docs/states/validation.md: the states and moves of a technical validation, and their diagram. */
export const validationPage = (meanings: typeof VALIDATION_MEANINGS, moves: typeof VALIDATION_MOVES): string =>
  page(
    INTRODUCTION,
    stateDiagram(moves),
    "## Estados / States",
    table(
      ["status", "significado / meaning"],
      Object.entries(meanings).map(([status, meaning]) => [code(status), bilingual(meaning)]),
    ),
    "## Movimentos / Moves",
    transitionTable(moves),
  );
