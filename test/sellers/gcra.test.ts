import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLocalQuota } from "../../src/sellers/quota/process-quota.ts";
import { refillMs, allow, levelOf, planOf, deny, fullAtAfter } from "../../src/sellers/quota/gcra.ts";

const MINUTE_MS = 60_000;

describe("a bucket (reliability T24)", () => {
  const plans = fc.record({ perMinute: fc.integer({ min: 1, max: 100_000 }), percent: fc.integer({ min: 1, max: 100 }) });

  it("lets no more through than its burst and what grows back, and no less", () => {
    fc.assert(
      fc.property(plans, fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 300 }), ({ perMinute, percent }, pauses) => {
        const quota = createLocalQuota(percent);
        const { burst } = planOf(perMinute, percent);
        let allowed = 0;
        let now = 1_700_000_000_000;
        const from = now;
        for (const pause of pauses) {
          now += pause;
          const { allowed: isAllowed, retrySeconds, resetSeconds } = quota.take("key", perMinute, now);
          if (isAllowed) allowed += 1;
          else expect(retrySeconds).toBeGreaterThanOrEqual(1);
          expect(resetSeconds).toBeGreaterThanOrEqual(retrySeconds);
          expect(allowed).toBeLessThanOrEqual(burst + ((now - from) * perMinute) / MINUTE_MS + 0.01);
        }
      }),
    );
  });

  it("keeps what Retry-After says: the call after it is let in", () => {
    fc.assert(
      fc.property(plans, fc.nat(1_000), ({ perMinute, percent }, offset) => {
        const quota = createLocalQuota(percent);
        let now = 1_700_000_000_000 + offset / 7;
        for (;;) {
          const { allowed, retrySeconds } = quota.take("key", perMinute, now);
          if (allowed && now > 1_800_000_000_000) return;
          if (allowed) continue;
          now += retrySeconds * 1_000;
          expect(quota.take("key", perMinute, now).allowed).toBe(true);
          return;
        }
      }),
      { numRuns: 30 },
    );
  });

  it("is whole again after what was taken grew back", () => {
    const plan = planOf(60, 100);
    expect(levelOf(plan, fullAtAfter(plan, 0, 1_000_000, 60), 1_000_000)).toMatchObject({ remaining: 0, fullInMs: 60_000 });
    expect(levelOf(plan, fullAtAfter(plan, 0, 1_000_000, 60), 1_060_000)).toMatchObject({ remaining: 60, nextInMs: 0, fullInMs: 0 });
  });

  it.each([
    ["a whole one has all of its burst", 0, 20, 0],
    ["one call taken grows back in a second", 1_000, 19, 0],
    ["a part of a call is none", 500, 19, 0],
    ["the last call", 19_000, 1, 0],
    ["the last call and a half", 18_500, 1, 0],
    ["none is left, and the next comes when it has grown", 20_000, 0, 1_000],
    ["half of the next has grown", 19_500, 0, 500],
    ["whoever borrowed waits longer", 25_000, 0, 6_000],
  ])("of 60 a minute, 20 at once: %s", (_what, fullInMs, remaining, nextInMs) => {
    const plan = { perMinute: 60, burst: 20 };
    const level = levelOf(plan, 1_000_000 + fullInMs, 1_000_000);
    expect({ ...level, nextInMs: Math.round(level.nextInMs) }).toEqual({ remaining, nextInMs: expect.closeTo(nextInMs, -1), fullInMs });
  });

  it("lets the next call in when the time that it told is over, and not before", () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 1, max: 5 }), ({ perMinute, percent }, over) => {
        const plan = planOf(perMinute, percent);
        const fullAt = fullAtAfter(plan, 0, 0, plan.burst - 1 + over);
        const { nextInMs } = levelOf(plan, fullAt, 0);
        expect(levelOf(plan, fullAt, nextInMs).remaining).toBeGreaterThanOrEqual(1);
        expect(levelOf(plan, fullAt, nextInMs - refillMs(plan, 0.01)).remaining).toBe(0);
      }),
    );
    // One call to the last digit.
    expect(levelOf({ perMinute: 60, burst: 1 }, 1, 0)).toMatchObject({ remaining: 1, nextInMs: 0 });
  });

  it("holds a share of a minute's calls, rounded down, and one at least", () => {
    expect([planOf(250, 20), planOf(7, 50), planOf(3, 10)]).toEqual([
      { perMinute: 250, burst: 50 },
      { perMinute: 7, burst: 3 },
      { perMinute: 3, burst: 1 },
    ]);
  });

  it("is taken from where it is, or from now when it was whole long ago", () => {
    const plan = { perMinute: 120, burst: 10 };
    expect([refillMs(plan, 3), fullAtAfter(plan, 5_000, 1_000, 2), fullAtAfter(plan, 5_000, 9_000, 2)]).toEqual([1_500, 6_000, 10_000]);
  });

  it("says in whole seconds, rounded up, when it is whole again or the next call comes: never at once to who was refused", () => {
    expect(allow({ remaining: 3, nextInMs: 0, fullInMs: 1_001 })).toEqual({
      allowed: true,
      remaining: 3,
      resetSeconds: 2,
      retrySeconds: 0,
    });
    const fullInMs = 59_001;
    const refusals = [1, 1_000, 1_001].map((nextInMs) => deny({ nextInMs, fullInMs }));
    expect(refusals.map(({ retrySeconds, resetSeconds }) => [retrySeconds, resetSeconds])).toEqual([
      [1, 60],
      [1, 60],
      [2, 60],
    ]);
    expect(deny({ nextInMs: 0, fullInMs: 0 })).toEqual({ allowed: false, remaining: 0, resetSeconds: 1, retrySeconds: 1 });
  });
});
