import { describe, expect, it, vi } from "vitest";
import { createBatcher } from "../../src/platform/database/batching/batcher.ts";
import { DatabaseConflict, DatabaseUnavailable } from "../../src/platform/database/database.ts";
import { createKeyQueues } from "../../src/platform/database/batching/key-queues.ts";
import type { IdempotencyKey, AnswerRecording } from "../../src/platform/idempotency/keyed-call.ts";

interface Call {
  readonly name: string;
  readonly keys: string | readonly string[];
}
const called = (name: string, ...keys: readonly string[]): Call => ({ name, keys });

/** A batcher whose batches end when the test says so, and what each took. */
function held(queues = createKeyQueues()) {
  const taken: { readonly names: string; readonly end: () => void }[] = [];
  const calls = createBatcher<Call, string>({
    name: "held",
    keyOf: ({ keys }) => keys,
    maySendAnother: () => true,
    queues,
    run: (items) =>
      new Promise((resolve) => {
        const names = items.map(({ name }) => name);
        taken.push({ names: names.toSorted().join(""), end: () => resolve(names) });
      }),
  });
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
  return {
    submit: (call: Call) => calls.submit(call),
    taken: () => taken.map(({ names }) => names),
    async end(nth: number) {
      taken[nth]!.end();
      await turn();
    },
    turn,
  };
}

describe("calls that share a key", () => {
  it("are never in flight together, whichever of their keys it is", async () => {
    const { submit, taken, end, turn } = held();
    const answers = Promise.all([
      submit(called("a", "order 1", "x")),
      submit(called("b", "order 2", "x", "y")),
      submit(called("c", "order 3", "z")),
    ]);
    await turn();
    expect(taken()).toEqual(["ac"]);
    await end(0);
    expect(taken()).toEqual(["ac", "b"]);
    await end(1);
    expect(await answers).toEqual(["a", "b", "c"]);
  });

  it("keep their place: nobody passes a call at a key it still waits for", async () => {
    const { submit, taken, end, turn } = held();
    void submit(called("a", "x"));
    await turn();
    void submit(called("b", "x", "y"));
    void submit(called("c", "y"));
    void submit(called("d", "z"));
    await turn();
    expect(taken()).toEqual(["a", "d"]);
    await end(0);
    expect(taken()).toEqual(["a", "d", "b"]);
    await end(2);
    expect(taken()).toEqual(["a", "d", "b", "c"]);
    await end(1);
    await end(3);
  });

  it("wait for those of other batchers too, in the order they came", async () => {
    const queues = createKeyQueues();
    const [stocks, orders] = [held(queues), held(queues)];
    void stocks.submit(called("s", "x"));
    await stocks.turn();
    void orders.submit(called("o", "order", "x"));
    void stocks.submit(called("t", "x"));
    void stocks.submit(called("u", "y"));
    await stocks.turn();
    expect([stocks.taken(), orders.taken()]).toEqual([["s", "u"], []]);
    await stocks.end(0);
    expect([stocks.taken(), orders.taken()]).toEqual([["s", "u"], ["o"]]);
    await orders.end(0);
    expect(stocks.taken()).toEqual(["s", "u", "t"]);
    await stocks.end(1);
    await stocks.end(2);
  });

  it("may have one key each, as plain text", async () => {
    const { submit, taken, end, turn } = held();
    void submit({ name: "a", keys: "x" });
    void submit({ name: "b", keys: "x" });
    await turn();
    expect(taken()).toEqual(["a"]);
    await end(0);
    expect(taken()).toEqual(["a", "b"]);
    await end(1);
  });
});

