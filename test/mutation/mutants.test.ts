import { describe, expect, it } from "vitest";
import { sourceOf } from "../architecture/source.ts";
import { mutantsOf } from "./mutants.ts";

const mutated = (text: string) => mutantsOf(sourceOf("src/made-up.ts", text)).map((mutant) => mutant.text);

describe("the mutants of a text", () => {
  it.each([
    ["a border", "f(a < b);", ["f((a <= b));", "f((a >= b));"]],
    ["a condition", "if (a) b();", ["if ((true)) b();", "if ((false)) b();"]],
    ["a negation", "f(!a);", ["f((a));"]],
    ["a number", "f(7);", ["f(8);"]],
    ["a word", 'f("seller");', ['f("mutant");']],
    ["a method", "f(a.some(g));", ["f(a.every(g));"]],
    ["a call that may go", "f(a.filter(g));", ["f(a);"]],
    ["both sides", "f(a && b < 1);", ["f((a || (b < 1)));", "f(a && (b <= 1));", "f(a && (b >= 1));", "f(a && b < 2);"]],
    ["parentheses", "f((a || b) > c);", ["f(((a || b) >= c));", "f(((a || b) <= c));", "f(((a && b)) > c);"]],
    ["a chain", "f(a || b || c);", ["f(((a || b) && c));", "f((a && b) || c);"]],
  ])("of %s", (_what, text, found) => expect(mutated(text)).toEqual(found));

  it.each([
    ["types", 'type A = "a" | 1; const a = b as "c";'],
    ["imports", 'import { a } from "./a.ts";'],
    ["texts for people", 'const a = { en: "word", "pt-BR": "palavra" };'],
    ["sentences", 'f("a sentence with spaces");'],
    ["examples", "const a = { examples: [{ finds: [1] }] };"],
    ["keys", "const a = { b };"],
  ])("leave %s alone", (_what, text) => expect(mutated(text)).toEqual([]));

  it("say where they are", () =>
    expect(mutantsOf(sourceOf("src/a.ts", "a;\nf(1);"))[0]).toMatchObject({ line: 2, was: "f(1);", what: "1 became 2" }));
});
