import type { Lang } from "../../platform/contract/errors.ts";
import {
  COMMON_OPTIONS,
  isGroup,
  type Action,
  type Command,
  type CommandGroup,
  type JsonForm,
  type Option,
  type Terminal,
} from "../command.ts";
import { EXIT_CODES, type ExitName } from "./exit-codes.ts";
import { paint } from "./paint.ts";
import { wrapped } from "./wrap.ts";

/** Commands that are listed together. */
export interface Section {
  readonly title: Readonly<Record<Lang, string>>;
  readonly commands: readonly Command[];
}

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
      "Para começar: bin/start numa janela, bin/vitrine demo na outra.",
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
      "To begin: bin/start in one window, bin/vitrine demo in the other.",
    ],
  },
} as const;

type Stream = Terminal["out"];

/** What `bin/vitrine help` prints. */
export function generalHelp(sections: readonly Section[], lang: Lang, out: Stream): string {
  const words = WORDS[lang];
  const width = Math.max(...sections.flatMap(({ commands }) => commands.map(({ name }) => name.length)));
  const listed = sections.flatMap(({ title, commands }) => [
    "",
    paint(out, "strong", title[lang]),
    ...commands.flatMap(({ name, does }) => entry(name, does[lang], width, out)),
  ]);
  const codes = Object.values(EXIT_CODES).flatMap(({ code, meaning }) => entry(String(code), meaning[lang], width, out));
  const heading = (text: string) => paint(out, "strong", text);
  return `${[words.about, "", `${heading(words.usage)}: ${words.line}`, ...listed, "", heading(words.exits), ...codes, "", ...words.more].join("\n")}\n`;
}

/** What `bin/vitrine COMMAND [ACTION] --help` prints of the row that `path` leads to. */
export function rowHelp(path: readonly string[], row: Command, lang: Lang, out: Stream): string {
  return isGroup(row) ? groupHelp(row, lang, out) : actionHelp(path, row, lang, out);
}

function groupHelp({ name, does, actions }: CommandGroup, lang: Lang, out: Stream): string {
  const words = WORDS[lang];
  const width = Math.max(...actions.map((action) => action.name.length));
  const lines = [
    ...actions.map((action, i) => aligned(usageOf([name, action.name], action, lang), i, lang)),
    "",
    ...wrapped(does[lang], 0, out),
    "",
    paint(out, "strong", words.actions),
    ...actions.flatMap((action) => entry(action.name, action.does[lang], width, out)),
    ...examples(actions, lang, out),
  ];
  return `${lines.join("\n")}\n`;
}

function actionHelp(path: readonly string[], action: Action, lang: Lang, out: Stream): string {
  const words = WORDS[lang];
  const given = (action.words ?? []).map(({ name, meaning }) => [name, meaning[lang]] as const);
  const options = [...(action.options ?? []), ...COMMON_OPTIONS].map(
    (option) =>
      [spelled(option), `${option.meaning[lang]}${option.needed ? ` (${words.needed})` : ""}${jsonFields(option, action)}`] as const,
  );
  const own = Object.entries(action.exits ?? {}) as [ExitName, Readonly<Record<Lang, string>>][];
  const width = Math.max(...[...given, ...options].map(([left]) => left.length));
  const section = (title: string, rows: readonly (readonly [string, string])[]) =>
    rows.length === 0 ? [] : ["", paint(out, "strong", title), ...rows.flatMap(([left, right]) => entry(left, right, width, out))];
  const lines = [
    ...[...(action.program ? [`${action.program} ${words.rest}`] : []), usageOf(path, action, lang)].map((text, i) =>
      aligned(text, i, lang),
    ),
    "",
    ...wrapped(action.does[lang], 0, out),
    ...(given.length > 0 ? ["", ...given.flatMap(([left, right]) => entry(left, right, width, out))] : []),
    ...section(words.options, options),
    ...section(
      words.exits,
      own.map(([name, meaning]) => [String(EXIT_CODES[name].code), meaning[lang]]),
    ),
    ...examples([action], lang, out),
  ];
  return `${lines.join("\n")}\n`;
}

/** `Usage: ` before the first way to call something, the others below it. */
function aligned(usage: string, i: number, lang: Lang): string {
  const title = `${WORDS[lang].usage}: `;
  return (i === 0 ? title : " ".repeat(title.length)) + usage;
}

/** `bin/vitrine seller create NAME [options]`: words, what is needed, and that there is more. */
export function usageOf(path: readonly string[], { words = [], options = [] }: Action, lang: Lang): string {
  const shown = words.map(({ name, values, optional, many }) => {
    const one = (values?.join("|") ?? name) + (many ? "..." : "");
    return optional ? `[${one}]` : one;
  });
  const needed = options.filter((option) => option.needed).map(spelled);
  return ["bin/vitrine", ...path, ...shown, ...needed, WORDS[lang].rest].join(" ");
}

/** `--seller ID`, `--env sandbox|production`. */
export const spelled = ({ name, value, values }: Option): string =>
  `--${name}${value === undefined && values === undefined ? "" : ` ${value ?? values!.join("|")}`}`;

/** What `--json` prints, beside the option. */
function jsonFields({ name }: Option, { json }: Action): string {
  return name === "json" ? `: ${jsonText(json)}` : "";
}

/** `{sku, status}`; `[{…}]` for an array, `{…} …` for one object per line. */
export function jsonText({ as, fields }: JsonForm): string {
  const object = `{${fields.join(", ")}}`;
  return as === "array" ? `[${object}]` : as === "lines" ? `${object} …` : object;
}

function examples(actions: readonly Action[], lang: Lang, out: Stream): readonly string[] {
  const rows = actions.flatMap((action) => action.examples);
  const lines = rows.flatMap(({ line, does }) => [
    `  bin/vitrine ${line}`,
    ...wrapped(does[lang], 6, out).map((text) => paint(out, "quiet", text)),
  ]);
  return ["", paint(out, "strong", WORDS[lang].examples), ...lines];
}

function entry(left: string, right: string, width: number, out: Stream): readonly string[] {
  const [first = "", ...more] = wrapped(right, width + 4, out);
  return [`  ${left.padEnd(width)}  ${first.trimStart()}`, ...more];
}
