import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/index.ts";
import { isGroup, type Action, type Command, type CommandGroup } from "./command.ts";
import { unknownName } from "./unknown-name.ts";
import { UsageError } from "./usage-error.ts";

/** The command or action that a command line names. */
export interface FoundCommand {
  /** Names of the command and the action, such as `["seller", "create"]`. */
  readonly path: readonly string[];
  readonly command: Action | CommandGroup;
  /** The arguments after the names. */
  readonly rest: readonly string[];
}

const TEXTS = {
  command: { "pt-BR": "o comando", en: "command" },
  action: { "pt-BR": "a ação", en: "action" },
  noAction: { "pt-BR": "falta a ação: {allowed}", en: "the action is missing: {allowed}" },
} as const satisfies Record<string, LocalizedText>;

/** Finds the action that a command line names. If it names no known action, finds the command. Throws `UsageError` for an unknown command. */
export function findCommand(line: readonly string[], commands: readonly Command[], lang: Lang): FoundCommand {
  const [name = "", ...rest] = line;
  const command = commands.find((one) => one.name === name);
  if (!command) {
    const names = commands.map((one) => one.name);
    throw unknownName(TEXTS.command[lang], name, names, lang);
  }
  const action = isGroup(command) ? command.actions.find((one) => one.name === rest[0]) : undefined;
  return action ? { path: [name, action.name], command: action, rest: rest.slice(1) } : { path: [name], command, rest };
}

/** The action to run. Throws `UsageError` if the action is missing or unknown. */
export function requireAction({ command, rest }: FoundCommand, lang: Lang): Action {
  if (!isGroup(command)) return command;
  const names = command.actions.map(({ name }) => name);
  const [received] = rest;
  if (received === undefined || received.startsWith("-"))
    throw new UsageError(formatMessage(TEXTS.noAction[lang], { allowed: names.join(", ") }));
  throw unknownName(TEXTS.action[lang], received, names, lang);
}
