import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { client, eventually, startMarketplace, type Marketplace } from "../harness.ts";
import { movableClock } from "../movable-clock.ts";
import { receiver, register, type Received } from "../notifications/receiver.ts";
import { pathOf, publish, wares } from "../wares.ts";
import { brokenInvariants } from "./invariants.ts";
import { onDatabase, startServer, type ServerProcess } from "./server-process.ts";

const WRONG_CLOCK = join(import.meta.dirname, "planted-wrong-clock.ts");
/** How far two processes are ahead of the database and behind it: almost as far as signatures are good for. */
const SKEW_SECONDS = 290;
/** Farther than that. */
const PLANTED_SECONDS = 600;
const PRODUCTS = budget(8, 1_000);
const AT_ONCE = 8;
const LIMIT_MS = budget(120_000, 3_600_000);
const PATIENCE_MS = budget(60_000, 1_800_000);

/** Nights in which a calendar does what nobody thinks of; only at length, for each is a server's start. */
const TURNS: readonly (readonly [what: string, from: string, TZ: string, instant: RegExp])[] = [
  ["the end of a leap day", "2028-02-29T23:59:57Z", "UTC", /^2028-0(2-29|3-01)T/],
  ["the hour that a zone leaves out", "2027-03-14T01:59:57-05:00", "America/New_York", /^2027-03-14T/],
  ["the hour that a zone has twice", "2027-11-07T01:59:57-04:00", "America/New_York", /^2027-11-07T/],
];

let market: Marketplace;
beforeAll(async () => {
  market = await startMarketplace({ clock: movableClock(), settings: { ROLE: "api" } });
});
afterAll(() => market.stop());

/** A server whose wall clock is another; what it measures durations by is left alone. */
const serve = (clock: string, more: Readonly<Record<string, string>> = {}): Promise<ServerProcess> =>
  startServer({
    variables: { ...onDatabase(market.database), OUTBOUND_HOSTS_ALLOWED: "127.0.0.1", WRONG_CLOCK: clock, ...more },
    preload: [WRONG_CLOCK],
  });

/** Products published through two processes whose clocks are so far apart, judged and told by both. */
async function apart(seconds: number, products: number) {
  const { query } = market.database;
  const seller = await market.seller();
  let unsigned = 0;
  // As it arrives: a signature is good for minutes.
  await using hook = await receiver((one) => {
    if (!isSigned(secret, one)) unsigned += 1;
    return 204;
  });
  const { secret } = await register(seller, hook.url);
  const servers = await Promise.all([serve(String(seconds * 1_000)), serve(String(-seconds * 1_000))]);
  try {
    const { visor } = await wares(`${market.baseUrl}/images`);
    for (let from = 0; from < products; from += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, products - from) }, (_, i) =>
          publish(client(servers[(from + i) % 2]!.baseUrl, seller.headers), visor(`TORTO-${from + i}`)),
        ),
      );
    const causes = () =>
      query<{ causes: string }>(
        "select string_agg(cause, ',' order by version) as causes from events where seller_id = $1 group by resource",
        [seller.sellerId],
      );
    await eventually(
      "both to judge all of them",
      async () => (await causes()).every((row) => row.causes.includes("validation")) && (await causes()).length >= products,
      PATIENCE_MS,
    );
    await eventually(
      "every event to be told",
      async () => new Set(hook.received.map(({ json }) => json.id)).size >= products * 2,
      PATIENCE_MS,
    );
    const wrong = (await causes()).filter((row) => row.causes !== "submit,validation");
    const ids = hook.received.map(({ json }) => json.id);
    return { wrong, twice: ids.length - new Set(ids).size, unsigned, told: ids.length, metrics: await metricsOf(servers) };
  } finally {
    await Promise.all(servers.map((server) => server.end("SIGTERM")));
  }
}

/** Whether a receiver whose clock is right takes it: a signature is good for five minutes. */
function isSigned(secret: string, { body, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** Figures of these processes that are below zero: durations, counts, ages. */
async function metricsOf(servers: readonly ServerProcess[]): Promise<readonly string[]> {
  const pages = await Promise.all(servers.map(async ({ baseUrl }) => (await client(baseUrl, {}).get("/metrics")).text));
  return pages.flatMap((page) => page.split("\n").filter((line) => / -\d/.test(line)));
}

describe("T60: clocks that are wrong", () => {
  it(
    `judge and tell each of ${PRODUCTS} products once, though two processes are ${2 * SKEW_SECONDS} s apart`,
    async () => {
      const found = await apart(SKEW_SECONDS, PRODUCTS);
      figures({
        products: PRODUCTS,
        "seconds apart": 2 * SKEW_SECONDS,
        notifications: found.told,
        "told twice": found.twice,
        "badly signed": found.unsigned,
      });
      expect(found).toEqual({ wrong: [], twice: 0, unsigned: 0, told: PRODUCTS * 2, metrics: [] });
      expect(await brokenInvariants(market.database.query)).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    "sees signatures that are too old and too new (planted: clocks ten minutes off)",
    async () => expect((await apart(PLANTED_SECONDS, 2)).unsigned).toBe(4),
    LIMIT_MS,
  );

  it(
    "that jump back by ten minutes stop nobody",
    async () => {
      const file = join(mkdtempSync(join(inject("scratch"), "clock-")), "offset");
      writeFileSync(file, "300000");
      const seller = await market.seller();
      const server = await serve(file);
      const caller = client(server.baseUrl, seller.headers);
      const { visor } = await wares(`${market.baseUrl}/images`);
      await publish(caller, visor("SALTO"));
      writeFileSync(file, "-300000");
      const replies = [
        await caller.put(pathOf("SALTO", "stocks"), { available: 3 }),
        await caller.put(pathOf("SALTO", "prices"), { listPrice: 20, salePrice: 10 }),
        await caller.get(pathOf("SALTO", "history")),
        await caller.get("/api/v1/limits"),
      ];
      expect(replies.map(({ status }) => status)).toEqual([202, 202, 200, 200]);
      await eventually(
        "the product to be judged",
        async () => (await caller.get(pathOf("SALTO", "status"))).json.code !== "RECEIVED",
        PATIENCE_MS,
      );
      expect(await metricsOf([server])).toEqual([]);
      expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
      expect(await brokenInvariants(market.database.query)).toEqual([]);
    },
    LIMIT_MS,
  );

  it.each(TURNS.slice(0, budget(0, TURNS.length)))(
    "are at %s, and days and instants are right",
    async (_what, from, TZ, instant) => {
      const seller = await market.seller();
      const server = await serve(`@${from}`, { TZ });
      const caller = client(server.baseUrl, seller.headers);
      const { visor } = await wares(`${market.baseUrl}/images`);
      await publish(caller, visor("VIRADA"));
      const { json } = await eventually(
        "its status",
        async () => {
          const reply = await caller.get(pathOf("VIRADA", "status"));
          return reply.json.code !== "RECEIVED" && reply;
        },
        PATIENCE_MS,
      );
      expect(json.date).toMatch(instant);
      expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
    },
    LIMIT_MS,
  );
});
