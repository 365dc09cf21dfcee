import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { budget } from "../budget.ts";
import { runCommand } from "../commands/terminal.ts";
import { figures } from "../figures.ts";
import { client, ENCRYPTION_KEYS } from "../harness.ts";
import { freshFolder, startServer } from "../reliability/server-process.ts";
import { at, type Cluster, startCluster } from "./cluster.ts";
import { lackForServers } from "./database-servers.ts";
import {
  acknowledged,
  foundAfter,
  GOODS,
  NOTHING,
  read,
  readiness,
  startMarketplaces,
  untilAcknowledged,
  untilReady,
  write,
} from "./integrations.ts";
import { startProxy } from "./proxy.ts";

const CYCLES = budget(1, 20);
const LOAD_MS = 1_500;
/** How long sessions lead to a standby. */
const ASTRAY_MS = 4_000;
/** To be unready, or ready. */
const WITHIN_MS = 2_000;
/** Until each process has some writes acknowledged; busy machines take longer for all of them. */
const BACK_WITHIN_MS = 5_000;
const LIMIT_MS = budget(180_000, 3_600_000);
const EXPECTED = new Set([200, 204, 503]);

const planted = (...names: readonly string[]) => names.map((name) => join(import.meta.dirname, name));
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

let cluster: Cluster;
/** The last database that was served. */
let database: string;
const lack = lackForServers();
beforeAll(async () => {
  if (lack === undefined) cluster = await startCluster();
  else console.log(`T05 is not tried: ${lack}`);
}, LIMIT_MS);
afterAll(async () => cluster?.[Symbol.asyncDispose](), LIMIT_MS);

/** Says why where the machine cannot. */
function needServers(context: TestContext): void {
  if (lack !== undefined) context.skip(`not tried: ${lack}`);
}

/** Processes on a database of their own, behind these ports. */
async function open(ports: readonly number[], ...preloads: readonly (readonly string[])[]) {
  database = await cluster.database();
  return startMarketplaces(cluster.urlOf(database, ports), preloads);
}
const ask = (text: string, values?: readonly unknown[]) => cluster.primary().askIn(database)(text, values) as Promise<never[]>;

