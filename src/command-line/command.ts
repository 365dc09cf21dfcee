import type { Lang, LocalizedText } from "../platform/contract/index.ts";
import type { ExitName } from "./exit-codes.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";

/** Where a command writes, and in which language. Tests pass their own streams. */
export interface Terminal {
  readonly lang: Lang;
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

/** One `--option`; a flag when it has neither `value` nor `values`. `--json` and `--help` belong to every command and are not listed. */
export interface Option {
  readonly name: string;
  /** A placeholder or an example of the value, for the usage line: `ID`, `8080`. `FILE` and `DIR` are completed with paths. */
  readonly value?: string;
  /** All allowed values. They are checked before the command runs, and completed. */
  readonly values?: readonly string[];
  /** The command does not run without it. */
  readonly needed?: true;
  readonly meaning: LocalizedText;
}

/** One positional argument, in order. A name that begins with `FILE` or `DIR` is completed with paths. */
export interface Positional {
  readonly name: string;
  readonly meaning: LocalizedText;
  /** All allowed values. They are checked before the command runs, and completed. */
  readonly values?: readonly string[];
  /** Values that are completed but not checked. */
  readonly suggests?: readonly string[];
  /** May be omitted, and with it those that follow. */
  readonly optional?: true;
  /** Any number of values; only the last positional may have it. */
  readonly many?: true;
}

/** A call without `bin/vitrine`, ready to paste, and what it does. */
export interface Example {
  readonly line: string;
  readonly does: LocalizedText;
}

/** What `--json` prints: one object, one array of objects, or one object per line. */
export interface JsonForm {
  readonly as: "object" | "array" | "lines";
  /** The fields of an object; optional ones end in `?`. */
  readonly fields: readonly string[];
}

/** A command, or one action of a command. */
export interface Action {
  readonly name: string;
  readonly does: LocalizedText;
  /** Another program that starts the command, such as `bin/start`. */
  readonly program?: string;
  readonly positionals?: readonly Positional[];
  readonly options?: readonly Option[];
  readonly examples: readonly Example[];
  readonly json: JsonForm;
  /** What an exit code means here, beyond its general meaning. */
  readonly exits?: Readonly<Partial<Record<ExitName, LocalizedText>>>;
  /** Runs with arguments that were checked against this definition; returns the exit code. */
  readonly run: (args: ParsedArguments, terminal: Terminal) => Promise<number>;
}

/** A command with several actions: `seller create`, `seller list`. */
export interface CommandGroup {
  readonly name: string;
  readonly does: LocalizedText;
  readonly actions: readonly Action[];
}

/** A row of the table of commands. */
export type Command = Action | CommandGroup;

/** Commands that help lists under one heading. */
export interface CommandSection {
  readonly title: LocalizedText;
  readonly commands: readonly Command[];
}

/** Whether `bin/vitrine NAME` needs an action after it. */
export const isGroup = (command: Command): command is CommandGroup => "actions" in command;

/** Whether `--json` was given. */
export const wantsJson = ({ flags }: ParsedArguments): boolean => flags.has("json");
