import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { eventually } from "../harness.ts";
import { happen, receiver, register, type Received } from "../notifications/receiver.ts";
import { allSettled, endLeases, startDispatcher, withoutDispatcher } from "./deliveries.ts";

const EVENTS = budget(400, 100_000);
const ENDPOINTS = 2;
/** A resource's events wait for each other's retries: many do so at the same time. */
const RESOURCES = budget(60, 3_000);
const KILLS = budget(2, 10);
const ANSWER_MS = 40;
const LIMIT_MS = budget(150_000, 4 * 3_600_000);

interface Run {
  /** Events that an endpoint never acknowledged. */
  readonly lost: readonly string[];
  /** Ids that came with other bytes on another try. */
  readonly changed: readonly string[];
  readonly dead: number;
}

/** Everything that happens reaches two endpoints that refuse a third of it, while dispatchers are killed over and over. */
async function delivered(preload: readonly string[]): Promise<Run> {
  const market = await withoutDispatcher();
  try {
    const seller = await market.seller();
    const acknowledged = Array.from({ length: ENDPOINTS }, () => new Set<string>());
    const bodies = new Map<string, Set<string>>();
    const tries = new Map<string, number>();
    const answering = (place: number) => (received: Received, response: { writeHead(status: number): { end(): void } }) => {
      const key = `${place} ${received.json.id}`;
      bodies.set(key, (bodies.get(key) ?? new Set()).add(received.body));
      // A third of all tries is refused, never two of an event in a row.
      const nth = (tries.get(key) ?? 0) + 1;
      tries.set(key, nth);
      const status = (nth + received.json.seq!) % 3 === 0 ? 500 : 204;
      setTimeout(() => {
        if (status === 204) acknowledged[place]!.add(received.json.id);
        response.writeHead(status).end();
      }, ANSWER_MS);
    };
    await using first = await receiver(answering(0));
    await using second = await receiver(answering(1));
    for (const hook of [first, second]) await register(seller, hook.url);
    for (let nth = 0; nth < KILLS; nth += 1) {
      const dispatcher = await startDispatcher(market.database, preload);
      const before = first.received.length;
      const resources = Array.from({ length: EVENTS / KILLS }, (_, i) => `product/P${i % RESOURCES}`);
      for (let i = 0; i < resources.length; i += 100) await happen(market, seller.sellerId, resources.slice(i, i + 100));
      await eventually("deliveries", async () => first.received.length > before + 30 && second.received.length > 0, 30_000);
      await dispatcher.end("SIGKILL");
      await endLeases(market.database);
    }
    const last = await startDispatcher(market.database, preload);
    await allSettled(market.database, LIMIT_MS);
    await sleep(ANSWER_MS * 2);
    await last.end("SIGTERM");
    const ids = Array.from({ length: EVENTS }, (_, i) => `evt_${seller.sellerId}_${i + 1}`);
    const [row] = await market.database.query<{ dead: number }>(
      "select count(*)::integer as dead from notification_retries where dead_at is not null",
    );
    return {
      lost: acknowledged.flatMap((got, place) => ids.filter((id) => !got.has(id)).map((id) => `${place} ${id}`)),
      changed: [...bodies].filter(([, each]) => each.size > 1).map(([key]) => key),
      dead: row!.dead,
    };
  } finally {
    await market.stop();
  }
}

describe("T41 at least once (reliability 1.5)", () => {
  it(
    "brings every event to every endpoint, the same bytes under the same id, however often dispatchers are killed",
    async () => {
      const run = await delivered([]);
      figures({ events: EVENTS, endpoints: ENDPOINTS, kills: KILLS, lost: run.lost.length, changed: run.changed.length });
      expect(run).toEqual({ lost: [], changed: [], dead: 0 });
    },
    LIMIT_MS,
  );

  it(
    "sees the planted bug: a cursor that moves before the send is settled",
    async () => {
      const { lost } = await delivered([join(import.meta.dirname, "planted-cursor-first.ts")]);
      expect(lost.length).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );
});
