import type { Clock } from "../platform/basics/index.ts";
import type { Deprecation, Operation } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { InternalCaller } from "../platform/http/index.ts";
import type { Log } from "../platform/observability/index.ts";
import type { HealthSections, Slice } from "../platform/jobs/index.ts";
import { applicationRequestEndpoints } from "./application-call-operations.ts";
import { deprecationsEndpoint } from "./deprecation-operations.ts";
import { healthEndpoint } from "./system-health-operations.ts";
import { operatorRequestEndpoints } from "./operator-operations.ts";
import { replayEndpoints } from "./replay-operations.ts";
import { createRequestLog } from "./request-log.ts";
import { requestEndpoints } from "./request-operations.ts";

export interface InspectorContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: { readonly requestLogDays: number; readonly requestLogPerSecond: number; readonly quotaPerMinute: number };
  /** Parts of the API that will be removed. */
  readonly deprecations: readonly Deprecation[];
  /** Executes a call again. */
  readonly rerun: InternalCaller;
  /** Returns the health checks of all parts of the process. Called each time the health page is read. */
  readonly sections: () => HealthSections;
  /** Returns all operations. Called once, when an operation is first looked up. */
  readonly operations: () => readonly Operation[];
}

const FLUSH_MS = 200;

/** Opens the log of calls, its search and replay, and the operators' health page. */
export function openInspector(context: InspectorContext): Slice {
  const { db, clock, log, settings } = context;
  const requests = createRequestLog({ db, clock, perSecond: settings.requestLogPerSecond });
  let byId: ReadonlyMap<string, Operation> | undefined;
  const operationOf = (id: string) => (byId ??= new Map(context.operations().map((one) => [one.id, one]))).get(id);
  return {
    endpoints: [
      ...requestEndpoints({ ...context, operationOf }),
      ...applicationRequestEndpoints(context),
      ...replayEndpoints({ ...context, operationOf }),
      ...operatorRequestEndpoints({ ...context, operationOf }),
      deprecationsEndpoint(context),
      healthEndpoint(context),
    ],
    // The server collects data about calls only if a slice observes them. So this slice does not observe calls when the log is off.
    ...(settings.requestLogPerSecond === 0 ? {} : { observe: requests.observe }),
    health: { requestLog: () => Promise.resolve(requests.counts()) },
    jobs: [{ name: "request log", pollMs: FLUSH_MS, run: requests.flush }],
    async close() {
      await requests.flush().catch((error: unknown) => log.warn({ error }, "the last calls were not kept"));
    },
  };
}

export * as inspectorContract from "./contract.ts";
export { inspectorErrors } from "./errors.ts";
