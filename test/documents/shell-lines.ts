import { COMMANDS } from "../../src/commands/index.ts";
import { requireAction, findCommand } from "../../src/command-line/find-command.ts";
import { parseLine } from "../../src/command-line/parse-line.ts";

/** What a shell makes of a line: its words up to a comment, a pipe or a redirection, quotes taken off. */
export const shellWords = (line: string): readonly string[] =>
  [...line.split(/ +(?:#|[|>&;]) */)[0]!.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain!,
  );

const FENCED = /^```sh\n(.*?)^```/gms;
const CALLED = /^(?:\w+=\S+ )*bin\/(vitrine|start)(?: (.*))?$/;

/** The calls of bin/vitrine and bin/start in the shell blocks of a page that would not be understood, and why. */
export function misunderstood(page: string): readonly string[] {
  const lines = [...page.matchAll(FENCED)].flatMap(([, block]) => block!.split("\n"));
  return lines.flatMap((line) => {
    const [, program, rest = ""] = CALLED.exec(line) ?? [];
    // `A|B` in a usage is one of them, and `[options]` stands for any.
    if (program === undefined || /[[\]]/.test(rest)) return [];
    try {
      const words = shellWords(` ${rest}`);
      const found = findCommand(program === "start" ? ["serve", ...words] : words, COMMANDS, "en");
      parseLine(found.rest, requireAction(found, "en"));
      return [];
    } catch (error) {
      return [`${line}: ${(error as Error).message}`];
    }
  });
}
