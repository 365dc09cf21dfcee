import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { figures } from "../figures.ts";
import { SUBJECTS, UNTESTED } from "../mutation/rules.ts";
import type { Score } from "../mutation/run.ts";

/** Of the mutants of all rules together, and of each: what some test must notice. */
const LEAST_SHARE = 0.85;
/** For one subject: minutes are enough, even where much else is done. */
const LIMIT_MS = 3_600_000;
const RUN = join(import.meta.dirname, "..", "mutation", "main.ts");

const scores: Score[] = [];
type Counted = Pick<Score, "mutants" | "survivors" | "equivalent">;
const shareOf = ({ mutants, survivors }: Counted) => 1 - survivors.length / mutants;
const told = (score: Counted) => ({
  mutants: score.mutants,
  survivors: score.survivors.length,
  "noticed, %": shareOf(score) * 100,
  "no change at all": score.equivalent,
});

/** In a process of its own: a vitest cannot run another. */
async function scoreOf(name: string): Promise<Score> {
  const { stdout } = await promisify(execFile)(process.execPath, [RUN, name], { maxBuffer: 64 * 1024 * 1024, timeout: LIMIT_MS });
  return JSON.parse(stdout) as Score;
}

describe("mutants of the pure rules", () => {
  it.each(SUBJECTS)("are noticed by the tests of $name", { timeout: 2 * LIMIT_MS }, async ({ name }) => {
    const score = await scoreOf(name);
    scores.push(score);
    figures(told(score));
    expect(score.mutants).toBeGreaterThan(10);
    expect(score.stale).toEqual([]);
    expect(shareOf(score), score.survivors.join("\n")).toBeGreaterThanOrEqual(LEAST_SHARE);
  });

  it("are noticed, all together", () => {
    const sum = (of: (score: Score) => number) => scores.reduce((total, score) => total + of(score), 0);
    const all = {
      mutants: sum(({ mutants }) => mutants),
      survivors: scores.flatMap(({ survivors }) => survivors),
      equivalent: sum(({ equivalent }) => equivalent),
    };
    figures(told(all));
    expect(shareOf(all)).toBeGreaterThanOrEqual(LEAST_SHARE);
  });

  it("are not noticed by tests of something else (planted)", { timeout: 2 * LIMIT_MS }, async () => {
    const score = await scoreOf(UNTESTED.name);
    figures(told(score));
    expect(score.survivors).toHaveLength(score.mutants);
  });
});
