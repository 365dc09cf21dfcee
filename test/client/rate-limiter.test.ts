import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRateLimiter } from "../../src/client/rate-limiter.ts";
import { createLocalQuota } from "../../src/sellers/quota/process-quota.ts";
import { quotaHeaders } from "../../src/sellers/quota/headers.ts";

/** Time that passes only where somebody waits for it. */
function virtualTime() {
  let at = 0;
  return {
    now: () => at,
    wait: async (ms: number) => {
      const until = at + ms;
      await Promise.resolve();
      at = Math.max(at, until);
    },
  };
}
const headers = (left: number, quota = 60) => new Headers(quotaHeaders(quota, left, 1));

describe("the pace of an import (rate-limit aware)", () => {
  it("has no limit while many calls are left", async () => {
    const time = virtualTime();
    const limiter = createRateLimiter(time.now, time.wait);
    limiter.update(headers(59));
    for (let i = 0; i < 100; i += 1) await limiter.acquire();
    expect(time.now()).toBe(0);
  });

  it("comes as fast as the quota grows back when few are left", async () => {
    const time = virtualTime();
    const limiter = createRateLimiter(time.now, time.wait);
    limiter.update(headers(3));
    for (let i = 0; i < 11; i += 1) await limiter.acquire();
    // 60 calls per minute: one each second, the first at once.
    expect(time.now()).toBe(10_000);
  });

  it("never waits for less than nothing, however the time goes on while it looks", async () => {
    let at = 0;
    const waits: number[] = [];
    const wait = (ms: number) => Promise.resolve(void waits.push(ms));
    const limiter = createRateLimiter(() => (at += 0.7), wait);
    limiter.pause(10);
    await limiter.acquire();
    expect(waits.length).toBeGreaterThan(5);
    expect(waits.filter((ms) => ms <= 0)).toEqual([]);
  });

  it("stands still as long as it is told to", async () => {
    const time = virtualTime();
    const limiter = createRateLimiter(time.now, time.wait);
    limiter.pause(7_000);
    await limiter.acquire();
    expect(time.now()).toBe(7_000);
  });

  it("goes on as before when an answer says nothing of a quota", async () => {
    const time = virtualTime();
    const limiter = createRateLimiter(time.now, time.wait);
    limiter.update(headers(3));
    limiter.update(new Headers());
    for (let i = 0; i < 5; i += 1) await limiter.acquire();
    expect(time.now()).toBe(0);
  });

  it("spends a quota to the end and then meets hardly a refusal, whatever the quota (against the server's own meter)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 30, max: 6_000 }), fc.integer({ min: 1, max: 400 }), async (perMinute, calls) => {
        const time = virtualTime();
        const limiter = createRateLimiter(time.now, time.wait);
        const quota = createLocalQuota(100);
        let refused = 0;
        for (let made = 0; made < calls;) {
          await limiter.acquire();
          const { allowed, remaining, resetSeconds, retrySeconds } = quota.take("k", perMinute, time.now());
          limiter.update(new Headers(quotaHeaders(perMinute, remaining, resetSeconds)));
          if (allowed) made += 1;
          else {
            refused += 1;
            limiter.pause(retrySeconds * 1_000);
          }
        }
        expect(refused).toBeLessThanOrEqual(1);
        // No slower than the quota: what comes at once, and the rest as it grows back, with a second for rounding.
        expect(time.now()).toBeLessThanOrEqual((Math.max(0, calls - perMinute + 17) * 60_000) / perMinute + 1_000);
      }),
      { numRuns: 200 },
    );
  });
});