describe("a call that other processes keep overtaking", () => {
  /** A batcher whose statement loses so many times for items called "hot", and how often it ran. */
  function contested(losses: number, error: () => Error) {
    const runs: string[] = [];
    const calls = createBatcher<string, string>({
      name: "contested",
      async run(items) {
        runs.push(items.join());
        if (items.includes("hot") && runs.length <= losses) throw error();
        return await Promise.resolve(items);
      },
    });
    return { runs, calls };
  }

  it("is tried again by itself until it wins, and holds up nobody who rode with it", async () => {
    const { runs, calls } = contested(9, () => new DatabaseConflict("key taken"));
    const answers = await Promise.all([calls.submit("hot"), calls.submit("cold")]);
    expect(answers).toEqual(["hot", "cold"]);
    expect(runs.slice(0, 3)).toEqual(["hot,cold", "hot", "cold"]);
    expect(await contested(5, () => new DatabaseConflict("key taken")).calls.submit("hot")).toBe("hot");
  });

  it("is told in the end, and at once when the database is away or the statement is wrong", async () => {
    const slow = createBatcher<string, string>({
      name: "slow",
      run: () => new Promise((_, reject) => setTimeout(() => reject(new DatabaseConflict("key taken")), 500)),
    });
    const startMs = performance.now();
    await expect(slow.submit("hot")).rejects.toThrow("key taken");
    expect(performance.now() - startMs).toBeGreaterThan(3_500);
    for (const error of [new DatabaseUnavailable("away"), new Error("wrong")]) {
      const { runs, calls } = contested(1, () => error);
      await expect(calls.submit("hot")).rejects.toThrow(error.message);
      expect(runs).toEqual(["hot"]);
    }
  });
});

describe("calls of a batch that failed", () => {
  it("are all told when the database is away meanwhile", async () => {
    const runs: string[] = [];
    const calls = createBatcher<string, string>({
      name: "away",
      async run(items) {
        runs.push(items.join());
        throw items.length > 1 ? new Error("one of them is wrong") : new DatabaseUnavailable("away");
      },
    });
    const told = await Promise.allSettled(["a", "b", "c", "d", "e", "f", "g"].map((name) => calls.submit(name)));
    expect(told.map((one) => one.status === "rejected" && (one.reason as Error).message)).toEqual(told.map(() => "away"));
    expect(runs).toEqual(["a,b,c,d,e,f,g", "a", "b", "c", "d"]);
  });

  it("leave their lanes to others", async () => {
    const calls = createBatcher<string, string>({
      name: "lanes",
      maxInFlight: 1,
      async run(items) {
        if (items.length > 1 && items.includes("wrong")) throw new Error("wrong");
        if (items.includes("wrong")) await new Promise(() => undefined);
        return items;
      },
    });
    void calls.submit("wrong");
    expect(await calls.submit("rider")).toBe("rider");
    expect(await calls.submit("behind")).toBe("behind");
  });
});

describe("calls that are carried out by what is common, where they are", () => {
  /** A batcher and what each of its statements has carried out. */
  function parting(first: (names: readonly string[]) => Promise<readonly (string | undefined)[]>) {
    const taken: string[] = [];
    const statement = (name: string, run: typeof first) => async (items: readonly Call[]) => {
      const names = items.map((item) => item.name);
      const answer = await run(names).finally(() => taken.push(`${name} ${names.join("")}`));
      return answer as readonly string[];
    };
    const calls = createBatcher<Call, string>({
      name: "parting",
      keyOf: ({ keys }) => keys,
      fastPath: statement("first", first),
      run: statement("run", async (names) => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        return names.map((name) => `${name}!`);
      }),
    });
    const submit = (names: string) => Promise.all(Array.from(names, (name) => calls.submit(called(name, name))));
    return { taken, submit };
  }
  const capitals = (names: readonly string[]) => Promise.resolve(names.map((name) => (name === name.toUpperCase() ? name : undefined)));

  it("and the rest by the other, each answered by its own", async () => {
    const { taken, submit } = parting(capitals);
    expect(await submit("AbC")).toEqual(["A", "b!", "C"]);
    expect(await submit("D")).toEqual(["D"]);
    expect(taken).toEqual(["first ACb", "run b", "first D"]);
  });

  it("keep their keys until both are done", async () => {
    const { taken, submit } = parting(capitals);
    const before = submit("Ab");
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([before, submit("b")]);
    expect(taken).toEqual(["first Ab", "run b", "first b", "run b"]);
  });

  it("are spared the first for a while after it left most of them", async () => {
    const { taken, submit } = parting(capitals);
    for (let batch = 0; batch < 18; batch += 1) expect(await submit("bcD")).toContain("b!");
    expect(taken.filter((one) => one.startsWith("first"))).toHaveLength(2);
    expect(taken.slice(0, 3)).toEqual(["first Dbc", "run bc", "run Dbc"]);
    expect(taken.slice(-2)).toEqual(["first Dbc", "run bc"]);
  });

  it("are carried out one by one, by the other, when the first fails", async () => {
    const { taken, submit } = parting(() => Promise.reject(new Error("wrong")));
    expect(await submit("AB")).toEqual(["A!", "B!"]);
    expect(taken[0]).toBe("first AB");
    expect(taken.slice(1).toSorted()).toEqual(["run A", "run B"]);
  });
});

