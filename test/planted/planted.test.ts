import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { pathsOf, PROJECT, type Source, sourcesOf } from "../architecture/source.ts";
import { figures } from "../figures.ts";
import type { PlantedBug } from "./bug.ts";
import { PLANTED_BUGS } from "./bugs.ts";

const LEAST_BUGS = 40;
const sources = new Map(sourcesOf("test/**/*.test.ts", "test/reliability/crash-planted.ts").map((source) => [source.path, source]));
const modules = pathsOf("test/**/planted-*.ts").map((path) => basename(path, ".ts"));

/** The texts that a file writes. */
const textsOf = ({ nodes }: Source): ReadonlySet<unknown> =>
  new Set(nodes.flatMap(({ type, value }) => (type === "Literal" ? [value] : [])));

/** What does not hold of a row: its test is gone, or does not plant what it says. */
function wrongIn({ file, title, row, module }: PlantedBug): readonly string[] {
  const source = sources.get(`test/${file}.test.ts`);
  if (source === undefined) return [`no file ${file}`];
  const texts = textsOf(source);
  const beside = textsOf(sources.get("test/reliability/crash-planted.ts")!);
  return [
    ...(texts.has(title) ? [] : [`no test "${title}" in ${file}`]),
    ...(row === undefined || texts.has(row) || beside.has(row) ? [] : [`no row "${row}" in ${file}`]),
    ...(module === undefined || source.text.includes(`${module}.ts`) ? [] : [`${file} does not plant ${module}`]),
  ];
}

const cell = (text: string) => text.replaceAll("|", "\\|");
const printed = `# Planted bugs

Bugs that were put in on purpose, each with the gate that catches it. A check that has never failed proves nothing, so every run of \`bin/test\`
plants these again, or \`bin/test --campaign\` where it says so: the test named in the last column is green only while its gate is red. What
needs a disk of its own or a tracer (T04, T07, T08), or a PostgreSQL of Debian's (T05), is told as skipped where the machine has none. Printed from \`test/planted/bugs.ts\`.

| Gate | Bug | Caught in |
|---|---|---|
${PLANTED_BUGS.map(rowOf).join("\n")}
`;

function rowOf({ gate, bug, file, title, row, atLength }: PlantedBug): string {
  const where = atLength ? " (campaign)" : "";
  return `| ${gate} | ${cell(bug)} | [${file}](${relativeTo(file)}): ${cell(row ?? title)}${where} |`;
}

/** From test/reliability/, where the page stands. */
function relativeTo(file: string): string {
  return dirname(file) === "reliability" ? `${basename(file)}.test.ts` : `../${file}.test.ts`;
}

describe("the planted bugs", () => {
  it(`are ${LEAST_BUGS} at least, each once`, () => {
    figures({ bugs: PLANTED_BUGS.length, gates: new Set(PLANTED_BUGS.map(({ gate }) => gate)).size });
    expect(PLANTED_BUGS.length).toBeGreaterThanOrEqual(LEAST_BUGS);
    expect(new Set(PLANTED_BUGS.map(({ file, title, row }) => `${file} ${title} ${row}`)).size).toBe(PLANTED_BUGS.length);
  });

  it("are planted where the table says", () => expect(PLANTED_BUGS.flatMap(wrongIn)).toEqual([]));

  it("are all that is planted: no module for it stands outside of the table", () => {
    expect(PLANTED_BUGS.flatMap(({ module = [] }) => module).toSorted()).toEqual(modules.toSorted());
  });

  it("are the page's", () => expect(printed).toMatchFileSnapshot(join(PROJECT, "test", "reliability", "PLANTED.md")));

  it("would be missed if their test went", () => {
    const [first] = PLANTED_BUGS;
    expect(wrongIn({ ...first!, title: "sees nothing" })).toHaveLength(1);
    expect(wrongIn({ ...first!, module: "planted-elsewhere" })).toHaveLength(1);
    expect(wrongIn({ ...first!, file: "reliability/T00-nothing" })).toHaveLength(1);
  });
});
