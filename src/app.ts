import { catalogFormerAddresses, openCatalog } from "./catalog/index.ts";
import type { Settings } from "./config.ts";
import { realNow, type Clock } from "./platform/clock.ts";
import type { Endpoint } from "./platform/contract.ts";
import { openAdministration, openDatabase, type Database, type DatabaseSettings, type DatabaseTarget } from "./platform/db.ts";
import { openKeyRing } from "./platform/encryption-keys.ts";
import type { KeyRing } from "./platform/key-ring.ts";
import { healthPages } from "./platform/health.ts";
import { appendEvents, openEvents } from "./events/index.ts";
import { openFulfillment, openIssuer } from "./fulfillment/index.ts";
import { createHttpServer, type Page } from "./platform/http.ts";
import { observers } from "./platform/http/observer.ts";
import { startLagMeter } from "./platform/http/lag.ts";
import { createPlaces } from "./platform/http/places.ts";
import { createRerun } from "./platform/http/rerun.ts";
import { randomDigits } from "./platform/ids.ts";
import type { Log } from "./platform/log.ts";
import { openInspector } from "./inspector/index.ts";
import { deliveriesOf, openNotifications } from "./notifications/index.ts";
import { openLedger } from "./platform/once/ledger.ts";
import { createPartitions, type DailyTable } from "./platform/partitions.ts";
import { inventedCnpj, openOrderOperations, orderFormerAddresses, type IsSimulated } from "./orders/index.ts";
import { checkKeys } from "./platform/key-check.ts";
import { createMetrics } from "./platform/metrics.ts";
import { createOutbound, type Outbound } from "./platform/outbound.ts";
import { privileged } from "./platform/queries.ts";
import type { HealthSections, Slice } from "./platform/slice.ts";
import { loops, oneAtATime, type Schedule, type SharedWork } from "./platform/work.ts";
import { pricingEndpoints } from "./pricing/index.ts";
import {
  openReferenceStore,
  referenceEndpoints,
  type ReferenceData,
  referenceFormerAddresses,
  type ReferenceStore,
} from "./reference/index.ts";
import { openFaults, openSandbox, openSharedClock, openSimulators, type SharedClock } from "./sandbox/index.ts";
import {
  createAudit,
  createDirectory,
  createFailureBudget,
  createMeter,
  openSellers,
  operatorDoor,
  publicDoor,
  quotaHeaders,
  sellerDoor,
} from "./sellers/index.ts";
import { stockEndpoints } from "./stock/index.ts";
import { openTechnicalValidation } from "./technical-validation/index.ts";

