import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { client, eventually, type Client } from "../harness.ts";
import { receiver, register, type Notification, type Received } from "../notifications/receiver.ts";
import { wares, type Wares } from "../wares.ts";
import { allSettled, AT_ONCE_AGAIN, endLeases } from "./deliveries.ts";
import { killAndWait, startEmbedded, type Embedded } from "./embedded-server.ts";
import { brokenInvariants, INVARIANTS } from "./invariants.ts";
import { startWriters } from "./writers.ts";

const KILLS = budget(2, 50);
const WRITERS = budget(4, 16);
const ENDPOINTS = 2;
/** Events asked for at once. */
const PAGE = 100;
/** Events that are told between two kills, at least. */
const TOLD = 10;
const LIMIT_MS = budget(240_000, 4 * 3_600_000);
const PATIENCE_MS = 60_000;

let shop: Wares;
beforeAll(async () => {
  shop = await wares("http://127.0.0.1/images");
});

/** What an event is about: the same in the feed, in a notification and in the database. */
const about = ({ parameters: { sku, orderNumber }, resourceVersion }: Pick<Notification, "parameters" | "resourceVersion">): string =>
  `${sku === undefined ? `order/${orderNumber}` : `product/${sku}`} ${resourceVersion}`;

/** A consumer that follows the feed, whatever the service answers meanwhile. */
function follow(seller: Pick<Client, "get">) {
  const seen = new Map<number, string>();
  const gaps: string[] = [];
  const stopping = new AbortController();
  const following = (async () => {
    for (let after = 0; !stopping.signal.aborted;) {
      const reply = await seller.get(`/api/v1/events?after=${after}&limit=${PAGE}&wait=1`).catch(() => undefined);
      if (reply?.status !== 200) {
        if (reply !== undefined && reply.status !== 204 && reply.status !== 503) gaps.push(`${reply.status} ${reply.text}`);
        await sleep(20);
        continue;
      }
      for (const event of reply.json.items as (Notification & { readonly seq: number })[]) {
        if (event.seq !== after + 1) gaps.push(`${event.seq} after ${after}`);
        seen.set(event.seq, about(event));
        after = event.seq;
      }
    }
  })();
  return {
    seen,
    gaps,
    async stop() {
      stopping.abort();
      await following;
    },
  };
}

/** A receiver that refuses a third of all tries, and keeps what it acknowledged and what came with other bytes under one id. */
async function unwilling() {
  const acknowledged = new Map<string, Notification>();
  const bodies = new Map<string, string>();
  const changed = new Set<string>();
  let tries = 0;
  const hook = await receiver(({ json, body }: Received) => {
    if ((bodies.get(json.id) ?? body) !== body) changed.add(json.id);
    bodies.set(json.id, body);
    tries += 1;
    if (tries % 3 === 0) return 500;
    acknowledged.set(json.id, json);
    return 204;
  });
  return { hook, acknowledged, changed };
}

interface Found {
  /** Places where the feed skipped or repeated a number, or answered what no reader should have to expect. */
  readonly gaps: readonly string[];
  /** Events that a reader or a receiver was told and that are another now, or none. */
  readonly vanished: readonly string[];
  /** Events that an endpoint never acknowledged. */
  readonly lost: readonly string[];
  /** Ids that came with other bytes on another try. */
  readonly changed: readonly string[];
  /** Deliveries that were given up. */
  readonly dead: number;
  /** How many there were. */
  readonly events: number;
}

