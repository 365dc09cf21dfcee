import { readFileSync } from "node:fs";
import { formatMessage, type LocalizedText } from "../platform/contract/errors.ts";
import { UsageFault, type Arguments } from "./arguments.ts";
import { INSTANCE_OPTIONS, wantsJson, type Command, type Terminal, type Word } from "./command.ts";
import { findInstance } from "./instance.ts";
import { EXIT_CODES } from "./line/exit-codes.ts";
import { interruption } from "./line/interruption.ts";
import { SCENARIO_SCHEMA } from "./scenario/format.ts";
import { checked, readScenario } from "./scenario/read.ts";
import { findingText, unsoundText } from "./scenario/report.ts";
import { fileOf, shelved, shippedNames } from "./scenario/shelf.ts";
import { playAll } from "./scenario/stage.ts";
import { columns } from "./table.ts";
import { LARGEST_WHOLE, wholeOption } from "./usage.ts";

const SCENARIO: Word = {
  name: "NAME|FILE",
  many: true,
  suggests: shippedNames(),
  meaning: { "pt-BR": "um cenário pelo nome, ou o arquivo de um", en: "a scenario by its name, or the file of one" },
};
const TEXTS = {
  none: { "pt-BR": "diga quais, ou --all; há {names}", en: "say which, or --all; there are {names}" },
  sound: { "pt-BR": "{file}: em ordem", en: "{file}: sound" },
} as const satisfies Record<string, LocalizedText>;

/** `scenario run`, `list`, `check` and `schema`: tricky cases as files that are played against a running sandbox. */
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
      words: [{ ...SCENARIO, optional: true }],
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
      words: [SCENARIO],
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

async function run(args: Arguments, terminal: Terminal): Promise<number> {
  const { lang } = terminal;
  const files = chosen(args, terminal).map((file) => ({ file, scenario: readScenario(file, lang) }));
  const sellerId = wholeOption(args, "seller", { least: 1, most: LARGEST_WHOLE, otherwise: undefined }, lang);
  const instance = findInstance(args, lang);
  const { signal, release } = interruption();
  try {
    const passed = await playAll(files, { instance, sellerId, isJson: wantsJson(args), signal }, terminal);
    if (signal.aborted) return EXIT_CODES.interrupted.code;
    return passed === files.length ? EXIT_CODES.done.code : EXIT_CODES.failed.code;
  } finally {
    release();
  }
}

function chosen({ words, switches }: Arguments, { lang }: Terminal): readonly string[] {
  if (switches.has("all")) return shelved().map(({ file }) => file);
  if (words.length === 0) throw new UsageFault(formatMessage(TEXTS.none[lang], { names: shelved().map(({ name }) => name) }));
  return words.map((word) => fileOf(word, lang));
}

function list(args: Arguments, { lang, out }: Terminal): Promise<number> {
  const all = shelved().map(({ name, file }) => {
    const reading = checked(readFileSync(file), lang);
    return { name, file, about: "findings" in reading ? unsoundText(lang) : reading.scenario.about[lang] };
  });
  out.write(wantsJson(args) ? `${JSON.stringify(all)}\n` : columns(all.map(({ name, about }) => [name, about])));
  return Promise.resolve(EXIT_CODES.done.code);
}

function check(args: Arguments, { lang, out }: Terminal): Promise<number> {
  let sound = true;
  for (const file of args.words.map((word) => fileOf(word, lang))) {
    const reading = checked(readFileSync(file), lang);
    const findings = "findings" in reading ? reading.findings : [];
    sound &&= findings.length === 0;
    if (wantsJson(args)) out.write(`${JSON.stringify({ file, findings })}\n`);
    else if (findings.length === 0) out.write(`${formatMessage(TEXTS.sound[lang], { file })}\n`);
    else out.write([`${file}\n`, ...findings.map(findingText)].join(""));
  }
  return Promise.resolve(sound ? EXIT_CODES.done.code : EXIT_CODES.failed.code);
}
