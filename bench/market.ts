import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { prepareDatabase } from "../src/programs/server/index.ts";
import { realNow } from "../src/platform/basics/clock.ts";
import type { RecordedAnswer } from "./bare-server.ts";
import { fillCatalogue, type BenchSeller } from "./catalogue.ts";
import { pgbench, type PgbenchPlan, wrk, writeShop, type WrkPlan } from "./load.ts";
import { cores } from "./machine.ts";
import { measured, type Contender } from "./measure.ts";
import type { BenchPostgres } from "./postgres.ts";
import type { CatalogueState } from "./queries.ts";
import { ENCRYPTION_KEYS } from "./ring.ts";
import { startBare, startVitrine, type RunningServer } from "./server.ts";

/** What every figure has at hand. */
export interface Workshop {
  readonly postgres: BenchPostgres;
  /** For everything that goes with the run. */
  readonly folder: string;
  /** Keeps a CPU profile of each server there. */
  readonly profileFolder: string | undefined;
}

export interface MarketPlan {
  readonly name: string;
  readonly skus: number;
  readonly state: CatalogueState;
}

/** A filled marketplace: the database, and the real server on it once it is started. */
export interface Market {
  readonly skus: number;
  readonly client: pg.Client;
  readonly sellers: readonly BenchSeller[];
  /** With further settings by their environment variables, if any. */
  serve(role: "api" | "worker", variables?: Readonly<Record<string, string>>): Promise<RunningServer>;
}

/** No measurement may hit its quota; every other setting is the one shipped. */
const SETTINGS = { PORT: "0", QUOTA_PER_MINUTE: "10000000", ENCRYPTION_KEYS };

/** Makes, migrates and fills a marketplace's database. */
export async function openMarket({ postgres, folder, profileFolder }: Workshop, { name, skus, state }: MarketPlan): Promise<Market> {
  const client = await postgres.create(name);
  await prepareDatabase({ connectionString: postgres.url(name) }, "sandbox");
  const startedMs = performance.now();
  const sellers = await fillCatalogue(client, { skus, state, at: realNow() });
  console.error(`  ${skus} skus in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
  return {
    skus,
    client,
    sellers,
    serve: (role, variables = {}) =>
      startVitrine(
        { ...SETTINGS, ROLE: role, DATA_DIR: join(folder, name), DATABASE_URL: postgres.url(name), ...variables },
        profileFolder,
      ),
  };
}

/** Makers of contenders on one marketplace; each names what it measures. */
export interface Stand {
  readonly server: RunningServer;
  http(name: string, plan: Omit<WrkPlan, "baseUrl" | "shop">): Contender;
  limit(name: string, plan: Pick<PgbenchPlan, "script" | "connections"> & Partial<Pick<PgbenchPlan, "variables" | "numbers">>): Contender;
  /** A bare HTTP server that sends the bytes of the answer at `path`. */
  bare(path: string): Promise<(name: string, plan: Omit<WrkPlan, "baseUrl" | "shop">) => Contender>;
  stop(): Promise<void>;
}

/** Starts the server on a marketplace and lets load generators at it. */
export async function openStand(
  workshop: Workshop,
  market: Market,
  database: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Stand> {
  const { postgres, folder } = workshop;
  const shop = writeShop(folder, market);
  const server = await market.serve("api", settings);
  const others: RunningServer[] = [];
  const variables = { fifth: market.skus / 5, half: market.skus / 2, at: realNow() };
  const loaded = (target: RunningServer) => (name: string, plan: Omit<WrkPlan, "baseUrl" | "shop">) => ({
    name,
    measure: (seconds: number, run: number) =>
      measured({ serverPid: target.pid, postgres }, cores, (stopwatch) =>
        wrk({ ...plan, baseUrl: target.baseUrl, shop }, { seconds, run, stopwatch }),
      ),
  });
  return {
    server,
    http: loaded(server),
    limit: (name, plan) => ({
      name,
      measure: (seconds) =>
        measured({ serverPid: undefined, postgres }, cores, (stopwatch) =>
          pgbench({ postgres, database, folder, ...plan, variables: { ...variables, ...plan.variables } }, { seconds, stopwatch }),
        ),
    }),
    async bare(path) {
      const [seller] = market.sellers;
      const file = join(folder, `answer-${others.length}.json`);
      writeFileSync(file, JSON.stringify(await recorded(server.baseUrl + path, seller!)));
      const bare = await startBare(file);
      others.push(bare);
      return loaded(bare);
    },
    stop: async () => void (await Promise.all([server, ...others].map((one) => one.stop()))),
  };
}

/** Headers that Node's server writes by itself. */
const WRITTEN_BY_NODE = new Set(["connection", "keep-alive", "date"]);

async function recorded(url: string, seller: BenchSeller): Promise<RecordedAnswer> {
  const response = await fetch(url, {
    headers: { client_id: seller.clientId, access_token: seller.accessToken, "accept-encoding": "identity" },
  });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !WRITTEN_BY_NODE.has(name)));
  const body = Buffer.from(await response.arrayBuffer()).toString("latin1");
  return { status: response.status, headers, body };
}
