import { dirname, join, normalize } from "node:path";
import { anchorsOf, type Documents } from "./links.ts";

/** A language's guides by their names (`events.md`), and where its folder is, below the project. */
export interface Edition {
  readonly folder: string;
  readonly pages: Documents;
}

/** What stands below one heading and must be the same in every language. */
interface Section {
  readonly heading: string;
  readonly level: number;
  /** Fenced blocks as `language: text`, comments taken out; of what a terminal prints, only the number of lines. */
  readonly examples: readonly string[];
  readonly links: readonly string[];
  /** Names in code: each once, in the order of the alphabet. */
  readonly names: readonly string[];
  readonly figures: readonly string[];
  /** Cells in each row of tables, and items of lists. */
  readonly rows: readonly string[];
}

/**
 * Where two editions of the guides differ in more than their language: pages, headings, examples, links, names in code,
 * figures, rows of tables and items of lists. Comments of examples and what a terminal prints may be translated.
 */
export function differences(one: Edition, other: Edition): readonly string[] {
  const names = [...new Set([...Object.keys(one.pages), ...Object.keys(other.pages)])].toSorted();
  return names.flatMap((name) => {
    const missing = [one, other].find(({ pages }) => pages[name] === undefined);
    if (missing) return [`${name}: missing in ${missing.folder}`];
    const [left, right] = [sectionsOf(one, name), sectionsOf(other, name)];
    if (levels(left) !== levels(right)) return [`${name}: headings ${levels(left)} and ${levels(right)}`];
    return left.flatMap((section, i) => unlike(section, right[i]!).map((what) => `${name}, "${section.heading}": ${what}`));
  });
}

const levels = (sections: readonly Section[]): string => sections.map(({ level }) => level).join("");

const COMPARED = ["examples", "links", "names", "figures", "rows"] as const;

function unlike(left: Section, right: Section): readonly string[] {
  return COMPARED.flatMap((part) => {
    const [only, others] = [without(left[part], right[part]), without(right[part], left[part])];
    return only.length + others.length === 0 ? [] : [`${part} differ: ${JSON.stringify(only)} and ${JSON.stringify(others)}`];
  });
}

/** The values that are more often in the first list than in the second, as often as they are missing there. */
function without(values: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return values.filter((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const FENCE = /^```(\w*)\n(.*?)^```$/gms;
/** Begins the line that stands for an example while the text around it is read. */
const PLACE = "⟦example⟧";
const HEADING = /^(#{1,6})\s+(.*)$/;

function sectionsOf(edition: Edition, name: string): readonly Section[] {
  const examples: string[] = [];
  const text = edition.pages[name]!.replaceAll(FENCE, (_block, language: string, body: string) => {
    examples.push(exampleOf(language, body));
    return `${PLACE}${examples.length - 1}`;
  });
  const parts = text.split(/^(?=#{1,6}\s)/m);
  return parts.map((part) => {
    const [first = "", ...rest] = part.split("\n");
    const [, marks = "", heading = ""] = HEADING.exec(first) ?? [];
    const prose = rest.filter((line) => !line.startsWith(PLACE));
    const code = [...part.matchAll(/`([^`]+)`/g)].map(([, span]) => span!.replaceAll(/\s+/g, " "));
    return {
      heading,
      level: marks.length,
      examples: rest.filter((line) => line.startsWith(PLACE)).map((line) => examples[Number(line.slice(PLACE.length))]!),
      links: [...part.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => linkOf(edition, name, target!)).toSorted(),
      names: [...new Set(code)].toSorted(),
      figures: figuresOf(prose.join("\n")),
      rows: prose.flatMap((line) => (/^(?:\||- |\d+\. )/.test(line) ? [line.startsWith("|") ? `${cellsOf(line)} cells` : "item"] : [])),
    };
  });
}

const COMMENT: Readonly<Record<string, RegExp>> = { sh: /(?:^|\s+)# .*$/gm, js: /(?:^|\s+)\/\/ .*$/gm };

function exampleOf(language: string, body: string): string {
  if (language === "") return `${body.split("\n").length} lines from a terminal`;
  return `${language}: ${body.replaceAll(COMMENT[language] ?? /$^/gm, "")}`;
}

/** A link's target, told without its language: pages of the editions by name, headings of them by their place. */
function linkOf({ folder, pages }: Edition, name: string, target: string): string {
  if (/^[a-z]+:/.test(target)) return target;
  const [file = "", anchor] = target.split("#", 2);
  const page = file === "" ? name : file;
  const text = pages[page];
  if (text !== undefined) return anchor === undefined ? page : `${page}, anchor ${[...anchorsOf(text)].indexOf(anchor)}`;
  const path = normalize(join(folder, file));
  return dirname(dirname(path)) === dirname(folder) && page.endsWith(name) ? "the other language" : normalize(target);
}

const cellsOf = (row: string): number => row.replaceAll(/\\\||`[^`]*`/g, "").split("|").length - 2;

/** The figures of prose, however a language writes thousands and decimals. */
const figuresOf = (prose: string): readonly string[] =>
  [...prose.replaceAll(/`[^`]*`|\]\([^)]*\)/g, "").matchAll(/\d[\d.,]*/g)].map(([figure]) => figure.replaceAll(/[.,]/g, "")).toSorted();
