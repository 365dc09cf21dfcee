import { readFileSync } from "node:fs";
import { alignColumns } from "../command-line/columns.ts";
import { wantsJson, type Command, type Positional, type Terminal } from "../command-line/command.ts";
import { EXIT_CODES } from "../command-line/exit-codes.ts";
import { findInstance } from "../command-line/instance.ts";
import { interruptSignal } from "../command-line/interrupt-signal.ts";
import { integerOption, MAX_INT32 } from "../command-line/option-values.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { formatMessage, type LocalizedText } from "../platform/contract/errors.ts";
import {
  checkScenario,
  findingText,
  invalidFileText,
  listScenarioFiles,
  readScenario,
  runScenarios,
  SCENARIO_SCHEMA,
  scenarioFile,
  shippedScenarioNames,
} from "../programs/scenarios/index.ts";

const SCENARIO: Positional = {
  name: "NAME|FILE",
  many: true,
  suggests: shippedScenarioNames(),
  meaning: { "pt-BR": "um cenário pelo nome, ou o arquivo de um", en: "a scenario by its name, or the file of one" },
};
const TEXTS = {
  none: { "pt-BR": "diga quais, ou --all; há {names}", en: "say which, or --all; there are {names}" },
  sound: { "pt-BR": "{file}: em ordem", en: "{file}: sound" },
} as const satisfies Record<string, LocalizedText>;

/** `scenario run`, `list`, `check` and `schema`: difficult cases, written as files and run against a sandbox. */
export const scenario: Command = {
  name: "scenario",
  does: {
    "pt-BR": "Encena contra o sandbox os casos difíceis de uma integração, escritos em arquivos.",
    en: "Plays the tricky cases of an integration, written in files, against the sandbox.",
  },
  actions: [
    {
      name: "run",
      does: {
        "pt-BR": "Encena cenários e diz onde algo não foi como esperado.",
        en: "Plays scenarios and says where something was not as expected.",
      },
      positionals: [{ ...SCENARIO, optional: true }],
      options: [
        { name: "all", meaning: { "pt-BR": "todos os que scenario list mostra", en: "all that scenario list shows" } },
        {
          name: "seller",
          value: "ID",
          meaning: {
            "pt-BR": "com este lojista; sem ele, um novo por cenário",
            en: "with this seller; without it, a new one per scenario",
          },
        },
        ...INSTANCE_OPTIONS,
      ],
      json: { as: "lines", fields: ["name", "file", "sellerId", "passed", "elapsedMs", "steps", "left"] },
      examples: [
        { line: "scenario run frozen-order", does: { "pt-BR": "Um dos que vêm junto.", en: "One of those that come along." } },
        {
          line: "scenario run scenarios/estoque.json --seller 1001",
          does: {
            "pt-BR": "Um da sua equipe, com o lojista da sua integração.",
            en: "One of your team's, with your integration's seller.",
          },
        },
      ],
      exits: { failed: { "pt-BR": "algo não foi como esperado", en: "something was not as expected" } },
      run,
    },
    {
      name: "list",
      does: {
        "pt-BR": "Mostra os cenários que vêm junto e os de scenarios/ na pasta atual.",
        en: "Shows the scenarios that come along and those of scenarios/ in the current folder.",
      },
      json: { as: "array", fields: ["name", "file", "about"] },
      examples: [{ line: "scenario list", does: { "pt-BR": "O que há para encenar.", en: "What there is to play." } }],
      run: list,
    },
    {
      name: "check",
      does: {
        "pt-BR": "Confere arquivos de cenários sem instância: forma, operações, nomes guardados.",
        en: "Checks files of scenarios without an instance: form, operations, kept names.",
      },
      positionals: [SCENARIO],
      json: { as: "lines", fields: ["file", "findings"] },
      examples: [
        {
          line: "scenario check scenarios/estoque.json",
          does: { "pt-BR": "Para a integração contínua.", en: "For continuous integration." },
        },
      ],
      exits: { failed: { "pt-BR": "um arquivo tem erros", en: "a file has faults" } },
      run: check,
    },
    {
      name: "schema",
      does: {
        "pt-BR": "Imprime o JSON Schema dos cenários, para editores e para o seu repositório.",
        en: "Prints the JSON Schema of scenarios, for editors and your repository.",
      },
      json: { as: "object", fields: ["$schema", "$id", "title", "type", "properties", "required", "additionalProperties", "$defs"] },
      examples: [
        {
          line: "scenario schema > scenarios/scenario.schema.json",
          does: { "pt-BR": "Ao lado dos seus cenários.", en: "Beside your scenarios." },
        },
      ],
      run(_, { out }) {
        out.write(`${JSON.stringify(SCENARIO_SCHEMA, null, 2)}\n`);
        return Promise.resolve(EXIT_CODES.done.code);
      },
    },
  ],
};

async function run(args: ParsedArguments, terminal: Terminal): Promise<number> {
  const { lang } = terminal;
  const scenarios = selectedFiles(args, terminal).map((file) => ({ file, scenario: readScenario(file, lang) }));
  const sellerId = integerOption(args, "seller", { min: 1, max: MAX_INT32, fallback: undefined }, lang);
  const api = findInstance(args, lang);
  const { signal, release } = interruptSignal();
  try {
    const passed = await runScenarios(scenarios, { api, sellerId, isJson: wantsJson(args), signal }, terminal);
    if (signal.aborted) return EXIT_CODES.interrupted.code;
    return passed === scenarios.length ? EXIT_CODES.done.code : EXIT_CODES.failed.code;
  } finally {
    release();
  }
}

function selectedFiles({ positionals, flags }: ParsedArguments, { lang }: Terminal): readonly string[] {
  if (flags.has("all")) return listScenarioFiles().map(({ file }) => file);
  if (positionals.length === 0)
    throw new UsageError(formatMessage(TEXTS.none[lang], { names: listScenarioFiles().map(({ name }) => name) }));
  return positionals.map((word) => scenarioFile(word, lang));
}

function list(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const all = listScenarioFiles().map(({ name, file }) => {
    const checked = checkScenario(readFileSync(file), lang);
    return { name, file, about: "findings" in checked ? invalidFileText(lang) : checked.scenario.about[lang] };
  });
  out.write(wantsJson(args) ? `${JSON.stringify(all)}\n` : alignColumns(all.map(({ name, about }) => [name, about])));
  return Promise.resolve(EXIT_CODES.done.code);
}

function check(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  let areValid = true;
  for (const file of args.positionals.map((word) => scenarioFile(word, lang))) {
    const checked = checkScenario(readFileSync(file), lang);
    const findings = "findings" in checked ? checked.findings : [];
    areValid &&= findings.length === 0;
    if (wantsJson(args)) out.write(`${JSON.stringify({ file, findings })}\n`);
    else if (findings.length === 0) out.write(`${formatMessage(TEXTS.sound[lang], { file })}\n`);
    else out.write([`${file}\n`, ...findings.map(findingText)].join(""));
  }
  return Promise.resolve(areValid ? EXIT_CODES.done.code : EXIT_CODES.failed.code);
}
