import { formatMessage, type Lang, type LocalizedText } from "../../platform/contract/errors.ts";
import { UsageFault } from "../arguments.ts";
import { isGroup, type Action, type Command, type CommandGroup } from "../command.ts";
import { unknownName } from "./parse.ts";

/** What a line calls: the names that led there, the row, and what stands behind them. */
export interface Found {
  /** `["seller", "create"]`. */
  readonly path: readonly string[];
  readonly row: Action | CommandGroup;
  readonly rest: readonly string[];
}

const TEXTS = {
  command: { "pt-BR": "o comando", en: "command" },
  action: { "pt-BR": "a ação", en: "action" },
  actionless: { "pt-BR": "falta a ação: {allowed}", en: "the action is missing: {allowed}" },
} as const satisfies Record<string, LocalizedText>;

/** Finds the row a line names, as deep as its words lead; throws a usage fault when its first word is no command. */
export function findRow(line: readonly string[], commands: readonly Command[], lang: Lang): Found {
  const [name = "", ...rest] = line;
  const command = commands.find((one) => one.name === name);
  if (!command) {
    const names = commands.map((one) => one.name);
    throw unknownName(TEXTS.command[lang], name, names, lang);
  }
  const action = isGroup(command) ? command.actions.find((one) => one.name === rest[0]) : undefined;
  return action ? { path: [name, action.name], row: action, rest: rest.slice(1) } : { path: [name], row: command, rest };
}

/** The action a line calls; throws a usage fault when it stops at a command that has several, or names one it has not. */
export function actionOf({ row, rest }: Found, lang: Lang): Action {
  if (!isGroup(row)) return row;
  const names = row.actions.map(({ name }) => name);
  const [received] = rest;
  if (received === undefined || received.startsWith("-"))
    throw new UsageFault(formatMessage(TEXTS.actionless[lang], { allowed: names.join(", ") }));
  throw unknownName(TEXTS.action[lang], received, names, lang);
}
