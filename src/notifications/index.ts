import type { Clock } from "../platform/basics/clock.ts";
import type { Environment } from "../platform/contract/operation.ts";
import type { Database } from "../platform/database/database.ts";
import type { KeyRing } from "../platform/crypto/key-ring.ts";
import type { Log } from "../platform/observability/log.ts";
import type { Metrics } from "../platform/observability/metrics.ts";
import { createOutbound } from "../platform/outbound/client.ts";
import type { Slice } from "../platform/jobs/slice-definition.ts";
import { allowedHosts, refusedAddress } from "./address.ts";
import { deliveryEndpoints } from "./delivery-operations.ts";
import type { DeliveryFaults } from "./dispatch/delivery-fault.ts";
import { createDispatcher } from "./dispatch/worker.ts";
import { endpointEndpoints } from "./endpoint-operations.ts";
import { healthOf } from "./backlog-health.ts";
import { operatorEndpoints } from "./operator-operations.ts";

export interface NotificationsContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly keys: KeyRing;
  /** What befalls events on purpose; production has none. */
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
/** Of one receiver, however many endpoints are there. */
const CONNECTIONS_PER_HOST = 64;
/** Beside those under way there are slow ones, which have left their places. */
const SLOW_PER_PLACE = 4;

/** Events pushed to where sellers want to hear of them (decisions 7). */
export function openNotifications({ settings, ...house }: NotificationsContext): Slice {
  const timeoutMs = settings.notificationTimeoutSeconds * SECOND_MS;
  const outbound = createOutbound({
    allowedHosts: allowedHosts(settings),
    connectTimeoutMs: Math.min(CONNECT_MS, timeoutMs),
    headersTimeoutMs: timeoutMs,
    bodyTimeoutMs: timeoutMs,
    totalTimeoutMs: timeoutMs,
    maxConcurrent: settings.notificationConcurrency * (1 + SLOW_PER_PLACE),
    maxConcurrentPerHost: CONNECTIONS_PER_HOST,
  });
  const dispatcher = createDispatcher({
    ...house,
    outbound,
    isRefused: (url) => refusedAddress(url, settings) !== undefined,
    retrySeconds: settings.notificationRetrySeconds,
    timeoutSeconds: settings.notificationTimeoutSeconds,
    concurrency: settings.notificationConcurrency,
    disableDays: settings.notificationDisableDays,
  });
  house.metrics.gauge("vitrine_notifications_under_way", "Notifications being sent.", dispatcher.underWay);

  return {
    endpoints: [
      ...endpointEndpoints({
        ...house,
        ...settings,
        secretOverlapHours: settings.notificationSecretOverlapHours,
        changed: dispatcher.changed,
      }),
      ...deliveryEndpoints(house.db),
      ...operatorEndpoints(house.db),
    ],
    health: { notifications: () => healthOf(house.db) },
    jobs: [dispatcher.job],
    close: dispatcher.close,
  };
}

export type { DeliveryFaults, Fate, Heard } from "./dispatch/delivery-fault.ts";
export * as notificationsContract from "./contract.ts";
export { notificationErrors } from "./errors.ts";
export { deliveriesOf } from "./deliveries-of-events.ts";
export { WEBHOOKS } from "./shapes.ts";
export { isSigned } from "./verify-signature.ts";
