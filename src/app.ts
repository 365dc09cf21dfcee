import { openEdge } from "./app/edge.ts";
import { keepPartitions, openFoundation, type FoundationOptions } from "./app/foundation.ts";
import { collectJobs } from "./app/jobs.ts";
import { createDeferredOutbound } from "./app/outbound.ts";
import { openSlices } from "./app/slices.ts";
import { realNow } from "./platform/basics/clock.ts";
import type { Database } from "./platform/database/database.ts";
import type { PlainRoute } from "./platform/http/server.ts";
import { runJobLoops, type JobRunner, type SharedJob } from "./platform/jobs/job.ts";

export interface AppOptions extends FoundationOptions {
  readonly version: string;
  /** Who carries out the background work; loops unless said otherwise. */
  readonly jobRunner?: JobRunner;
  /** Pages beside the API: documents, the sandbox's images. */
  readonly plainRoutes?: readonly PlainRoute[];
}

/** The whole application: its database, and the two moments of its life. */
export interface App {
  readonly db: Database;
  /** Listens and starts the workers; answers the port. */
  start(): Promise<number>;
  /** Turns unready, waits as long as load balancers need, finishes what is in progress, ends. */
  stop(): Promise<void>;
}

/** Something of the process that ends with it. */
interface Part {
  readonly name: string;
  close(): Promise<void>;
}

/** How often a process that ends looks whether its time is up. */
const DRAIN_LOOK_MS = 50;
/** Callers on kept connections hear `Connection: close` before theirs ends, however short the drain. */
const SHORTEST_DRAIN_MS = 200;

/** Opens the parts of the process, each on those before it; they are closed in reverse. */
export async function openApp(options: AppOptions): Promise<App> {
  const { settings, log, version, plainRoutes = [] } = options;
  let jobs: readonly SharedJob[] = [];
  let running: ReturnType<JobRunner> | undefined;
  let draining = false;

  const foundation = await openFoundation(options);
  const outbound = createDeferredOutbound(settings);
  const slices = openSlices(foundation, outbound, { jobs: () => jobs });
  jobs = collectJobs(foundation, slices);
  const edge = openEdge(foundation, slices, { version, plainRoutes, isDraining: () => draining });
  const { db, credentialCache } = foundation;

  const parts: readonly Part[] = [
    { name: "log", close: async () => log.flush() },
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
    { name: "jobs", close: async () => running?.stop() },
    { name: "edge", close: edge.close },
  ];

  return {
    db,
    async start() {
      await keepPartitions(foundation);
      const port = await edge.http.listen(settings.port, settings.host);
      outbound.open(port);
      const mine = jobs.filter(({ role }) => role === undefined || settings.role.includes(role));
      running = (options.jobRunner ?? runJobLoops)(mine, log);
      return port;
    },
    async stop() {
      draining = true;
      edge.http.drain();
      for (const slice of slices.others) slice.drain?.();
      await drained(settings.drainSeconds);
      for (const { close } of parts.toReversed()) await close();
    },
  };
}

/** Resolves when load balancers have had the time to hear that the process is unready. */
async function drained(drainSeconds: number): Promise<void> {
  const untilMs = realNow() + Math.max(SHORTEST_DRAIN_MS, drainSeconds * 1_000);
  while (realNow() < untilMs) await new Promise((resolve) => setTimeout(resolve, DRAIN_LOOK_MS));
}
