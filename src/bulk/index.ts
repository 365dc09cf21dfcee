import { setTimeout as sleep } from "node:timers/promises";
import type { OrdersSlice } from "../orders/index.ts";
import type { Clock } from "../platform/basics/index.ts";
import type { KeyRing } from "../platform/crypto/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { SenderQuotas } from "../people/index.ts";
import { createWakeUpSignal, type Job, type Slice, type WakeUpSignal } from "../platform/jobs/index.ts";
import type { Log, Metrics } from "../platform/observability/index.ts";
import type { ReferenceSnapshot } from "../reference/index.ts";
import type { AppendEvents, QuotaMeter } from "../sellers/index.ts";
import { createEndpoints } from "./create-operations.ts";
import { mappingEndpoints } from "./formats/mapping-operations.ts";
import { templateEndpoints } from "./formats/template-operations.ts";
import { jobEndpoints } from "./job-operations.ts";
import type { BulkLimits } from "./limits.ts";
import { createProgressSignal, type ProgressSignal } from "./progress-signal.ts";
import { bulkBacklog, readyJobs } from "./turns/queries.ts";
import { resultEndpoints } from "./result-operations.ts";
import { forgetOldJobs, nextForgettingAt } from "./retention/retention-worker.ts";
import { type BulkWorkerContext, runBulkJobs } from "./worker.ts";

export interface BulkContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: KeyRing;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly meter: QuotaMeter;
  readonly settings: BulkLimits & SenderQuotas & { readonly databaseConnections: number; readonly maxLagMs: number };
  readonly reference: () => ReferenceSnapshot;
  /** The reference data in effect now, including changes that other processes made. */
  readonly latestReference: () => Promise<ReferenceSnapshot>;
  readonly movesIn: OrdersSlice["movesIn"];
  /** Appends to the events feed. Passed in, because the events slice is to the right of this one. */
  readonly appendEvents: AppendEvents;
  /** Called when products were changed. */
  readonly onValidationDue: () => void;
  /** Lag of the event loop in milliseconds. */
  readonly lagMs: () => number;
}

const POLL_MS = 250;
const FORGET_POLL_MS = 60_000;
/** Jobs that one process carries out at the same time, if it has connections enough. */
const MAX_JOBS_AT_ONCE = 2;
/** Share of the connections that bulk may use. */
const CONNECTION_SHARE = 0.5;
/** Part of the allowed lag from which bulk waits, so that single calls are not refused because of it. */
const LAG_SHARE = 0.5;
const QUIET_PAUSE_MS = 20;
/** Longest wait for a quiet moment: a busy process still makes progress. */
const MAX_QUIET_MS = 1_000;

/** Bulk jobs: many rows at once, each with the effect and the refusals of the single call. */
export function openBulk(context: BulkContext): Slice {
  const { db, settings } = context;
  const wakeUp = createWakeUpSignal();
  const progress = createProgressSignal();
  const creating = { ...context, limits: settings, onReady: wakeUp.send };
  const retention = { ...context, limits: settings };
  return {
    endpoints: [
      ...createEndpoints(creating),
      ...jobEndpoints(creating),
      ...resultEndpoints({ ...context, moreResults: progress.wait }),
      ...mappingEndpoints(context),
      ...templateEndpoints(context),
    ],
    health: {
      async bulk() {
        const { jobs, chunks } = await backlogOf(db);
        return { waitingJobs: jobs, waitingChunks: chunks };
      },
    },
    jobs: [
      rowsJob(context, progress, wakeUp),
      {
        name: "bulk jobs to forget",
        role: "worker",
        pollMs: FORGET_POLL_MS,
        run: () => forgetOldJobs(retention),
        nextDueAt: () => nextForgettingAt(retention),
      },
    ],
    drain: progress.end,
  };
}

const backlogOf = async (db: Database) => (await db.wide.run("every seller", bulkBacklog, []))[0]!;

/** The job that carries out rows. */
function rowsJob(context: BulkContext, progress: ProgressSignal, wakeUp: WakeUpSignal): Job {
  const { db, metrics, settings, clock } = context;
  const count = {
    accepted: metrics.counter("vitrine_bulk_rows_accepted_total", "Rows of bulk jobs that had an effect."),
    failed: metrics.counter("vitrine_bulk_rows_failed_total", "Rows of bulk jobs that were refused."),
    unchanged: metrics.counter("vitrine_bulk_rows_unchanged_total", "Rows of bulk jobs that changed nothing."),
  };
  let oldestSeconds = 0;
  metrics.gauge(
    "vitrine_bulk_oldest_seconds",
    "Age of the oldest content whose rows wait, as of the last round of work.",
    () => oldestSeconds,
  );
  const worker: BulkWorkerContext = {
    ...context,
    limits: settings,
    quotaPerMinute: settings.quotaPerMinute,
    personQuotaPerMinute: settings.personQuotaPerMinute,
    jobsAtOnce: Math.max(1, Math.min(MAX_JOBS_AT_ONCE, Math.floor(settings.databaseConnections * CONNECTION_SHARE))),
    untilQuiet: () => untilQuiet(context),
    onRows(rows) {
      count.accepted(rows.accepted);
      count.failed(rows.failed);
      count.unchanged(rows.unchanged);
      progress.notify();
    },
  };
  return {
    name: "bulk",
    role: "worker",
    pollMs: POLL_MS,
    wakeUp,
    async run() {
      const done = await runBulkJobs(worker);
      const { oldest } = await backlogOf(db);
      oldestSeconds = oldest === null ? 0 : Math.max(0, (clock.now() - oldest) / 1_000);
      return done;
    },
    nextDueAt: async () => ((await db.wide.run("every seller", readyJobs, [1, settings.bulkJobsAtOnce])).length > 0 ? 0 : undefined),
  };
}

/** Waits while the event loop is late, for a second at most. */
async function untilQuiet({ lagMs, settings }: Pick<BulkContext, "lagMs" | "settings">): Promise<void> {
  const untilMs = performance.now() + MAX_QUIET_MS;
  while (lagMs() > settings.maxLagMs * LAG_SHARE && performance.now() < untilMs) await sleep(QUIET_PAUSE_MS);
}

export { catalogBulk, orderBulk, revertBulkJob } from "./contract.ts";
export { bulkErrors } from "./errors.ts";
export { catalogMapping, getTemplateCsv, getTemplateXlsx, orderMapping } from "./formats/contract.ts";
export { fileErrors, fileRowErrors, mappingErrors } from "./formats/errors.ts";
