import { catalogPathAliases } from "../catalog/index.ts";
import { orderPathAliases } from "../orders/index.ts";
import type { Deprecation } from "../platform/contract/index.ts";
import { healthRoutes } from "../platform/observability/index.ts";
import {
  type Authenticators,
  combineObservers,
  createHttpServer,
  createLoadShedding,
  type Headers,
  type HttpServer,
  type PlainRoute,
} from "../platform/http/index.ts";
import { openIdempotencyStore } from "../platform/idempotency/index.ts";
import { createPeopleAuthenticators } from "../people/index.ts";
import { referencePathAliases } from "../reference/index.ts";
import {
  createFailureBudget,
  createOperatorAuthenticator,
  createPublicAuthenticator,
  quotaHeaders,
  createSellerAuthenticator,
} from "../sellers/index.ts";
import type { Foundation } from "./foundation.ts";
import type { Slices } from "./slices.ts";

export interface EdgeOptions {
  readonly version: string;
  /** Routes that are not operations of the API, such as documents and the sandbox's images. */
  readonly plainRoutes: readonly PlainRoute[];
  /** Parts of the API that will be removed, and when. */
  readonly deprecations: readonly Deprecation[];
  /** Whether the process is about to end. */
  readonly isDraining: () => boolean;
}

/** The HTTP server. */
export interface Edge {
  readonly http: HttpServer;
  close(): Promise<void>;
}

/** Assembles the HTTP edge: authentication, load shedding, operations and plain routes. */
export function openEdge(foundation: Foundation, slices: Slices, { version, plainRoutes, deprecations, isDraining }: EdgeOptions): Edge {
  const { environment, settings, db, log, metrics, clock, meter, lag } = foundation;
  const anonymousHeaders = quotaHeaders(settings.quotaPerMinute, settings.quotaPerMinute, 0);
  const loadShedding = createLoadShedding({ ...settings, lagMs: lag.lagMs });
  const unready = async () => {
    if (isDraining()) return "draining";
    const status = await db.status();
    return status === "takes writes" ? undefined : `database ${status}`;
  };
  const http = createHttpServer({
    environment,
    endpoints: slices.endpoints,
    plainRoutes: [
      ...healthRoutes({ version, environment, unready, metrics }),
      ...slices.others.flatMap((slice) => slice.plainRoutes ?? []),
      ...plainRoutes,
    ],
    authenticators: authenticatorsOf(foundation, anonymousHeaders),
    pathAliases: [...catalogPathAliases, ...orderPathAliases, ...referencePathAliases],
    anonymousHeaders,
    clock,
    log,
    metrics,
    loadShedding,
    bodyLimitBytes: settings.bodyLimitBytes,
    idempotencyStore: openIdempotencyStore(foundation),
    deprecations,
    faults: slices.callFaults,
    observe: combineObservers(slices.others.map((slice) => slice.observe)),
  });
  metrics.gauge("vitrine_http_in_flight", "Requests in progress.", loadShedding.inFlight);
  metrics.gauge("vitrine_event_loop_lag_ms", "Lag of the event loop, smoothed.", lag.lagMs);
  metrics.gauge("vitrine_quota_calls_held", "Calls of quotas given to this process and not made yet.", meter.held);
  metrics.gauge("vitrine_database_waiting", "Calls waiting for a database connection.", () => db.counts().waiting);
  return { http, close: http.close };
}

/** The authentication of each audience. People come through the doors of sellers and operators too, with their session. */
function authenticatorsOf(foundation: Foundation, headers: Headers): Authenticators {
  const failures = createFailureBudget(foundation.settings);
  const people = createPeopleAuthenticators({ ...foundation, headers });
  const anybody = createPublicAuthenticator({ headers });
  return {
    seller: people.atSellersDoor(createSellerAuthenticator({ ...foundation, failures })),
    operator: people.atOperatorsDoor(createOperatorAuthenticator({ ...foundation, failures, headers })),
    person: people.person,
    public: (input) => (input.operation.api === "portal" ? people.visitor(input) : anybody(input)),
  };
}
