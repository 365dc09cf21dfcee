import type { Lang, LocalizedText } from "../platform/contract/index.ts";
import type { ExitName } from "./exit-codes.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";

/** The streams and the language of a command. Tests pass their own streams. */
export interface Terminal {
  readonly lang: Lang;
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

/** An `--option`. It is a flag if it has neither `value` nor `values`. Every command has `--json` and `--help`, which are not listed. */
export interface Option {
  readonly name: string;
  /** A placeholder or an example of the value, for the usage line: `ID`, `8080`. Completion offers paths for `FILE` and `DIR`. */
  readonly value?: string;
  /** All allowed values. The value is checked before the command runs. Completion offers these values. */
  readonly values?: readonly string[];
  /** Whether the option is required. */
  readonly needed?: true;
  readonly meaning: LocalizedText;
}

/** A positional argument. If its name begins with `FILE` or `DIR`, completion offers paths. */
export interface Positional {
  readonly name: string;
  readonly meaning: LocalizedText;
  /** All allowed values. The value is checked before the command runs. Completion offers these values. */
  readonly values?: readonly string[];
  /** Values that completion offers. Other values are allowed too. */
  readonly suggests?: readonly string[];
  /** Whether this argument and the ones after it may be omitted. */
  readonly optional?: true;
  /** Whether the argument may be repeated. Only the last positional argument may be repeated. */
  readonly many?: true;
}

/** An example command line, without `bin/vitrine`, and what it does. */
export interface Example {
  readonly line: string;
  readonly does: LocalizedText;
}

/** Form of the `--json` output: one object, one array of objects, or one object per line. */
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
  /** Specific meanings of exit codes for this command. */
  readonly exits?: Readonly<Partial<Record<ExitName, LocalizedText>>>;
  /** Runs the command with arguments that match this definition. Returns the exit code. */
  readonly run: (args: ParsedArguments, terminal: Terminal) => Promise<number>;
}

/** A command with several actions: `seller create`, `seller list`. */
export interface CommandGroup {
  readonly name: string;
  readonly does: LocalizedText;
  readonly actions: readonly Action[];
}

/** An entry in the table of commands. */
export type Command = Action | CommandGroup;

/** Commands under one heading of the help. */
export interface CommandSection {
  readonly title: LocalizedText;
  readonly commands: readonly Command[];
}

/** Whether the command has actions. If so, the name of an action must follow the name of the command. */
export const isGroup = (command: Command): command is CommandGroup => "actions" in command;

/** Whether `--json` was given. */
export const wantsJson = ({ flags }: ParsedArguments): boolean => flags.has("json");
