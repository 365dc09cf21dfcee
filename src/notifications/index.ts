import type { Clock } from "../platform/basics/index.ts";
import type { Environment } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { KeyRing } from "../platform/crypto/index.ts";
import type { Log, Metrics } from "../platform/observability/index.ts";
import { createOutbound } from "../platform/outbound/index.ts";
import type { Slice } from "../platform/jobs/index.ts";
import { allowedHosts, addressRefusal } from "./address.ts";
import { deliveryEndpoints } from "./delivery-operations.ts";
import type { DeliveryFaults } from "./dispatch/delivery-fault.ts";
import { createDispatcher } from "./dispatch/worker.ts";
import { endpointActionEndpoints } from "./endpoint-action-operations.ts";
import { endpointEndpoints } from "./endpoint-operations.ts";
import { backlogHealth } from "./backlog-health.ts";
import { operatorEndpoints } from "./operator-operations.ts";

export interface NotificationsContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly keys: KeyRing;
  /** Injected faults; production has none. */
  readonly faults?: DeliveryFaults | undefined;
  readonly settings: {
    readonly environment: Environment;
    readonly host: string;
    readonly outboundHostsAllowed: readonly string[];
    readonly eventRetentionDays: number;
    readonly notificationRetrySeconds: readonly number[];
    readonly notificationTimeoutSeconds: number;
    readonly notificationConcurrency: number;
    readonly notificationDisableDays: number;
    readonly notificationSecretOverlapHours: number;
    readonly deliveryLogDays: number;
  };
}

const SECOND_MS = 1_000;
const CONNECT_MS = 5_000;
/** Maximum number of connections to one host, regardless of its number of endpoints. */
const CONNECTIONS_PER_HOST = 64;
/** Maximum number of slow requests in flight, per place in the concurrency limit. A request that becomes slow no longer counts against that limit. */
const SLOW_PER_REQUEST = 4;

/** Notifications: events pushed to the endpoints that sellers register (decisions 7). */
export function openNotifications({ settings, ...context }: NotificationsContext): Slice {
  const timeoutMs = settings.notificationTimeoutSeconds * SECOND_MS;
  const outbound = createOutbound({
    allowedHosts: allowedHosts(settings),
    connectTimeoutMs: Math.min(CONNECT_MS, timeoutMs),
    headersTimeoutMs: timeoutMs,
    bodyTimeoutMs: timeoutMs,
    totalTimeoutMs: timeoutMs,
    maxConcurrent: settings.notificationConcurrency * (1 + SLOW_PER_REQUEST),
    maxConcurrentPerHost: CONNECTIONS_PER_HOST,
  });
  const dispatcher = createDispatcher({
    ...context,
    outbound,
    isRefused: (url) => addressRefusal(url, settings) !== undefined,
    retrySeconds: settings.notificationRetrySeconds,
    timeoutSeconds: settings.notificationTimeoutSeconds,
    concurrency: settings.notificationConcurrency,
    disableDays: settings.notificationDisableDays,
  });
  context.metrics.gauge("vitrine_notifications_under_way", "Notifications being sent.", dispatcher.underWay);

  const endpointContext = {
    ...context,
    ...settings,
    secretOverlapHours: settings.notificationSecretOverlapHours,
    changed: dispatcher.changed,
  };
  return {
    endpoints: [
      ...endpointEndpoints(endpointContext),
      ...endpointActionEndpoints(endpointContext),
      ...deliveryEndpoints(context.db),
      ...operatorEndpoints(context.db),
    ],
    health: { notifications: () => backlogHealth(context.db) },
    jobs: [dispatcher.job],
    close: dispatcher.close,
  };
}

export type { DeliveryFaults, InjectedFault, DeliveryTarget } from "./dispatch/delivery-fault.ts";
export * as notificationsContract from "./contract.ts";
export { countEndpointsOf, countEveryEndpoint } from "./endpoint-counts.ts";
export { notificationErrors } from "./errors.ts";
export { deliveriesOfEvents } from "./deliveries-of-events.ts";
export { WEBHOOKS } from "./shapes.ts";
export { verifySignature } from "./verify-signature.ts";
