import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { client, startMarketplace, type Client, type Marketplace, type Reply } from "../harness.ts";
import { movableClock } from "../movable-clock.ts";
import { inReview, numbered, REVIEWS } from "../review/queue.ts";
import { wares } from "../wares.ts";
import { brokenInvariants } from "./invariants.ts";
import { onDatabase, startServer, type ServerProcess } from "./server-process.ts";

const REVIEWERS = 20;
const ITEMS = budget(200, 20_000);
const PLANTED_ITEMS = 100;
const SELLERS = 10;
const KILLS = budget(2, 50);
const LIMIT_MS = budget(240_000, 3_600_000);

interface Held {
  readonly reviewer: number;
  readonly from: number;
  /** Of a claim that was given back or decided. */
  until: number;
}
interface Tally {
  readonly decided: Map<string, number>;
  /** Who held what, and when. */
  readonly held: Map<string, Held[]>;
  refused: number;
}

/** A marketplace with so many items in its queue, by the real clock. */
async function withQueue(items: number): Promise<Marketplace> {
  const marketplace = await startMarketplace({ clock: movableClock() });
  const shop = await wares(`${marketplace.baseUrl}/images`);
  for (let nth = 0; nth < SELLERS; nth += 1) {
    const seller = await marketplace.seller();
    await inReview(marketplace, seller, shop, numbered(`S${nth}`, items / SELLERS));
  }
  return marketplace;
}

/** One reviewer: claims and decides until nothing is left, or until enough was seen. A lost connection is a reason to try again. */
async function work(reviewer: number, api: () => Client, tally: Tally, isEnough: () => boolean = () => false): Promise<void> {
  const ask = async (call: (one: Client) => Promise<Reply>): Promise<Reply> => {
    for (;;) {
      const reply = await call(api()).catch(() => undefined);
      if (reply !== undefined && reply.status < 500) return reply;
      await sleep(20);
    }
  };
  let empty = 0;
  while (empty < 3 && !isEnough()) {
    const claimed = await ask((one) => one.post(`${REVIEWS}/claim`, { count: 7, leaseSeconds: 10 }));
    if (claimed.status === 204) {
      empty += 1;
      await sleep(50);
      continue;
    }
    empty = 0;
    const { claimToken, items } = claimed.json as {
      readonly claimToken: string;
      readonly items: readonly { readonly sellerId: number; readonly sku: string }[];
    };
    const from = performance.now();
    const holdings = items.map(({ sellerId, sku }) => {
      const holding: Held = { reviewer, from, until: Number.POSITIVE_INFINITY };
      const key = `${sellerId} ${sku}`;
      tally.held.set(key, [...(tally.held.get(key) ?? []), holding]);
      return holding;
    });
    for (const [nth, { sellerId, sku }] of items.entries()) {
      const reply = await ask((one) =>
        one.post(
          REVIEWS,
          { items: [{ sellerId, sku, decision: "approve", claimToken }] },
          { headers: { "idempotency-key": `${claimToken}-${sku}` } },
        ),
      );
      holdings[nth]!.until = performance.now();
      if (reply.status === 200) tally.decided.set(`${sellerId} ${sku}`, (tally.decided.get(`${sellerId} ${sku}`) ?? 0) + 1);
      else tally.refused += 1;
    }
  }
}

/** Items that two reviewers held at the same time. */
const heldTwice = ({ held }: Tally): readonly string[] =>
  [...held].flatMap(([item, holdings]) =>
    holdings.some((one) => holdings.some((other) => other !== one && one.from < other.from && other.from < one.until)) ? [item] : [],
  );

const emptyTally = (): Tally => ({ decided: new Map(), held: new Map(), refused: 0 });

/** How often each item was decided, as the database has it. */
const decisions = ({ database }: Marketplace) =>
  database.query<{ n: number; decided: number; events: number }>(
    `select (select count(*)::integer from review_claims) as n, count(*)::integer as decided,
            (select count(*)::integer from events where cause = 'reviewApprove') as events
       from (select distinct seller_id, sku from review_decisions where undone_at is null) d`,
  );

