import { describe, expect, it } from "vitest";
import { ORDER_STATES } from "../../src/orders/index.ts";
import { STATES } from "../../src/catalog/index.ts";
import { CALL_KINDS, EVENT_KINDS } from "../../src/sandbox/faults/kinds.ts";
import { REACTION_RULES } from "../../src/sandbox/simulators/reactions.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { live } from "./replay/live.ts";

const FULL = 500;
/** `SEEDS=251-500` plays a part of them, beside other processes that play the rest. */
const [FIRST, LAST] = (process.env.SEEDS ?? `1-${budget(2, FULL)}`).split("-").map(Number) as [number, number];
const SEEDS = LAST - FIRST + 1;

/** How events call what simulators do. */
const CAUSES: Readonly<Record<string, string>> = { "reviewers approve": "reviewApprove", "reviewers criticize": "reviewCriticize" };

/** Whatever may happen at all, and therefore must have happened to some seed. */
const WHATEVER = [
  ...ORDER_STATES.map(({ status }) => `order.status ${status}`),
  ...STATES.map(({ code }) => `product.status ${code}`),
  ...REACTION_RULES.flatMap(({ simulator, act, otherwise }) =>
    [act, ...(otherwise === undefined ? [] : [otherwise])].map((one) => [simulator, one] as const),
  ).map(([simulator, act]) => `simulator:${simulator} ${CAUSES[`${simulator} ${act}`] ?? act}`),
  "simulator:shoppers purchase",
  "simulator:shoppers purchasePaid",
  "timer expire",
  ...["invoice", "ship", "deliver", "cancel", "purchase"].map((move) => `credential ${move}`),
  ...[...Object.keys(CALL_KINDS), ...Object.keys(EVENT_KINDS)].map((kind) => `fault ${kind}`),
];

const reached = new Set<string>();

/** The first line in which two lives differ; undefined when they are the same. */
function difference(one: readonly string[], other: readonly string[]): string | undefined {
  const at = Array.from({ length: Math.max(one.length, other.length) }, (_, i) => i).find((i) => one[i] !== other[i]);
  return at === undefined ? undefined : `line ${at + 1} of ${one.length} and ${other.length}: ${one[at]} !== ${other[at]}`;
}

describe("a marketplace whose clock, chance and order of work come from a seed (T16)", () => {
  it.each(Array.from({ length: SEEDS }, (_, nth) => FIRST + nth))(
    "lives seed %i twice alike, and stays sound",
    { timeout: 120_000 },
    async (seed) => {
      const [one, other] = [await live(seed), await live(seed)];
      expect(difference(one.log, other.log)).toBeUndefined();
      expect(one.log.length).toBeGreaterThan(20);
      expect(one.broken).toEqual([]);
      for (const what of one.reached) reached.add(what);
    },
  );

  it("has seen every state, every act of a simulator and every fault", () => {
    const missing = WHATEVER.filter((what) => !reached.has(what));
    figures({ seeds: `${FIRST} to ${LAST}`, "of what may happen": WHATEVER.length, "has happened": WHATEVER.length - missing.length });
    figures({ missing: missing.join(", ") || "nothing" });
    if (SEEDS === FULL) expect(missing).toEqual([]);
    else expect(missing.length).toBeLessThan(WHATEVER.length / 2);
  });

  it.each(["own chance", "own order"] as const)("tells a marketplace with an %s", { timeout: 120_000 }, async (planted) => {
    const short = { planted, steps: 60, lastDays: 1 };
    const [one, other] = [await live(1, short), await live(1, short)];
    expect(difference(one.log, other.log)).toBeDefined();
  });
});