/** Products are changed, read in the feed and told to two endpoints, while PostgreSQL is killed again and again. */
async function told(embedded: Embedded, kills: number, isWhole: boolean): Promise<Found> {
  const { ask, server } = embedded;
  const { sellerId, headers } = embedded.seller;
  const seller = { ...client(server.baseUrl, headers), sellerId, credentialId: "", clientId: "", accessToken: "" };
  const hooks = await Promise.all(Array.from({ length: ENDPOINTS }, unwilling));
  for (const { hook } of hooks) await register(seller, hook.url);
  const [{ from } = { from: 0 }] = await ask<{ from: number }>("select max(cursor_seq)::integer as from from notification_endpoints");
  await ask("checkpoint");
  const feed = follow(seller);
  const writers = startWriters({
    baseUrl: server.baseUrl,
    sellers: [embedded.seller],
    count: WRITERS,
    ware: (sku, changes) => shop.visor(sku, { ...changes, brand: "Marca Que Não Há" }),
  });
  for (let nth = 0; nth < kills; nth += 1) {
    const [seen, heard] = [feed.seen.size, hooks[0]!.acknowledged.size];
    const isTold = async () => feed.seen.size >= seen + TOLD && (!isWhole || hooks[0]!.acknowledged.size >= heard + TOLD);
    await eventually("events to be read and told", isTold, PATIENCE_MS);
    await killAndWait(embedded, nth % 2 === 0);
    if (isWhole) await endLeases({ query: ask });
  }
  if (isWhole) {
    await writers.stop();
    expect(writers.surprises).toEqual([]);
    await eventually("the last lease to end, and everything to be settled", async () => allSettled({ query: ask }, PATIENCE_MS), LIMIT_MS);
  } else writers.abandon();
  const written = () =>
    ask<{ seq: number; what: string }>(
      "select seq::integer as seq, resource || ' ' || version as what from events where seller_id = $1 order by seq",
      [sellerId],
    );
  const rows = await written();
  if (isWhole) await eventually("the feed to be read", async () => feed.seen.size >= rows.length);
  await feed.stop();
  const [row] = await ask<{ dead: number }>("select count(*)::integer as dead from notification_retries where dead_at is not null");
  const heard = hooks.flatMap(({ acknowledged }) => [...acknowledged.values()].map((one) => [one.seq!, about(one)] as const));
  for (const { hook } of hooks) await hook[Symbol.asyncDispose]();
  // The validation goes on: what it appended meanwhile was told as well.
  const there = new Map((await written()).map(({ seq, what }) => [seq, what]));
  return {
    gaps: [...feed.gaps, ...rows.flatMap(({ seq }, i) => (seq === i + 1 ? [] : [`${seq} at ${i + 1}`]))],
    vanished: [...feed.seen, ...heard].filter(([seq, what]) => there.get(seq) !== what).map(([seq, what]) => `${seq} ${what}`),
    lost: hooks.flatMap(({ acknowledged }, place) =>
      rows.filter(({ seq }) => seq > from && !acknowledged.has(`evt_${sellerId}_${seq}`)).map(({ seq }) => `${place} ${seq}`),
    ),
    changed: hooks.flatMap(({ changed }) => [...changed]),
    dead: row!.dead,
    events: rows.length,
  };
}

describe("T05: PostgreSQL is killed with kill -9 while events are read and told (one machine)", () => {
  it(
    `skips, repeats and takes back nothing in the feed, and brings every event to every endpoint, over ${KILLS} kills`,
    async () => {
      const embedded = await startEmbedded([], AT_ONCE_AGAIN);
      const { events, ...found } = await told(embedded, KILLS, true);
      figures({ kills: KILLS, events, endpoints: ENDPOINTS });
      for (const [what, each] of Object.entries(found)) figures({ [what]: typeof each === "number" ? each : each.length });
      expect(found).toEqual({ gaps: [], vanished: [], lost: [], changed: [], dead: 0 });
      expect(await brokenInvariants(embedded.ask, INVARIANTS, embedded.keys)).toEqual([]);
      expect(await embedded.server.end("SIGTERM")).toEqual({ code: 0, signal: null });
    },
    LIMIT_MS,
  );

  it(
    "sees a database that answers commits before they are on the disk (planted)",
    async () => {
      const embedded = await startEmbedded([join(import.meta.dirname, "planted-async-commit.ts")], AT_ONCE_AGAIN);
      const { vanished } = await told(embedded, 1, false);
      expect(vanished.length).toBeGreaterThan(0);
      await embedded.server.end("SIGKILL");
    },
    LIMIT_MS,
  );
});
