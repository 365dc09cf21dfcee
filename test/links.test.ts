import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deadEnds, sayDeadEnd, type Documents } from "./documents/links.ts";
import { misunderstood } from "./documents/shell-lines.ts";

const PROJECT = join(import.meta.dirname, "..");
const NOT_OURS = /^(?:node_modules|test\/\.tmp|bench\/\.tmp)\//;

const paths = globSync("**/*.md", { cwd: PROJECT, exclude: ["node_modules"] })
  .filter((path) => !NOT_OURS.test(path))
  .sort();
const documents: Documents = Object.fromEntries(paths.map((path) => [path, readFileSync(join(PROJECT, path), "utf8")]));

describe("the documents", () => {
  it("are found", () => {
    expect(paths).toEqual(
      expect.arrayContaining(["README.md", "ARCHITECTURE.md", "docs/contract.md", "docs/adr/0001-one-row-per-operation.md"]),
    );
  });

  it("lead somewhere: every relative link, heading and file they name is there", () => {
    expect(deadEnds(documents, (path) => existsSync(join(PROJECT, path))).map(sayDeadEnd)).toEqual([]);
  });
});

describe("the shell lines of the documents", () => {
  it("call what there is: every command, action and option of bin/vitrine and bin/start", () => {
    expect(Object.entries(documents).flatMap(([path, text]) => misunderstood(text).map((line) => `${path}: ${line}`))).toEqual([]);
  });

  it.each([
    ["a command that is gone", "bin/vitrine publish x.ndjson"],
    ["an option that is gone", "bin/vitrine lint x.ndjson --strict  # all of it"],
    ["a word too many", 'DATABASE_URL=postgres://x bin/start "sandbox"'],
    ["an action that is missing", "bin/vitrine seller | head"],
  ])("would not with %s", (_title, line) => {
    expect(misunderstood(`Text.\n\n\`\`\`sh\n${line}\n\`\`\`\n`)).toEqual([expect.stringContaining(line)]);
  });
});

describe("planted bugs", () => {
  const page = { "docs/page.md": '# A page\n\n## What is `new` here?\n\n## Twice\n\n## Twice\n\n<a id="sku_registered"></a>\n' };
  const exists = (path: string) => ["docs", "docs/page.md", "docs/other.md", "src/app.ts", "src"].includes(path);
  const said = (text: string) => deadEnds({ ...page, "docs/other.md": text }, exists).map(sayDeadEnd);

  it.each([
    ["a file that is gone", "see [it](gone.md)", "docs/other.md:1 gone.md: no such file"],
    ["a path from the wrong folder", "see [it](docs/page.md)", "docs/other.md:1 docs/page.md: no such file"],
    ["a heading that is gone", "\n[it](page.md#what-was-new)", "docs/other.md:2 page.md#what-was-new: no such heading"],
    ["a heading of its own that is gone", "[it](#here)", "docs/other.md:1 #here: no such heading"],
    ["a third heading of two", "[it](page.md#twice-2)", "docs/other.md:1 page.md#twice-2: no such heading"],
    ["a link behind a link", "[a](page.md) and [b](gone.md)", "docs/other.md:1 gone.md: no such file"],
    ["a link by reference", "[it]: gone.md", "docs/other.md:1 gone.md: no such file"],
    ["a file named in code", "| `src/gone.ts` |", "docs/other.md:1 src/gone.ts: no such file"],
    ["a link after a fenced block", "```md\n[fine](nowhere.md)\n```\n[it](gone.md)", "docs/other.md:4 gone.md: no such file"],
  ])("sees %s", (_title, text, deadEnd) => {
    expect(said(text)).toEqual([deadEnd]);
  });

  it.each([
    ["a file", "[it](page.md)"],
    ["a folder", "[it](../src/)"],
    ["a heading", "[it](page.md#what-is-new-here)"],
    ["the second of two headings", "[it](page.md#twice-1)"],
    ["an anchor of the page's own", "[it](page.md#sku_registered)"],
    ["its own heading", "## Onde há acentos\n[it](#onde-há-acentos)"],
    ["addresses elsewhere", "[a](https://example.org/x.md) [b](mailto:a@example.org) [c](/docs/errors.md)"],
    ["what is only an example", "```\n[it](gone.md)\n```\nand `[it](gone.md)`"],
    ["a file named in code", "`src/app.ts`, `src/`"],
    ["a pattern named in code", "`src/<slice>/contract.ts`, `openapi/*.json`"],
  ])("lets pass %s", (_title, text) => {
    expect(said(text)).toEqual([]);
  });
});
