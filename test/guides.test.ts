import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { differences, type Edition } from "./documents/translations.ts";

const PROJECT = join(import.meta.dirname, "..");

function edition(language: string): Edition {
  const folder = join("docs/guides", language);
  const paths = globSync(`${folder}/*.md`, { cwd: PROJECT }).toSorted();
  return { folder, pages: Object.fromEntries(paths.map((path) => [basename(path), readFileSync(join(PROJECT, path), "utf8")])) };
}

describe("the guides for sellers", () => {
  it("stand side by side in Portuguese and in English: same pages, headings, examples, links, names and figures", () => {
    const [portuguese, english] = [edition("pt-BR"), edition("en")];
    expect(Object.keys(portuguese.pages).length).toBeGreaterThanOrEqual(15);
    expect(differences(portuguese, english)).toEqual([]);
  });
});

describe("planted bugs", () => {
  const ENGLISH = [
    "# Stock",
    "_[Português](../pt-BR/stock.md)_",
    "Send `available`, at most 1,000 units ([more](#the-answer)).",
    "```sh",
    "call GET /stocks   # the stock",
    "```",
    "```json",
    '{ "available": 40 }',
    "```",
    "```",
    "printed by a terminal",
    "```",
    "## The answer",
    "| Field | Is |",
    "|---|---|",
    "| `reserved` | promised |",
    "- See [the errors](../../errors.md).",
    "",
  ].join("\n");
  const PORTUGUESE = [
    "# Estoque",
    "_[English](../en/stock.md)_",
    "Envie `available`, no máximo 1.000 unidades ([mais](#a-resposta)).",
    "```sh",
    "call GET /stocks   # o estoque",
    "```",
    "```json",
    '{ "available": 40 }',
    "```",
    "```",
    "escrito por um terminal",
    "```",
    "## A resposta",
    "| Campo | É |",
    "|---|---|",
    "| `reserved` | prometido |",
    "- Veja [os erros](../../errors.md).",
    "",
  ].join("\n");
  const between = (portuguese: Edition["pages"]) =>
    differences({ folder: "docs/guides/pt-BR", pages: portuguese }, { folder: "docs/guides/en", pages: { "stock.md": ENGLISH } });

  it("lets a faithful translation pass", () => {
    expect(between({ "stock.md": PORTUGUESE })).toEqual([]);
  });

  it("sees a page that one language lacks, on either side", () => {
    expect(between({})).toEqual(["stock.md: missing in docs/guides/pt-BR"]);
    expect(between({ "stock.md": PORTUGUESE, "price.md": "# Preço" })).toEqual(["price.md: missing in docs/guides/en"]);
  });

  it.each([
    ["a heading that is missing", "## A resposta\n", "", "headings"],
    ["a heading of another level", "## A resposta", "### A resposta", "headings"],
    ["a command that differs", "call GET /stocks", "call GET /estoques", "examples"],
    ["JSON that differs", '"available": 40', '"available": 41', "examples"],
    ["an example that is missing", '```json\n{ "available": 40 }\n```\n', "", "examples"],
    ["a terminal that prints more", "escrito por um terminal", "escrito\npor um terminal", "examples"],
    ["a link that leads elsewhere", "../../errors.md", "../../critiques.md", "links"],
    ["a link to another heading", "#a-resposta", "#estoque", "links"],
    ["no way to the other language", "_[English](../en/stock.md)_", "", "links"],
    ["a name of the wire that is translated", "`reserved`", "`reservado`", "names"],
    ["a figure that differs", "1.000", "10.000", "figures"],
    ["a row that is missing", "| `reserved` | prometido |", "`reserved` prometido", "rows"],
    ["an item that is missing", "- Veja", "Veja", "rows"],
  ])("sees %s", (_title, right, wrong, what) => {
    const page = PORTUGUESE.replace(right, wrong);
    expect(page).not.toBe(PORTUGUESE);
    const found = between({ "stock.md": page });
    expect(found.length).toBeGreaterThan(0);
    expect(found.join("\n")).toContain(what);
  });
});
