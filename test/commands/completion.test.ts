import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/commands/index.ts";
import { positionsOf } from "../../src/command-line/completion/candidates.ts";
import { runCommand } from "./terminal.ts";

const POSITIONS = positionsOf(COMMANDS, "pt-BR");
const scriptFor = async (shell: string) => (await runCommand("completion", shell)).out;

/** What bash completes of each line; the last word is the one being typed. One bash for all of them. */
async function completed(lines: readonly (readonly string[])[]): Promise<readonly (readonly string[])[]> {
  const quoted = (word: string) => `'${word}'`;
  const tries = lines.map(
    (line) =>
      `COMP_WORDS=(vitrine ${line.map(quoted).join(" ")}) COMP_CWORD=${line.length}; COMPREPLY=(); _vitrine; echo "\${COMPREPLY[*]}"`,
  );
  // Outside of a line that is being edited compopt has nothing to set.
  const script = `${await scriptFor("bash")}\ncompopt() { :; }\n${tries.join("\n")}\n`;
  const { stdout, stderr } = spawnSync("bash", ["-s"], { input: script, encoding: "utf8", cwd: import.meta.dirname });
  expect(stderr).toBe("");
  return stdout
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => line.split(" ").filter((word) => word !== ""));
}

describe("completion in bash", () => {
  it("offers at every position of the table what may follow there, and nothing else", async () => {
    const cases = POSITIONS.flatMap(({ path, names, options, positionals }) => [
      ...(names.length > 0 ? [{ line: [...path, ""], offered: names.map(({ name }) => name) }] : []),
      ...(options.length > 0 ? [{ line: [...path, "--"], offered: options.map(({ name }) => `--${name}`) }] : []),
      ...options
        .filter(({ choices }) => choices.length > 0)
        .flatMap(({ name, choices }) => [
          { line: [...path, `--${name}`, ""], offered: choices },
          { line: [...path, `--${name}`, "=", ""], offered: choices },
        ]),
      ...positionals.flatMap(({ choices, paths }, i) =>
        choices.length > 0 && paths === undefined
          ? [{ line: [...path, ...positionals.slice(0, i).map(() => "x"), ""], offered: choices }]
          : [],
      ),
    ]);
    expect(await completed(cases.map(({ line }) => line))).toEqual(cases.map(({ offered }) => offered));
  });

  it.each([
    ["the beginning of a command", ["se"], ["seller", "serve"]],
    ["a command behind options with values", ["seller", "list", "--data", "list", "--u"], ["--url"]],
    ["files where a file is due", ["lint", "completion.t"], ["completion.test.ts"]],
    ["files of an option", ["certify", "--report", "json-f"], ["json-form.ts"]],
    ["nothing where anything may stand", ["seller", "create", ""], []],
  ])("completes %s", async (_, line, offered) => {
    expect(await completed([line])).toEqual([offered]);
  });
});

describe.each(["zsh", "fish"])("completion in %s", (shell) => {
  it("names every command, action and option, with what it means", async () => {
    const script = (await scriptFor(shell)).replaceAll(/\\(.)/g, "$1").replaceAll("'''", "'");
    for (const { names, options } of POSITIONS) {
      for (const { name, does } of names) expect(script).toMatch(new RegExp(`(-a |')${name}.*${escaped(does)}`));
      for (const { name, description, choices } of options) {
        expect(script).toMatch(new RegExp(`-(l |-)${name}\\b.*${escaped(description)}`));
        for (const choice of choices) expect(script).toContain(choice);
      }
    }
  });
});

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
