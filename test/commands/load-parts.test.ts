import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NoAnswer, type Reply } from "../../src/client/http-client.ts";
import { createHistogram } from "../../src/programs/load/histogram.ts";
import { runOpenLoop } from "../../src/programs/load/open-loop.ts";
import { createMeter } from "../../src/programs/load/call-metrics.ts";
import { pickSeller, plannedRate, scheduleArrivals, TRAFFIC_MIX, type Arrival } from "../../src/programs/load/workload.ts";
import { reportOf } from "../../src/programs/load/report.ts";
import { seededRandom } from "../../src/platform/basics/seeded-chance.ts";

describe("a histogram of durations", () => {
  it("answers percentiles that are never too low and less than 0.1 % too high", () => {
    const durations = fc.array(fc.double({ min: 0, max: 3_000_000, noNaN: true }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(durations, fc.constantFrom(0.5, 0.9, 0.99, 1), (all, share) => {
        const histogram = createHistogram();
        for (const ms of all) histogram.add(ms);
        const sorted = all.toSorted((a, b) => a - b);
        const exact = sorted[Math.max(1, Math.ceil(share * all.length)) - 1]!;
        const told = histogram.percentile(share);
        expect(told).toBeGreaterThanOrEqual(exact);
        // A thousandth of a millisecond is the finest there is.
        expect(told).toBeLessThanOrEqual(exact * 1.001 + 0.001);
        expect([histogram.count, histogram.maxMs]).toEqual([all.length, sorted.at(-1)]);
      }),
    );
  });

  it("answers 0 when nothing was counted, and counts an age as an hour", () => {
    const histogram = createHistogram();
    expect(histogram.percentile(0.99)).toBe(0);
    histogram.add(1e12);
    expect(histogram.percentile(0.99)).toBeGreaterThan(3_600_000);
  });
});

describe("the mix (domain 6)", () => {
  const plan = { rate: 200, factor: 1, seconds: 100, seed: 7 };
  const drawn = [...scheduleArrivals(plan)];
  const callsOf = (some: readonly Arrival[], kinds: readonly Arrival["kind"][]) =>
    some.reduce((sum, { kind }) => sum + (kinds.includes(kind) ? TRAFFIC_MIX.find((one) => one.kind === kind)!.calls : 0), 0);

  it("asks for the rate, in the shares of a plain day: 70 % pushes, 15 % statuses", () => {
    expect(TRAFFIC_MIX.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
    expect(plannedRate(plan)).toBe(200);
    const all = callsOf(
      drawn,
      TRAFFIC_MIX.map(({ kind }) => kind),
    );
    expect(all / 100 / plannedRate(plan)).toBeCloseTo(1, 1);
    expect(callsOf(drawn, ["stock", "price"]) / all).toBeCloseTo(0.7, 1);
    expect(callsOf(drawn, ["status"]) / all).toBeCloseTo(0.15, 1);
  });

  it("is the same for the same seed, in the order it is due, and another one for another", () => {
    expect([...scheduleArrivals(plan)]).toEqual(drawn);
    expect(drawn.map(({ dueMs }) => dueMs)).toEqual(drawn.map(({ dueMs }) => dueMs).toSorted((a, b) => a - b));
    expect([...scheduleArrivals({ ...plan, seed: 8 })]).not.toEqual(drawn);
  });

  it("lets a Black Friday multiply the shopping, and leaves the rest as it is", () => {
    const friday = [...scheduleArrivals({ ...plan, factor: 6.1 })];
    expect(plannedRate({ ...plan, factor: 6.1 })).toBeCloseTo(200 * (0.88 + 0.12 * 6.1));
    expect(callsOf(friday, ["order", "orders"]) / callsOf(drawn, ["order", "orders"])).toBeCloseTo(6.1, -1);
    expect(callsOf(friday, ["stock"]) / callsOf(drawn, ["stock"])).toBeCloseTo(1, 1);
  });

  it("gives a tenth of the sellers seven tenths of it", () => {
    const sellers = Array.from({ length: 5_000 }, (_, nth) => pickSeller(seededRandom(1, nth), 50));
    expect(sellers.filter((seller) => seller < 5).length / 5_000).toBeCloseTo(0.7, 1);
    expect([Math.min(...sellers), Math.max(...sellers)]).toEqual([0, 49]);
    expect(pickSeller(0.999_999, 1)).toBe(0);
  });
});

describe("the open loop", () => {
  const due = (...moments: readonly number[]) => moments.map((dueMs, nth): Arrival => ({ dueMs, kind: "stock", nth })).values();
  const none = new AbortController().signal;

  it("begins what is due while nothing before it was answered", async () => {
    const answer = Promise.withResolvers<void>();
    const begun: number[] = [];
    const perform = ({ nth }: Arrival) => {
      begun.push(nth);
      if (nth === 2) answer.resolve();
      return answer.promise;
    };
    const now = () => performance.now();
    const from = now();
    expect(await runOpenLoop({ schedule: due(from, from + 5, from + 10), perform, now, endMs: from + 20, signal: none })).toEqual({
      unsent: 0,
    });
    expect(begun).toEqual([0, 1, 2]);
  });

  it("waits with what is due when too much is in progress, and gives it up long after the end", async () => {
    const answer = Promise.withResolvers<void>();
    let now = 0;
    let begun = 0;
    const perform = () => {
      begun += 1;
      // The first answer comes when everything is full, and eleven seconds late.
      if (begun === 512) setImmediate(() => ((now = 12_000), answer.resolve()));
      return answer.promise;
    };
    const schedule = due(...Array.from({ length: 600 }, () => 0));
    expect(await runOpenLoop({ schedule, perform, now: () => now, endMs: 1_000, signal: none })).toEqual({ unsent: 88 });
    expect(begun).toBe(512);
  });

  it("ends with what is wrong with itself, and begins nothing once it is interrupted", async () => {
    const failing = () => Promise.reject(new Error("no such kind"));
    await expect(runOpenLoop({ schedule: due(0), perform: failing, now: () => 0, endMs: 0, signal: none })).rejects.toThrow("no such kind");
    expect(await runOpenLoop({ schedule: due(0, 1), perform: failing, now: () => 1, endMs: 1, signal: AbortSignal.abort() })).toEqual({
      unsent: 0,
    });
  });
});

describe("the meter", () => {
  const answers =
    (status: number): (() => Promise<Reply>) =>
    () =>
      Promise.resolve({ status, headers: new Headers(), body: undefined });

  it("counts from when a call was due, so that a stall shows in every call that waited for it", async () => {
    let now = 5_000;
    const meter = createMeter(() => now);
    await meter.measure("putStock", 1_000, () => {
      now = 5_010;
      return answers(202)();
    });
    expect(meter.operations.get("putStock")!.latency.maxMs).toBe(4_010);
    expect(meter.startDelay.maxMs).toBe(4_000);
  });

  it("tells quotas, refusals, failures and silence apart, and measures successes alone", async () => {
    const meter = createMeter(() => 0);
    for (const status of [200, 304, 429, 404, 503]) await meter.measure("getProduct", 0, answers(status));
    await meter.measure("getProduct", 0, () => Promise.reject(new NoAnswer({ "pt-BR": "ninguém", en: "nobody" })));
    const facts = {
      seconds: 1,
      rate: 1,
      factor: 1,
      sellers: 1,
      products: 1,
      seed: 1,
      askedPerSecond: 9.999999999999998,
      unsent: 0,
      interrupted: false,
    };
    const report = reportOf(meter, facts);
    expect(report).toMatchObject({ calls: 6, succeeded: 2, limited: 1, refused: 1, failed: 2, askedPerSecond: 10, sentPerSecond: 6 });
    expect(report.operations).toMatchObject([
      { operation: "getProduct", statuses: { 200: 1, 304: 1, 404: 1, 429: 1, 503: 1, none: 1 }, latencyMs: { max: 0 } },
    ]);
    expect(meter.all.count).toBe(2);
    await expect(meter.measure("getProduct", 0, () => Promise.reject(new Error("a defect")))).rejects.toThrow("a defect");
  });
});
