import type { Lang, LocalizedText } from "../platform/contract/errors.ts";
import type { Arguments } from "./arguments.ts";
import type { ExitName } from "./line/exit-codes.ts";

/** Where a command speaks and in which language; tests give it streams of their own. */
export interface Terminal {
  readonly lang: Lang;
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

/** One `--option`; without `value` it is a switch. `--json` and `--help` belong to every row and are not listed. */
export interface Option {
  readonly name: string;
  /** What usage shows behind it, and an example where one helps: `ID`, `8080`. `FILE` and `DIR` are completed with paths. */
  readonly value?: string;
  /** The only values there are: checked before the command runs, and completed. */
  readonly values?: readonly string[];
  /** The command does not run without it. */
  readonly needed?: true;
  readonly meaning: LocalizedText;
}

/** One word a command takes after its name, in order. What begins with `FILE` or `DIR` is completed with paths. */
export interface Word {
  readonly name: string;
  readonly meaning: LocalizedText;
  /** The only ones there are: checked before the command runs, and completed. */
  readonly values?: readonly string[];
  /** Some of those there are: completed, not checked. */
  readonly suggests?: readonly string[];
  /** May be left out, and then so are those behind it. */
  readonly optional?: true;
  /** Any number of them; only the last one. */
  readonly many?: true;
}

/** A call to paste, without `bin/vitrine`, and what it does. */
export interface Example {
  readonly line: string;
  readonly does: LocalizedText;
}

/** What `--json` prints: one object, one array of objects, or one object per line as it comes. */
export interface JsonForm {
  readonly as: "object" | "array" | "lines";
  /** The fields of an object; those that may be absent end in `?`. */
  readonly fields: readonly string[];
}

/** Something that can be called: a command, or one of the actions of a command. Answers the exit code. */
export interface Action {
  readonly name: string;
  readonly does: LocalizedText;
  /** What else starts it: `bin/start`. */
  readonly program?: string;
  readonly words?: readonly Word[];
  readonly options?: readonly Option[];
  readonly examples: readonly Example[];
  readonly json: JsonForm;
  /** What an exit code says here, beyond what it says everywhere. */
  readonly exits?: Readonly<Partial<Record<ExitName, LocalizedText>>>;
  /** Called with a line that was checked against this row: needed options and words are there, closed sets were kept to. */
  readonly run: (args: Arguments, terminal: Terminal) => Promise<number>;
}

/** A command of several actions: `seller create`, `seller list`. */
export interface CommandGroup {
  readonly name: string;
  readonly does: LocalizedText;
  readonly actions: readonly Action[];
}

/** A row of the command line. */
export type Command = Action | CommandGroup;

/** Whether `bin/vitrine NAME` needs an action behind it. */
export const isGroup = (command: Command): command is CommandGroup => "actions" in command;

/** Where commands find the instance they talk to. */
export const INSTANCE_OPTIONS: readonly Option[] = [
  { name: "data", value: "DIR", meaning: { "pt-BR": "pasta de dados da instância local", en: "data folder of the local instance" } },
  {
    name: "url",
    value: "URL",
    meaning: { "pt-BR": "instância remota (com VITRINE_OPERATOR_KEY)", en: "a remote instance (with VITRINE_OPERATOR_KEY)" },
  },
];

/** The options every row has. */
export const COMMON_OPTIONS: readonly Option[] = [
  { name: "json", meaning: { "pt-BR": "saída em JSON", en: "JSON output" } },
  { name: "help", meaning: { "pt-BR": "esta ajuda", en: "this help" } },
];

/** Whether the answer is for a program. */
export const wantsJson = ({ switches }: Arguments): boolean => switches.has("json");