export interface AppOptions {
  readonly settings: Settings;
  readonly database: DatabaseTarget & Pick<DatabaseSettings, "role">;
  /** Real time; tests bring one that stands still. The sandbox goes ahead of it when it is told to. */
  readonly clock: Clock;
  readonly log: Log;
  /** Reference data of a new marketplace; the database's own from then on. */
  readonly shipped: ReferenceData;
  readonly version: string;
  /** Who carries out the background work; loops unless said otherwise. */
  readonly schedule?: Schedule;
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
/** Connections for wide reads, and how long such a statement may take. */
const WIDE = { connections: 4, timeoutMs: 60_000 };
/** Longest wait for a new connection. */
const ACQUIRE_MS = 2_000;
/** How often a process that ends looks whether its time is up. */
const DRAIN_LOOK_MS = 50;
const PARTITIONS_POLL_MS = 3_600_000;
/** Callers on kept connections hear `Connection: close` before theirs ends, however short the drain. */
const SHORTEST_DRAIN_MS = 200;

/** Puts the house together: the only file that opens every slice. */
export async function openApp(options: AppOptions): Promise<App> {
  const { settings, log, version } = options;
  const { environment } = settings;
  const metrics = createMetrics();
  const db = openDatabase({
    ...options.database,
    connections: settings.databaseConnections,
    wideConnections: WIDE.connections,
    statementTimeoutMs: settings.statementTimeoutMs,
    wideStatementTimeoutMs: WIDE.timeoutMs,
    acquireTimeoutMs: ACQUIRE_MS,
    waitMs: settings.databaseWaitMs,
    onBackgroundError: (error) => log.warn({ error }, "a database connection was lost"),
  });
  const keys = openKeyRing(settings);
  const { shared, reference } = await openStores(db, keys, options).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  const clock = shared ?? options.clock;
  const directory = createDirectory(db, { quotaPerMinute: settings.quotaPerMinute });
  // The sandbox's own image host is this server: its port is known once it listens.
  let client: Outbound | undefined;
  const outbound: Outbound = {
    fetch: (request) => client?.fetch(request) ?? Promise.resolve({ kind: "unreachable", cause: "not started" }),
    close: async () => client?.close(),
  };
  const validated = metrics.counter("vitrine_products_validated_total", "Products judged by the automatic validation.");
  const catalog = openCatalog({
    db,
    clock,
    log,
    outbound,
    reference: reference.current,
    latestReference: reference.latest,
    settings,
    onValidated: validated,
  });
  reference.onChange(catalog.wake);
  const issueInvoice = openIssuer({ keys, ...settings });
  const isSimulated: IsSimulated = (sellerId, delivery) => simulators?.isSimulated(sellerId, delivery) ?? false;
  const orders = openOrderOperations({
    db,
    keys,
    reference: reference.current,
    settings,
    clock,
    log,
    issueInvoice,
    deliveriesOf: (sellerId, seqs) => deliveriesOf(db, sellerId, seqs),
    isSimulated,
  });
  const fulfillment = openFulfillment({ db, keys, ...settings, orders, issueInvoice });

  const partitions = createPartitions(() => openAdministration(options.database), dailyTables(settings));
  const meter = createMeter({ db, log, ...settings });
  const house = { db, keys, clock, log, metrics, settings, environment, directory, meter };
  const inventCnpj = () => inventedCnpj(randomDigits(6));
  const validation = openTechnicalValidation(house);
  const events = openEvents(house);
  const rerun = createRerun({ endpoints: () => endpoints, environment, clock });
  const operations = () => endpoints.map(({ operation }) => operation);
  const faults = environment === "sandbox" ? openFaults({ ...house, operations }) : undefined;
  const notifications = openNotifications({ ...house, faults: faults?.deliveries });
  const sellers = openSellers({ ...house, inventCnpj, admit: validation.admit, appendEvents });
  const inspector = openInspector({
    ...house,
    rerun,
    operations,
    sections: () => sectionsOf([catalog, orders, ...slices], { partitions: async () => ({ furthestDay: partitions.furthestDay() }) }),
  });
  const simulators = shared && openSimulators({ ...house, orders: orders.orders, rerun, actsAtOnce: settings.simulatedActsAtOnce });
  const sandbox = shared && openSandbox({ ...house, clock: shared, inventCnpj, works: () => works });
  const slices: readonly Slice[] = [
    sellers,
    events,
    notifications,
    validation,
    inspector,
    ...(faults ? [faults] : []),
    ...(sandbox ? [sandbox] : []),
    ...(simulators ? [simulators] : []),
  ];

  const endpoints: readonly Endpoint[] = [
    ...slices.flatMap((slice) => slice.endpoints),
    ...referenceEndpoints({ db, store: reference }),
    ...pricingEndpoints({ db, onWoken: catalog.wake }),
    ...stockEndpoints({ db, onWoken: catalog.wake }),
    ...catalog.endpoints,
    ...orders.endpoints,
    ...fulfillment.endpoints,
  ];

  let draining = false;
  const unready = async () => {
    if (draining) return "draining";
    const standing = await db.standing();
    return standing === "takes writes" ? undefined : `database ${standing}`;
  };
  const anonymousHeaders = quotaHeaders(settings.quotaPerMinute, settings.quotaPerMinute, 0);
  const failures = createFailureBudget(settings);
  const audit = createAudit(db, log);
  const lag = startLagMeter();
  const places = createPlaces({ ...settings, lagMs: lag.lagMs });
  const http = createHttpServer({
    environment,
    endpoints,
    formerAddresses: [...catalogFormerAddresses, ...orderFormerAddresses, ...referenceFormerAddresses],
    pages: [
      ...healthPages({ version, environment, unready, metrics }),
      ...slices.flatMap((slice) => slice.pages ?? []),
      ...(options.pages ?? []),
    ],
    doors: {
      seller: sellerDoor({ ...house, failures, audit }),
      operator: operatorDoor({ ...house, failures, headers: anonymousHeaders, audit }),
      public: publicDoor({ headers: anonymousHeaders }),
    },
    anonymousHeaders,
    clock,
    log,
    metrics,
    places,
    bodyLimitBytes: settings.bodyLimitBytes,
    ledger: openLedger(house),
    faults: faults?.calls,
    observe: observers(slices.map((slice) => slice.observe)),
  });
  metrics.gauge("vitrine_http_in_flight", "Requests in progress.", places.inFlight);
  metrics.gauge("vitrine_event_loop_lag_ms", "Lag of the event loop, smoothed.", lag.lagMs);
  metrics.gauge("vitrine_quota_calls_held", "Calls of quotas given to this process and not made yet.", meter.held);
  metrics.gauge("vitrine_database_waiting", "Calls waiting for a database connection.", () => db.counts().waiting);

  const works: readonly SharedWork[] = [
    { name: "last uses", pollMs: LAST_USE_MS, run: async () => (await directory.recordUses(), 0) },
    { name: "partitions", pollMs: PARTITIONS_POLL_MS, run: async () => (await partitions.keep(realNow()), 0) },
    {
      name: "reference data",
      pollMs: REFERENCE_POLL_MS,
      async run() {
        const applied = await reference.applyDue();
        await reference.refresh();
        return Number(applied);
      },
      nextDueAt: reference.nextDueAt,
    },
    ...[catalog, orders, ...slices].flatMap((slice) => slice.works ?? []),
  ].map(oneAtATime);
  let schedule: ReturnType<Schedule> | undefined;

  return {
    db,
    async start() {
      await partitions.keep(realNow());
      const port = await http.listen(settings.port, settings.host);
      const ownImages = environment === "sandbox" ? [`localhost:${port}`, `127.0.0.1:${port}`] : [];
      client = createOutbound({
        ...OUTBOUND_TIMEOUTS,
        allowedHosts: [...settings.outboundHostsAllowed, ...ownImages],
        maxConcurrent: settings.imageConcurrency * 2,
        maxConcurrentPerHost: settings.imageConcurrency,
      });
      const mine = works.filter(({ role }) => role === undefined || settings.role.includes(role));
      schedule = (options.schedule ?? loops)(mine, log);
      return port;
    },
    async stop() {
      draining = true;
      http.drain();
      for (const slice of slices) slice.drain?.();
      const untilMs = realNow() + Math.max(SHORTEST_DRAIN_MS, settings.drainSeconds * 1_000);
      while (realNow() < untilMs) await new Promise((resolve) => setTimeout(resolve, DRAIN_LOOK_MS));
      await http.close();
      lag.stop();
      await schedule?.stop();
      await Promise.all([catalog, ...slices].map(async (slice) => slice.close?.()));
      await directory.recordUses().catch((error: unknown) => log.warn({ error }, "last uses were not recorded"));
      await outbound.close();
      await db.close();
      log.flush();
    },
  };
}

/** Tables with a partition per day. */
const dailyTables = ({ deliveryLogDays, requestLogDays }: Settings): readonly DailyTable[] => [
  // Looked up for 24 hours: today's and yesterday's.
  { name: "once", counts: "days", keptDays: 2, unlogged: false },
  { name: "delivery_log", counts: "milliseconds", keptDays: deliveryLogDays, unlogged: false },
  { name: "request_log", counts: "milliseconds", keptDays: requestLogDays, unlogged: true },
];

/** What the parts of the house tell of their health, by the sections' names. */
const sectionsOf = (parts: readonly Pick<Slice, "endpoints" | "health">[], own: HealthSections): HealthSections =>
  Object.assign({}, own, ...parts.map(({ health }) => health)) as HealthSections;

interface Stores {
  /** The sandbox's clock; production has none but real time. */
  readonly shared: SharedClock | undefined;
  readonly reference: ReferenceStore;
}

/** What is read before anything else, on connections that row-level security binds: a pooler may have dropped the role they ask for. */
async function openStores(db: Database, keys: KeyRing, { settings, clock, shipped, log }: AppOptions): Promise<Stores> {
  await checkKeys(db, keys);
  const [connection] = await db.run([], privileged, []);
  if (connection!.privileged) throw new Error("the database connections bypass row-level security: connect as a role that is no superuser");
  const shared = settings.environment === "sandbox" ? await openSharedClock(db, clock) : undefined;
  return { shared, reference: await openReferenceStore({ db, clock: shared ?? clock, shipped, log }) };
}
