import { openEdge } from "./app/edge.ts";
import { keepPartitions, openFoundation, type FoundationOptions } from "./app/foundation.ts";
import { collectJobs } from "./app/jobs.ts";
import { createDeferredOutbound } from "./app/outbound.ts";
import { openSlices } from "./app/slices.ts";
import type { Deprecation } from "./platform/contract/index.ts";
import { realNow } from "./platform/basics/index.ts";
import type { Database } from "./platform/database/index.ts";
import type { PlainRoute } from "./platform/http/index.ts";
import { type JobRunner, runJobLoops, type SharedJob } from "./platform/jobs/index.ts";

export interface AppOptions extends FoundationOptions {
  readonly version: string;
  /** Parts of the API that will be removed, and when. */
  readonly deprecations?: readonly Deprecation[];
  /** Runs the background jobs. Each job runs in its own loop unless this is given. */
  readonly jobRunner?: JobRunner;
  /** Routes that are not operations of the API, such as documents and the sandbox's images. */
  readonly plainRoutes?: readonly PlainRoute[];
}

/** The whole application. */
export interface App {
  readonly db: Database;
  /** Listens, starts the jobs and returns the port. */
  start(): Promise<number>;
  /** Becomes unready, gives load balancers time to notice (`drainSeconds`), finishes work in progress and closes everything. */
  stop(): Promise<void>;
}

/** A part of the process that must be closed. */
interface Part {
  readonly name: string;
  close(): Promise<void>;
}

/** Interval of the checks whether the drain is over. The drain is the time between becoming unready and closing. */
const DRAIN_CHECK_MS = 50;
/** Shortest drain, so that callers on kept-alive connections get `Connection: close` before their connection ends. */
const MIN_DRAIN_MS = 200;

/** Opens the parts of the process in order; each part may use the earlier ones. They are closed in reverse order. */
export async function openApp(options: AppOptions): Promise<App> {
  const { settings, log, version, plainRoutes = [], deprecations = [] } = options;
  let jobs: readonly SharedJob[] = [];
  let runningJobs: ReturnType<JobRunner> | undefined;
  let draining = false;

  const foundation = await openFoundation(options);
  const outbound = createDeferredOutbound(settings);
  const slices = openSlices(foundation, outbound, { jobs: () => jobs, deprecations, version });
  jobs = collectJobs(foundation, slices);
  const edge = openEdge(foundation, slices, { version, plainRoutes, deprecations, isDraining: () => draining });
  const { db, credentialCache, lag } = foundation;

  const parts: readonly Part[] = [
    { name: "log", close: async () => log.flush() },
    { name: "lag of the event loop", close: async () => lag.stop() },
    { name: "database", close: db.close },
    { name: "outbound client", close: outbound.close },
    {
      name: "last uses",
      close: () => credentialCache.writeLastUses().catch((error: unknown) => log.warn({ error }, "last uses were not recorded")),
    },
    {
      name: "slices",
      close: async () => void (await Promise.all([slices.catalog, ...slices.others].map(async (slice) => slice.close?.()))),
    },
    { name: "jobs", close: async () => runningJobs?.stop() },
    { name: "edge", close: edge.close },
  ];

  return {
    db,
    async start() {
      await keepPartitions(foundation);
      const port = await edge.http.listen(settings.port, settings.host);
      outbound.open(port);
      const ownJobs = jobs.filter(({ role }) => role === undefined || settings.role.includes(role));
      runningJobs = (options.jobRunner ?? runJobLoops)(ownJobs, log);
      return port;
    },
    async stop() {
      draining = true;
      edge.http.drain();
      for (const slice of slices.others) slice.drain?.();
      await waitForDrain(settings.drainSeconds);
      for (const { close } of parts.toReversed()) await close();
    },
  };
}

/** Waits for `drainSeconds`, in which load balancers notice that the process is unready, but at least for `MIN_DRAIN_MS`. */
async function waitForDrain(drainSeconds: number): Promise<void> {
  const untilMs = realNow() + Math.max(MIN_DRAIN_MS, drainSeconds * 1_000);
  while (realNow() < untilMs) await new Promise((resolve) => setTimeout(resolve, DRAIN_CHECK_MS));
}
