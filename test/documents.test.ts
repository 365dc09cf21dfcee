import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { WARNINGS } from "../src/platform/contract/warnings.ts";
import { CRITIQUES, MOVES, PENDING_REASONS, REVIEWERS_ANCHOR, STATES } from "../src/catalog/index.ts";
import { ORDER_MOVES, ORDER_STATES } from "../src/orders/index.ts";
import { isGroup } from "../src/command-line/command.ts";
import { COMMANDS, SECTIONS } from "../src/commands/index.ts";
import { APIS, apiDocument, statusesOf } from "../src/openapi/documents.ts";
import { OPERATIONS } from "../src/openapi/all-operations.ts";
import { printedDocuments, textAt, writeDocuments } from "../src/printed-documents/files.ts";
import { errorGroups, schemaErrors } from "../src/printed-documents/error-codes.ts";
import { EXIT_CODES } from "../src/command-line/exit-codes.ts";
import { PROJECT } from "../src/project.ts";
import { SETTINGS } from "../src/config.ts";
import { compileSchemaCheck } from "../src/platform/contract/check.ts";
import type { ErrorRow } from "../src/platform/contract/errors.ts";
import { pathsOf, sourcesOf } from "./architecture/source.ts";
import { calledOf } from "./architecture/rule.ts";
import { type Document, DOCUMENT_RULES, unmentioned } from "./documents/openapi-rules.ts";
import { EXAMPLE_RULES } from "./documents/example-rules.ts";
import { WORDING_RULES } from "./documents/wording-rules.ts";

const printed = printedDocuments(SECTIONS);
const RULES = [...DOCUMENT_RULES, ...WORDING_RULES, ...EXAMPLE_RULES];
/** Lines that a person can still leaf through (house 3); of more than 85 operations, as many for each: what many have in common is said once. */
const MOST_LINES = 6_000;
const MOST_LINES_EACH = 70;
const MENDED_BY = "behind the code; run bin/vitrine openapi --write";

describe("printed files are what the code prints", () => {
  it.each(Object.keys(printed))("%s", (path) => {
    expect(textAt(join(PROJECT, path)) === printed[path], MENDED_BY).toBe(true);
  });

  it("and no file stands beside them that nothing prints", () => {
    const byHand = "openapi/deprecations.json";
    expect(pathsOf("openapi/*.json", "docs/states/*").filter((path) => path !== byHand && printed[path] === undefined)).toEqual([]);
  });

  it("are written where they are missing or differ, and only there", () => {
    const folder = mkdtempSync(join(inject("scratch"), "printed-"));
    expect(writeDocuments(SECTIONS, folder)).toEqual(Object.keys(printed));
    expect(writeDocuments(SECTIONS, folder)).toEqual([]);
    writeFileSync(join(folder, "docs/config.md"), "edited by hand");
    rmSync(join(folder, "openapi/v1.json"));
    expect(writeDocuments(SECTIONS, folder)).toEqual(["openapi/v1.json", "docs/config.md"]);
    expect(readFileSync(join(folder, "docs/config.md"), "utf8")).toBe(printed["docs/config.md"]);
  });
});

/** Places of a page that addresses may name behind `#`, in order. */
const anchors = (page: string) => [...page.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!);
/** The first column of its tables, without the backticks. */
const firstCells = (page: string) => [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, text]) => text!);

describe("docs/errors.md", () => {
  it("has every code of every catalogue in the tree and every warning's, once, and no other", async () => {
    const codes: string[] = [...schemaErrors(OPERATIONS).keys(), ...Object.keys(WARNINGS)];
    for (const source of sourcesOf("src/**/*.ts").filter(({ nodes }) => nodes.some((node) => calledOf(node) === "errorCatalogue"))) {
      const exported = Object.values((await import(join(PROJECT, source.path))) as Readonly<Record<string, unknown>>);
      const found = exported.flatMap((one) => (isCatalogue(one) ? one.codes : []));
      expect(found, `${source.path} exports its catalogue`).not.toEqual([]);
      codes.push(...found);
    }
    expect(anchors(printed["docs/errors.md"]!).toSorted()).toEqual(codes.toSorted());
  });

  it("shows status, type and both texts of each", () => {
    for (const [code, row] of errorGroups(OPERATIONS).flatMap(({ rows }) => rows)) {
      const line = printed["docs/errors.md"]!.split("\n").find((one) => one.includes(`<a id="${code}">`))!;
      for (const part of [` ${row.status} `, ` ${row.type} `, row.text["pt-BR"], row.text.en])
        expect(line.replaceAll("\\", ""), code).toContain(part.replaceAll("\\", ""));
    }
  });
});

