import type { MATCHERS } from "../scenario/match.ts";
import type { JsonSchema } from "../scenario/json-schema.ts";
import type { StepRow } from "../scenario/step.ts";
import { both, code, fenced, page, plain, table } from "./markdown.ts";

const INTRODUCTION = `# Passos dos cenários / Steps of scenarios

O que um cenário pode dizer; o [guia](guides/pt-BR/scenarios.md) mostra como se escreve um, e \`bin/vitrine scenario schema\` imprime o JSON
Schema que confere o arquivo.

_What a scenario may say; the [guide](guides/en/scenarios.md) shows how to write one, and \`bin/vitrine scenario schema\` prints the JSON
Schema that checks the file._`;

/** docs/scenarios.md: every kind of step with its fields, what every step may have, and every matcher. */
export const scenariosPage = (steps: readonly StepRow[], common: Readonly<Record<string, JsonSchema>>, matchers: typeof MATCHERS): string =>
  page(
    INTRODUCTION,
    ...steps.flatMap(({ verb, does, properties, example, keeps = [] }) => [
      `## ${verb}`,
      both(does).replace("\n", "\n\n"),
      fenced("json", JSON.stringify(example)),
      fields(properties),
      ...(keeps.length === 0 ? [] : [`Guarda / _keeps_: ${keeps.map((name) => code(`\${${name}}`)).join(", ")}`]),
    ]),
    "## Em todo passo / In every step",
    fields(common),
    "## Comparações / Matchers",
    "Em `expect`, no lugar de um valor. / _In `expect`, in place of a value._",
    table(
      ["", "combina com / matches"],
      Object.entries(matchers).map(([name, { does, example }]) => [code(JSON.stringify({ [name]: example })), both(does)]),
    ),
  );

const fields = (properties: Readonly<Record<string, JsonSchema>>): string =>
  table(
    ["campo / field", "tipo / type", "significado / meaning"],
    Object.entries(properties).map(([name, { type, description, "x-description-en": english, enum: words }]) => [
      code(name),
      words?.map((word) => code(word)).join(", ") ?? type ?? "JSON",
      description === undefined ? "" : english === undefined ? plain(description) : both({ "pt-BR": description, en: english }),
    ]),
  );
