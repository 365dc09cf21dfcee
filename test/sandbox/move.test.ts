import { describe, expect, it } from "vitest";
import { Refusal } from "../../src/platform/contract/errors.ts";
import { createLog } from "../../src/platform/observability/log.ts";
import { createClockOperations } from "../../src/sandbox/clock/operations.ts";
import type { SharedClock } from "../../src/sandbox/clock/store.ts";
import { DURATION_PATTERN, durationMs } from "../../src/sandbox/clock/duration.ts";
import { advanceClock, type DatedJob, type ClockAdvance } from "../../src/sandbox/clock/advance.ts";

/** Works over a list of due things; what is done may make more of them due. */
function rehearse(
  due: readonly (readonly [at: number, what: string])[],
  follows: (what: string, at: number) => [number, string] | undefined,
) {
  let waiting = [...due];
  let now = 0;
  const told: string[] = [];
  const work = (name: string): DatedJob => {
    const mine = () => waiting.filter(([, what]) => what.startsWith(name)).toSorted(([a], [b]) => a - b);
    let done = 0;
    return {
      name,
      pollMs: 1,
      nextDueAt: async () => mine()[0]?.[0],
      async run() {
        const ready = mine().filter(([at]) => at <= now);
        waiting = waiting.filter((one) => !ready.includes(one));
        for (const [, what] of ready) {
          told.push(`${what}@${now}`);
          const next = follows(what, now);
          if (next) waiting.push(next);
        }
        done += ready.length;
        return ready.length;
      },
      done: () => done,
      idle: async () => undefined,
    };
  };
  const move: Omit<ClockAdvance, "to" | "elapsedMs"> = {
    control: { stepTo: async (at) => void (now = at) },
    jobs: [work("a"), work("b")],
    from: 0,
    onStep: () => undefined,
  };
  return { move, told };
}

const DUE = [
  [30, "a1"],
  [10, "b1"],
  [20, "a2"],
  [95, "b2"],
] as const;
/** What a1 leads to is due before b2 is. */
const follows = (what: string, at: number): [number, string] | undefined => (what === "a1" ? [at + 10, "b3"] : undefined);
const inOrder = ["b1@10", "a2@20", "a1@30", "b3@40", "b2@95"];

describe("a move of the clock", () => {
  it("stops at every due instant, those included that come up on the way, and not beyond its end", async () => {
    const { move, told } = rehearse([...DUE, [101, "a9"]], follows);
    await advanceClock({ ...move, to: 100, elapsedMs: () => 0 });
    expect(told).toEqual(inOrder);
  });

  it("would be seen to jump: then everything happens at the end, and out of order", async () => {
    const { move, told } = rehearse(DUE, follows);
    await move.control.stepTo(100);
    for (const work of move.jobs) await work.run();
    expect(told).not.toEqual(inOrder);
  });

  it("misses no instant in its first seconds, however far it goes", async () => {
    const due = Array.from({ length: 100 }, (_, nth) => [1_000 * (nth + 1), `a${nth}`] as const);
    const { move, told } = rehearse(due, () => undefined);
    let elapsed = 0;
    await advanceClock({ ...move, to: 30 * 86_400_000, elapsedMs: () => (elapsed += 10) });
    expect(elapsed).toBeGreaterThan(2_000);
    expect(told).toEqual(due.map(([at, what]) => `${what}@${at}`));
  });

  it("makes longer steps the longer it takes, and ends", async () => {
    const many = Array.from({ length: 1_000 }, (_, nth) => [nth + 1, `a${nth}`] as const);
    const { move, told } = rehearse(many, () => undefined);
    let elapsed = 0;
    let steps = 0;
    await advanceClock({ ...move, to: 1_000, elapsedMs: () => (elapsed += 50), onStep: () => (steps += 1) });
    expect(steps).toBeLessThan(300);
    expect(told.at(0)).toBe("a0@1");
    expect(told.map((one) => Number(one.split("@")[1]))).toEqual(told.map((one) => Number(one.split("@")[1])).toSorted((a, b) => a - b));
  });

  it("goes to its end at once when it must, and leaves what is due to whoever polls", async () => {
    const { move, told } = rehearse(DUE, follows);
    let at = 0;
    await advanceClock({ ...move, control: { stepTo: async (to) => void (at = to) }, to: 100, elapsedMs: () => Number.POSITIVE_INFINITY });
    expect([at, told]).toEqual([100, []]);
  });

  it("does not wait for what somebody else is at", async () => {
    const { move, told } = rehearse(DUE, follows);
    const stuck: DatedJob = {
      name: "stuck",
      pollMs: 1,
      nextDueAt: async () => 0,
      run: async () => 0,
      done: () => 0,
      idle: async () => undefined,
    };
    await advanceClock({ ...move, jobs: [stuck, ...move.jobs], to: 100, elapsedMs: () => 0 });
    expect(told).toEqual(inOrder);
  });
});

describe("a duration", () => {
  it.each([
    ["+3d", 3 * 86_400_000],
    ["90m", 90 * 60_000],
    ["+2h30m", 9_000_000],
    ["1d1h1m1s", 90_061_000],
    ["0s", 0],
  ])("%s", (text, ms) => {
    expect(new RegExp(DURATION_PATTERN, "u").test(text)).toBe(true);
    expect(durationMs(text)).toBe(ms);
  });
});

describe("a process that ends", () => {
  it("waits for the move under way, also when another one was refused meanwhile", async () => {
    const road = Promise.withResolvers<void>();
    const asked = ["its move", "one that came too late"];
    const clock: SharedClock = {
      now: () => 0,
      real: { now: () => 0 },
      isFrozen: () => false,
      refresh: async () => undefined,
      async change(work) {
        if (asked.shift() !== "its move") return undefined;
        return work({ stepTo: () => road.promise, freeze: () => road.promise, reset: () => road.promise });
      },
    };
    const { endpoints, close } = createClockOperations({ clock, log: createLog("silent"), jobs: () => [] });
    const { handle } = endpoints.find(({ operation }) => operation.id === "moveClock")!;
    const move = () => handle({ body: { by: "1d" } } as never);
    const first = move();
    expect(await move()).toBeInstanceOf(Refusal);
    let isOver = false;
    const closing = close().then(() => (isOver = true));
    await first;
    expect(isOver).toBe(false);
    road.resolve();
    await closing;
  });
});