const isCatalogue = (value: unknown): value is { readonly codes: readonly string[] } & Readonly<Record<string, ErrorRow>> =>
  typeof value === "object" && value !== null && "codes" in value && "refuse" in value;

describe("docs/critiques.md", () => {
  const page = printed["docs/critiques.md"]!;
  const sections = page.split(/^## /m).slice(1);

  it("has a section for every critique and none for anything else", () => {
    const titles = sections.map((section) => section.split("\n", 1)[0]!);
    expect(titles.slice(0, -2)).toEqual(CRITIQUES.map(({ code }) => code));
    // One file per critique; files that are shared by several export none.
    const files = sourcesOf("src/catalog/critiques/*.ts").filter(({ text }) => /^export const \w+: CritiqueRule =/m.test(text));
    expect(files.map(({ path }) => /(\w+)\.ts$/.exec(path)![1]!).toSorted()).toEqual(CRITIQUES.map(({ code }) => code).toSorted());
  });

  it("shows each one's severity, rule, sentence and every example", () => {
    for (const [index, { severity, rule, message, examples }] of CRITIQUES.entries()) {
      const section = sections[index]!.replaceAll("\\", "");
      for (const part of [`**${severity}**`, rule["pt-BR"], rule.en, message["pt-BR"], message.en]) expect(section).toContain(part);
      expect(section.match(/^\| [✓✗] \|/gm)).toHaveLength(examples.length);
    }
  });

  it("has a place for reviewers' reasons, and every note of a product that waits", () => {
    expect(anchors(page)).toEqual([REVIEWERS_ANCHOR, ...Object.keys(PENDING_REASONS)]);
  });
});

describe("docs/states/publication.md", () => {
  const page = printed["docs/states/publication.md"]!;

  it("has a row for every state and every move, and no other", () => {
    const [, states = "", moves = ""] = page.split(/^## .*$/m);
    const rowsOf = (text: string) =>
      text
        .split("\n")
        .filter((line) => line.startsWith("| "))
        .slice(2);
    expect(rowsOf(states).map((row) => row.split(" | ").slice(0, 3).join(" "))).toEqual(
      STATES.map(({ status, code, editable }) => `| ${status} \`${code}\` ${editable}`),
    );
    const said = rowsOf(moves).map((row) =>
      row
        .slice(2, -2)
        .split(" | ")
        .map((cell) => cell.replaceAll("`", "")),
    );
    expect(said.map(([from, move, , , to]) => [from, move, to])).toEqual(MOVES.map(({ from, move, to }) => [from ?? "–", move, to]));
  });

  it("draws them all", () => {
    const arrows = [...page.matchAll(/^ {2}(\S+) --> (\w+): (\w+)$/gm)].map(([, from, to, move]) => [from, move, to]);
    expect(arrows).toEqual(MOVES.map(({ from, move, to }) => [from ?? "[*]", move, to]));
  });
});

describe("docs/states/orders.md", () => {
  const page = printed["docs/states/orders.md"]!;

  it("has a row for every state and every move, and no other", () => {
    const [, states = "", moves = ""] = page.split(/^## .*$/m);
    const cells = (text: string) =>
      text
        .split("\n")
        .filter((line) => line.startsWith("| "))
        .slice(2)
        .map((line) =>
          line
            .slice(2, -2)
            .split(" | ")
            .map((cell) => cell.replaceAll("`", "")),
        );
    expect(cells(states).map(([status]) => status)).toEqual(ORDER_STATES.map(({ status }) => status));
    expect(cells(moves).map(([from, move, , , to]) => [from, move, to])).toEqual(
      ORDER_MOVES.map(({ from, move, to }) => [from ?? "–", move, to]),
    );
  });

  it("draws every way once", () => {
    const arrows = [...page.matchAll(/^ {2}(\S+) --> (\w+): (\w+)$/gm)].map(([, ...ends]) => ends.join(" "));
    const ways = ORDER_MOVES.map(({ from, move, to }) => [from ?? "[*]", to, move].join(" ").replace("Waiting Checkin", "Waiting_Checkin"));
    expect(arrows).toEqual([...new Set(ways)]);
  });
});

describe("docs/config.md", () => {
  it("has every setting, and no other", () => {
    expect(firstCells(printed["docs/config.md"]!)).toEqual(Object.values(SETTINGS).map(({ environmentVariable }) => environmentVariable));
  });
});

describe("docs/guides/command-line.md", () => {
  const page = printed["docs/guides/command-line.md"]!;
  const actions = COMMANDS.flatMap((command) =>
    isGroup(command)
      ? command.actions.map((action) => [`${command.name} ${action.name}`, action] as const)
      : [[command.name, command] as const],
  );
  const sections = page.split(/^### /m).slice(1);

  it("has a section for every command and action, in their order, and none for anything else", () => {
    expect(sections.map((section) => section.split("\n", 1)[0])).toEqual(actions.map(([path]) => path));
  });

  it.each(actions)(
    "says of %s what its row says, and no more",
    (path, { does, positionals = [], options = [], json, exits = {}, examples }) => {
      const section = sections.find((one) => one.startsWith(`${path}\n`))!.split(/^## /m)[0]!;
      const cells = [...section.replaceAll("\\", "").matchAll(/^\| (?:→ )?`+ ?([^ `]+)/gm)].map(([, cell]) => cell);
      expect(cells).toEqual([
        ...positionals.map(({ name }) => name.split(" ")[0]),
        ...options.map(({ name }) => `--${name}`),
        "--json",
        ...Object.keys(exits).map((name) => String(EXIT_CODES[name as keyof typeof EXIT_CODES].code)),
      ]);
      const texts = [does, ...[...positionals, ...options].map(({ meaning }) => meaning), ...examples.map((example) => example.does)];
      const said = texts.flatMap((text) => [text["pt-BR"], text.en]);
      for (const part of [...said, ...json.fields, ...examples.map(({ line }) => line)])
        expect(section.replaceAll("\\", "")).toContain(part);
    },
  );
});

describe("docs/operations.md", () => {
  it("has every operation with its statuses, and no other", () => {
    const page = printed["docs/operations.md"]!;
    expect(firstCells(page).toSorted()).toEqual(OPERATIONS.map(({ method, path }) => `${method} ${path}`).toSorted());
    for (const operation of OPERATIONS) {
      const row = page.split("\n").find((line) => line.includes(`\`${operation.id}\``))!;
      expect(row.endsWith(`| ${statusesOf(operation).join(" ")} |`), operation.id).toBe(true);
    }
  });

  it("is asked of every contract in the tree", async () => {
    for (const path of pathsOf("src/**/*contract.ts").filter((one) => !one.startsWith("src/platform/"))) {
      const rows = Object.values((await import(join(PROJECT, path))) as Readonly<Record<string, unknown>>).filter(
        (one) => typeof one === "object" && one !== null && "replies" in one,
      );
      expect(OPERATIONS, path).toEqual(expect.arrayContaining(rows));
    }
  });
});

describe.each(APIS)("openapi/%s.json", (api) => {
  const document = JSON.parse(JSON.stringify(apiDocument(api))) as Document;

  it.each(RULES)("$name", ({ find }) => {
    expect(find(document)).toEqual([]);
  });

  it("is short enough to be leafed through", () => {
    const operations = OPERATIONS.filter((operation) => operation.api === api);
    expect(printed[`openapi/${api}.json`]!.split("\n").length).toBeLessThan(Math.max(MOST_LINES, MOST_LINES_EACH * operations.length));
  });

  it("mentions every refusal of its contract rows", () => {
    const own = OPERATIONS.filter((operation) => operation.api === api);
    expect(own.flatMap((operation) => unmentioned(document, operation))).toEqual([]);
    expect(
      unmentioned(
        { ...document, paths: {} },
        own.find(({ refuses }) => refuses)!,
      ),
    ).not.toEqual([]);
  });
});

describe("the example of a body", () => {
  it.each(OPERATIONS.flatMap(({ id, body, bodyExample }) => (body ? [{ id, body, bodyExample }] : [])))(
    "is taken by the server: $id",
    ({ body, bodyExample }) => {
      expect(compileSchemaCheck(body)(bodyExample).failures).toEqual([]);
      expect(compileSchemaCheck(body)("no object").failures).not.toEqual([]);
    },
  );
});

describe("planted bugs in a document", () => {
  const document = JSON.parse(JSON.stringify(apiDocument("v2"))) as Document;

  it.each(RULES)("are seen: $name", ({ find, planted }) => {
    expect(find(planted(document))).not.toEqual([]);
  });
});
