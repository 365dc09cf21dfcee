import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure, Measurement } from "./figure.ts";
import { commit, machine, today } from "./machine.ts";
import type { Rounds } from "./measure.ts";
import { plotOf } from "./plot.ts";
import { type Bound, type Comparison, TARGETS, type TargetRow, type Unit, verdictOf } from "./targets.ts";

/** One run: what was measured, on what, and how. */
export interface Run {
  /** Measurements by the name of their figure. */
  readonly measurements: Readonly<Record<string, Measurement>>;
  readonly rounds: Rounds;
  readonly postgres: string;
  /** Whether PostgreSQL had memory in pages of 2 MiB. */
  readonly hugePages: boolean;
}

const README = join(import.meta.dirname, "README.md");
const PLOTS = join(import.meta.dirname, "plots");
const BEGIN = "<!-- written by bench/run -->";

/** The table of a run. */
export function tableOf({ measurements }: Run): string {
  const rows = TARGETS.flatMap((target) => {
    const measurement = measurements[target.figure];
    return measurement === undefined ? [] : [cells(target, measurement)];
  });
  const heads = ["Figure", "Vitrine", "Limit", "Peer", "Verdict"];
  const line = (all: readonly string[]) => `| ${all.join(" | ")} |`;
  return [line(heads), line(["---", "---:", "---", "---", "---"]), ...rows.map(line)].join("\n");
}

/** Writes a run's table into the README, below its hand-written part, and the plots beside it. */
export function publish(run: Run, figures: readonly Figure[]): void {
  const written = readFileSync(README, "utf8").split(BEGIN, 1)[0]!.trimEnd();
  const drawn = figures.filter(({ name }) => Object.keys(run.measurements[name]?.samples ?? {}).length > 0);
  const links = drawn.map(({ name, title }) => `[${title}](plots/${name}.svg)`).join(", ");
  writeFileSync(README, `${[written, BEGIN, circumstances(run), tableOf(run), `Each contender, drawn: ${links}.`].join("\n\n")}\n`);
  mkdirSync(PLOTS, { recursive: true });
  for (const { name, title } of drawn) writeFileSync(join(PLOTS, `${name}.svg`), plotOf(title, run.measurements[name]!.samples));
}

function circumstances({ rounds, postgres, hugePages }: Run): string {
  const { cores, processor, memoryGb, kernel, node, wrk, pgbench } = machine();
  return [
    `Measured on ${today()}, Vitrine ${commit()}, medians of ${rounds.rounds} interleaved rounds of ${rounds.seconds} s after a warm-up of ${rounds.warmUpSeconds} s.`,
    `Machine: ${cores} cores of ${processor}, ${memoryGb} GiB, Linux ${kernel}, shared with others; PostgreSQL's memory in pages of ${hugePages ? "2 MiB" : "4 KiB"}.`,
    `Software: Node ${node}, PostgreSQL ${postgres}, wrk ${wrk}, pgbench ${pgbench}.`,
  ].join("\n");
}

function cells(target: TargetRow, measurement: Measurement): readonly string[] {
  const { what, unit, ours, limit, peer, bound } = target;
  const value = ours(measurement);
  return [
    what,
    inUnit(value, unit),
    limit === undefined ? boundText(bound, unit) : comparisonText(value, limit, measurement),
    peer === undefined ? "" : comparisonText(value, peer, measurement),
    verdictOf(target, measurement),
  ];
}

function comparisonText(value: number, { of, must }: Comparison, measurement: Measurement): string {
  const other = of(measurement);
  return `${inUnit(other, "/s")}: ${(value / other).toFixed(2)}x, must be ${must.toFixed(2)}x`;
}

function boundText(bound: Bound | undefined, unit: Unit): string {
  if (bound === undefined) return "";
  return `must be ${bound.better === "more" ? "at least" : "at most"} ${inUnit(bound.must, unit)}`;
}

const DIGITS: Readonly<Record<Unit, number>> = { "/s": 0, ms: 2, MiB: 0, s: 2, writes: 0, times: 2 };
const SUFFIX: Readonly<Record<Unit, string>> = { "/s": "/s", ms: " ms", MiB: " MiB", s: " s", writes: "", times: "x" };
const inUnit = (value: number, unit: Unit) =>
  value.toLocaleString("en", { minimumFractionDigits: DIGITS[unit], maximumFractionDigits: DIGITS[unit] }) + SUFFIX[unit];
