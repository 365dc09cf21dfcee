import { statSync } from "node:fs";
import { dirname } from "node:path";
import { formatMessage, type Lang } from "../platform/contract/index.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { UsageError } from "./usage-error.ts";

const TEXTS = {
  noFolder: { "pt-BR": "não há uma pasta {name} onde gravar", en: "there is no folder {name} to write into" },
  noFile: { "pt-BR": "não há um arquivo {name}", en: "there is no file {name}" },
  required: { "pt-BR": "--{name} é obrigatório", en: "--{name} is required" },
  integer: {
    "pt-BR": "--{name} {received}: envie um inteiro de {min} a {max}",
    en: "--{name} {received}: give a whole number from {min} to {max}",
  },
  decimal: {
    "pt-BR": "--{name} {received}: envie um número de {min} a {max}",
    en: "--{name} {received}: give a number from {min} to {max}",
  },
  url: {
    "pt-BR": "--{name} {received}: envie um endereço http:// ou https://",
    en: "--{name} {received}: give an address beginning with http:// or https://",
  },
} as const;

const usageError = (text: keyof typeof TEXTS, lang: Lang, params: Readonly<Record<string, string | number>>): UsageError =>
  new UsageError(formatMessage(TEXTS[text][lang], params));

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory();

/** Returns the path of an existing file. Throws `UsageError` if there is no such file. */
export function existingFile(path: string, lang: Lang): string {
  if (isFolder(path) !== false) throw usageError("noFile", lang, { name: path });
  return path;
}

/** Returns a path that a file can be written to. Throws `UsageError` if its folder does not exist. */
export function writablePath(path: string, lang: Lang): string {
  const folder = dirname(path);
  if (isFolder(folder) !== true) throw usageError("noFolder", lang, { name: folder });
  return path;
}

/** The value of an option. Throws `UsageError` if it is missing or empty. */
export function requiredOption({ options }: ParsedArguments, name: string, lang: Lang): string {
  const value = options[name];
  if (value === undefined || value === "") throw usageError("required", lang, { name });
  return value;
}

/** Largest id, seed or count that the marketplace and the command line accept. */
export const MAX_INT32 = 2 ** 31 - 1;

/** The allowed range of a number, and the value to use if the option is omitted. */
interface NumberRange<Fallback> {
  readonly min: number;
  readonly max: number;
  readonly fallback: Fallback;
}

/** The integer value of an option; `fallback` if the option is omitted. Throws `UsageError` if the value is no integer in the range. */
export function integerOption<Fallback>(
  { options }: ParsedArguments,
  name: string,
  { min, max, fallback }: NumberRange<Fallback>,
  lang: Lang,
): number | Fallback {
  const received = options[name];
  if (received === undefined) return fallback;
  const number = /^\d+$/.test(received) ? Number(received) : Number.NaN;
  if (!(number >= min && number <= max)) throw usageError("integer", lang, { name, received, min, max });
  return number;
}

/** The decimal value of an option, such as 0.5 or 0,5; `fallback` if it is omitted. Throws `UsageError` if it is no number in the range. */
export function decimalOption<Fallback>(
  { options }: ParsedArguments,
  name: string,
  { min, max, fallback }: NumberRange<Fallback>,
  lang: Lang,
): number | Fallback {
  const received = options[name];
  if (received === undefined) return fallback;
  const number = /^\d+([.,]\d+)?$/.test(received) ? Number(received.replace(",", ".")) : Number.NaN;
  if (!(number >= min && number <= max)) throw usageError("decimal", lang, { name, received, min, max });
  return number;
}

/** The HTTP address in an option, without slashes at the end; `fallback` if it is omitted. Throws `UsageError` for any other text. */
export function urlOption({ options }: ParsedArguments, name: string, fallback: string, lang: Lang): string {
  const received = options[name] ?? fallback;
  if (!/^https?:$/.test(URL.parse(received)?.protocol ?? "")) throw usageError("url", lang, { name, received });
  return received.replace(/\/+$/, "");
}
