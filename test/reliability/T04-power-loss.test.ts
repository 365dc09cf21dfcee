import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, onTestFinished, type TestContext } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { eventually } from "../harness.ts";
import { wares, type Wares } from "../wares.ts";
import { processesOf, startEmbedded, type Embedded } from "./embedded-server.ts";
import { brokenInvariants, INVARIANTS } from "./invariants.ts";
import { lackForDisks, loopDisk, type LoopDisk } from "./loop-disk.ts";
import { lostOrDuplicated, startWriters, type Writers } from "./writers.ts";

const CUTS = budget(1, 50);
const ACKNOWLEDGEMENTS = budget(300, 200_000);
const WRITERS = 16;
/** Of load before a cut, at least and at most; shorter than the kernel takes to write what nobody flushed. */
const LOAD_MS = [300, budget(2_000, 15_000)] as const;
const LIMIT_MS = budget(180_000, 8 * 3_600_000);
const PLANTED = ["planted-async-commit.ts", "planted-no-fsync.ts"].slice(0, budget(1, 2));

let shop: Wares;
beforeAll(async () => {
  shop = await wares("http://127.0.0.1/images");
});

/** A free port, so that the server after a cut is where the one before it was. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return String(port);
}

interface Outage {
  readonly disk: LoopDisk;
  readonly writers: Writers;
  /** Of the last start. */
  readonly embedded: () => Embedded;
  /** Cuts the power under load and starts everything again; throws when it does not start. */
  cut(): Promise<void>;
}

/** Power takes every process along; the server first, or it would start its PostgreSQL again. */
async function killAll({ server, postgres }: Embedded, cut: () => void = () => undefined): Promise<void> {
  const pid = postgres();
  const pids = pid === undefined ? [] : processesOf(pid);
  cut();
  await server.end("SIGKILL");
  for (const one of pids) {
    try {
      process.kill(one, "SIGKILL");
    } catch (error) {
      // It went by itself.
      expect((error as NodeJS.ErrnoException).code).toBe("ESRCH");
    }
  }
}

/** A server on a disk of its own, at work. */
async function onOwnDisk(preload: readonly string[]): Promise<Outage> {
  const disk = loopDisk(3_072);
  const port = await freePort();
  const start = () => startEmbedded(preload, { PORT: port }, disk.folder);
  let embedded = await start();
  const writers = startWriters({
    baseUrl: embedded.server.baseUrl,
    sellers: [embedded.seller],
    count: WRITERS,
    ware: (sku, changes) => shop.visor(sku, { ...changes, brand: "Marca Que Não Há" }),
  });
  onTestFinished(async () => {
    writers.abandon();
    if (!embedded.server.hasEnded()) await killAll(embedded);
    await disk.remove();
  });
  return {
    disk,
    writers,
    embedded: () => embedded,
    async cut() {
      const before = writers.acknowledged();
      await sleep(LOAD_MS[0] + Math.random() * (LOAD_MS[1] - LOAD_MS[0]));
      await eventually("some load", () => Promise.resolve(writers.acknowledged() > before + 50), 60_000);
      await killAll(embedded, disk.cutPower);
      await disk.powerUp();
      embedded = await start();
    },
  };
}

/** Says why where the machine cannot. */
function needDisks(context: TestContext): void {
  const lack = lackForDisks();
  if (lack !== undefined) context.skip(`not tried: ${lack}`);
}

describe("T04: the power goes", () => {
  it(`loses nothing that was acknowledged over ${CUTS} cuts`, { timeout: LIMIT_MS }, async (context) => {
    needDisks(context);
    const { writers, embedded, cut } = await onOwnDisk([]);
    let cuts = 0;
    for (; cuts < CUTS || writers.acknowledged() < ACKNOWLEDGEMENTS; cuts += 1) await cut();
    await writers.stop();
    expect(writers.surprises).toEqual([]);
    const lost = await lostOrDuplicated(embedded().ask, writers.products);
    const broken = await brokenInvariants(embedded().ask, INVARIANTS, embedded().keys);
    figures({ cuts, acknowledged: writers.acknowledged(), "lost or duplicated": lost.length, "broken invariants": broken.length });
    expect(lost).toEqual([]);
    expect(broken).toEqual([]);
  });

  it.for(PLANTED)("sees what was never on the disk: %s", { timeout: LIMIT_MS }, async (name, context) => {
    needDisks(context);
    const { writers, embedded, cut } = await onOwnDisk([join(import.meta.dirname, name)]);
    const before = await cut().catch((error: Error) => error.message);
    if (before !== undefined) {
      // What is left are not even the files of a database.
      expect(before).toContain("did not become ready");
      return;
    }
    await writers.stop();
    expect((await lostOrDuplicated(embedded().ask, writers.products)).length).toBeGreaterThan(0);
  });
});
