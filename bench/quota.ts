import { opaqueToken, sha256 } from "../src/platform/basics/random.ts";
import { realNow } from "../src/platform/basics/clock.ts";
import type { BenchSeller } from "./catalogue.ts";
import type { Figure } from "./figure.ts";
import { openMarket, openStand } from "./market.ts";
import { interleaved } from "./measure.ts";
import { insertCallers } from "./queries.ts";

/** Enough that their quotas last for three rounds: what comes at once is a minute's calls each. */
const CALLERS = 2_000;
const PLAN = 250;
/** No caller gets near it, and one lease lasts for the whole run. */
const UNMETERED = 10_000_000;
const CONNECTIONS = [64, 256] as const;
/** The smallest catalogue there is. */
const SKUS = 1_000;
const GROUPS = [
  ["plan of 250", PLAN],
  ["unmetered", UNMETERED],
] as const;

/** GET product by thousands of credentials on the largest plan, beside as many whose quota never ends: what exact quotas cost. */
export const quota: Figure = {
  name: "quota",
  title: `GET product by ${CALLERS} credentials`,
  async measure({ workshop, rounds }) {
    const database = "bench_quota";
    const market = await openMarket(workshop, { name: database, skus: SKUS, state: "published" });
    const callers = GROUPS.flatMap(([, plan]) => Array.from({ length: CALLERS }, (_, nth) => ({ plan, ...caller(`${plan}-${nth}`) })));
    await market.client.query(insertCallers, [
      callers.map(({ clientId }) => clientId),
      callers.map(({ accessToken }) => sha256(accessToken)),
      callers.map(({ plan }) => plan),
      realNow(),
    ]);
    const stand = await openStand(workshop, { ...market, sellers: [...market.sellers, ...callers] }, database);
    const contenders = GROUPS.flatMap(([name], group) => {
      const takes = [1 + market.sellers.length + group * CALLERS, CALLERS];
      return CONNECTIONS.map((connections) => stand.http(`${name} ${connections}`, { scenario: "get-product-as", takes, connections }));
    });
    try {
      return { samples: await interleaved(contenders, rounds), facts: { callers: CALLERS } };
    } finally {
      await stand.stop();
    }
  },
};

const caller = (name: string): BenchSeller => ({ sellerId: 1, clientId: `bench-${name}`, accessToken: opaqueToken("vts") });
