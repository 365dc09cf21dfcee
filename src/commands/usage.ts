import { statSync } from "node:fs";
import { dirname } from "node:path";
import { formatMessage, type Lang } from "../platform/contract/errors.ts";
import { UsageFault, type Arguments } from "./arguments.ts";

const TEXTS = {
  noFolder: { "pt-BR": "não há uma pasta {name} onde gravar", en: "there is no folder {name} to write into" },
  noFile: { "pt-BR": "não há um arquivo {name}", en: "there is no file {name}" },
  needed: { "pt-BR": "--{name} é obrigatório", en: "--{name} is required" },
  whole: {
    "pt-BR": "--{name} {received}: envie um inteiro de {least} a {most}",
    en: "--{name} {received}: give a whole number from {least} to {most}",
  },
  decimal: {
    "pt-BR": "--{name} {received}: envie um número de {least} a {most}",
    en: "--{name} {received}: give a number from {least} to {most}",
  },
  address: {
    "pt-BR": "--{name} {received}: envie um endereço http:// ou https://",
    en: "--{name} {received}: give an address beginning with http:// or https://",
  },
} as const;

const fault = (text: keyof typeof TEXTS, lang: Lang, facts: Readonly<Record<string, string | number>>): UsageFault =>
  new UsageFault(formatMessage(TEXTS[text][lang], facts));

/** The path of a file that is there; throws a usage fault when it is not. */
export function existingFile(path: string, lang: Lang): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== false) throw fault("noFile", lang, { name: path });
  return path;
}

/** A path to write a file to; throws a usage fault when its folder is not there, before anything else is done. */
export function writablePath(path: string, lang: Lang): string {
  const folder = dirname(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw fault("noFolder", lang, { name: folder });
  return path;
}

/** The value of an option that another one asks for. */
export function neededOption({ options }: Arguments, name: string, lang: Lang): string {
  const value = options[name];
  if (value === undefined || value === "") throw fault("needed", lang, { name });
  return value;
}

/** The largest id, seed or count that the marketplace and this command line take: 32 bits. */
export const LARGEST_WHOLE = 2 ** 31 - 1;

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

/** The decimal number of an option, such as 0.5 or 0,5; `otherwise` when it is not given. */
export function decimalOption<Otherwise>(
  { options }: Arguments,
  name: string,
  { least, most, otherwise }: { readonly least: number; readonly most: number; readonly otherwise: Otherwise },
  lang: Lang,
): number | Otherwise {
  const received = options[name];
  if (received === undefined) return otherwise;
  const number = /^\d+([.,]\d+)?$/.test(received) ? Number(received.replace(",", ".")) : Number.NaN;
  if (!(number >= least && number <= most)) throw fault("decimal", lang, { name, received, least, most });
  return number;
}

/** The address of an option, without a slash at its end; `otherwise` when it is not given. */
export function addressOption({ options }: Arguments, name: string, otherwise: string, lang: Lang): string {
  const received = options[name] ?? otherwise;
  if (!/^https?:$/.test(URL.parse(received)?.protocol ?? "")) throw fault("address", lang, { name, received });
  return received.replace(/\/+$/, "");
}
