import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "./figure.ts";
import { openMarket, openStand, type Market, type Stand } from "./market.ts";
import { interleaved } from "./measure.ts";
import type { BenchSeller } from "./catalogue.ts";

const DATABASE = "bench_events";
const PAGE = 100;
const CONNECTIONS = 64;
/** Wake-ups of each kind. */
const WAKES = 100;
const PAUSE_MS = 20;
const WAIT_SECONDS = 30;
/** As many as an application may have. */
const FOLLOWERS = 4;
/** On sale in every catalogue of the bench. */
const SKU = "10000002";

/**
 * The feed: pages a second, what followers and a dispatcher cost those who append, and how
 * long after a write's answer a reader who waits has it, in the writer's process and in another.
 */
export const events: Figure = {
  name: "events",
  title: `Feed of events, pages of ${PAGE}`,
  async measure({ workshop, rounds, skus }) {
    const market = await openMarket(workshop, { name: DATABASE, skus, state: "published" });
    const stands: Stand[] = [];
    try {
      const quiet = await openStand(workshop, market, DATABASE);
      const followed = await openStand(workshop, market, DATABASE, { ROLE: "api,dispatcher" });
      stands.push(quiet, followed);
      const takes = [PAGE, skus / 2 - PAGE];
      const post = { scenario: "post-product", takes: [], connections: CONNECTIONS };
      const following = follow(followed, market.sellers[0]!);
      const samples = await interleaved(
        [
          quiet.http(`vitrine ${CONNECTIONS}`, { scenario: "list-events", takes, connections: CONNECTIONS }),
          quiet.http("POST product, nobody follows", post),
          followed.http("POST product, followed", post),
        ],
        rounds,
      );
      await following.stop();
      return { samples, facts: { skus, ...(await wakeUps(market, quiet, followed)) } };
    } finally {
      await Promise.all(stands.map((stand) => stand.stop()));
    }
  },
};

/** Calls that wait for a seller's events, again and again. */
function follow(stand: Stand, seller: BenchSeller) {
  const ending = new AbortController();
  const one = async () => {
    let after = await lastSeq(stand, seller);
    while (!ending.signal.aborted) after = (await waited(stand, seller, after, ending.signal).catch(() => undefined)) ?? after;
  };
  const all = Promise.all(Array.from({ length: FOLLOWERS }, one));
  return {
    async stop() {
      ending.abort();
      await all;
    },
  };
}

async function wakeUps(market: Market, here: Stand, elsewhere: Stand) {
  const [seller] = market.sellers;
  const facts: Record<string, number> = {};
  for (const [name, writer] of [
    ["InProcess", here],
    ["Across", elsewhere],
  ] as const) {
    const latencies: number[] = [];
    for (let nth = 0; nth < WAKES; nth += 1) {
      const after = await lastSeq(here, seller!);
      const reading = waited(here, seller!, after).then(() => performance.now());
      await sleep(PAUSE_MS + nth);
      await buy(writer, seller!);
      const writtenMs = performance.now();
      latencies.push(Math.max(0, (await reading) - writtenMs));
    }
    latencies.sort((a, b) => a - b);
    facts[`wake${name}P50Ms`] = latencies[WAKES / 2]!;
    facts[`wake${name}P99Ms`] = latencies[WAKES - 1]!;
    console.error(`  wake-up ${name}: ${facts[`wake${name}P50Ms`]!.toFixed(1)} / ${facts[`wake${name}P99Ms`]!.toFixed(1)} ms`);
  }
  return facts;
}

const headersOf = ({ clientId, accessToken }: BenchSeller) => ({ client_id: clientId, access_token: accessToken });

/** The last seq after `after`, or undefined when nothing came in time. */
async function waited({ server }: Stand, seller: BenchSeller, after: number, signal?: AbortSignal): Promise<number | undefined> {
  const path = `/api/v1/events?after=${after}&wait=${WAIT_SECONDS}&limit=500`;
  const response = await fetch(server.baseUrl + path, { headers: headersOf(seller), ...(signal ? { signal } : {}) });
  if (response.status === 204) return undefined;
  if (response.status !== 200) throw new Error(`the feed answered ${response.status}: ${await response.text()}`);
  const { items } = (await response.json()) as { readonly items: readonly { readonly seq: number }[] };
  return items.at(-1)!.seq;
}

/** By halving: whatever seq there is an event after, there are as many. */
async function lastSeq({ server }: Stand, seller: BenchSeller): Promise<number> {
  let after = 0;
  for (let step = 2 ** 24; step >= 1; step /= 2) {
    const response = await fetch(`${server.baseUrl}/api/v1/events?after=${after + step - 1}&limit=1`, { headers: headersOf(seller) });
    await response.arrayBuffer();
    if (response.status === 200) after += step;
  }
  return after;
}

async function buy({ server }: Stand, seller: BenchSeller): Promise<void> {
  const response = await fetch(`${server.baseUrl}/api/v1/orders`, {
    method: "POST",
    headers: { ...headersOf(seller), "content-type": "application/json" },
    body: JSON.stringify({ items: [{ sku: SKU, quantity: 1 }] }),
  });
  if (response.status !== 201) throw new Error(`nothing was bought: ${response.status} ${await response.text()}`);
}
