import { LocalizedError, type Lang } from "../../platform/contract/errors.ts";
import { UsageFault } from "../arguments.ts";
import type { Action, Command, Terminal } from "../command.ts";
import { Declined } from "../http-client.ts";
import { EXIT_CODES, exitOf } from "./exit-codes.ts";
import { rowHelp } from "./help.ts";
import { actionOf, findRow, type Found } from "./lookup.ts";
import { paint } from "./paint.ts";
import { parseLine } from "./parse.ts";

/** Carries out a line behind `bin/vitrine`, prints what it throws, and answers the exit code. */
export async function callLine(line: readonly string[], commands: readonly Command[], terminal: Terminal): Promise<number> {
  const { lang, out, err } = terminal;
  let help = "bin/vitrine help";
  try {
    const found = findRow(aliased(line), commands, lang);
    help = helpOf(found);
    if (asksForHelp(found.rest)) {
      out.write(rowHelp(found.path, found.row, lang, out));
      return EXIT_CODES.done.code;
    }
    const action: Action = actionOf(found, lang);
    return await action.run(parseLine(found.rest, action, lang), terminal);
  } catch (error) {
    const exit = exitOf(error);
    err.write(line.includes("--json") ? jsonOf(error, exit, lang) : textOf(error, help, lang, err));
    return EXIT_CODES[exit].code;
  }
}

/** Without a command, help is what is meant; and what people type before they know. */
function aliased([first, ...rest]: readonly string[]): readonly string[] {
  if (first === undefined || first === "--help" || first === "-h") return ["help", ...rest];
  return first === "--version" || first === "-V" ? ["version", ...rest] : [first, ...rest];
}

/** What to call for the help of a row. */
const helpOf = ({ path, row }: Found): string =>
  `${"program" in row && row.program !== undefined ? row.program : `bin/vitrine ${path.join(" ")}`} --help`;

function asksForHelp(rest: readonly string[]): boolean {
  const end = rest.indexOf("--");
  return rest.slice(0, end === -1 ? rest.length : end).some((arg) => arg === "--help" || arg === "-h");
}

const SEE = { "pt-BR": "veja", en: "see" } as const;

function textOf(error: unknown, help: string, lang: Lang, err: Terminal["err"]): string {
  const usage = exitOf(error) === "mistyped";
  const lines = usage ? messageOf(error, lang) : [messageOf(error, lang), ...causes(error, lang)].join("\n  ");
  return `${paint(err, "bad", "vitrine:")} ${lines}\n${error instanceof UsageFault ? `  ${SEE[lang]} ${help}\n` : ""}`;
}

function jsonOf(error: unknown, exit: keyof typeof EXIT_CODES, lang: Lang): string {
  const refusal = declinedIn(error);
  const said = refusal ? { status: refusal.status, codes: refusal.codes } : {};
  return `${JSON.stringify({ error: { exit, exitCode: EXIT_CODES[exit].code, message: messageOf(error, lang), ...said } })}\n`;
}

/** What the marketplace declined with, at whatever depth. */
function declinedIn(error: unknown): Declined | undefined {
  if (error instanceof Declined) return error;
  return error instanceof Error ? declinedIn(error.cause) : undefined;
}

function messageOf(error: unknown, lang: Lang): string {
  if (error instanceof LocalizedError) return error.texts[lang];
  return error instanceof Error ? error.message : String(error);
}

function causes(error: unknown, lang: Lang): readonly string[] {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && !messageOf(error, lang).includes(messageOf(cause, lang))
    ? [messageOf(cause, lang), ...causes(cause, lang)]
    : [];
}
