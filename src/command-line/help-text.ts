import type { Lang } from "../platform/contract/index.ts";
import { coloured } from "./colours.ts";
import {
  isGroup,
  type Action,
  type Command,
  type CommandGroup,
  type CommandSection,
  type JsonForm,
  type Option,
  type Terminal,
} from "./command.ts";
import { EXIT_CODES, type ExitName } from "./exit-codes.ts";
import { COMMON_OPTIONS } from "./shared-options.ts";
import { wrapText } from "./wrap-text.ts";

const WORDS = {
  "pt-BR": {
    about: "Vitrine: o lado do servidor da API do lojista de um marketplace.",
    usage: "Uso",
    options: "Opções",
    actions: "Ações",
    examples: "Exemplos",
    exits: "Códigos de saída",
    line: "bin/vitrine COMANDO [opções]",
    rest: "[opções]",
    needed: "obrigatório",
    more: [
      "A ajuda de um comando: bin/vitrine help COMANDO",
      "Português ou inglês: VITRINE_LANG=pt-BR ou VITRINE_LANG=en",
      "Completar com Tab: bin/vitrine help completion",
      "Para começar: bin/start em uma janela, bin/vitrine demo em outra.",
    ],
  },
  en: {
    about: "Vitrine: the server side of a marketplace's seller API.",
    usage: "Usage",
    options: "Options",
    actions: "Actions",
    examples: "Examples",
    exits: "Exit codes",
    line: "bin/vitrine COMMAND [options]",
    rest: "[options]",
    needed: "required",
    more: [
      "Help on a command: bin/vitrine help COMMAND",
      "Portuguese or English: VITRINE_LANG=pt-BR or VITRINE_LANG=en",
      "Completion with Tab: bin/vitrine help completion",
      "To begin: bin/start in one window, bin/vitrine demo in another.",
    ],
  },
} as const;

type Stream = Terminal["out"];

const heading = (out: Stream, text: string): string => coloured(out, "strong", text);

/** The text of `bin/vitrine help`. */
export function generalHelp(sections: readonly CommandSection[], lang: Lang, out: Stream): string {
  const words = WORDS[lang];
  const width = Math.max(...sections.flatMap(({ commands }) => commands.map(({ name }) => name.length)));
  const list = sections.flatMap(({ title, commands }) => [
    "",
    heading(out, title[lang]),
    ...commands.flatMap(({ name, does }) => entry(name, does[lang], width, out)),
  ]);
  const codes = Object.values(EXIT_CODES).flatMap(({ code, meaning }) => entry(String(code), meaning[lang], width, out));
  const usage = `${heading(out, words.usage)}: ${words.line}`;
  return `${[words.about, "", usage, ...list, "", heading(out, words.exits), ...codes, "", ...words.more].join("\n")}\n`;
}

/** The text of `bin/vitrine COMMAND [ACTION] --help`. `path` contains the names of the command and the action. */
export function commandHelp(path: readonly string[], command: Command, lang: Lang, out: Stream): string {
  return isGroup(command) ? groupHelp(command, lang, out) : actionHelp(path, command, lang, out);
}

function groupHelp({ name, does, actions }: CommandGroup, lang: Lang, out: Stream): string {
  const width = Math.max(...actions.map((action) => action.name.length));
  const usages = actions.map((action) => usageLine([name, action.name], action, lang));
  const lines = [
    ...usageLines(usages, lang),
    "",
    ...wrapText(does[lang], 0, out),
    "",
    heading(out, WORDS[lang].actions),
    ...actions.flatMap((action) => entry(action.name, action.does[lang], width, out)),
    ...exampleLines(actions, lang, out),
  ];
  return `${lines.join("\n")}\n`;
}

/** An entry of a list: a name and its meaning. */
type Row = readonly [name: string, meaning: string];