describe("reviewers who work on one queue (beyond M14)", () => {
  it(
    `decide each of ${ITEMS} items once, ${REVIEWERS} of them together, and none holds what another holds`,
    async () => {
      const marketplace = await withQueue(ITEMS);
      const reviewers = await Promise.all(Array.from({ length: REVIEWERS }, () => marketplace.operator("catalog")));
      const tally = emptyTally();
      await Promise.all(reviewers.map((api, nth) => work(nth, () => api, tally)));
      const [row] = await decisions(marketplace);
      figures({
        reviewers: REVIEWERS,
        items: ITEMS,
        decided: row!.decided,
        refused: tally.refused,
        "held by two": heldTwice(tally).length,
      });
      expect(row).toEqual({ n: 0, decided: ITEMS, events: ITEMS });
      expect([...tally.decided.values()].filter((times) => times !== 1)).toEqual([]);
      expect([heldTwice(tally), tally.refused]).toEqual([[], 0]);
      expect(await brokenInvariants(marketplace.database.query)).toEqual([]);
      await marketplace.stop();
    },
    LIMIT_MS,
  );

  it(
    "lose nothing and decide nothing twice when the process is killed while they claim",
    async () => {
      const marketplace = await withQueue(budget(200, 5_000));
      const start = (): Promise<ServerProcess> => startServer({ variables: { ...onDatabase(marketplace.database), ROLE: "api" } });
      const headers = await Promise.all(Array.from({ length: REVIEWERS }, async () => (await marketplace.operator("catalog")).headers));
      let server = await start();
      const tally = emptyTally();
      const working = Promise.all(headers.map((one, nth) => work(nth, () => client(server.baseUrl, one), tally)));
      for (let kill = 0; kill < KILLS; kill += 1) {
        await sleep(300);
        await server.end("SIGKILL");
        // Leases of claims whose answer was lost would run out in ten seconds.
        await marketplace.database.query("update review_claims set lease_until = now() where lease_until > now()");
        server = await start();
      }
      await working;
      await marketplace.database.query("update review_claims set lease_until = now() where lease_until > now()");
      await work(0, () => client(server.baseUrl, headers[0]!), tally);
      const [row] = await decisions(marketplace);
      figures({ kills: KILLS, items: row!.decided, refused: tally.refused });
      expect(row!.n).toBe(0);
      expect(row!.events).toBe(row!.decided);
      expect(await brokenInvariants(marketplace.database.query)).toEqual([]);
      await server.end("SIGTERM");
      await marketplace.stop();
    },
    LIMIT_MS,
  );

  /** What a reviewer is answered who decides under a claim that ran out, and that passed on to another reviewer since. */
  async function decideTooLate(preload: readonly string[]): Promise<{ readonly status: number; readonly decisions: number }> {
    const marketplace = await withQueue(SELLERS);
    const server = await startServer({ variables: { ...onDatabase(marketplace.database), ROLE: "api" }, preload });
    const [late, next] = await Promise.all([1, 2].map(async () => client(server.baseUrl, (await marketplace.operator("catalog")).headers)));
    const claimed = await late!.post(`${REVIEWS}/claim`, { count: 1 });
    await marketplace.database.query("update review_claims set lease_until = now() - interval '1 second' where lease_until is not null");
    expect((await next!.post(`${REVIEWS}/claim`, { count: SELLERS })).json.items).toHaveLength(SELLERS);
    const { claimToken, items } = claimed.json;
    const { status } = await late!.post(`/operator/v1/sellers/${items[0].sellerId}/products/${items[0].sku}/review`, {
      decision: "approve",
      claimToken,
    });
    const [row] = await marketplace.database.query<{ n: number }>("select count(*)::integer as n from review_decisions");
    await server.end("SIGTERM");
    await marketplace.stop();
    return { status, decisions: row!.n };
  }

  it("decide nothing under a claim that has passed on", async () => {
    expect(await decideTooLate([])).toEqual({ status: 409, decisions: 0 });
  });

  it("would, without the fence of their claims (planted)", async () => {
    expect(await decideTooLate([join(import.meta.dirname, "planted-unfenced-claims.ts")])).toEqual({ status: 200, decisions: 1 });
  });

  it(
    "are seen to hold the same items when a claim ignores the leases of others (planted)",
    async () => {
      const marketplace = await withQueue(PLANTED_ITEMS);
      const server = await startServer({
        variables: { ...onDatabase(marketplace.database), ROLE: "api" },
        preload: [join(import.meta.dirname, "planted-shared-claims.ts")],
      });
      const tally = emptyTally();
      const headers = await Promise.all(Array.from({ length: REVIEWERS }, async () => (await marketplace.operator("catalog")).headers));
      const isSeen = () => heldTwice(tally).length > 0;
      await Promise.all(headers.map((one, nth) => work(nth, () => client(server.baseUrl, one), tally, isSeen)));
      expect(heldTwice(tally).length).toBeGreaterThan(0);
      await server.end("SIGTERM");
      await marketplace.stop();
    },
    LIMIT_MS,
  );
});
