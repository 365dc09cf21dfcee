import type { Settings } from "../config.ts";
import { type Clock, realNow } from "../platform/basics/index.ts";
import type { Environment } from "../platform/contract/index.ts";
import {
  checkPrivileges,
  createPartitions,
  type DailyTable,
  type Database,
  type DatabaseSettings,
  type DatabaseTarget,
  openAdminConnection,
  openDatabase,
  type Partitions,
} from "../platform/database/index.ts";
import { checkKeys, type KeyRing, openKeyRing } from "../platform/crypto/index.ts";
import { createMetrics, type LagMeter, type Log, type Metrics, startLagMeter } from "../platform/observability/index.ts";
import { createSessionStore, type SessionStore } from "../people/index.ts";
import { openReferenceStore, type ReferenceData, type ReferenceStore } from "../reference/index.ts";
import { openSharedClock, type SharedClock } from "../sandbox/index.ts";
import {
  type AppendAudit,
  createAudit,
  createCredentialCache,
  createQuotaMeter,
  type CredentialCache,
  type QuotaMeter,
} from "../sellers/index.ts";

export interface FoundationOptions {
  readonly settings: Settings;
  readonly database: DatabaseTarget & Pick<DatabaseSettings, "role">;
  /** Real time, or the fixed time of a test. The sandbox's clock may run ahead of it. */
  readonly clock: Clock;
  readonly log: Log;
  /** Reference data for a new marketplace. Once the database has reference data, this is not used. */
  readonly shipped: ReferenceData;
}

/** The dependencies of every slice. */
export interface Foundation {
  readonly settings: Settings;
  readonly environment: Environment;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly db: Database;
  readonly keys: KeyRing;
  /** The sandbox's clock. Undefined in production, which uses real time. */
  readonly shared: SharedClock | undefined;
  readonly clock: Clock;
  /** Real time, or the fixed time of a test. The sandbox does not move it: people stay signed in when days pass in the marketplace. */
  readonly wallClock: Clock;
  readonly reference: ReferenceStore;
  readonly partitions: Partitions;
  readonly credentialCache: CredentialCache;
  readonly meter: QuotaMeter;
  readonly audit: AppendAudit;
  readonly sessions: SessionStore;
  /** Measures the lag of the event loop, on which load shedding and background work depend. */
  readonly lag: LagMeter;
}

/** Number of connections for wide reads, which are reads of many rows or many sellers (`db.wide`), and the timeout of their statements. */
const WIDE = { connections: 4, timeoutMs: 60_000 };
/** Longest wait until a new connection is open. For wide reads, also the longest wait while all connections are in use. */
const ACQUIRE_MS = 2_000;

/** Opens the dependencies of every slice. Closes the database again when it turns out to be unusable. */
export async function openFoundation(options: FoundationOptions): Promise<Foundation> {
  const { settings, log } = options;
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
  return {
    settings,
    environment: settings.environment,
    log,
    metrics: createMetrics(),
    db,
    keys,
    shared,
    clock: shared ?? options.clock,
    wallClock: options.clock,
    reference,
    partitions: createPartitions(() => openAdminConnection(options.database), dailyTables(settings)),
    credentialCache: createCredentialCache(db, { quotaPerMinute: settings.quotaPerMinute }),
    meter: createQuotaMeter({ db, log, ...settings }),
    audit: createAudit(db, log),
    sessions: createSessionStore({ db, environment: settings.environment, wallClock: options.clock }),
    lag: startLagMeter(),
  };
}

/**
 * Checks the database, then opens the sandbox's clock and the reference data. Throws when row-level security does not apply to the connections. This
 * happens when a pooler drops the role that they ask for.
 */
async function openStores(db: Database, keys: KeyRing, { settings, clock, shipped, log }: FoundationOptions) {
  await checkKeys(db, keys);
  const [connection] = await db.run([], checkPrivileges, []);
  if (connection!.privileged) throw new Error("the database connections bypass row-level security: connect as a role that is no superuser");
  const shared = settings.environment === "sandbox" ? await openSharedClock(db, clock) : undefined;
  return { shared, reference: await openReferenceStore({ db, clock: shared ?? clock, shipped, log }) };
}

/** Tables with a partition per day. */
const dailyTables = ({ deliveryLogDays, requestLogDays }: Settings): readonly DailyTable[] => [
  // An answer recorded under an Idempotency-Key is found for 24 hours and one minute, which may begin two days before today.
  { name: "once", counts: "days", keptDays: 2, unlogged: false },
  { name: "delivery_log", counts: "milliseconds", keptDays: deliveryLogDays, unlogged: false },
  { name: "request_log", counts: "milliseconds", keptDays: requestLogDays, unlogged: true },
];

/** Creates the partitions of the coming days (real time) and drops those of days that are no longer kept. */
export const keepPartitions = ({ partitions }: Pick<Foundation, "partitions">): Promise<void> => partitions.maintain(realNow());
