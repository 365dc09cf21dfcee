import { openCatalog } from "./catalog/index.ts";
import type { Settings } from "./config.ts";
import { realNow, type Clock } from "./platform/clock.ts";
import type { Endpoint } from "./platform/contract.ts";
import { openDatabase, type Database, type DatabaseSettings } from "./platform/db.ts";
import { healthPages } from "./platform/health.ts";
import { createHttpServer, type Page } from "./platform/http.ts";
import type { Log } from "./platform/log.ts";
import { createMetrics } from "./platform/metrics.ts";
import { createOutbound, type Outbound } from "./platform/outbound.ts";
import { privileged } from "./platform/queries.ts";
import { workLoop, type WorkLoop } from "./platform/tasks.ts";
import { pricingEndpoints } from "./pricing/index.ts";
import { openReferenceStore, referenceEndpoints, type ReferenceData, type ReferenceStore } from "./reference/index.ts";
import { audit, audited, createDirectory, createQuota, operatorDoor, quotaHeaders, sellerDoor, sellerEndpoints } from "./sellers/index.ts";
import { stockEndpoints } from "./stock/index.ts";

export interface AppOptions {
  readonly settings: Settings;
  readonly database: Pick<DatabaseSettings, "connectionString" | "socket" | "role">;
  readonly clock: Clock;
  readonly log: Log;
  /** Reference data of a new marketplace; the database's own from then on. */
  readonly shipped: ReferenceData;
  readonly version: string;
  /** Pages beside the API: documents, the sandbox's images. */
  readonly pages?: readonly Page[];
}

/** The whole application: its database, and the two moments of its life. */
export interface App {
  readonly db: Database;
  /** Listens and starts the workers; answers the port. */
  start(): Promise<number>;
  /** Turns unready, waits as long as load balancers need, finishes what is in progress, ends. */
  stop(): Promise<void>;
}

const OUTBOUND_TIMEOUTS = { connectTimeoutMs: 5_000, headersTimeoutMs: 5_000, bodyTimeoutMs: 5_000, totalTimeoutMs: 10_000 };
const LAST_USE_MS = 10_000;
const REFERENCE_POLL_MS = 1_000;
const RETRY_AFTER_SECONDS = 2;
/** Callers on kept connections hear `Connection: close` before theirs ends, however short the drain. */
const SHORTEST_DRAIN_MS = 200;

/** Puts the house together: the only file that knows every slice. */
export async function openApp(options: AppOptions): Promise<App> {
  const { settings, clock, log, version } = options;
  const { environment } = settings;
  const metrics = createMetrics();
  const db = openDatabase({
    ...options.database,
    connections: settings.databaseConnections,
    wideConnections: 4,
    statementTimeoutMs: settings.statementTimeoutMs,
    wideStatementTimeoutMs: 60_000,
    acquireTimeoutMs: 2_000,
    onBackgroundError: (error) => log.warn({ error }, "a database connection was lost"),
  });
  const reference = await openReference(db, options).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  const directory = createDirectory(db, { quotaPerMinute: settings.quotaPerMinute });
  const quota = createQuota(settings.quotaBurstPercent);
  // The sandbox's own image host is this server: its port is known once it listens.
  let client: Outbound | undefined;
  const outbound: Outbound = {
    fetch: (request) => client?.fetch(request) ?? Promise.resolve({ kind: "unreachable", cause: "not started" }),
    close: async () => client?.close(),
  };
  const validated = metrics.counter("vitrine_products_validated_total", "Products judged by the automatic validation.");
  const catalog = openCatalog({ db, clock, log, outbound, reference: reference.current, settings, onValidated: validated });
  reference.onChange(catalog.wake);

  const endpoints: readonly Endpoint[] = [
    ...sellerEndpoints({ db, directory, environment }),
    ...referenceEndpoints({ db, store: reference }),
    ...pricingEndpoints({ db, onWoken: catalog.wake }),
    ...stockEndpoints({ db, onWoken: catalog.wake }),
    ...catalog.endpoints,
  ].map((endpoint) => audited(db, endpoint));

  let draining = false;
  const unready = async () => {
    if (draining) return "draining";
    return (await db.reachable()) ? undefined : "database unreachable";
  };
  const anonymousHeaders = quotaHeaders(settings.quotaPerMinute, settings.quotaPerMinute, 0);
  const http = createHttpServer({
    environment,
    endpoints,
    pages: [...healthPages({ version, environment, unready, metrics }), ...(options.pages ?? [])],
    doors: {
      seller: sellerDoor(directory, quota, environment),
      operator: operatorDoor(directory, anonymousHeaders, (who, knock) =>
        audit(db, { at: clock.now(), who, operation: knock.operation, path: {}, status: 403, requestId: "", body: undefined }),
      ),
    },
    anonymousHeaders,
    clock,
    log,
    metrics,
    maxInFlight: settings.maxInFlight,
    bodyLimitBytes: settings.bodyLimitBytes,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
  metrics.gauge("vitrine_http_in_flight", "Requests in progress.", http.inFlight);
  metrics.gauge("vitrine_database_waiting", "Calls waiting for a database connection.", () => db.counts().waiting);

  let loops: readonly WorkLoop[] = [];
  const every = (name: string, pollMs: number, work: () => Promise<unknown>) =>
    workLoop({ name, pollMs, log, work: async () => (await work(), 0) });

  return {
    db,
    async start() {
      const port = await http.listen(settings.port, settings.host);
      const ownImages = environment === "sandbox" ? [`localhost:${port}`, `127.0.0.1:${port}`] : [];
      client = createOutbound({
        ...OUTBOUND_TIMEOUTS,
        allowedHosts: [...settings.outboundHostsAllowed, ...ownImages],
        maxConcurrent: settings.imageConcurrency * 2,
        maxConcurrentPerHost: settings.imageConcurrency,
      });
      loops = [
        every("last uses", LAST_USE_MS, directory.recordUses),
        every("reference data", REFERENCE_POLL_MS, async () => {
          await reference.applyDue();
          await reference.refresh();
        }),
      ];
      if (settings.role.includes("worker")) catalog.startWorkers();
      return port;
    },
    async stop() {
      draining = true;
      http.drain();
      const untilMs = realNow() + Math.max(SHORTEST_DRAIN_MS, settings.drainSeconds * 1_000);
      while (realNow() < untilMs) await new Promise((resolve) => setTimeout(resolve, 50));
      await http.close();
      await Promise.all([catalog.stopWorkers(), ...loops.map((loop) => loop.stop())]);
      await directory.recordUses().catch((error: unknown) => log.warn({ error }, "last uses were not recorded"));
      await outbound.close();
      await db.close();
      log.flush();
    },
  };
}

/** The reference data, on connections that row-level security binds: a pooler may have dropped the role they ask for. */
async function openReference(db: Database, { clock, shipped, log }: AppOptions): Promise<ReferenceStore> {
  const [connection] = await db.run([], privileged, []);
  if (connection!.privileged) throw new Error("the database connections bypass row-level security: connect as a role that is no superuser");
  return openReferenceStore({ db, clock, shipped, log });
}
