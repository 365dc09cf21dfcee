import { afterAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { eventually, startMarketplace, type Seller } from "../harness.ts";
import { happen, receiver, register, type Received } from "../notifications/receiver.ts";

const GOOD = budget(19, 99);
/** Few are enough for a bug to show: of many, the few that a slow one holds up are less than the hundredth that is looked at. */
const FEW_ROUNDS = 25;
const ROUNDS = budget(FEW_ROUNDS, 200);
const LIMIT_MS = budget(120_000, 1_800_000);
/** Beside the good ones alone, and what a machine with much else to do adds to a few milliseconds. */
const MOST_OVER = 1.1;
const SLACK_MS = 150;
const MOST_MEASURED = 3;
const started: { readonly stop: () => Promise<unknown> }[] = [];
afterAll(async () => {
  for (const one of started) await one.stop();
});

const p99 = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)]!;

/** The good endpoints of a marketplace of their own, with some beside them that never answer. */
interface Neighbours {
  /** Something happens to everybody. How long each of the good ones waited for it, in ms. */
  readonly round: () => Promise<readonly number[]>;
}

async function neighbours(hanging: number, settings: Readonly<Record<string, string>> = {}): Promise<Neighbours> {
  const market = await startMarketplace({ settings });
  const heard: Received[] = [];
  const good = await receiver((received) => {
    heard.push(received);
    return 204;
  });
  // It never answers.
  const bad = await receiver(() => undefined);
  started.push({ stop: () => Promise.all([market.stop(), good[Symbol.asyncDispose](), bad[Symbol.asyncDispose]()]) });
  const sellers: Seller[] = [];
  for (let i = 0; i < GOOD + hanging; i += 1) {
    const seller = await market.seller();
    await register(seller, i < GOOD ? good.url : bad.url);
    sellers.push(seller);
  }
  const round = async () => {
    const before = heard.length;
    const sentAt = performance.now();
    for (const { sellerId } of sellers) await happen(market, sellerId, [`product/P${before % 5}`]);
    await eventually("a round", async () => heard.length >= before + GOOD, 60_000);
    return heard.slice(before).map(({ atMs }) => atMs - sentAt);
  };
  // One each: from then on the good ones are proven.
  await round();
  await eventually("the bad ones", async () => bad.received.length >= hanging);
  return { round };
}

/** What the good ones of each of them waited, 99th percentile in ms; round by round in turn, for the machine is not equally busy all the time. */
async function waits(of: readonly Neighbours[], rounds: number): Promise<readonly number[]> {
  const waited = of.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, each] of of.entries()) waited[index]!.push(...(await each.round()));
  }
  return waited.map(p99);
}

describe("T44 bad endpoints do not hurt others (reliability 1.5)", () => {
  it(
    "makes the good ones wait no longer when one never answers",
    async () => {
      const both = [await neighbours(0), await neighbours(1)];
      let [alone, beside] = [0, Number.POSITIVE_INFINITY];
      let measured = 0;
      // Who waits for a slow one waits each time; for a machine that stands still, once.
      for (; measured < MOST_MEASURED && beside >= alone * MOST_OVER + SLACK_MS; measured += 1) {
        [alone, beside] = (await waits(both, ROUNDS)) as [number, number];
      }
      figures({ "good endpoints": GOOD, rounds: ROUNDS, measured, "p99 alone, ms": alone, "p99 beside, ms": beside });
      expect(beside).toBeLessThan(alone * MOST_OVER + SLACK_MS);
    },
    LIMIT_MS,
  );

  it(
    "sees the planted bug: one queue for all, a single place that the slow one keeps",
    async () => {
      const [beside] = await waits([await neighbours(1, { NOTIFICATION_CONCURRENCY: "1" })], FEW_ROUNDS);
      expect(beside).toBeGreaterThan(1_000);
    },
    LIMIT_MS,
  );
});
