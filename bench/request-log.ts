import type { Figure } from "./figure.ts";
import { openMarket, openStand, type Stand } from "./market.ts";
import { interleaved } from "./measure.ts";

const CONNECTIONS = 64;
const DATABASE = "bench_request_log";
/** Settings by the contenders' names. */
const GROUPS = { logged: {}, "not logged": { REQUEST_LOG_PER_SECOND: "0" } } as const;
const CALLS = {
  "GET product": ["get-product", []],
  "PUT stock": ["put-stock", [0]],
} as const satisfies Readonly<Record<string, readonly [scenario: string, takes: readonly (string | number)[]]>>;

/** Two servers on one database, one of which keeps what it was asked: what the log of requests costs. */
export const requestLog: Figure = {
  name: "request-log",
  title: `Log of requests, ${CONNECTIONS} connections`,
  async measure({ workshop, rounds, skus }) {
    const market = await openMarket(workshop, { name: DATABASE, skus, state: "published" });
    const stands: Stand[] = [];
    try {
      const contenders = [];
      for (const [group, variables] of Object.entries(GROUPS)) {
        const stand = await openStand(workshop, market, DATABASE, variables);
        stands.push(stand);
        for (const [call, [scenario, takes]] of Object.entries(CALLS))
          contenders.push(stand.http(`${call}, ${group}`, { scenario, takes, connections: CONNECTIONS }));
      }
      return { samples: await interleaved(contenders, rounds), facts: { skus } };
    } finally {
      await Promise.all(stands.map((stand) => stand.stop()));
    }
  },
};
