import type { Lang, Texts } from "../platform/errors.ts";
import type { Arguments, Option } from "./arguments.ts";

/** Where a command speaks and in which language; tests give it streams of their own. */
export interface Terminal {
  readonly lang: Lang;
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

/** A row of the command line: what it is called, what it takes, what it does. Answers the exit code. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly does: Texts;
  readonly options: readonly Option[];
  readonly run: (args: Arguments, terminal: Terminal) => Promise<number>;
}

/** Where commands find the instance they talk to. */
export const INSTANCE_OPTIONS: readonly Option[] = [
  { name: "data", value: "DIR", meaning: { "pt-BR": "pasta de dados da instância local", en: "data folder of the local instance" } },
  {
    name: "url",
    value: "URL",
    meaning: { "pt-BR": "instância remota (com VITRINE_OPERATOR_KEY)", en: "a remote instance (with VITRINE_OPERATOR_KEY)" },
  },
];
/** The switch of every command that can answer as JSON. */
export const JSON_OPTION: Option = { name: "json", meaning: { "pt-BR": "saída em JSON", en: "JSON output" } };
