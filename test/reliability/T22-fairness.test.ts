import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { onDatabase, startServer, type ServerProcess } from "./server-process.ts";
import { crowd, percentile, steadily, tell, type Told, withStatus } from "./traffic.ts";

const FOR_MS = budget(3_000, 3 * 60_000);
/** It calls alone and beside the loud one by turns: what else the machine does meanwhile comes to both alike. */
const TURNS = budget(1, 18);
const [ALONE_MS, BESIDE_MS] = [FOR_MS / 2 / TURNS, FOR_MS / TURNS];
const BURST_PERCENT = 20;
const LOUD_PLAN = 250;
const QUIET_PLAN = 600;
const QUIET_PER_SECOND = (0.8 * QUIET_PLAN) / 60;
/** The loud one calls twenty times as often as it may. */
const LOUD_PER_SECOND = (20 * LOUD_PLAN) / 60;
const LOUD_CALLERS = 8;
/** In a short run a few calls decide it, and the machine is shared. */
const SLOWER = budget(10, 1.2);
const UNNOTICED_MS = budget(250, 5);
const LIMIT_MS = 2 * FOR_MS + 90_000;

let market: Marketplace;
let loud: Seller;
let quiet: Seller;
beforeAll(async () => {
  market = await startMarketplace();
});
afterAll(() => market.stop());

const serve = (preload: readonly string[] = []) =>
  startServer({ preload, variables: { ...onDatabase(market.database), ROLE: "api", QUOTA_BURST_PERCENT: String(BURST_PERCENT) } });
const call = ({ baseUrl }: ServerProcess, { headers }: Seller) => tell(baseUrl, { path: "/api/v1/brands", headers });

async function together(server: ServerProcess) {
  loud = await market.seller({ plan: LOUD_PLAN });
  quiet = await market.seller({ plan: QUIET_PLAN });
  const before: Told[] = [];
  const beside: Told[] = [];
  const flood: Told[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    before.push(...(await steadily(QUIET_PER_SECOND, ALONE_MS, () => call(server, quiet))));
    const [calls, flooding] = await Promise.all([
      steadily(QUIET_PER_SECOND, BESIDE_MS, () => call(server, quiet)),
      crowd(
        LOUD_CALLERS,
        BESIDE_MS,
        () => call(server, loud),
        () => (LOUD_CALLERS * 1_000) / LOUD_PER_SECOND,
      ),
    ]);
    beside.push(...calls);
    flood.push(...flooding);
  }
  return { before, beside, flood };
}

describe("T22: a seller at twenty times its quota beside one at 80 % of its own", () => {
  it(
    "the one within its quota is refused nothing and is about as quick as alone",
    async () => {
      const server = await serve();
      const { before, beside, flood } = await together(server);
      expect(beside.filter(({ status }) => status !== 200)).toEqual([]);
      const p99 = (told: typeof before) =>
        percentile(
          told.map(({ ms }) => ms),
          99,
        );
      figures({ "p99 alone, ms": p99(before), "p99 beside, ms": p99(beside), "refused with 429": withStatus(flood, 429).length });
      expect(p99(beside)).toBeLessThan(Math.max(p99(before) * SLOWER, p99(before) + UNNOTICED_MS));
      expect(withStatus(flood, 429).length).toBeGreaterThan(0);
      expect(withStatus(flood, 200).length).toBeLessThanOrEqual(
        (LOUD_PLAN * BURST_PERCENT) / 100 + ((TURNS * (ALONE_MS + BESIDE_MS)) / 1_000 + 2) * (LOUD_PLAN / 60) + 1,
      );
      await server.end("SIGTERM");
    },
    LIMIT_MS,
  );

  it(
    "sees a planted bug: everybody spends one quota",
    async () => {
      const server = await serve([join(import.meta.dirname, "planted-one-bucket.ts")]);
      const { beside } = await together(server);
      expect(withStatus(beside, 429).length).toBeGreaterThan(0);
      await server.end("SIGTERM");
    },
    LIMIT_MS,
  );
});
