import { describe, expect, it } from "vitest";
import { figures } from "../figures.ts";
import { type Outcome, resultOf, withOutcomes } from "./campaign-report.ts";
import { campaigns, named } from "./campaigns.ts";

const ALL = campaigns();
const PLACE = { commit: "abc1234567", machine: "2 × a processor" };
const KNOWN: ReadonlySet<string> = new Set(["T02-torn", "T10-oversell", "schema-agrees"]);

const outcome = (name: string, facts: Partial<Outcome> = {}): Outcome => ({
  name,
  path: `test/reliability/${name}.test.ts`,
  tests: [{ title: "sells nothing twice", state: "passed", figures: { buyers: 200_000, sold: 0.12345, seed: 20_261_120 } }],
  broken: [],
  endedMs: Date.UTC(2026, 10, 22, 9, 30),
  tookMs: 12 * 60_000,
  ...facts,
});
const printed = (outcomes: readonly Outcome[], older = "") => withOutcomes(older, outcomes, PLACE, KNOWN);

describe("campaigns", () => {
  it("are found by what they are: numbered, with a budget, or only run at length", () => {
    const names = ALL.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["M3-chaos", "T01-api-kill9", "T36-sqlmap", "schema-agrees"]));
    expect(names).not.toContain("tax-ids");
  });

  it("have one name each", () => expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length));

  it("stand in the order of their numbers", () => {
    const numbers = ALL.flatMap(({ name }) => /^T(\d+)/.exec(name)?.[1] ?? []).map(Number);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  });

  it("are called by any part of their path", () => {
    expect(named(ALL, ["t06"]).found.map(({ name }) => name)).toEqual(["T06-order-timers", "T06-worker-kill9"]);
    expect(named(ALL, []).found).toEqual(ALL);
    expect(named(ALL, ["T01", "T999"]).unknown).toEqual(["T999"]);
  });
});

describe("the report of campaigns", () => {
  it("has a row and a section for each, figures as people read them, seeds as people copy them", () => {
    const report = printed([outcome("T10-oversell")]);
    expect(report).toContain("| [T10-oversell](#t10-oversell) | 1 passed | 12 min | 20261120 | abc1234567 | 2026-11-22 09:30 UTC |");
    expect(report).toContain("| sells nothing twice | buyers 200,000; sold 0.123; seed 20261120 |");
    expect(report).toContain("2 × a processor.");
  });

  it("keeps what a run did not run, to the letter, and replaces what it did", () => {
    const both = printed([outcome("T10-oversell"), outcome("schema-agrees"), outcome("T02-torn")]);
    const later = printed([outcome("T10-oversell", { tookMs: 5_000 })], both);
    const lines = (report: string) => report.split("\n").filter((line) => !line.includes("T10-oversell"));
    expect(lines(later)).toEqual(lines(both));
    expect([both, later].map((report) => report.match(/T10-oversell.*(12 min|5 s)/g)?.length)).toEqual([2, 2]);
    expect(later.match(/T10-oversell.* 5 s/g)).toHaveLength(2);
    expect([...later.matchAll(/^## (.+)$/gm)].map(([, name]) => name)).toEqual(["T02-torn", "T10-oversell", "schema-agrees"]);
    expect(printed([], later)).toBe(later);
  });

  it("forgets what is no campaign any more", () => {
    const report = printed([outcome("T10-oversell"), outcome("T02-torn")]);
    expect(withOutcomes(report, [], PLACE, new Set(["T02-torn"]))).toBe(printed([outcome("T02-torn")]));
  });

  it("says what failed and why, in one line of its table, and what was skipped or could not run", () => {
    const failed = outcome("T02-torn", {
      tests: [{ title: "a | b", state: "failed", figures: { lost: 3 }, because: "expected 3\nto be <0>" }],
    });
    expect(printed([failed])).toContain("| a \\| b | **failed**: expected 3 to be &lt;0>; lost 3 |");
    expect(resultOf(failed)).toBe("FAILED: 1 of 1");
    expect(resultOf({ tests: [], broken: [] })).toBe("FAILED: no test");
    expect(resultOf({ tests: [], broken: ["no such module"] })).toBe("FAILED: could not run");
    expect(resultOf({ tests: [{ title: "t", state: "skipped", figures: {} }], broken: [] })).toBe("1 skipped");
  });

  it("counts many that have nothing to tell instead of listing them", () => {
    const plain = (count: number) =>
      Array.from({ length: count }, (_, nth) => ({ title: `seed ${nth}`, state: "passed" as const, figures: {} }));
    const told = [{ title: "all", state: "passed" as const, figures: { lost: 0 } }];
    const many = printed([outcome("T02-torn", { tests: [...plain(21), ...told] })]);
    expect(many.match(/^\| .*$/gm)!.slice(-2)).toEqual(["| all | lost 0 |", "| 21 others | passed |"]);
    expect(printed([outcome("T02-torn", { tests: [...plain(20), ...told] })])).toContain("| seed 19 | passed |");
  });
});

describe("figures", () => {
  it("stay with the test that found them, all of them together", ({ task }) => {
    figures({ tried: 1 });
    figures({ found: 2 });
    expect(task.meta.figures).toEqual({ tried: 1, found: 2 });
  });

  it("are not those of the test before", ({ task }) => expect(task.meta.figures).toBeUndefined());
});
