import { Writable } from "node:stream";
import { expect } from "vitest";
import { COMMANDS } from "../../src/commands/index.ts";
import { requireAction, findCommand } from "../../src/command-line/find-command.ts";
import { parseLine } from "../../src/command-line/parse-line.ts";
import type { Lang } from "../../src/platform/contract/errors.ts";
import { strayJson } from "./json-form.ts";

/** What a command printed and the exit code it answered. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command as src/main.ts does, in this process. What it throws is the test's; JSON is held to what its row says of it. */
export const runCommand = (name: string, ...args: readonly string[]): Promise<Run> => runIn("pt-BR", name, ...args);

/** The same in a language. */
export async function runIn(lang: Lang, name: string, ...args: readonly string[]): Promise<Run> {
  const found = findCommand([name, ...args], COMMANDS, lang);
  const action = requireAction(found, lang);
  const [out, err] = [keptText(), keptText()];
  const given = parseLine(found.rest, action, lang);
  const code = await action.run(given, { lang, out, err });
  if (given.flags.has("json")) expect(strayJson(out.text, action.json), `${name} --json`).toEqual([]);
  return { code, out: out.text, err: err.text };
}

/** A stream that keeps what is written to it. */
export const keptText = (): Kept => new Kept();

class Kept extends Writable {
  text = "";
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}
