import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { startMarketplace, testDatabase, type Seller, type TestDatabase } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { brokenInvariants } from "./invariants.ts";
import { onDatabase, startServer, type ServerProcess } from "./server-process.ts";

/** Keys, each sent by so many callers at once until all of them have an answer. */
const KEYS = budget(120, 10_000);
const CALLERS = 3;
const KEYS_AT_ONCE = 16;
/** Of the calls in progress, how many lose their connection, and when. */
const CUT_SHARE = 0.4;
const LONGEST_CUT_MS = 25;
const KILLS = budget(2, 100);
const LIFE_MS = 500;
const LIMIT_MS = budget(60_000, 3_600_000);
const MOST_TRIES = 2_000;
const LATE_NOTE = join(import.meta.dirname, "planted-late-note.ts");
const LOOK_UP_ONLY = join(import.meta.dirname, "planted-look-up-only.ts");

/** What one caller of a key was told at last. */
interface Told {
  readonly key: string;
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

interface Storm {
  readonly told: readonly Told[];
  /** How often each status was answered; 0 = the connection was cut, or nobody listened. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Sentences about keys that did not have one effect, or were told different things. */
  readonly broken: readonly string[];
}

interface Plan {
  readonly keys: number;
  readonly kills: number;
  readonly preload?: readonly string[];
}

const PENDING: ReadonlySet<number> = new Set([0, 409, 503]);

/** Callers who buy under keys from two processes of one database, lose connections, and ask again; processes are killed meanwhile. */
async function storm(database: TestDatabase, seller: Seller, { keys, kills, preload = [] }: Plan): Promise<Storm> {
  const variables = onDatabase(database);
  const start = () => startServer({ variables, preload });
  const servers: ServerProcess[] = await Promise.all([start(), start()]);
  const statuses = new Map<number, number>();
  const told: Told[] = [];
  const retryless: string[] = [];

  const ask = async (key: string, server: number, cut: boolean) => {
    const signal = AbortSignal.timeout(cut ? Math.ceil(Math.random() * LONGEST_CUT_MS) : 20_000);
    const headers = { ...seller.headers, "content-type": "application/json", "idempotency-key": key };
    const body = JSON.stringify({ items: [{ sku: "A", quantity: 1 }] });
    try {
      const reply = await fetch(`${servers[server]!.baseUrl}/api/v1/orders`, { method: "POST", headers, body, signal });
      const text = await reply.text();
      if (reply.status === 409 && reply.headers.get("retry-after") === null) retryless.push(text);
      return { key, status: reply.status, text, replayed: reply.headers.get("idempotent-replayed") === "true" };
    } catch {
      return { key, status: 0, text: "", replayed: false };
    }
  };
  const call = async (key: string) => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const answer = await ask(key, Math.floor(Math.random() * 2), Math.random() < CUT_SHARE);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (!PENDING.has(answer.status)) return void told.push(answer);
      await sleep(Math.random() * 20);
    }
    throw new Error(`${key} was never answered`);
  };
  let next = 0;
  const lane = async () => {
    while (next < keys) {
      const key = `key-${(next += 1)}`;
      await Promise.all(Array.from({ length: CALLERS }, () => call(key)));
    }
  };
  const killer = async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(LIFE_MS);
      await servers[kill % 2]!.end("SIGKILL");
      servers[kill % 2] = await start();
    }
  };
  try {
    await Promise.all([killer(), ...Array.from({ length: KEYS_AT_ONCE }, lane)]);
    // What a late note would still write is written.
    await sleep(100);
  } finally {
    await Promise.all(servers.map((server) => server.end("SIGKILL")));
  }
  return { told, statuses, broken: [...retryless, ...(await differences(database, told))] };
}

/** What does not hold: one order of each key, and all of its callers told the same. */
async function differences({ query }: TestDatabase, told: readonly Told[]): Promise<readonly string[]> {
  const byKey = Map.groupBy(told, ({ key }) => key);
  const [{ orders } = { orders: 0 }] = await query<{ orders: number }>("select count(*)::integer as orders from orders");
  const [{ reserved } = { reserved: 0 }] = await query<{ reserved: number }>("select sum(reserved)::integer as reserved from stocks");
  const counted = orders === byKey.size && reserved === orders ? [] : [`${byKey.size} keys, ${orders} orders, ${reserved} units reserved`];
  const unlike = [...byKey].flatMap(([key, answers]) => {
    const firsts = answers.filter(({ replayed }) => !replayed).length;
    const texts = new Set(answers.map(({ status, text }) => `${status} ${text}`));
    return texts.size === 1 && answers[0]!.status === 201 && firsts <= 1
      ? []
      : [`${key}: ${firsts} first answers, ${[...texts].join(" | ")}`];
  });
  return [...counted, ...unlike];
}

/** A database with a seller who has plenty to sell; the marketplace that made it is gone. */
async function stage(): Promise<{ readonly database: TestDatabase; readonly seller: Seller }> {
  const database = await testDatabase();
  const marketplace = await startMarketplace({ database });
  const seller = await marketplace.seller();
  await onSale(marketplace, seller, { A: 1_000_000 });
  await marketplace.stop();
  return { database, seller };
}

describe("T12: repeated calls under an Idempotency-Key", () => {
  it(
    `buy once each, whoever is cut, killed or asked at the same time: ${KEYS} keys`,
    async () => {
      const { database, seller } = await stage();
      const { told, statuses, broken } = await storm(database, seller, { keys: KEYS, kills: KILLS });
      figures({ keys: KEYS, "callers of each": CALLERS, kills: KILLS, "keys with two effects or two answers": broken.length });
      for (const [status, times] of statuses) figures({ [status === 0 ? "connections cut" : `answers ${status}`]: times });
      expect(broken).toEqual([]);
      expect(told).toHaveLength(KEYS * CALLERS);
      expect([...statuses.keys()].filter((status) => ![0, 201, 409, 503].includes(status))).toEqual([]);
      // All that can happen did: cut connections, calls in progress elsewhere in the process, repetitions.
      expect(statuses.get(0)).toBeGreaterThan(0);
      expect(statuses.get(409)).toBeGreaterThan(0);
      expect(told.filter(({ replayed }) => replayed).length).toBeGreaterThan(KEYS);
      expect(await brokenInvariants(database.query)).toEqual([]);
      await database.drop();
    },
    LIMIT_MS,
  );

  it.each([
    ["an answer noted after the commit", LATE_NOTE],
    ["a look-up that nothing backs", LOOK_UP_ONLY],
  ])(
    "sees %s (planted)",
    async (_name, bug) => {
      const { database, seller } = await stage();
      const { broken } = await storm(database, seller, { keys: 40, kills: 0, preload: [bug] });
      expect(broken.join("\n")).toMatch(/^40 keys, \d+ orders/);
      await database.drop();
    },
    60_000,
  );
});