it("a whole batch that waits goes before the one that came back is answered", async () => {
  const seen: string[] = [];
  const calls = createBatcher<Call, string>({
    name: "one behind the other",
    keyOf: ({ keys }) => keys,
    maxInFlight: 1,
    maxItems: 2,
    async run(items) {
      const names = items.map(({ name }) => name);
      seen.push(`run ${names.join("")}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
      return names;
    },
  });
  await Promise.all(Array.from("abcde", async (name) => seen.push(await calls.submit(called(name, name)))));
  expect(seen).toEqual(["run ab", "run cd", "a", "b", "c", "d", "run e", "e"]);
});

describe("calls with something to settle", () => {
  const once: IdempotencyKey = { slot: Buffer.alloc(32), sellerId: 1, record: async () => undefined, rowsOf: async () => [] };
  const settling: AnswerRecording<string> = { idempotencyKey: once, answer: () => undefined };

  /** What each batch took, and how many were in flight with it, when so many calls came in two turns. */
  async function taken(settles: readonly string[]): Promise<readonly string[]> {
    const seen: string[] = [];
    let inFlight = 0;
    const calls = createBatcher<Call, string>({
      name: "settled alone",
      keyOf: ({ keys }) => keys,
      maxInFlight: 2,
      maySendAnother: ({ callsToRecord }) => callsToRecord === 0,
      async run(items) {
        inFlight += 1;
        const names = items.map(({ name }) => name);
        seen.push(`${names.join("")} ${inFlight}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        inFlight -= 1;
        return names;
      },
    });
    const submit = (name: string) => calls.submit(called(name, name), settles.includes(name) ? settling : undefined);
    const first = Array.from("ab", submit);
    await new Promise((resolve) => setTimeout(resolve, 1));
    await Promise.all([...first, ...Array.from("cd", submit)]);
    await Promise.all(Array.from("ef", submit));
    return seen;
  }

  it.each([
    ["none", [], ["ab 1", "cd 2", "ef 1"]],
    ["one in flight", ["a"], ["ab 1", "cd 1", "ef 1"]],
    ["one that waits", ["d"], ["ab 1", "cd 1", "ef 1"]],
  ])("have the one lane for themselves: %s", async (_, settles, expected) => {
    expect(await taken(settles)).toEqual(expected);
  });

  it("that are over leave the lanes to the others", async () => {
    const seen: string[] = [];
    let inFlight = 0;
    const beside = Promise.withResolvers<void>();
    const calls = createBatcher<Call, string>({
      name: "settled before",
      maxInFlight: 2,
      maySendAnother: ({ callsToRecord }) => callsToRecord === 0,
      keyOf: ({ keys }) => keys,
      async run(items) {
        inFlight += 1;
        seen.push(`${items.map(({ name }) => name).join("")} ${inFlight}`);
        const names = new Set(items.map(({ name }) => name));
        if (names.has("b")) beside.resolve();
        // It is over once the other is there, and after a while without.
        if (names.has("a")) await Promise.race([beside.promise, new Promise((resolve) => setTimeout(resolve, 2_000))]);
        inFlight -= 1;
        if (names.has("wrong")) throw new Error("wrong");
        return items.map(({ name }) => name);
      },
    });
    await calls.submit(called("right", "x"), settling);
    await expect(calls.submit(called("wrong", "y"), settling)).rejects.toThrow("wrong");
    const a = calls.submit(called("a", "a"));
    await vi.waitFor(() => expect(seen).toContain("a 1"));
    await Promise.all([a, calls.submit(called("b", "b"))]);
    expect(seen).toEqual(["right 1", "wrong 1", "a 1", "b 2"]);
  });
});

