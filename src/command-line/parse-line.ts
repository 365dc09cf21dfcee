import { formatMessage, type Lang, type LocalizedText, type Params } from "../platform/contract/index.ts";
import type { Action, Option } from "./command.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { COMMON_OPTIONS } from "./shared-options.ts";
import { unknownName } from "./unknown-name.ts";
import { UsageError } from "./usage-error.ts";

const TEXTS = {
  noValue: { "pt-BR": "--{name} precisa de um valor: {allowed}", en: "--{name} needs a value: {allowed}" },
  flag: { "pt-BR": "--{name} não leva valor", en: "--{name} takes no value" },
  required: { "pt-BR": "--{name} é obrigatório", en: "--{name} is required" },
  missing: { "pt-BR": "falta {name}", en: "{name} is missing" },
  surplus: {
    "pt-BR": "sobra {name} (um nome com espaços vai entre aspas)",
    en: "{name} is one too many (put a name with spaces in quotes)",
  },
} as const satisfies Record<string, LocalizedText>;

const usageError = (text: keyof typeof TEXTS, lang: Lang, params: Params) => new UsageError(formatMessage(TEXTS[text][lang], params));

type Syntax = Pick<Action, "positionals" | "options">;

/**
 * Parses `word --option value --option=value --flag -- word` by the action's definition. Throws `UsageError` for the first mistake.
 * All words after `--` are positional. A value that begins with `--` must be written as `--option=--value`.
 */
export function parseLine(args: readonly string[], action: Syntax, lang: Lang = "en"): ParsedArguments {
  const known = [...(action.options ?? []), ...COMMON_OPTIONS];
  const positionals: string[] = [];
  const options: Record<string, string> = {};
  const flags = new Set<string>();
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i]!;
    if (arg === "--") {
      positionals.push(...args.slice(i + 1));
      break;
    }
    if (!isOption(arg)) {
      positionals.push(arg);
      continue;
    }
    const [name, inline] = arg.split(/=(.*)/s, 2) as [string, string?];
    const option = knownOption(name, known, lang);
    if (isFlag(option)) {
      if (inline !== undefined) throw usageError("flag", lang, { name: option.name });
      flags.add(option.name);
      continue;
    }
    const next = args[i + 1];
    const isNextValue = inline === undefined && next !== undefined && !next.startsWith("--");
    if (isNextValue) i += 1;
    options[option.name] = checkedValue(option, isNextValue ? next : inline, lang);
  }
  for (const { name, needed } of known) if (needed && (options[name] ?? "") === "") throw usageError("required", lang, { name });
  checkPositionals(positionals, action, lang);
  return { positionals, options, flags };
}

/** Whether a word is an option: `-x` and `--x` are, `-1` and `-` are not. */
const isOption = (arg: string) => /^-(-|[a-z])/i.test(arg);
const isFlag = ({ value, values }: Option) => value === undefined && values === undefined;

function knownOption(name: string, known: readonly Option[], lang: Lang): Option {
  const option = known.find((one) => `--${one.name}` === name);
  const names = known.map((one) => `--${one.name}`);
  if (!option) throw unknownName("", name, names, lang);
  return option;
}

function checkedValue({ name, value, values }: Option, received: string | undefined, lang: Lang): string {
  if (received === undefined) throw usageError("noValue", lang, { name, allowed: values?.join(", ") ?? value! });
  if (values && !values.includes(received)) throw unknownName(`--${name}`, received, values, lang);
  return received;
}

function checkPositionals(received: readonly string[], { positionals = [] }: Syntax, lang: Lang): void {
  const missing = positionals[received.length];
  if (missing && !missing.optional)
    throw usageError("missing", lang, { name: missing.values ? `${missing.name}: ${missing.values.join(", ")}` : missing.name });
  const surplus = positionals.at(-1)?.many ? undefined : received[positionals.length];
  if (surplus !== undefined) throw usageError("surplus", lang, { name: surplus });
  for (const [i, word] of received.entries()) {
    const { name, values } = positionals[Math.min(i, positionals.length - 1)]!;
    if (values && !values.includes(word)) throw unknownName(name, word, values, lang);
  }
}
