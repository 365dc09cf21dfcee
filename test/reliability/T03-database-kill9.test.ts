import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { client, eventually } from "../harness.ts";
import { wares, type Wares } from "../wares.ts";
import { kill, killAndWait, startEmbedded, type Embedded } from "./embedded-server.ts";
import { brokenInvariants, INVARIANTS } from "./invariants.ts";
import { lostOrDuplicated, startWriters, type Writers } from "./writers.ts";

const KILLS = budget(2, 100);
const WRITERS = 16;
const LOAD_MS = [300, 1_000] as const;
/** From the moment PostgreSQL takes connections again to the first call that is acknowledged. */
const BACK_LIMIT_MS = 5_000;
const MOST_PLANTED_KILLS = 5;
const LIMIT_MS = budget(60_000, 4 * 3_600_000);

let shop: Wares;
beforeAll(async () => {
  shop = await wares("http://127.0.0.1/images");
});

const writersOf = ({ server, seller }: Embedded): Writers =>
  startWriters({
    baseUrl: server.baseUrl,
    sellers: [seller],
    count: WRITERS,
    ware: (sku, changes) => shop.visor(sku, { ...changes, brand: "Marca Que Não Há" }),
  });

describe("T03: PostgreSQL is killed with kill -9 under load", () => {
  it(
    `answers 503 meanwhile, goes on within 5 s, and loses nothing over ${KILLS} kills`,
    async () => {
      const embedded = await startEmbedded();
      const writers = writersOf(embedded);
      const outages: number[] = [];
      for (let nth = 0; nth < KILLS; nth += 1) {
        await sleep(LOAD_MS[0] + Math.random() * (LOAD_MS[1] - LOAD_MS[0]));
        const back = await killAndWait(embedded, nth % 2 === 1);
        const before = writers.acknowledged();
        await eventually("a call to be acknowledged", () => Promise.resolve(writers.acknowledged() > before));
        outages.push(performance.now() - back);
      }
      const ready = await client(embedded.server.baseUrl, {}).get("/readyz");
      await writers.stop();
      const lost = await lostOrDuplicated(embedded.ask, writers.products);
      figures({ kills: KILLS, acknowledged: writers.acknowledged(), "answered 503": writers.answers.get(503) ?? 0 });
      figures({ "longest way back, ms": Math.max(...outages), "lost or duplicated": lost.length });
      expect(writers.surprises).toEqual([]);
      expect(embedded.server.hasEnded()).toBe(false);
      expect([ready.status, Math.max(...outages) < BACK_LIMIT_MS]).toEqual([200, true]);
      // Every answer was an acknowledgement, an honest refusal, or what a repetition of a call carried out says.
      const { 503: refused, none, refused: unheard, ...others } = Object.fromEntries(writers.answers);
      expect(refused).toBeGreaterThan(0);
      expect([none, unheard]).toEqual([undefined, undefined]);
      expect(Object.keys(others).every((status) => ["202", "400"].includes(status))).toBe(true);
      expect(lost).toEqual([]);
      expect(await brokenInvariants(embedded.ask, INVARIANTS, embedded.keys)).toEqual([]);
      expect(await embedded.server.end("SIGTERM")).toEqual({ code: 0, signal: null });
    },
    LIMIT_MS,
  );

  it(
    "sees a server that dies with its database (planted)",
    async () => {
      const embedded = await startEmbedded([join(import.meta.dirname, "planted-deaf-clients.ts")]);
      const writers = writersOf(embedded);
      // A connection must be in use at the moment of the kill.
      for (let kills = 0; kills < MOST_PLANTED_KILLS && !embedded.server.hasEnded(); kills += 1) {
        const before = writers.acknowledged();
        await eventually("some load", () => Promise.resolve(writers.acknowledged() > before + 50));
        kill(embedded.postgres()!, true);
        await sleep(1_000);
      }
      expect(embedded.server.hasEnded()).toBe(true);
      writers.abandon();
      expect(embedded.server.output()).toContain("Error");
    },
    LIMIT_MS,
  );
});
