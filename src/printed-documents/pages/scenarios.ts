import type { JsonSchema, MATCHERS, StepType } from "../../programs/scenarios/index.ts";
import { bilingual, code, fenced, page, escaped, table } from "../markdown.ts";

const INTRODUCTION = `# Passos dos cenários / Steps of scenarios

O que um cenário pode conter; o [guia](guides/pt-BR/scenarios.md) mostra como se escreve um, e \`bin/vitrine scenario schema\` imprime o JSON
Schema que confere o arquivo.

_What a scenario may contain; the [guide](guides/en/scenarios.md) shows how to write one, and \`bin/vitrine scenario schema\` prints the JSON
Schema that checks the file._`;

/** docs/scenarios.md: every type of step with its fields, the common fields, and every matcher. */
export const scenariosPage = (
  steps: readonly StepType[],
  common: Readonly<Record<string, JsonSchema>>,
  matchers: typeof MATCHERS,
): string =>
  page(
    INTRODUCTION,
    ...steps.flatMap(({ verb, does, properties, example, sets = [] }) => [
      `## ${verb}`,
      bilingual(does).replace("\n", "\n\n"),
      fenced("json", JSON.stringify(example)),
      fields(properties),
      ...(sets.length === 0 ? [] : [`Guarda / _keeps_: ${sets.map((name) => code(`\${${name}}`)).join(", ")}`]),
    ]),
    "## Em todo passo / In every step",
    fields(common),
    "## Comparações / Matchers",
    "Em `expect`, no lugar de um valor. / _In `expect`, in place of a value._",
    table(
      ["", "combina com / matches"],
      Object.entries(matchers).map(([name, { does, example }]) => [code(JSON.stringify({ [name]: example })), bilingual(does)]),
    ),
  );

const fields = (properties: Readonly<Record<string, JsonSchema>>): string =>
  table(
    ["campo / field", "tipo / type", "significado / meaning"],
    Object.entries(properties).map(([name, { type, description, "x-description-en": english, enum: words }]) => [
      code(name),
      words?.map((word) => code(word)).join(", ") ?? type ?? "JSON",
      description === undefined ? "" : english === undefined ? escaped(description) : bilingual({ "pt-BR": description, en: english }),
    ]),
  );
