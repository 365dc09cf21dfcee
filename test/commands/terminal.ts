import { Writable } from "node:stream";
import { parseArguments } from "../../src/commands/arguments.ts";
import { COMMANDS } from "../../src/commands/index.ts";
import type { Lang } from "../../src/platform/errors.ts";

/** What a command printed and the exit code it answered. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command as src/main.ts does, in this process. What it throws is the test's. */
export const runCommand = (name: string, ...args: readonly string[]): Promise<Run> => runIn("pt-BR", name, ...args);

/** The same in a language. */
export async function runIn(lang: Lang, name: string, ...args: readonly string[]): Promise<Run> {
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const [out, err] = [new Kept(), new Kept()];
  const code = await command.run(parseArguments(args, command.options, lang), { lang, out, err });
  return { code, out: out.text, err: err.text };
}

class Kept extends Writable {
  text = "";
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}
