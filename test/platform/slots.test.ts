import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createConcurrencyLimit } from "../../src/platform/jobs/concurrency-limit.ts";

const limits = fc.record({ all: fc.integer({ min: 1, max: 4 }), perKey: fc.integer({ min: 1, max: 3 }), waiting: fc.nat(30) });
const jobs = fc.array(fc.record({ key: fc.constantFrom("a", "b", "c"), turns: fc.nat(3), pause: fc.nat(1), fails: fc.boolean() }), {
  maxLength: 40,
});

describe("slots", () => {
  it("never run more than allowed, in all or per key, run everything they took in, and are free afterwards", async () => {
    await fc.assert(
      fc.asyncProperty(limits, jobs, async (allowed, given) => {
        const slots = createConcurrencyLimit(allowed);
        const running: string[] = [];
        const underWay: Promise<unknown>[] = [];
        for (const { key, turns, pause, fails } of given) {
          const run = slots.run(key, async () => {
            running.push(key);
            expect(running.length).toBeLessThanOrEqual(allowed.all);
            expect(running.filter((other) => other === key).length).toBeLessThanOrEqual(allowed.perKey);
            for (let nth = 0; nth < turns; nth++) await turn();
            running.splice(running.indexOf(key), 1);
            if (fails) throw new Error("job failed");
            return key;
          });
          if (run !== undefined)
            underWay.push(
              run.then(
                (done) => expect(done).toBe(key),
                (error: Error) => expect(error.message).toBe("job failed"),
              ),
            );
          if (pause > 0) await turn();
        }
        await Promise.all(underWay);
        expect(running).toEqual([]);
        const room = Array.from({ length: allowed.all + allowed.waiting + 1 }, () => slots.run("a", turn));
        expect(room.slice(0, -1)).not.toContain(undefined);
        expect(room.at(-1)).toBeUndefined();
        for (const taken of room) await taken;
      }),
      { numRuns: 100 },
    );
  });

  it("serve one key in order of arrival", async () => {
    const slots = createConcurrencyLimit({ all: 1, perKey: 1, waiting: 10 });
    const order: number[] = [];
    const runs = [0, 1, 2, 3].map((nth) => slots.run("a", () => turn(order.push(nth))));
    for (const run of runs) await run;
    expect(order).toEqual([0, 1, 2, 3]);
  });

  it("refuse whom too many of the same key wait before, and nobody else", async () => {
    const slots = createConcurrencyLimit({ all: 2, perKey: 1, waiting: 10, waitingPerKey: 2 });
    const runs = ["a", "a", "a", "a", "b"].map((key) => slots.run(key, turn));
    expect(runs.map((run) => run !== undefined)).toEqual([true, true, true, false, true]);
    for (const run of runs) await run;
    expect(slots.run("a", turn)).toBeDefined();
  });
});
