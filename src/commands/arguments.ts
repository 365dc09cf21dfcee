import { fill, type Lang, type Texts } from "../platform/errors.ts";

/** One `--option` of a command; without `value` it is a switch. */
export interface Option {
  readonly name: string;
  readonly value?: string;
  readonly meaning: Texts;
}

/** A command line taken apart: words in order, options by name, switches that were set. */
export interface Arguments {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly switches: ReadonlySet<string>;
}

/** The caller typed something the command does not take: exit code 2. */
export class UsageFault extends Error {}

const TEXTS = {
  unknown: { "pt-BR": "--{name} não existe; as opções são: {allowed}", en: "there is no --{name}; the options are: {allowed}" },
  valueless: { "pt-BR": "--{name} pede um valor: {allowed}", en: "--{name} takes a value: {allowed}" },
} as const satisfies Record<string, Texts>;

const fault = (text: keyof typeof TEXTS, lang: Lang, name: string, allowed: string) =>
  new UsageFault(fill(TEXTS[text][lang], { name, allowed }));

/** `word --option value --option=value --switch`; an option the command does not have is a usage fault. */
export function parseArguments(args: readonly string[], options: readonly Option[], lang: Lang = "en"): Arguments {
  const words: string[] = [];
  const given: Record<string, string> = {};
  const switches = new Set<string>();
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i]!;
    if (!arg.startsWith("--")) {
      words.push(arg);
      continue;
    }
    const [name = "", inline] = arg.slice(2).split(/=(.*)/s, 2);
    const option = options.find((one) => one.name === name);
    if (!option) throw fault("unknown", lang, name, options.map((one) => `--${one.name}`).join(", ") || "-");
    if (option.value === undefined) {
      switches.add(name);
      continue;
    }
    const value = inline ?? args[(i += 1)];
    if (value === undefined) throw fault("valueless", lang, name, option.value);
    given[name] = value;
  }
  return { words, options: given, switches };
}
