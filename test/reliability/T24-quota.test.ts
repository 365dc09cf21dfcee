import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { onDatabase, startServer, type ServerProcess } from "./server-process.ts";
import { crowd, pause, tell, withStatus } from "./traffic.ts";

const PROCESSES = budget(2, 4);
const FOR_MS = budget(4_000, 10 * 60_000);
const PLAN = budget(600, 250);
const BURST_PERCENT = 20;
/** Of what is due; in a short run a few calls are more than that, because each answer takes its time. */
const TOLERANCE = budget(0.08, 0.02);
const BURST = (PLAN * BURST_PERCENT) / 100;
const LIMIT_MS = FOR_MS + 90_000;

let market: Marketplace;
beforeAll(async () => {
  market = await startMarketplace();
});
afterAll(() => market.stop());

const servers = (preload: readonly string[] = []): Promise<readonly ServerProcess[]> =>
  Promise.all(
    Array.from({ length: PROCESSES }, () =>
      startServer({
        preload,
        variables: { ...onDatabase(market.database), ROLE: "api", QUOTA_BURST_PERCENT: String(BURST_PERCENT) },
      }),
    ),
  );
const end = (all: readonly ServerProcess[]) => Promise.all(all.map((one) => one.end("SIGTERM")));

/** Calls accepted of a seller that calls through all processes as often as it can, and how many of them its quota has room for. */
async function flood(all: readonly ServerProcess[], { headers }: Seller) {
  const from = performance.now();
  const told = await crowd(
    all.length * 3,
    FOR_MS,
    (caller) => tell(all[caller % all.length]!.baseUrl, { path: "/api/v1/brands", headers }),
    () => 15,
  );
  const seconds = (performance.now() - from) / 1_000;
  return { told, accepted: withStatus(told, 200).length, due: BURST + (seconds * PLAN) / 60 };
}

describe(`T24: one quota, ${PROCESSES} processes`, () => {
  it(
    "is used to the last call and not beyond, and a call after Retry-After is let in",
    async () => {
      const all = await servers();
      const seller = await market.seller({ plan: PLAN });
      const { told, accepted, due } = await flood(all, seller);
      figures({ processes: PROCESSES, calls: told.length, accepted, due });
      expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200, 429]));
      expect(accepted).toBeLessThanOrEqual(due + 1);
      expect(accepted).toBeGreaterThanOrEqual(due * (1 - TOLERANCE));
      const refused = withStatus(told, 429);
      expect(refused.filter(({ retryAfter }) => !/^[1-9]\d*$/.test(retryAfter))).toEqual([]);
      for (const { baseUrl } of all) {
        await pause(Number(refused.at(-1)!.retryAfter) * 1_000);
        expect((await tell(baseUrl, { path: "/api/v1/brands", headers: seller.headers })).status).toBe(200);
      }
      await end(all);
    },
    LIMIT_MS,
  );

  it(
    "sees a planted bug: each process meters for itself",
    async () => {
      const all = await servers([join(import.meta.dirname, "planted-own-meter.ts")]);
      const { accepted, due } = await flood(all, await market.seller({ plan: PLAN }));
      expect(accepted).toBeGreaterThan(due * 1.5);
      await end(all);
    },
    LIMIT_MS,
  );
});
