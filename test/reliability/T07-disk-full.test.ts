import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { budget } from "../budget.ts";
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
const BACK_LIMIT_MS = 5_000;
const LIMIT_MS = budget(180_000, 4 * 3_600_000);
const DISK_MB = 700;

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

describe("T07: the disk is full", () => {
  it.for([
    ["a table grows", true],
    ["the log of the database grows", false],
  ] as const)("when %s: 503 until there is room, nothing lost, no restart", { timeout: LIMIT_MS }, async ([, hasSpare], context) => {
    const lack = lackForDisks();
    if (lack !== undefined) return context.skip(`not tried: ${lack}`);
    const disk = loopDisk(DISK_MB);
    const embedded = await startEmbedded([], {}, disk.folder);
    const { server, seller } = embedded;
    onTestFinished(async () => {
      await server.end("SIGKILL");
      await eventually("PostgreSQL to end", () => Promise.resolve(embedded.postgres() === undefined), 60_000).catch(() => undefined);
      await disk.remove();
    });
    const reader = client(server.baseUrl, seller.headers);
    await publish(reader, shop.visor("LIDA", { brand: "Marca Que Não Há" }));
    if (hasSpare) await spareLog(embedded);
    const writers = startWriters({
      baseUrl: server.baseUrl,
      sellers: [seller],
      count: WRITERS,
      ware: (sku, changes) => shop.visor(sku, { ...changes, brand: "Marca Que Não Há", description: "x".repeat(2_900) }),
    });
    const reads: number[] = [];
    for (let nth = 0; nth < TIMES; nth += 1) {
      const before = writers.acknowledged();
      await eventually("some load", () => Promise.resolve(writers.acknowledged() > before + 50));
      disk.fill();
      const refused = () => writers.answers.get(503) ?? 0;
      const until = refused() + REFUSALS;
      await eventually(
        "refusals",
        async () => {
          disk.fill();
          reads.push((await reader.get("/api/v2/products/LIDA")).status);
          return refused() >= until;
        },
        LIMIT_MS,
      );
      disk.free();
      const freed = performance.now();
      const stood = writers.acknowledged();
      await eventually("a call to be acknowledged", () => Promise.resolve(writers.acknowledged() > stood), 60_000);
      expect(performance.now() - freed).toBeLessThan(BACK_LIMIT_MS);
    }
    await writers.stop();
    expect(writers.surprises).toEqual([]);
    const { 503: refused, ...others } = Object.fromEntries(writers.answers);
    expect(refused).toBeGreaterThan(0);
    expect(Object.keys(others)).toEqual(["202"]);
    // Where only tables found no room, reading went on all the while.
    expect([...new Set(reads)].filter((status) => status !== 200)).toEqual(hasSpare ? [] : [503]);
    expect(server.hasEnded()).toBe(false);
    expect(await lostOrDuplicated(embedded.ask, writers.products)).toEqual([]);
    expect(await brokenInvariants(embedded.ask, INVARIANTS, embedded.keys)).toEqual([]);
    console.log(`T07: ${writers.acknowledged()} acknowledged, ${refused} refused, reads ${[...new Set(reads)].join()}`);
  });
});
