import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { realNow } from "../src/platform/basics/clock.ts";
import * as queries from "./deliveries/queries.ts";
import type { Figure } from "./figure.ts";
import { openMarket, type Market, type Workshop } from "./market.ts";
import { median } from "./measure.ts";
import { cpuSeconds, familyCpuSeconds } from "./processes.ts";
import { ENCRYPTION_KEYS } from "./ring.ts";
import { startVitrine } from "./server.ts";

/** Enough to be busy for some seconds. */
const EVENTS = 10_000;
/** How many sellers have an endpoint each. */
const CONTENDERS = [1, 50] as const;
const SKUS = 1_000;
const TICK_MS = 50;
const HALF_LOAD_SECONDS = 5;
const LIMIT_MS = 120_000;
const MICRO = 1e6;

interface Drain {
  readonly perSecond: number;
  readonly serverUs: number;
  readonly postgresUs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * How fast a dispatcher delivers to receivers on the same machine, and how long an event waits for its first attempt at half that rate.
 * Events are appended by another process, so that the dispatcher finds them by looking.
 */
export const deliveries: Figure = {
  name: "deliveries",
  title: "Notifications delivered",
  async measure({ workshop, rounds: { rounds } }) {
    const facts: Record<string, number> = {};
    for (const endpoints of CONTENDERS) {
      const drains: Drain[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const drain = await drained(workshop, endpoints, `bench_deliveries_${endpoints}_${round}`);
        drains.push(drain);
        console.error(
          `  ${endpoints} endpoints ${round}/${rounds}: ${Math.round(drain.perSecond)}/s  cpu ${drain.serverUs.toFixed(0)} + ${drain.postgresUs.toFixed(0)} us  first attempt ${drain.p50Ms.toFixed(0)} / ${drain.p99Ms.toFixed(0)} ms`,
        );
      }
      for (const name of Object.keys(drains[0]!) as (keyof Drain)[])
        facts[`${name}Of${endpoints}`] = median(drains.map((drain) => drain[name]));
    }
    return { samples: {}, facts };
  },
};

async function drained(workshop: Workshop, endpoints: number, name: string): Promise<Drain> {
  const { postgres, folder } = workshop;
  const market = await openMarket(workshop, { name, skus: SKUS, state: "published" });
  const variables = { PORT: "0", QUOTA_PER_MINUTE: "10000000", ENCRYPTION_KEYS, ROLE: "api,dispatcher" };
  const server = await startVitrine(
    { ...variables, DATA_DIR: join(folder, name), DATABASE_URL: postgres.url(name) },
    workshop.profileFolder,
  );
  const hook = await openReceiver();
  try {
    const sellers = market.sellers.slice(0, endpoints);
    for (const seller of sellers) await register(server.baseUrl, seller, hook.url);
    const append = (each: number) => market.client.query(queries.append, [sellers.map(({ sellerId }) => sellerId), each, realNow()]);
    // One for each: from then on it is proven.
    await append(1);
    await settled(market);
    const each = EVENTS / endpoints;
    const [before, cpu, database] = [hook.count(), cpuSeconds(server.pid), familyCpuSeconds(postgres.pid)];
    const startedMs = performance.now();
    await append(each);
    while (hook.count() < before + EVENTS) await sleep(5);
    const seconds = (performance.now() - startedMs) / 1_000;
    await settled(market);
    const [cpuUsed, databaseUsed] = [cpuSeconds(server.pid) - cpu, familyCpuSeconds(postgres.pid) - database];
    const waits = await waitsAtHalf(EVENTS / seconds, sellers.length, append, hook);
    return {
      perSecond: EVENTS / seconds,
      serverUs: (cpuUsed * MICRO) / EVENTS,
      postgresUs: (databaseUsed * MICRO) / EVENTS,
      p50Ms: waits[Math.floor(waits.length / 2)]!,
      p99Ms: waits[Math.floor(waits.length * 0.99)]!,
    };
  } finally {
    await server.stop();
    hook.close();
  }
}

/** Appends at half a rate for some seconds; how long events waited, sorted, in milliseconds. */
async function waitsAtHalf(
  perSecond: number,
  endpoints: number,
  append: (each: number) => Promise<unknown>,
  hook: Receiver,
): Promise<readonly number[]> {
  const each = Math.max(1, Math.round((perSecond / 2 / endpoints) * (TICK_MS / 1_000)));
  const everyMs = (each * endpoints * 1_000) / (perSecond / 2);
  const from = hook.waits.length;
  let sent = 0;
  for (const until = performance.now() + HALF_LOAD_SECONDS * 1_000; performance.now() < until;) {
    const tick = performance.now();
    await append(each);
    sent += each * endpoints;
    await sleep(Math.max(0, everyMs - (performance.now() - tick)));
  }
  for (const until = performance.now() + LIMIT_MS; hook.waits.length < from + sent && performance.now() < until;) await sleep(10);
  return hook.waits.slice(from).toSorted((a, b) => a - b);
}

async function settled(market: Market): Promise<void> {
  for (const until = performance.now() + LIMIT_MS; performance.now() < until; await sleep(20)) {
    if ((await market.client.query<{ left: number }>(queries.left)).rows[0]!.left === 0) return;
  }
  throw new Error("notifications were not delivered");
}

interface Receiver {
  readonly url: string;
  /** Milliseconds between an event and its arrival. */
  readonly waits: readonly number[];
  readonly count: () => number;
  readonly close: () => void;
}

async function openReceiver(): Promise<Receiver> {
  const waits: number[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      const { eventDate } = JSON.parse(body) as { readonly eventDate: string };
      waits.push(realNow() - Date.parse(eventDate));
      response.writeHead(204).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    waits,
    count: () => waits.length,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function register(baseUrl: string, seller: { readonly clientId: string; readonly accessToken: string }, url: string): Promise<void> {
  const response = await fetch(`${baseUrl}/api/v1/notifications/endpoints`, {
    method: "POST",
    headers: { client_id: seller.clientId, access_token: seller.accessToken, "content-type": "application/json" },
    body: JSON.stringify({ name: "bench", url, events: ["product"] }),
  });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
}
