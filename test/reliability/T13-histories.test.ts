import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { startMarketplace, testDatabase, type Seller, type TestDatabase } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { pathOf } from "../wares.ts";
import { anomaliesOf, type Seen } from "./histories.ts";
import { brokenInvariants } from "./invariants.ts";
import { onDatabase, startServer, type ServerProcess } from "./server-process.ts";

const ANSWERS = budget(1_500, 1_000_000);
const KILLS = budget(1, 100);
const PROCESSES = budget(2, 3);
const CLIENTS = 32;
const SKUS = ["UM", "DOIS", "TRES", "QUATRO"];
/** How long a process lives before it is killed, at least. */
const LIFE_MS = 1_000;
const LIMIT_MS = budget(240_000, 4 * 3_600_000);
const STALE_READS = join(import.meta.dirname, "planted-stale-reads.ts");

/** Clients that write and read a few stocks and buy from them, each call through any of the processes; what was answered is their history. */
async function observed(
  { database, seller }: { readonly database: TestDatabase; readonly seller: Seller },
  { answers, kills, preload = [] }: { readonly answers: number; readonly kills: number; readonly preload?: readonly string[] },
): Promise<{ readonly history: readonly Seen[]; readonly unanswered: number; readonly surprises: readonly string[] }> {
  const start = () => startServer({ variables: onDatabase(database), preload });
  const servers: ServerProcess[] = await Promise.all(Array.from({ length: PROCESSES }, start));
  const history: Seen[] = [];
  const surprises: string[] = [];
  let [calls, unanswered, killed] = [0, 0, 0];
  const isDone = () => history.length >= answers && killed >= kills;

  const one = async (client: number) => {
    const call = (calls += 1);
    const sku = SKUS[Math.floor(Math.random() * SKUS.length)]!;
    const { baseUrl } = servers[Math.floor(Math.random() * servers.length)]!;
    const kind = Math.random() < 0.4 ? "write" : "read";
    const request =
      Math.random() < 0.05
        ? { method: "POST", path: "/api/v1/orders", body: JSON.stringify({ items: [{ sku }] }) }
        : { method: kind === "write" ? "PUT" : "GET", path: pathOf(sku, "stocks"), body: JSON.stringify({ available: 1_000_000 + call }) };
    const { method, path, body } = request;
    const askedMs = performance.now();
    let response: Response;
    let text: string;
    try {
      const headers = { ...seller.headers, "content-type": "application/json" };
      response = await fetch(baseUrl + path, { method, headers, ...(method === "GET" ? {} : { body }) });
      text = await response.text();
    } catch {
      unanswered += 1;
      return sleep(20);
    }
    const answeredMs = performance.now();
    if (response.status === 503) return sleep(20);
    if (!response.ok) return void surprises.push(`${method} ${path}: ${response.status} ${text}`);
    if (method === "POST") return;
    const { version, physical, reserved } = JSON.parse(text);
    history.push({ client, kind, resource: sku, version, value: `${physical} with ${reserved} reserved`, askedMs, answeredMs });
  };
  const killer = async () => {
    for (; killed < kills; killed += 1) {
      await sleep(LIFE_MS);
      const nth = killed % servers.length;
      await servers[nth]!.end("SIGKILL");
      servers[nth] = await start();
    }
  };
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    while (!isDone() && surprises.length === 0) await one(client);
  });
  await Promise.all([killer(), ...clients]);
  await Promise.all(servers.map((server) => server.end("SIGTERM")));
  return { history, unanswered, surprises };
}

/** A database with a seller whose goods are on sale; the marketplace that made them is gone. */
async function shopOn(database: TestDatabase): Promise<Seller> {
  const marketplace = await startMarketplace({ database });
  const seller = await marketplace.seller();
  await onSale(marketplace, seller, Object.fromEntries(SKUS.map((sku) => [sku, 1_000_000])));
  await marketplace.stop();
  return seller;
}

describe("T13: what clients see of a stock is one history", () => {
  let database: TestDatabase;
  let seller: Seller;
  beforeAll(async () => {
    database = await testDatabase();
    seller = await shopOn(database);
  });
  afterAll(() => database.drop());

  it(
    `through ${PROCESSES} processes that are killed ${KILLS} times`,
    async () => {
      const { history, unanswered, surprises } = await observed({ database, seller }, { answers: ANSWERS, kills: KILLS });
      figures({ answers: history.length, unanswered, kills: KILLS, processes: PROCESSES, anomalies: anomaliesOf(history).length });
      expect(surprises).toEqual([]);
      expect(anomaliesOf(history)).toEqual([]);
      expect(history.length).toBeGreaterThanOrEqual(ANSWERS);
      expect(await brokenInvariants(database.query)).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    "is not one where reads are answered from memory (planted)",
    async () => {
      const { history } = await observed({ database, seller }, { answers: 500, kills: 0, preload: [STALE_READS] });
      expect(anomaliesOf(history).join()).toMatch(/shows version \d+ after \d+ was answered/);
    },
    LIMIT_MS,
  );
});

describe("the checker of histories", () => {
  const seen = (kind: Seen["kind"], version: number, askedMs: number, more: Partial<Seen> = {}): Seen => ({
    client: 1,
    kind,
    resource: "UM",
    version,
    value: `state ${version}`,
    askedMs,
    answeredMs: askedMs + 10,
    ...more,
  });
  const sound = [
    seen("write", 2, 0),
    seen("read", 2, 20),
    seen("write", 4, 40),
    seen("write", 3, 35),
    seen("read", 3, 42),
    seen("read", 4, 60),
  ];

  it("takes what calls side by side may see", () => {
    expect(anomaliesOf(sound)).toEqual([]);
  });

  it.each([
    ["a read that goes back", seen("read", 3, 80), "client 1's read shows version 3 after 4 was answered"],
    ["a read of another client that goes back", seen("read", 2, 80, { client: 2 }), "client 2's read shows version 2 after 4 was answered"],
    ["a write that undoes another", seen("write", 4, 80), "2 writes made version 4"],
    ["a version that is two things", seen("read", 4, 80, { value: "state 9" }), "version 4 is state 4 and state 9"],
    ["a write that is lost", seen("write", 1, 80), "client 1's write shows version 1 after 4 was answered"],
  ])("sees %s", (_, planted, expected) => {
    expect(anomaliesOf([...sound, planted])).toContain(`UM: ${expected}`);
    expect(anomaliesOf([...sound, { ...planted, resource: "DOIS" }])).toEqual([]);
  });
});
