import { describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { eventually, startMarketplace, type Seller } from "../harness.ts";
import { happen, receiver, register, type Received } from "../notifications/receiver.ts";

const GOOD = budget(19, 99);
/** Few are enough for a bug to show: of many, the few that a slow one holds up are less than the hundredth that is looked at. */
const ROUNDS = budget(25, 200);
const PLANTED_ROUNDS = 2;
const LIMIT_MS = budget(120_000, 1_800_000);
/** Beside the good ones alone, and what a machine with much else to do adds to a few milliseconds. */
const MOST_OVER = 1.1;
const SLACK_MS = 150;
const MOST_MEASURED = 2;

const p99 = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)]!;

/** The good endpoints of a marketplace of their own, with some beside them that never answer. */
interface Neighbours extends AsyncDisposable {
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
  return {
    round,
    async [Symbol.asyncDispose]() {
      await Promise.all([market.stop(), good[Symbol.asyncDispose](), bad[Symbol.asyncDispose]()]);
    },
  };
}

interface Waits {
  /** What the good ones waited, 99th percentile in ms. */
  readonly alone: number;
  readonly beside: number;
}
const isHurt = ({ alone, beside }: Waits) => beside >= alone * MOST_OVER + SLACK_MS;

/** Round by round in turn, for the machine is not equally busy all the time. */
async function measure(rounds: number, settings: Readonly<Record<string, string>>): Promise<Waits> {
  await using alone = await neighbours(0, settings);
  await using beside = await neighbours(1, settings);
  const waited: Record<keyof Waits, number[]> = { alone: [], beside: [] };
  for (let round = 0; round < rounds; round += 1) {
    waited.alone.push(...(await alone.round()));
    waited.beside.push(...(await beside.round()));
  }
  return { alone: p99(waited.alone), beside: p99(waited.beside) };
}

/** Who is held up by a slow one is held up each time; by a machine that stands still, once: then it is measured again, from the start. */
async function measured(rounds: number, settings: Readonly<Record<string, string>> = {}): Promise<Waits & { readonly times: number }> {
  for (let times = 1; ; times += 1) {
    const waits = await measure(rounds, settings);
    if (!isHurt(waits) || times === MOST_MEASURED) return { ...waits, times };
  }
}

describe("T44 bad endpoints do not hurt others (reliability 1.5)", () => {
  it(
    "makes the good ones wait no longer when one never answers",
    async () => {
      const found = await measured(ROUNDS);
      const { times, alone, beside } = found;
      figures({ "good endpoints": GOOD, rounds: ROUNDS, "times measured": times, "p99 alone, ms": alone, "p99 beside, ms": beside });
      expect(isHurt(found), JSON.stringify(found)).toBe(false);
    },
    LIMIT_MS,
  );

  it(
    "sees the planted bug: one queue for all, a single place that the slow one keeps",
    async () => {
      const found = await measured(PLANTED_ROUNDS, { NOTIFICATION_CONCURRENCY: "1" });
      expect(isHurt(found), JSON.stringify(found)).toBe(true);
    },
    LIMIT_MS,
  );
});
