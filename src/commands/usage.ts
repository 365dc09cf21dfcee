import { statSync } from "node:fs";
import { fill, type Lang } from "../platform/errors.ts";
import { UsageFault, type Arguments } from "./arguments.ts";

const TEXTS = {
  missing: { "pt-BR": "falta {name}", en: "{name} is missing" },
  surplus: {
    "pt-BR": "sobra {name} (um nome com espaços vai entre aspas)",
    en: "{name} is one too many (a name with spaces goes in quotes)",
  },
  unknown: { "pt-BR": "{name} não existe; use {allowed}", en: "there is no {name}; use {allowed}" },
  noFile: { "pt-BR": "não há um arquivo {name}", en: "there is no file {name}" },
  needed: { "pt-BR": "--{name} é obrigatório", en: "--{name} is required" },
  whole: {
    "pt-BR": "--{name} {received}: envie um inteiro de {least} a {most}",
    en: "--{name} {received}: give a whole number from {least} to {most}",
  },
  address: {
    "pt-BR": "--{name} {received}: envie um endereço http:// ou https://",
    en: "--{name} {received}: give an address beginning with http:// or https://",
  },
} as const;

const fault = (text: keyof typeof TEXTS, lang: Lang, facts: Readonly<Record<string, string | number>>): UsageFault =>
  new UsageFault(fill(TEXTS[text][lang], facts));

/** The words of a command, one for each of `names`, in order; throws a usage fault when one is missing or there are more. */
export function wordsOf<const Names extends readonly string[]>(
  { words }: Arguments,
  names: Names,
  lang: Lang,
): { readonly [Name in keyof Names]: string } {
  const missing = names[words.length];
  if (missing !== undefined) throw fault("missing", lang, { name: missing });
  const surplus = words[names.length];
  if (surplus !== undefined) throw fault("surplus", lang, { name: surplus });
  return words as unknown as { readonly [Name in keyof Names]: string };
}

/** The one word of a command that names a file; throws a usage fault when there is no such file. */
export function fileWord(args: Arguments, name: string, lang: Lang): string {
  const [file] = wordsOf(args, [name], lang);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() !== false) throw fault("noFile", lang, { name: file });
  return file;
}

/** What a command of several actions does: the first word chooses among `actions`, the others are left for it. */
export function chooseAction<Action>(
  args: Arguments,
  actions: Readonly<Record<string, Action>>,
  lang: Lang,
): { readonly action: Action; readonly rest: Arguments } {
  const [name, ...words] = args.words;
  const allowed = Object.keys(actions).join(", ");
  if (name === undefined) throw fault("missing", lang, { name: allowed });
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) throw fault("unknown", lang, { name, allowed });
  return { action, rest: { ...args, words } };
}

/** The value of an option that must be given. */
export function neededOption({ options }: Arguments, name: string, lang: Lang): string {
  const value = options[name];
  if (value === undefined || value === "") throw fault("needed", lang, { name });
  return value;
}

/** The whole number of an option, `otherwise` when it is not given. */
export function wholeOption<Otherwise>(
  { options }: Arguments,
  name: string,
  { least, most, otherwise }: { readonly least: number; readonly most: number; readonly otherwise: Otherwise },
  lang: Lang,
): number | Otherwise {
  const received = options[name];
  if (received === undefined) return otherwise;
  const number = /^\d+$/.test(received) ? Number(received) : Number.NaN;
  if (!(number >= least && number <= most)) throw fault("whole", lang, { name, received, least, most });
  return number;
}

/** The address of an option, without a slash at its end; `otherwise` when it is not given. */
export function addressOption({ options }: Arguments, name: string, otherwise: string, lang: Lang): string {
  const received = options[name] ?? otherwise;
  if (!/^https?:$/.test(URL.parse(received)?.protocol ?? "")) throw fault("address", lang, { name, received });
  return received.replace(/\/+$/, "");
}