function actionHelp(path: readonly string[], action: Action, lang: Lang, out: Stream): string {
  const words = WORDS[lang];
  const positionals = (action.positionals ?? []).map(({ name, meaning }): Row => [name, meaning[lang]]);
  const options = [...(action.options ?? []), ...COMMON_OPTIONS].map((option): Row => [
    optionUsage(option),
    optionMeaning(option, action, lang),
  ]);
  const exits = Object.entries(action.exits ?? {}) as [ExitName, Readonly<Record<Lang, string>>][];
  const exitRows = exits.map(([name, meaning]): Row => [String(EXIT_CODES[name].code), meaning[lang]]);
  const width = Math.max(...[...positionals, ...options].map(([name]) => name.length));
  const table = (rows: readonly Row[]) => rows.flatMap(([name, meaning]) => entry(name, meaning, width, out));
  const section = (title: string, rows: readonly Row[]) => (rows.length === 0 ? [] : ["", heading(out, title), ...table(rows)]);
  const lines = [
    ...usageLines([...(action.program ? [`${action.program} ${words.rest}`] : []), usageLine(path, action, lang)], lang),
    "",
    ...wrapText(action.does[lang], 0, out),
    ...(positionals.length > 0 ? ["", ...table(positionals)] : []),
    ...section(words.options, options),
    ...section(words.exits, exitRows),
    ...exampleLines([action], lang, out),
  ];
  return `${lines.join("\n")}\n`;
}

/** Usage lines, one below the other, with `Usage: ` before the first. */
function usageLines(usages: readonly string[], lang: Lang): readonly string[] {
  const title = `${WORDS[lang].usage}: `;
  return usages.map((usage, i) => (i === 0 ? title : " ".repeat(title.length)) + usage);
}

/** A usage line, such as `bin/vitrine seller create NAME [options]`. Names all positional arguments and all required options. */
export function usageLine(path: readonly string[], { positionals = [], options = [] }: Action, lang: Lang): string {
  const words = positionals.map(({ name, values, optional, many }) => {
    const word = (values?.join("|") ?? name) + (many ? "..." : "");
    return optional ? `[${word}]` : word;
  });
  const required = options.filter((option) => option.needed).map(optionUsage);
  return ["bin/vitrine", ...path, ...words, ...required, WORDS[lang].rest].join(" ");
}

/** An option with its value, such as `--seller ID` or `--env sandbox|production`. */
export const optionUsage = ({ name, value, values }: Option): string =>
  `--${name}${value === undefined && values === undefined ? "" : ` ${value ?? values!.join("|")}`}`;

/** Meaning of an option, with a note if it is required. For `--json`, also the form of the output. */
function optionMeaning({ name, meaning, needed }: Option, { json }: Action, lang: Lang): string {
  return `${meaning[lang]}${needed ? ` (${WORDS[lang].needed})` : ""}${name === "json" ? `: ${jsonFormText(json)}` : ""}`;
}

/** The form of JSON output: `{sku, status}` for an object, `[{…}]` for an array, `{…} …` for one object per line. */
export function jsonFormText({ as, fields }: JsonForm): string {
  const object = `{${fields.join(", ")}}`;
  return as === "array" ? `[${object}]` : as === "lines" ? `${object} …` : object;
}

function exampleLines(actions: readonly Action[], lang: Lang, out: Stream): readonly string[] {
  const examples = actions.flatMap((action) => action.examples);
  const lines = examples.flatMap(({ line, does }) => [
    `  bin/vitrine ${line}`,
    ...wrapText(does[lang], 6, out).map((text) => coloured(out, "quiet", text)),
  ]);
  return ["", heading(out, WORDS[lang].examples), ...lines];
}

/** A list entry: the name in a column of `width` characters, then the wrapped meaning. */
function entry(name: string, meaning: string, width: number, out: Stream): readonly string[] {
  const [first = "", ...more] = wrapText(meaning, width + 4, out);
  return [`  ${name.padEnd(width)}  ${first.trimStart()}`, ...more];
}
