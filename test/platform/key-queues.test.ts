import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createKeyQueues, type KeyedCall } from "../../src/platform/database/batching/key-queues.ts";

interface Caller extends KeyedCall {
  readonly name: number;
  timesReady: number;
}

/** Queues as lists in the order they came, the plainest there are. */
function model() {
  const queues = new Map<string, Caller[]>();
  return {
    join(caller: Caller) {
      for (const key of new Set(caller.keys)) queues.set(key, [...(queues.get(key) ?? []), caller]);
    },
    leave(caller: Caller) {
      for (const key of new Set(caller.keys))
        queues.set(
          key,
          queues.get(key)!.filter((one) => one !== caller),
        );
    },
    isReady: (caller: Caller) => caller.keys.every((key) => queues.get(key)![0] === caller),
  };
}

/** Far more keys than there are buckets now and then, and few that everybody wants. */
const few = fc.integer({ min: 0, max: 5 }).map((n) => `1 ${n}`);
const many = fc.integer({ min: 0, max: 100_000 }).map((n) => `${n % 7} SKU-${n}`);
const keys = fc.array(fc.oneof(few, many), { minLength: 1, maxLength: 4 });
/** Somebody comes, or one of those who may go is done. */
const steps = fc.array(fc.oneof({ weight: 2, arbitrary: keys }, { weight: 1, arbitrary: fc.nat() }), { maxLength: 400 });

describe("queues for keys", () => {
  it("let calls run that are first for all of their keys, and tell them when they become it", () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const [queues, plain] = [createKeyQueues(), model()];
        let waiting: Caller[] = [];
        for (const [name, step] of taken.entries()) {
          if (typeof step !== "number") {
            const caller: Caller = { name, keys: step, blockedKeys: 0, timesReady: 0, onReady: () => (caller.timesReady += 1) };
            queues.join(caller);
            plain.join(caller);
            waiting.push(caller);
          } else {
            const free = waiting.filter(plain.isReady);
            const done = free[step % free.length];
            if (done === undefined) continue;
            const held = waiting.filter((one) => !plain.isReady(one));
            queues.leave(done);
            plain.leave(done);
            waiting = waiting.filter((one) => one !== done);
            expect(held.filter(({ timesReady }) => timesReady === 1).map((one) => one.name)).toEqual(
              held.filter(plain.isReady).map((one) => one.name),
            );
          }
          expect(waiting.filter(queues.isReady).map((one) => one.name)).toEqual(waiting.filter(plain.isReady).map((one) => one.name));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("keep keys apart that fall into one bucket", () => {
    const queues = createKeyQueues();
    const callers = Array.from({ length: 20_000 }, (_, n): KeyedCall => ({ keys: [`1 ${n}`], blockedKeys: 0, onReady: () => undefined }));
    for (const caller of callers) queues.join(caller);
    expect(callers.every(queues.isReady)).toBe(true);
    for (const caller of callers) queues.leave(caller);
    const again = callers.map(({ keys: [key] }): KeyedCall => ({ keys: [key!], blockedKeys: 0, onReady: () => undefined }));
    for (const caller of again) queues.join(caller);
    expect(again.every(queues.isReady)).toBe(true);
  });
});
