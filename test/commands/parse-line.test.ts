import { Writable } from "node:stream";
import { WriteStream } from "node:tty";
import { afterEach, describe, expect, it, vi } from "vitest";
import { UsageError } from "../../src/command-line/usage-error.ts";
import type { Action } from "../../src/command-line/command.ts";
import { RequestRefused, NoAnswer } from "../../src/client/http-client.ts";
import { runLine } from "../../src/command-line/run-line.ts";
import { EXIT_CODES, exitOf } from "../../src/command-line/exit-codes.ts";
import { coloured } from "../../src/command-line/colours.ts";
import { parseLine } from "../../src/command-line/parse-line.ts";
import { wrapText } from "../../src/command-line/wrap-text.ts";
import { alignColumns } from "../../src/command-line/columns.ts";
import { SettingsError } from "../../src/config.ts";
import { keptText } from "./terminal.ts";

const declined = (status: number) =>
  new RequestRefused({ status, headers: new Headers(), body: { notifications: ["Não."], details: [{ code: "no_way", message: "Não." }] } });

/** A command that throws; its options are what lines are read by. */
const throwing = (error: unknown): Action => ({
  name: "fail",
  does: { "pt-BR": "Falha.", en: "Fails." },
  options: [
    { name: "deep", value: "N", meaning: { "pt-BR": "quanto", en: "how much" } },
    { name: "loud", meaning: { "pt-BR": "alto", en: "loudly" } },
  ],
  positionals: [{ name: "WORD", optional: true, many: true, meaning: { "pt-BR": "palavra", en: "word" } }],
  examples: [],
  json: { as: "object", fields: ["a"] },
  run: () => Promise.reject(error),
});

describe("exit codes", () => {
  const cases = [
    [new UsageError("x"), "mistyped"],
    [new SettingsError([{ "pt-BR": "x", en: "x" }]), "mistyped"],
    [new NoAnswer({ "pt-BR": "x", en: "x" }), "unavailable"],
    [declined(429), "unavailable"],
    [declined(503), "unavailable"],
    [declined(404), "declined"],
    [new Error("x", { cause: declined(409) }), "declined"],
    [new Error("x"), "failed"],
  ] as const;

  it.each(cases)("%s is %s, in the table and at the shell", async (error, exit) => {
    expect(exitOf(error)).toBe(exit);
    const [out, err] = [keptText(), keptText()];
    expect(await runLine(["fail"], [throwing(error)], { lang: "en", out, err })).toBe(EXIT_CODES[exit].code);
    expect([out.text, err.text.startsWith("vitrine: ")]).toEqual(["", true]);
  });

  it("are all different, and reached: nothing stands in the table that never comes", () => {
    const codes = Object.values(EXIT_CODES).map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)]);
    const reached = new Set<string>(cases.map(([, exit]) => exit));
    expect(Object.keys(EXIT_CODES).filter((name) => !reached.has(name))).toEqual(["done", "interrupted"]);
  });

  it("come with what was said: a sentence for people, an object for programs", async () => {
    const error = new Error("half of it was done", { cause: declined(409) });
    const said = async (...line: readonly string[]) => {
      const err = keptText();
      await runLine(["fail", ...line], [throwing(error)], { lang: "en", out: keptText(), err });
      return err.text;
    };
    expect(await said()).toBe("vitrine: half of it was done\n  Não.\n");
    expect(JSON.parse(await said("--json"))).toEqual({
      error: { exit: "declined", exitCode: 4, message: "half of it was done", status: 409, codes: ["no_way"] },
    });
  });
});

describe("a line", () => {
  const read = (...line: readonly string[]) => parseLine(line, throwing(undefined));

  it.each([
    [["--deep", "3", "a", "--loud"], { positionals: ["a"], options: { deep: "3" }, flags: ["loud"] }],
    [["--deep=--3", "-1"], { positionals: ["-1"], options: { deep: "--3" }, flags: [] }],
    [["--deep=a=b", "--", "--loud", "--"], { positionals: ["--loud", "--"], options: { deep: "a=b" }, flags: [] }],
  ])("%j is read", (line, { flags, ...rest }) => {
    expect(read(...line)).toEqual({ ...rest, flags: new Set(flags) });
  });

  it.each([[["--deep"]], [["--deep", "--loud"]], [["--loud=yes"]], [["-l"]], [["--Loud"]]])("%j is mistyped", (line) => {
    expect(() => read(...line)).toThrow(UsageError);
  });
});

class Screen extends Writable {
  readonly isTTY = true;
  readonly columns = 70;
  readonly getColorDepth = WriteStream.prototype.getColorDepth;
}

describe("colours", () => {
  afterEach(() => vi.unstubAllEnvs());
  const onScreen = (environment: Readonly<Record<string, string | undefined>>) => {
    const all = { TERM: "xterm-256color", NO_COLOR: undefined, FORCE_COLOR: undefined, CI: undefined, ...environment };
    for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
    return coloured(new Screen(), "bad", "no");
  };

  it("are for terminals, not for files, and never where NO_COLOR or a dumb terminal say so", () => {
    expect(onScreen({})).toBe("\x1b[31mno\x1b[39m");
    expect(coloured(keptText(), "bad", "no")).toBe("no");
    expect(onScreen({ NO_COLOR: "1" })).toBe("no");
    expect(onScreen({ TERM: "dumb" })).toBe("no");
  });

  it("take no room in a table", () => {
    const colours = [["\x1b[31mno\x1b[39m", "x"]] as const;
    expect(alignColumns([...colours, ["long", "y"]])).toBe("\x1b[31mno\x1b[39m    x\nlong  y\n");
  });
});

describe("help on a narrow terminal", () => {
  it("breaks lines between words, and never within one", () => {
    const lines = wrapText("palavra ".repeat(30).trim(), 4, new Screen());
    expect(lines.every((line) => line.startsWith("    palavra") && line.length <= 70)).toBe(true);
    expect(lines.join(" ").replaceAll(/ +/g, " ").trim()).toBe("palavra ".repeat(30).trim());
    expect(wrapText("x".repeat(200), 0, new Screen())).toEqual(["x".repeat(200)]);
  });
});
