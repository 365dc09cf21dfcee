import { describe, expect, it } from "vitest";
import { localHourOf } from "../../src/platform/basics/clock.ts";
import { nextPurchaseAt } from "../../src/sandbox/simulators/cart.ts";
import { ORDERS_BY_HOUR } from "../../src/sandbox/simulators/delay-distributions.ts";
import { NOON } from "../harness.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** When the first so many shoppers come. */
function comings(ordersPerHour: number, pace: number, count: number): readonly number[] {
  const instants: number[] = [];
  for (let at = NOON; instants.length < count; instants.push(at))
    at = nextPurchaseAt({ seed: 5, nth: instants.length, parameters: { ordersPerHour, pace } }, at)!;
  return instants;
}
const perHour = (instants: readonly number[]) => (instants.length * HOUR_MS) / (instants.at(-1)! - NOON);

describe("shoppers", () => {
  it.each([0.05, 0.5, 6, 60])("come %d times an hour, averaged over the days", (ordersPerHour) => {
    expect(perHour(comings(ordersPerHour, 1, 6_000)) / ordersPerHour).toBeCloseTo(1, 1);
  });

  it.each([2, 0.1])("come more often the shorter their pace: %d", (pace) => {
    expect(perHour(comings(6, pace, 6_000)) * pace).toBeCloseTo(6, 0);
  });

  it("come when people buy, also when few come in a day", () => {
    const instants = comings(0.5, 1, 12_000);
    const counts = ORDERS_BY_HOUR.map((_, hour) => instants.filter((at) => localHourOf(at) === hour).length);
    for (const [hour, count] of counts.entries()) expect(Math.abs(count / 12 - ORDERS_BY_HOUR[hour]!), `hour ${hour}`).toBeLessThan(8);
  });

  it.each([
    [6, 0],
    [3_600, 0.001],
  ])("are never a flood: %d an hour at pace %d", (ordersPerHour, pace) => {
    const instants = comings(ordersPerHour, pace, 100_000);
    expect(instants.at(-1)! - NOON).toBeGreaterThan(DAY_MS);
  });

  it("never come where nobody buys", () => {
    expect(nextPurchaseAt({ seed: 5, nth: 1, parameters: { ordersPerHour: 0, pace: 0 } }, NOON)).toBeUndefined();
  });
});
