import { RequestRefused } from "../client/http-client.ts";
import { type Lang, LocalizedError } from "../platform/contract/index.ts";
import { coloured } from "./colours.ts";
import type { Command, Terminal } from "./command.ts";
import { EXIT_CODES, exitOf } from "./exit-codes.ts";
import { findCommand, requireAction, type FoundCommand } from "./find-command.ts";
import { commandHelp } from "./help-text.ts";
import { parseLine } from "./parse-line.ts";
import { UsageError } from "./usage-error.ts";

/** Runs the arguments of `bin/vitrine` as a command. Prints thrown errors. Returns the exit code. */
export async function runLine(line: readonly string[], commands: readonly Command[], terminal: Terminal): Promise<number> {
  const { lang, out, err } = terminal;
  let helpLine = "bin/vitrine help";
  try {
    const found = findCommand(expandAliases(line), commands, lang);
    helpLine = helpLineOf(found);
    if (asksForHelp(found.rest)) {
      out.write(commandHelp(found.path, found.command, lang, out));
      return EXIT_CODES.done.code;
    }
    const action = requireAction(found, lang);
    return await action.run(parseLine(found.rest, action, lang), terminal);
  } catch (error) {
    const exit = exitOf(error);
    err.write(line.includes("--json") ? errorJson(error, exit, lang) : errorText(error, helpLine, lang, err));
    return EXIT_CODES[exit].code;
  }
}

/** Turns `--help`, `-h`, `--version`, `-V` and an empty line into commands. */
function expandAliases([first, ...rest]: readonly string[]): readonly string[] {
  if (first === undefined || first === "--help" || first === "-h") return ["help", ...rest];
  return first === "--version" || first === "-V" ? ["version", ...rest] : [first, ...rest];
}

/** The command line that shows the help of a command. */
const helpLineOf = ({ path, command }: FoundCommand): string =>
  `${"program" in command && command.program !== undefined ? command.program : `bin/vitrine ${path.join(" ")}`} --help`;

function asksForHelp(rest: readonly string[]): boolean {
  const end = rest.indexOf("--");
  return rest.slice(0, end === -1 ? rest.length : end).some((arg) => arg === "--help" || arg === "-h");
}

const SEE = { "pt-BR": "veja", en: "see" } as const;

function errorText(error: unknown, helpLine: string, lang: Lang, err: Terminal["err"]): string {
  const isUsage = exitOf(error) === "mistyped";
  const lines = isUsage ? messageOf(error, lang) : [messageOf(error, lang), ...causeMessages(error, lang)].join("\n  ");
  return `${coloured(err, "bad", "vitrine:")} ${lines}\n${error instanceof UsageError ? `  ${SEE[lang]} ${helpLine}\n` : ""}`;
}

function errorJson(error: unknown, exit: keyof typeof EXIT_CODES, lang: Lang): string {
  const refusal = refusalIn(error);
  const details = refusal ? { status: refusal.status, codes: refusal.codes } : {};
  return `${JSON.stringify({ error: { exit, exitCode: EXIT_CODES[exit].code, message: messageOf(error, lang), ...details } })}\n`;
}

/** The first refusal by the marketplace in the chain of an error and its causes. */
function refusalIn(error: unknown): RequestRefused | undefined {
  if (error instanceof RequestRefused) return error;
  return error instanceof Error ? refusalIn(error.cause) : undefined;
}

function messageOf(error: unknown, lang: Lang): string {
  if (error instanceof LocalizedError) return error.texts[lang];
  return error instanceof Error ? error.message : String(error);
}

/** The messages of an error's causes. Stops at a message that the message before it already contains. */
function causeMessages(error: unknown, lang: Lang): readonly string[] {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && !messageOf(error, lang).includes(messageOf(cause, lang))
    ? [messageOf(cause, lang), ...causeMessages(cause, lang)]
    : [];
}