describe("T05: the primary dies under load and its synchronous standby takes over", { timeout: LIMIT_MS }, () => {
  it(`loses nothing behind a proxy, answers no 500 and tells /readyz, over ${CYCLES} promotions`, async (context) => {
    needServers(context);
    await using front = await startProxy(at(cluster.primary()));
    const markets = await open([front.port], [], []);
    const { servers } = markets;
    const writers = await write(markets);
    const reads = read(markets);
    await sleep(LOAD_MS);
    // As behind a proxy that is wrong for a while.
    front.pointAt(at(cluster.standby()));
    const unreadyMs = await untilReady(servers, 503);
    const reasons = await Promise.all(servers.map(async (server) => (await readiness(server)).json));
    const before = acknowledged(writers);
    await sleep(ASTRAY_MS);
    const after = acknowledged(writers);
    front.pointAt(at(cluster.primary()));
    const readyMs = [await untilReady(servers, 200)];
    const backMs: number[] = [];
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      if (cycle > 0) await cluster.follow();
      await sleep(LOAD_MS);
      const promotedMs = await cluster.failOver({
        gone: () => front.pointAt(undefined),
        over: () => front.pointAt(at(cluster.primary())),
      });
      const [ready, back] = await Promise.all([untilReady(servers, 200, promotedMs), untilAcknowledged(writers, promotedMs)]);
      readyMs.push(ready);
      backMs.push(back);
    }
    await sleep(LOAD_MS);
    const found = await foundAfter(writers, ask);
    const statuses = await reads();
    const refused = sum(writers.map(({ answers }) => answers.get(503) ?? 0));
    figures({ promotions: CYCLES, acknowledged: sum(acknowledged(writers)), lost: found.lost.length, "answered 503": refused });
    figures({ "unready at a standby after, ms": unreadyMs, "ready after, ms": Math.max(...readyMs) });
    figures({ "writes back after a promotion, ms": Math.max(...backMs) });
    expect(found).toEqual(NOTHING);
    expect([...statuses.keys()].filter((status) => !EXPECTED.has(status))).toEqual([]);
    expect(statuses.get(503)).toBeGreaterThan(0);
    expect(reasons).toEqual(servers.map(() => ({ status: "unready", reason: "database takes no writes" })));
    expect(after).toEqual(before);
    expect([unreadyMs, ...readyMs].filter((ms) => ms > WITHIN_MS)).toEqual([]);
    expect(backMs.filter((ms) => ms > BACK_WITHIN_MS)).toEqual([]);
    for (const server of servers) expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
  });

  it("loses nothing without a proxy: the next server of DATABASE_URL is found", async (context) => {
    needServers(context);
    await cluster.follow();
    // The one that is a standby is named first.
    const markets = await open([cluster.standby().port, cluster.primary().port], [], []);
    const writers = await write(markets);
    const reads = read(markets);
    await sleep(LOAD_MS);
    const promotedMs = await cluster.failOver();
    const [readyMs, backMs] = await Promise.all([untilReady(markets.servers, 200, promotedMs), untilAcknowledged(writers, promotedMs)]);
    await sleep(LOAD_MS);
    const found = await foundAfter(writers, ask);
    const statuses = await reads();
    figures({ acknowledged: sum(acknowledged(writers)), lost: found.lost.length });
    figures({ "ready after, ms": readyMs, "writes back after, ms": backMs });
    expect(found).toEqual(NOTHING);
    expect([...statuses.keys()].filter((status) => !EXPECTED.has(status))).toEqual([]);
    expect(readyMs).toBeLessThan(WITHIN_MS);
    expect(backMs).toBeLessThan(BACK_WITHIN_MS);
    for (const server of markets.servers) expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
  });

  it("needs the primary for whatever writes; a standby is enough for a backup", async (context) => {
    needServers(context);
    await cluster.follow();
    const standby = cluster.urlOf(database, [cluster.standby().port]);
    const both = cluster.urlOf(database, [cluster.standby().port, cluster.primary().port]);
    await expect(runCommand("migrate", "--check", "--database-url", standby)).rejects.toThrow("the database takes no writes");
    const start = startServer({ variables: { DATABASE_URL: standby, DATA_DIR: freshFolder(), ENCRYPTION_KEYS } });
    await expect(start).rejects.toThrow("não aceita escritas");
    expect((await runCommand("migrate", "--check", "--database-url", both)).code).toBe(0);
    const rows: number[] = [];
    for (const url of [standby, both]) {
      const { out } = await runCommand("backup", `${freshFolder()}.tar`, "--json", "--database-url", url);
      rows.push((JSON.parse(out) as { readonly rows: number }).rows);
    }
    expect(rows[0]).toBeGreaterThan(0);
    expect(rows[0]).toBe(rows[1]);
  });

  it("sees servers that are ready at a standby, and that take its refusals for defects (planted)", async (context) => {
    needServers(context);
    await using front = await startProxy(at(cluster.primary()));
    const ready = "planted-ready-without-asking.ts";
    const { servers, seller } = await open([front.port], planted(ready), planted(ready, "planted-recovery-is-a-defect.ts"));
    front.pointAt(at(cluster.standby()));
    await sleep(WITHIN_MS);
    expect(await Promise.all(servers.map(async (server) => (await readiness(server)).status))).toEqual([200, 200]);
    const calls = await Promise.all(
      servers.map(({ baseUrl }) => client(baseUrl, seller.headers).put(`/api/v2/products/${GOODS.sku}/stocks`, { available: 1 })),
    );
    // The table of states is a wall of its own.
    expect(calls.map(({ status }) => status)).toEqual([503, 500]);
    for (const server of servers) await server.end("SIGKILL");
  });

  it("sees writes that are acknowledged before the standby has them (planted)", async (context) => {
    needServers(context);
    await using front = await startProxy(at(cluster.primary()));
    const markets = await open([front.port], planted("planted-own-commit.ts"));
    const writers = await write(markets);
    await sleep(LOAD_MS);
    await cluster.failOver({ gone: () => front.pointAt(undefined) });
    for (const writer of writers) writer.abandon();
    for (const server of markets.servers) await server.end("SIGKILL");
    const { lost } = await foundAfter(writers, ask);
    expect(lost.length).toBeGreaterThan(0);
  });
});
