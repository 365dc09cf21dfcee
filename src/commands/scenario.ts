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
import { formatMessage, type LocalizedText } from "../platform/contract/index.ts";
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
  meaning: { "pt-BR": "o nome de um cenário, ou o arquivo", en: "the name of a scenario, or its file" },
};
const TEXTS = {
  none: { "pt-BR": "diga quais, ou --all; há {names}", en: "say which, or --all; there are {names}" },
  sound: { "pt-BR": "{file}: sem erros", en: "{file}: no errors" },
} as const satisfies Record<string, LocalizedText>;

/** `scenario run`, `list`, `check` and `schema`: commands for scenarios. A scenario is a file that plays a difficult case in a sandbox. */
export const scenario: Command = {
  name: "scenario",
  does: {
    "pt-BR": "Executa contra o sandbox os casos difíceis de uma integração, escritos em arquivos.",
    en: "Runs the difficult cases of an integration, written as files, against the sandbox.",
  },
  actions: [
    {
      name: "run",
      does: {
        "pt-BR": "Executa cenários e diz onde algo não foi como esperado.",
        en: "Runs scenarios and says where something was not as expected.",
      },
      positionals: [{ ...SCENARIO, optional: true }],
      options: [
        { name: "all", meaning: { "pt-BR": "todos os que scenario list mostra", en: "all that scenario list shows" } },
        {
          name: "seller",
          value: "ID",
          meaning: {
            "pt-BR": "com este lojista; sem ele, um novo por cenário",
            en: "as this seller; without it, as a new one per scenario",
          },
        },
        ...INSTANCE_OPTIONS,
      ],
      json: { as: "lines", fields: ["name", "file", "sellerId", "passed", "elapsedMs", "steps", "left"] },
      examples: [
        { line: "scenario run frozen-order", does: { "pt-BR": "Um dos que vêm com a Vitrine.", en: "One of those shipped with Vitrine." } },
        {
          line: "scenario run scenarios/estoque.json --seller 1001",
          does: {
            "pt-BR": "Um da sua equipe, com o lojista da sua integração.",
            en: "One of your team, as the seller of your integration.",
          },
        },
      ],
      exits: { failed: { "pt-BR": "algo não foi como esperado", en: "something was not as expected" } },
      run,
    },
    {
      name: "list",
      does: {
        "pt-BR": "Lista os cenários que vêm com a Vitrine e os de scenarios/ na pasta atual.",
        en: "Lists the scenarios shipped with Vitrine and those of scenarios/ in the current folder.",
      },
      json: { as: "array", fields: ["name", "file", "about"] },
      examples: [{ line: "scenario list", does: { "pt-BR": "O que há para executar.", en: "What there is to run." } }],
      run: list,
    },
    {
      name: "check",
      does: {
        "pt-BR": "Confere arquivos de cenários sem instância: formato, operações, variáveis.",
        en: "Checks scenario files without an instance: format, operations, variables.",
      },
      positionals: [SCENARIO],
      json: { as: "lines", fields: ["file", "findings"] },
      examples: [
        {
          line: "scenario check scenarios/estoque.json",
          does: { "pt-BR": "Para a integração contínua.", en: "For continuous integration." },
        },
      ],
      exits: { failed: { "pt-BR": "um arquivo tem erros", en: "a file has errors" } },
      run: check,
    },
    {
      name: "schema",
      does: {
        "pt-BR": "Imprime o JSON Schema dos cenários, para editores e para o seu repositório.",
        en: "Prints the JSON Schema of scenario files, for editors and for your repository.",
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
