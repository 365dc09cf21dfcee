import { formatMessage, type Lang, type Params, type LocalizedText } from "../../platform/contract/errors.ts";
import { nearestWords } from "../../platform/basics/nearest-words.ts";
import { UsageFault, type Arguments } from "../arguments.ts";
import { COMMON_OPTIONS, type Action, type Option } from "../command.ts";

const TEXTS = {
  unknown: { "pt-BR": "{name} não existe", en: "there is no {name}" },
  valueless: { "pt-BR": "--{name} pede um valor: {allowed}", en: "--{name} takes a value: {allowed}" },
  switch: { "pt-BR": "--{name} não leva valor", en: "--{name} takes no value" },
  needed: { "pt-BR": "--{name} é obrigatório", en: "--{name} is required" },
  missing: { "pt-BR": "falta {name}", en: "{name} is missing" },
  surplus: {
    "pt-BR": "sobra {name} (um nome com espaços vai entre aspas)",
    en: "{name} is one too many (a name with spaces goes in quotes)",
  },
  meant: { "pt-BR": "; quis dizer {words}?", en: "; did you mean {words}?" },
  allowed: { "pt-BR": "; use {words}", en: "; use {words}" },
} as const satisfies Record<string, LocalizedText>;

const fault = (text: keyof typeof TEXTS, lang: Lang, facts: Params) => new UsageFault(formatMessage(TEXTS[text][lang], facts));

/** A name that is not among those there are: the nearest of them, or all when none is near. `what` names its kind. */
export function unknownName(what: string, received: string, allowed: readonly string[], lang: Lang): UsageFault {
  const near = nearestWords(received, allowed);
  const words = new Intl.ListFormat(lang, { type: "disjunction" }).format(near.length > 0 ? near : allowed);
  const name = `${what} ${received}`.trim();
  // Not filled in: what fills a text is cut when it is long, and the list is what helps.
  const help = TEXTS[near.length > 0 ? "meant" : "allowed"][lang].replace("{words}", () => words);
  return new UsageFault(formatMessage(TEXTS.unknown[lang], { name }) + help);
}

/** What a line may hold. */
type Takes = Pick<Action, "words" | "options">;

/**
 * `word --option value --option=value --switch -- word`, read as the action's row says; throws a usage fault for the first thing that
 * is not as there. Behind `--` everything is a word, and a value that begins with `--` is given as `--option=--value`.
 */
export function parseLine(args: readonly string[], action: Takes, lang: Lang = "en"): Arguments {
  const known = [...(action.options ?? []), ...COMMON_OPTIONS];
  const words: string[] = [];
  const options: Record<string, string> = {};
  const switches = new Set<string>();
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i]!;
    if (arg === "--") {
      words.push(...args.slice(i + 1));
      break;
    }
    if (!/^-(-|[a-z])/i.test(arg)) {
      words.push(arg);
      continue;
    }
    const [name, inline] = arg.split(/=(.*)/s, 2) as [string, string?];
    const option = known.find((one) => `--${one.name}` === name);
    if (!option)
      throw unknownName(
        "",
        name,
        known.map((one) => `--${one.name}`),
        lang,
      );
    if (option.value === undefined && option.values === undefined) {
      if (inline !== undefined) throw fault("switch", lang, { name: option.name });
      switches.add(option.name);
      continue;
    }
    const next = args[i + 1];
    const follows = next !== undefined && !next.startsWith("--");
    if (inline === undefined && follows) i += 1;
    options[option.name] = checkedValue(option, inline ?? (follows ? next : undefined), lang);
  }
  for (const { name, needed } of known) if (needed && (options[name] ?? "") === "") throw fault("needed", lang, { name });
  checkWords(words, action, lang);
  return { words, options, switches };
}

function checkedValue({ name, value, values }: Option, received: string | undefined, lang: Lang): string {
  if (received === undefined) throw fault("valueless", lang, { name, allowed: values?.join(", ") ?? value! });
  if (values && !values.includes(received)) throw unknownName(`--${name}`, received, values, lang);
  return received;
}

function checkWords(words: readonly string[], { words: rows = [] }: Takes, lang: Lang): void {
  const missing = rows[words.length];
  if (missing && !missing.optional)
    throw fault("missing", lang, { name: missing.values ? `${missing.name}: ${missing.values.join(", ")}` : missing.name });
  const surplus = rows.at(-1)?.many ? undefined : words[rows.length];
  if (surplus !== undefined) throw fault("surplus", lang, { name: surplus });
  for (const [i, received] of words.entries()) {
    const { name, values } = rows[Math.min(i, rows.length - 1)]!;
    if (values && !values.includes(received)) throw unknownName(name, received, values, lang);
  }
}
