import { describe, expect, it } from "vitest";
import { seededRandom, seededBoolean, seededPick, quantile, type Distribution } from "../../src/platform/basics/seeded-chance.ts";
import { DELAY_DISTRIBUTIONS } from "../../src/sandbox/simulators/delay-distributions.ts";

const MANY = 5_000;
const drawn = (seed: number, purpose = "a") => Array.from({ length: MANY }, (_, i) => seededRandom(seed, purpose, i));

describe("seeded chance", () => {
  it("is in [0, 1) and fills it evenly", () => {
    const tenths = Map.groupBy(drawn(1), (value) => Math.floor(value * 10));
    expect([...tenths.keys()].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const [tenth, values] of tenths) expect(Math.abs(values.length - MANY / 10), `tenth ${tenth}`).toBeLessThan(MANY / 50);
  });

  it("is the same whenever and in whatever order it is asked", () => {
    const backwards = Array.from({ length: MANY }, (_, i) => seededRandom(7, "a", MANY - 1 - i)).toReversed();
    expect(backwards).toEqual(drawn(7));
  });

  it("differs by seed, by purpose, and by where one word ends", () => {
    const all = [
      ...drawn(1),
      ...drawn(2),
      ...drawn(1, "b"),
      seededRandom(1, "ab", "c"),
      seededRandom(1, "a", "bc"),
      seededRandom(1, "a", "1"),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it("happens as often as its share says, never at 0 and always at 1", () => {
    const counts = [0, 0.3, 1].map((share) => drawn(3).filter((_, i) => seededBoolean(share, 3, "a", i)).length / MANY);
    expect([counts[0], counts[2]]).toEqual([0, 1]);
    expect(Math.abs(counts[1]! - 0.3)).toBeLessThan(0.03);
  });
});

describe("a pick", () => {
  it("takes each as often as the others, and nothing of nothing", () => {
    const counts = Map.groupBy(
      Array.from({ length: MANY }, (_, i) => seededPick(["a", "b", "c", "d"], 5, i)!),
      (one) => one,
    );
    expect([...counts.keys()].toSorted()).toEqual(["a", "b", "c", "d"]);
    for (const [one, picked] of counts) expect(Math.abs(picked.length - MANY / 4), one).toBeLessThan(MANY / 25);
    expect(seededPick([], 5, "x")).toBeUndefined();
  });
});

describe("a quantile of a spread", () => {
  const spread: Distribution = [
    [0, 1],
    [0.5, 10],
    [1, 1_000],
  ];
  it.each([
    [0, 1],
    [0.25, Math.sqrt(10)],
    [0.5, 10],
    [0.75, 100],
    [1, 1_000],
  ])("%d of them lie below %d", (share, below) => {
    expect(quantile(spread, share)).toBeCloseTo(below, 9);
  });

  it("never falls when the share grows, for the spreads that simulators use", () => {
    for (const [name, one] of Object.entries(DELAY_DISTRIBUTIONS)) {
      const values = Array.from({ length: 101 }, (_, i) => quantile(one, i / 100));
      expect(values, name).toEqual(values.toSorted((a, b) => a - b));
      expect(values[0], name).toBeGreaterThan(0);
    }
  });
});
