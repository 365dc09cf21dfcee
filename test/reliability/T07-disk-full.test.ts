import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { client, eventually } from "../harness.ts";
import { publish, wares, type Wares } from "../wares.ts";
import { startEmbedded, type Embedded } from "./embedded-server.ts";
import { brokenInvariants, INVARIANTS } from "./invariants.ts";
import { lackForDisks, loopDisk } from "./loop-disk.ts";
import { lostOrDuplicated, startWriters } from "./writers.ts";

const TIMES = budget(1, 20);
const WRITERS = 16;
/** Refusals to see before there is room again. */
const REFUSALS = budget(50, 2_000);
const BACK_LIMIT_MS = 15_000;
const LIMIT_MS = budget(180_000, 4 * 3_600_000);
/** A machine with much else to do is slow. */
const PATIENCE_MS = 60_000;
const DISK_MB = 700;
/** What grows, and whether the log has room of its own. */
const CASES = (
  [
    ["a table grows", true],
    ["the log of the database grows", false],
  ] as const
).slice(0, budget(1, 2));
const PLANTED = ["planted-full-is-a-defect.ts"].slice(0, budget(0, 1));

let shop: Wares;
beforeAll(async () => {
  shop = await wares("http://127.0.0.1/images");
});

/** Segments of the log that are written again later: with them, it is a table that finds no room first. */
async function spareLog({ ask }: Embedded): Promise<void> {
  await ask("create table filler (n text)");
  for (let nth = 0; nth < 8; nth += 1) {
    await ask("insert into filler select repeat('x', 1000) from generate_series(1, 2000)");
    await ask("select pg_switch_wal()");
  }
  await ask("drop table filler");
  await ask("checkpoint");
}

/** Lets the database need the next segments of its log now. */
async function growLog({ ask }: Embedded): Promise<void> {
  for (let nth = 0; nth < 3; nth += 1)
    await ask("select pg_switch_wal() from pg_logical_emit_message(false, 'T07', 'x')").catch(() => undefined);
}

/** What the database said at last of what it could not do. */
const lastWords = ({ dataDir }: Embedded): string =>
  readFileSync(join(dataDir, "postgres.log"), "utf8")
    .match(/^.*(?:PANIC|FATAL).*$/gm)
    ?.at(-1) ?? "the database went on";

/** A server on a disk of its own, with writers at work. */
async function onSmallDisk(preload: readonly string[], hasSpare: boolean) {
  const disk = loopDisk(DISK_MB);
  const embedded = await startEmbedded(preload, {}, disk.folder);
  const { server, seller } = embedded;
  onTestFinished(async () => {
    disk.free();
    await server.end("SIGTERM");
    await disk.remove();
  });
  const reader = client(server.baseUrl, seller.headers);
  await publish(reader, shop.visor("LIDA", { brand: "Marca Que Não Há" }));
  const writers = startWriters({
    baseUrl: server.baseUrl,
    sellers: [seller],
    count: WRITERS,
    ware: (sku, changes) => shop.visor(sku, { ...changes, brand: "Marca Que Não Há", description: "x".repeat(2_900) }),
  });
  const load = async () => {
    const before = writers.acknowledged();
    await eventually("some load", () => Promise.resolve(writers.acknowledged() > before + 50), PATIENCE_MS);
  };
  /** Leaves the tables no room, and the log as much as it has of its own. */
  const fill = async () => {
    if (hasSpare) await spareLog(embedded);
    disk.fill();
  };
  return { disk, embedded, reader, writers, load, fill };
}

describe("T07: the disk is full", () => {
  it.for(CASES)("when %s: 503 until there is room, nothing lost, no restart", { timeout: LIMIT_MS }, async ([, hasSpare], context) => {
    const lack = lackForDisks();
    if (lack !== undefined) return context.skip(`not tried: ${lack}`);
    const { disk, embedded, reader, writers, load, fill } = await onSmallDisk([], hasSpare);
    const reads: string[] = [];
    const backMs: number[] = [];
    for (let nth = 0; nth < TIMES; nth += 1) {
      await load();
      await fill();
      if (!hasSpare) await growLog(embedded);
      const refused = () => writers.answers.get(503) ?? 0;
      const until = refused() + REFUSALS;
      await eventually(
        "refusals",
        async () => {
          disk.fill();
          const read = await reader.get("/api/v2/products/LIDA");
          reads.push(read.status === 200 || !hasSpare ? String(read.status) : `${read.text}, ${lastWords(embedded)}`);
          return refused() >= until;
        },
        LIMIT_MS,
      );
      disk.free();
      const freed = performance.now();
      const stood = writers.acknowledged();
      await eventually("a call to be acknowledged", () => Promise.resolve(writers.acknowledged() > stood), PATIENCE_MS);
      backMs.push(Math.round(performance.now() - freed));
      expect(backMs.at(-1)).toBeLessThan(BACK_LIMIT_MS);
    }
    await writers.stop();
    expect(writers.surprises).toEqual([]);
    const { 503: refused, ...others } = Object.fromEntries(writers.answers);
    expect(refused).toBeGreaterThan(0);
    expect(Object.keys(others)).toEqual(["202"]);
    // Where only tables found no room, reading went on all the while; without its log the database is away.
    expect([...new Set(reads)].filter((status) => status !== "200")).toEqual(hasSpare ? [] : ["503"]);
    expect(embedded.server.hasEnded()).toBe(false);
    expect(await lostOrDuplicated(embedded.ask, writers.products)).toEqual([]);
    expect(await brokenInvariants(embedded.ask, INVARIANTS, embedded.keys)).toEqual([]);
    figures({ "times full": TIMES, acknowledged: writers.acknowledged(), "answered 503": refused!, "lost or duplicated": 0 });
    figures({ "reads meanwhile": reads.length, "longest way back, ms": Math.max(...backMs) });
  });

  it.for(PLANTED)("sees a server that takes it for a defect: %s", { timeout: LIMIT_MS }, async (planted, context) => {
    const lack = lackForDisks();
    if (lack !== undefined) return context.skip(`not tried: ${lack}`);
    const { disk, writers, load, fill } = await onSmallDisk([join(import.meta.dirname, planted)], true);
    await load();
    await fill();
    await eventually("a surprise", () => {
      disk.fill();
      return Promise.resolve(writers.surprises.length > 0);
    });
    writers.abandon();
    expect(writers.surprises[0]).toContain(": 500 ");
  });
});
