import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/command-line/usage-error.ts";
import { isGroup, type Action, type JsonForm } from "../../src/command-line/command.ts";
import { runLine, COMMANDS } from "../../src/commands/index.ts";
import { usageLine } from "../../src/command-line/help-text.ts";
import { requireAction, findCommand } from "../../src/command-line/find-command.ts";
import { parseLine } from "../../src/command-line/parse-line.ts";
import { PROJECT } from "../../src/project.ts";
import type { LocalizedText } from "../../src/platform/contract/errors.ts";
import { shellWords } from "../documents/shell-lines.ts";
import { strayJson } from "./json-form.ts";
import { keptText } from "./terminal.ts";

const LANGS = ["pt-BR", "en"] as const;
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Everything that can be called, by what is typed behind bin/vitrine. */
const ACTIONS = COMMANDS.flatMap((command): readonly (readonly [string, Action])[] =>
  isGroup(command) ? command.actions.map((action) => [`${command.name} ${action.name}`, action] as const) : [[command.name, command]],
);

/** A line that satisfies a row: its words and needed options, filled with anything they take. */
function satisfying({ positionals = [], options = [] }: Action): readonly string[] {
  const needed = options.filter((option) => option.needed);
  return [
    ...positionals.filter(({ optional }) => !optional).map(({ name, values }) => values?.[0] ?? name),
    ...needed.flatMap(({ name, value, values }) => [`--${name}`, values?.[0] ?? value!]),
  ];
}

async function called(lang: "pt-BR" | "en", ...line: readonly string[]) {
  const [out, err] = [keptText(), keptText()];
  const code = await runLine(line, COMMANDS, { lang, out, err });
  return { code, out: out.text, err: err.text };
}

const isTold = (texts: LocalizedText) => LANGS.every((lang) => texts[lang].trim() !== "");

describe("the table of commands", () => {
  it("names every command once", () => {
    const names = COMMANDS.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(names.filter((name) => !NAME.test(name))).toEqual([]);
  });
});

describe.each(ACTIONS)("bin/vitrine %s", (path, action) => {
  const { positionals = [], options = [], json, exits = {}, examples } = action;
  const line = path.split(" ");

  it("has a row that holds together", () => {
    expect(line.filter((name) => !NAME.test(name))).toEqual([]);
    const names = options.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(names.filter((name) => !NAME.test(name) || name === "json" || name === "help")).toEqual([]);
    const texts = [
      action.does,
      ...positionals.map(({ meaning }) => meaning),
      ...options.map(({ meaning }) => meaning),
      ...Object.values(exits),
    ];
    expect([...texts, ...examples.map(({ does }) => does)].filter((one) => !isTold(one))).toEqual([]);
    expect(LANGS.filter((lang) => !action.does[lang].endsWith("."))).toEqual([]);
    // What may be left out comes last, and only the last word may be several.
    const left = positionals.findIndex(({ optional }) => optional);
    expect(left === -1 || positionals.slice(left).every(({ optional }) => optional)).toBe(true);
    expect(positionals.slice(0, -1).some(({ many }) => many)).toBe(false);
    expect(json.fields.length).toBeGreaterThan(0);
  });

  it("has examples that are calls of it, as a shell would make them", () => {
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const found = findCommand(shellWords(example.line), COMMANDS, "en");
      expect(requireAction(found, "en"), example.line).toBe(action);
      expect(() => parseLine(found.rest, action), example.line).not.toThrow();
      const shipped = found.rest.filter((word) => word.startsWith("data/"));
      expect(shipped.filter((file) => !existsSync(join(PROJECT, file)))).toEqual([]);
    }
  });

  it.each(LANGS)("helps in %s: usage, words, options, JSON, exit codes, examples, on lines that fit", async (lang) => {
    const { code, out, err } = await called(lang, ...line, "--help");
    expect([code, err]).toEqual([0, ""]);
    const flat = out.replaceAll(/\s+/g, " ");
    const meanings = [...positionals, ...options].map(({ meaning }) => meaning[lang]);
    const own = Object.values(exits).map((text) => text[lang]);
    const shown = examples.flatMap((example) => [`bin/vitrine ${example.line}`, example.does[lang]]);
    for (const part of [usageLine(line, action, lang), action.does[lang], ...meanings, ...own, ...shown, ...json.fields])
      expect(flat).toContain(part);
    for (const { name } of options) expect(out).toContain(`--${name}`);
    expect(out.split("\n").filter((one) => one.length > 110 && !one.includes("bin/vitrine"))).toEqual([]);
    expect(await called(lang, "help", ...line)).toEqual({ code, out, err });
  });

  it("refuses what it does not take, and says what it may have meant", async () => {
    const satisfied = satisfying(action);
    expect(() => parseLine(satisfied, action)).not.toThrow();
    for (const { name, needed } of options.filter((option) => option.needed)) {
      const without = satisfied.filter((_, i) => satisfied[i] !== `--${name}` && satisfied[i - 1] !== `--${name}`);
      expect(() => parseLine(without, action), `--${name} ${needed}`).toThrow(UsageError);
    }
    for (const { name, value, values } of options) {
      expect(() => parseLine([...satisfied, (value ?? values) ? `--${name}` : `--${name}=x`], action), name).toThrow(UsageError);
      if (values) expect(() => parseLine([...satisfied, `--${name}`, `${values[0]}x`], action)).toThrow(values[0]);
    }
    if (positionals.some(({ optional }) => !optional)) expect(() => parseLine(satisfied.slice(1), action)).toThrow(UsageError);
    if (!positionals.at(-1)?.many) expect(() => parseLine([...satisfied, ...positionals.map(() => "x"), "x"], action)).toThrow(UsageError);

    const mistyped = await called("en", ...line, ...satisfied, "--jsonn");
    expect([mistyped.code, mistyped.out]).toEqual([2, ""]);
    expect(mistyped.err).toContain("did you mean --json?");
    expect(mistyped.err).toContain(`see ${action.program ?? `bin/vitrine ${path}`} --help`);
  });
});

describe("what --json prints", () => {
  const form: JsonForm = { as: "object", fields: ["a", "b?"] };
  it.each([
    ["nothing", "", form],
    ["two documents", '{"a":1}\n{"a":1}\n', form],
    ["a field more", '{"a":1,"c":1}', form],
    ["a field less", '{"b":1}', form],
    ["no array", '{"a":1}', { ...form, as: "array" }],
    ["a text among lines", '{"a":1}\n"b"\n', { ...form, as: "lines" }],
  ] as const)("is seen to stray: %s", (_, printed, held) => {
    expect(strayJson(printed, held)).not.toEqual([]);
  });

  it("is what the row says", () => {
    expect(strayJson('{"a":1}\n', form)).toEqual([]);
    expect(strayJson('[{"a":1},{"a":1,"b":2}]\n', { ...form, as: "array" })).toEqual([]);
    expect(strayJson('{"a":1}\n{"a":1}\n', { ...form, as: "lines" })).toEqual([]);
  });
});
