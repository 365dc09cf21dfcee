import type { Figures } from "../figures.ts";
import { byName } from "./campaigns.ts";

/** What became of one campaign. */
export interface Outcome {
  readonly name: string;
  /** Below the project. */
  readonly path: string;
  readonly tests: readonly Tested[];
  /** What kept the file from being run at all; empty for most. */
  readonly broken: readonly string[];
  /** When it ended, in real epoch milliseconds. */
  readonly endedMs: number;
  readonly tookMs: number;
}

export interface Tested {
  readonly title: string;
  readonly state: "passed" | "failed" | "skipped";
  readonly figures: Figures;
  /** Why it failed or was skipped. */
  readonly because?: string;
}

/** Where campaigns ran. */
export interface Place {
  readonly commit: string;
  readonly machine: string;
}

const HEAD = `# What the campaigns found

Printed by \`bin/test --campaign\`: each test of the reliability suite with its full figures, as it last ran. A run replaces what it ran and
nothing else. \`bin/test --campaign NAME\` runs one again; \`SEED=n\` before it plays the same chance again where a seed is named.
`;

/** The report with these outcomes in the places of older ones. Campaigns that are not `known` any more leave it. */
export function withOutcomes(report: string, outcomes: readonly Outcome[], place: Place, known: ReadonlySet<string>): string {
  const { rows, sections } = partsOf(report);
  for (const outcome of outcomes) {
    rows.set(outcome.name, rowOf(outcome, place));
    sections.set(outcome.name, sectionOf(outcome, place));
  }
  const names = [...rows.keys()]
    .filter((name) => known.has(name) && sections.has(name))
    .toSorted((one, other) => byName({ name: one }, { name: other }));
  const overview = [
    "| Campaign | Result | Took | Seed | Commit | Ended |",
    "|---|---|---|---|---|---|",
    ...names.map((name) => rows.get(name)!),
  ];
  return `${[HEAD, `${overview.join("\n")}\n`, ...names.map((name) => sections.get(name)!)].join("\n").trimEnd()}\n`;
}

/** A printed report taken apart: each campaign's row of the overview and its section, by its name. */
function partsOf(report: string): { readonly rows: Map<string, string>; readonly sections: Map<string, string> } {
  const [overview = "", ...sections] = report.split(/^(?=## )/m);
  return {
    rows: new Map([...overview.matchAll(/^\| \[([^\]]+)\]\(#.*$/gm)].map(([row, name]) => [name!, row])),
    sections: new Map(sections.map((section) => [/^## (.+)$/m.exec(section)![1]!, `${section.trimEnd()}\n`])),
  };
}

function rowOf(outcome: Outcome, { commit }: Place): string {
  const { name, tookMs, endedMs } = outcome;
  const cells = [`[${name}](#${name.toLowerCase()})`, resultOf(outcome), lasted(tookMs), seedsOf(outcome), commit, minuteOf(endedMs)];
  return `| ${cells.join(" | ")} |`;
}

/** What is said of a test that passed and counts nothing; of many such, together. */
const PLAIN = "passed";
const MOST_PLAIN = 20;

function sectionOf(outcome: Outcome, { commit, machine }: Place): string {
  const { name, path, tests, broken, tookMs, endedMs } = outcome;
  const plain = tests.filter((test) => foundBy(test) === PLAIN);
  const told = plain.length > MOST_PLAIN ? tests.filter((test) => !plain.includes(test)) : tests;
  const rows = told.map((test) => `| ${cell(test.title)} | ${cell(foundBy(test))} |`);
  if (told.length < tests.length) rows.push(`| ${plain.length} ${told.length === 0 ? "tests" : "others"} | ${PLAIN} |`);
  return [
    `## ${name}`,
    "",
    `\`${path}\`: ${resultOf(outcome)} in ${lasted(tookMs)}, ended ${minuteOf(endedMs)}, commit ${commit}.`,
    `${machine}.`,
    "",
    ...broken.map((why) => `It could not run: ${shortened(why)}\n`),
    ...(rows.length === 0 ? [] : ["| Test | Tried and found |", "|---|---|", ...rows, ""]),
  ].join("\n");
}

/** `12 passed`, `FAILED: 1 of 12`, `3 skipped`. */
export function resultOf({ tests, broken }: Pick<Outcome, "tests" | "broken">): string {
  const count = (state: Tested["state"]) => tests.filter((test) => test.state === state).length;
  const [passed, failed, skipped] = [count("passed"), count("failed"), count("skipped")];
  if (broken.length > 0) return "FAILED: could not run";
  if (failed > 0) return `FAILED: ${failed} of ${tests.length}`;
  return [...(passed > 0 ? [`${passed} passed`] : []), ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(", ") || "FAILED: no test";
}

/** `kills 200; acknowledged 103,442; lost 0`, after what went wrong. */
export function foundBy({ state, figures, because }: Tested): string {
  const said = state === "passed" ? [] : [`**${state}**${because === undefined ? "" : `: ${shortened(because)}`}`];
  const found = Object.entries(figures).map(([name, value]) => `${name} ${name === "seed" ? value : spelled(value)}`);
  return [...said, found.join("; ")].filter((part) => part !== "").join("; ") || PLAIN;
}

const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const SHORT = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const spelled = (value: number | string): string =>
  typeof value === "string" ? value : Number.isInteger(value) || Math.abs(value) >= 1_000 ? WHOLE.format(value) : SHORT.format(value);

const seedsOf = ({ tests }: Outcome): string =>
  [...new Set(tests.flatMap(({ figures }) => (figures.seed === undefined ? [] : [String(figures.seed)])))].join(", ") || "–";

/** `8 s`, `12 min`, `3 h 20 min`. */
export function lasted(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const minuteOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;

const MOST_OF_A_REASON = 400;
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
const shortened = (text: string): string => oneLine(text).slice(0, MOST_OF_A_REASON);
const cell = (text: string): string => oneLine(text).replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("<", "&lt;");