describe("reads that come at one time", () => {
  /** How many reads went in each statement, when so many were submitted at once. */
  async function parted(reads: number, settings: { readonly maxItems?: number } = {}) {
    const sizes: number[] = [];
    const calls = createBatcher<number, number>({
      name: "reads",
      ...settings,
      async run(items) {
        sizes.push(items.length);
        await new Promise((resolve) => setTimeout(resolve, 5));
        return items;
      },
    });
    const asked = Array.from({ length: reads }, (_, i) => i);
    expect(await Promise.all(asked.map((one) => calls.submit(one)))).toEqual(asked);
    return sizes;
  }

  it.each([
    { reads: 1, sizes: [1] },
    { reads: 16, sizes: [16] },
    { reads: 40, sizes: [20, 20] },
    { reads: 128, sizes: [64, 64] },
    { reads: 200, sizes: [64, 64, 64, 8] },
  ])("go in halves, within the bounds of a statement: $reads", async ({ reads, sizes }) => {
    expect(await parted(reads)).toEqual(sizes);
  });

  it("are as few in a statement as it is told", async () => {
    expect(await parted(20, { maxItems: 8 })).toEqual([8, 8, 4]);
  });
});

describe("calls that are enough", () => {
  /** What is in flight is held until it is told to end. */
  function eager(settings: { readonly keyOf?: (name: string) => string }) {
    const sent: { readonly names: string; readonly end: () => void }[] = [];
    const calls = createBatcher<string, string>({
      name: "eager",
      maxInFlight: 3,
      earlyFlushAt: 3,
      maySendAnother: ({ waitingCalls }) => waitingCalls >= 2,
      ...settings,
      run: (names) => new Promise((resolve) => sent.push({ names: names.join(""), end: () => resolve(names) })),
    });
    const asked: Promise<string>[] = [];
    return {
      submit: (names: string) => void asked.push(...Array.from(names, (name) => calls.submit(name))),
      sent: () => sent.map(({ names }) => names),
      turn: () => new Promise((resolve) => setImmediate(resolve)),
      async end() {
        for (let ended = 0; ended < sent.length; await new Promise((resolve) => setTimeout(resolve, 5)))
          while (ended < sent.length) sent[ended++]!.end();
        return (await Promise.all(asked)).join("");
      },
    };
  }

  it("go behind the only batch in flight, however long their turn lasts", async () => {
    const { submit, sent, turn, end } = eager({});
    submit("abc");
    // Nothing is in flight: who else comes in this turn rides with them.
    expect(sent()).toEqual([]);
    await turn();
    submit("de");
    expect(sent()).toEqual(["abc"]);
    submit("fg");
    expect(sent()).toEqual(["abc", "def"]);
    // Two are in flight: they wait for the end of their turn.
    submit("hi");
    expect(sent()).toEqual(["abc", "def"]);
    await turn();
    expect(sent()).toEqual(["abc", "def", "ghi"]);
    expect(await end()).toBe("abcdefghi");
  });

  it("are not looked through again with each that comes behind those who wait for their keys", async () => {
    const { submit, sent, turn, end } = eager({ keyOf: (name) => name });
    submit("x");
    await turn();
    submit("xxxab");
    expect(sent()).toEqual(["x"]);
    submit("c");
    expect(sent()).toEqual(["x", "abc"]);
    expect(await end()).toBe("xxxxabc");
  });
});
