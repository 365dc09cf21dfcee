import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure, Measurement } from "./figure.ts";
import { commit, machine, today } from "./machine.ts";
import type { Rounds, Sample } from "./measure.ts";
import { plotOf } from "./plot.ts";
import { RATIOS, type Ratio, verdict } from "./ratios.ts";

/** What is kept of a figure: the measurement, and how, on what and of what it was taken. */
interface Kept extends Measurement {
  readonly date: string;
  readonly commit: string;
  readonly rounds: Rounds;
  readonly postgres: string;
  readonly hugePages: boolean;
}
type Results = Readonly<Record<string, Kept>>;

const README = join(import.meta.dirname, "README.md");
const PLOTS = join(import.meta.dirname, "plots");
const BEGIN = "<!-- written by bench/run -->";

/** Keeps a measurement until the next of the same figure. */
export function remember(
  folder: string,
  figure: string,
  measurement: Measurement,
  circumstances: Pick<Kept, "rounds" | "postgres" | "hugePages">,
): void {
  const results: Results = { ...recall(folder), [figure]: { ...measurement, ...circumstances, date: today(), commit: commit() } };
  writeFileSync(fileOf(folder), `${JSON.stringify(results, null, 2)}\n`);
}

/** Prints what was measured; with every figure at hand, also writes it into the README below its hand-written part. */
export function publish(folder: string, figures: readonly Figure[]): void {
  const results = recall(folder);
  const measured = figures.filter(({ name }) => results[name] !== undefined);
  console.log(ratioTable(results));
  if (measured.length < figures.length) return;
  const written = readFileSync(README, "utf8").split(BEGIN, 1)[0]!.trimEnd();
  const parts = [
    written,
    BEGIN,
    circumstancesText(results),
    "## Ratios held",
    ratioTable(results),
    ...measured.map((figure) => figureText(figure, results[figure.name]!)),
  ];
  writeFileSync(README, `${parts.join("\n\n")}\n`);
  mkdirSync(PLOTS, { recursive: true });
  for (const { name, title } of measured) {
    const { samples } = results[name]!;
    if (isDrawn(samples)) writeFileSync(join(PLOTS, `${name}.svg`), plotOf(title, samples));
  }
}

const isDrawn = (samples: Kept["samples"]) => Object.keys(samples).length > 0;

const fileOf = (folder: string) => join(folder, "results.json");

function recall(folder: string): Results {
  try {
    return JSON.parse(readFileSync(fileOf(folder), "utf8")) as Results;
  } catch {
    return {};
  }
}

function circumstancesText(results: Results): string {
  const { cores, processor, memoryGb, kernel, node, wrk, pgbench } = machine();
  const { postgres, hugePages } = Object.values(results)[0]!;
  return [
    `Machine: ${cores} cores of ${processor}, ${memoryGb} GiB, Linux ${kernel}, shared with others. Server, PostgreSQL and load generator all run on it. PostgreSQL's pages are in pages of ${hugePages ? "2 MiB" : "4 KiB"}.`,
    `Software: Node ${node}, PostgreSQL ${postgres}, wrk ${wrk}, pgbench ${pgbench}. Medians of interleaved rounds after a warm-up.`,
  ].join("\n");
}

const row = (...cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(...heads), row(...heads.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map((cells) => row(...cells))].join("\n");

function ratioTable(results: Results): string {
  const rows = RATIOS.flatMap((ratio) => {
    const measurement = results[ratio.figure];
    if (measurement === undefined) return [];
    const value = ratio.measured(measurement);
    const cpu = ratio.byCpu?.(measurement);
    return [
      [
        ratio.what,
        inUnit(value, ratio),
        cpu === undefined ? "" : inUnit(cpu, ratio),
        inUnit(ratio.must, ratio),
        inUnit(ratio.goal, ratio),
        verdict(ratio, value),
      ],
    ];
  });
  return table(["Figure", "measured", "by CPU", "must", "goal", "verdict"], rows);
}

const DIGITS: Readonly<Record<Ratio["unit"], number>> = { x: 2, ms: 2, MiB: 0, "/s": 0, s: 2, writes: 0 };
const SUFFIX: Readonly<Record<Ratio["unit"], string>> = { x: "x", ms: " ms", MiB: " MiB", "/s": "/s", s: " s", writes: "" };
const inUnit = (value: number, { unit }: Ratio) => value.toFixed(DIGITS[unit]) + SUFFIX[unit];

function figureText({ name: figure, title }: Figure, { samples, facts, date, commit: measured, rounds }: Kept): string {
  const entries = Object.entries(samples);
  const taken = isDrawn(samples) ? `, ${rounds.rounds} rounds of ${rounds.seconds} s` : "";
  const parts = [`## ${title}`, `${date}, ${measured}${taken}. ${factsText(facts)}`.trim()];
  if (isDrawn(samples))
    parts.push(
      `![${title}](plots/${figure}.svg)`,
      table(
        HEADS,
        entries.map(([name, sample]) => [name, ...cellsOf(sample)]),
      ),
    );
  return parts.join("\n\n");
}

const HEADS = ["", "per second", "p50 ms", "p99 ms", "CPU us: server", "PostgreSQL", "client", "per flush", "MiB", "refused %", "others %"];
const cellsOf = (sample: Sample): readonly string[] => [
  Math.round(sample.perSecond).toString(),
  some(sample.p50Ms, 2),
  some(sample.p99Ms, 1),
  some(sample.serverUs, 1),
  some(sample.postgresUs, 1),
  some(sample.clientUs, 1),
  some(sample.perFlush, 0),
  some(sample.memoryMb, 0),
  some(sample.refusedPercent, 2),
  sample.othersPercent.toFixed(0),
];
const some = (value: number, digits: number) => (value === 0 ? "" : value.toFixed(digits));

const factsText = (facts: Measurement["facts"]) =>
  Object.entries(facts)
    .map(([name, value]) => `${name}: ${Number.isInteger(value) ? value : value.toFixed(2)}`)
    .join(", ");
