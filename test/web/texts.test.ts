import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseAst } from "vitest/node";
import { describe, expect, it } from "vitest";
import { PROJECT } from "../../src/project.ts";
import { isNode, within, type Node } from "../architecture/source.ts";

const SOURCES = join(PROJECT, "web", "src");
const files = (pattern: string) => globSync(pattern, { cwd: SOURCES }).toSorted();

type Texts = { readonly [key: string]: string | Texts };
const textsOf = async (path: string) => ((await import(pathToFileURL(join(SOURCES, path)).href)) as { texts: Texts }).texts;

const keysOf = (texts: Texts, before = ""): readonly string[] =>
  Object.entries(texts).flatMap(([key, value]) => (typeof value === "string" ? [before + key] : keysOf(value, `${before}${key}.`)));
const at = (texts: Texts, key: string) => key.split(".").reduce<string | Texts>((part, name) => (part as Texts)[name]!, texts) as string;
const placeholders = (texts: Texts, key: string) =>
  at(texts, key)
    .match(/\{\{\w+\}\}/g)
    ?.toSorted() ?? [];

const portuguese = files("**/texts.pt-BR.ts");
const code = files("**/*.{ts,tsx}")
  .filter((path) => !/\/(generated\/|texts\.)/.test(path))
  .map((path) => ({ path, text: readFileSync(join(SOURCES, path), "utf8") }));

/** Keys as they are used: `"filters.title"` whole, and what a template begins with: `states.` of `states.${...}`. */
const used = new Set(code.flatMap(({ text }) => [...text.matchAll(/["`]([\w-]+(?:\.[\w-]+)*)["`]/g)].map(([, key]) => key!)));
const beginnings = code.flatMap(({ text }) => [...text.matchAll(/`([\w.]+[._])\$\{/g)].map(([, beginning]) => beginning!));
const isUsed = (key: string) => {
  const plain = key.replace(/_(one|many|other)$/, "");
  return used.has(plain) || beginnings.some((beginning) => key.startsWith(beginning));
};

describe("texts", () => {
  it("are found", () => expect(portuguese.length).toBeGreaterThanOrEqual(6));

  it.each(portuguese)("of %s have the same keys and placeholders in English", async (path) => {
    const [texts, english] = [await textsOf(path), await textsOf(path.replace("pt-BR", "en"))];
    expect(keysOf(english)).toEqual(keysOf(texts));
    for (const key of keysOf(texts)) expect(placeholders(english, key), key).toEqual(placeholders(texts, key));
  });

  it.each(portuguese)("of %s are all used", async (path) => {
    expect(keysOf(await textsOf(path)).filter((key) => !isUsed(key))).toEqual([]);
  });

  it("stand in their files and nowhere else", () => {
    expect(code.filter(({ path }) => path.endsWith(".tsx")).flatMap(({ path, text }) => loose(path, text))).toEqual([]);
  });

  it.each([
    ["a text between tags", "export const A = () => <p>Pedidos</p>;"],
    ["a text in braces", 'export const A = () => <p>{"Pedidos"}</p>;'],
    ["an attribute that is read out", 'export const A = () => <button aria-label="Fechar" />;'],
    ["a property that is shown", 'export const A = () => <Field label="Nome" />;'],
    ["a choice between texts", 'export const A = () => <p>{isOpen ? "aberto" : null}</p>;'],
  ])("planted bug: %s", (_, text) => expect(loose("A.tsx", text)).toHaveLength(1));
});

/** Names and words that are the same in every language. */
const SAME_EVERYWHERE: ReadonlySet<string> = new Set(["Vitrine", "sandbox", "JSON", "→"]);
const SHOWN = new Set(["label", "title", "placeholder", "aria-label", "alt", "description", "text", "nothingFound"]);
const LETTERS = /\p{Letter}{2}/u;

/** Words in a component that people would read. */
function loose(path: string, text: string): readonly string[] {
  const program = parseAst(text, { lang: "tsx" }) as unknown as Node;
  const words = [...within(program)].flatMap((node) => {
    if (node.type === "JSXText") return [String(node["value"])];
    if (node.type === "JSXAttribute") return SHOWN.has(String((node["name"] as Node)["name"])) ? literalsOf(node["value"]) : [];
    const children = (node.type === "JSXElement" || node.type === "JSXFragment" ? node["children"] : []) as readonly Node[];
    return children.filter(({ type }) => type === "JSXExpressionContainer").flatMap((child) => literalsOf(child["expression"]));
  });
  return words
    .map((word) => word.trim())
    .filter((word) => LETTERS.test(word) && !SAME_EVERYWHERE.has(word))
    .map((word) => `${path}: ${word}`);
}

/** The texts that an expression may be: itself, or a branch of a choice. What a function is called with is not shown. */
function literalsOf(value: unknown): readonly string[] {
  if (!isNode(value)) return [];
  if (value.type === "Literal" && typeof value["value"] === "string") return [value["value"]];
  if (value.type === "JSXExpressionContainer") return literalsOf(value["expression"]);
  if (value.type === "ConditionalExpression") return [...literalsOf(value["consequent"]), ...literalsOf(value["alternate"])];
  if (value.type === "LogicalExpression") return literalsOf(value["right"]);
  return [];
}
