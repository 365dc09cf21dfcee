import type { Batcher, Database } from "../../platform/database/index.ts";
import type { Clock } from "../../platform/basics/index.ts";
import type { Outbound } from "../../platform/outbound/index.ts";
import { createDeliveryState, type DeliveryState } from "./endpoint-deliveries.ts";
import type { EndpointHealth } from "./endpoint-health.ts";
import type { EventReader } from "./event-reader.ts";
import type { DeliveryFaults } from "./delivery-fault.ts";
import type { ClaimedRow } from "./queries.ts";
import type { EndpointResults, WrittenEndpoint } from "./persist-results.ts";
import type { Semaphore } from "./semaphore.ts";

/** The dependencies that all runners of a process share. */
export interface RunnerContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbound: Outbound;
  /** Whether notifications to a URL are refused. Only the text of the URL is checked. */
  readonly isRefused: (url: string) => boolean;
  readonly semaphore: Semaphore;
  readonly reader: EventReader;
  readonly resultWriter: Batcher<EndpointResults, WrittenEndpoint>;
  readonly retrySeconds: readonly number[];
  readonly timeoutSeconds: number;
  readonly disableDays: number;
  /** Injected faults; production has none. */
  readonly faults?: DeliveryFaults | undefined;
}

/** A leased endpoint, as read when it was leased. */
export interface LeasedEndpoint {
  readonly endpoint: ClaimedRow;
  /** The keys that sign, the newest first. */
  readonly signingKeys: readonly Buffer[];
  /** Delivery ids of retries that are not dead, by resource. */
  readonly storedRetries: ReadonlyMap<string, ReadonlySet<string>>;
  /** Seqs of the events after the cursor that need no first attempt, because each already has a stored retry, perhaps a dead one. */
  readonly handled: ReadonlySet<number>;
  /** Number of consecutive failures before the lease, as far as this process knows. */
  readonly failures: number;
}

/** The state of an endpoint while a runner works for it. The parts of the runner share and change it. */
export interface EndpointState {
  readonly lease: LeasedEndpoint;
  readonly deliveries: DeliveryState;
  health: EndpointHealth;
  /** Reason to disable the endpoint; null = it stays enabled. */
  disabled: EndpointResults["disabled"];
  /** Whether nothing new may start. */
  isStopping: boolean;
  /** Whether another process has the lease. Nothing more is written then. */
  isLeaseLost: boolean;
}

/** Once an endpoint has this many stored retries, no new event is sent to it. */
export const MAX_STORED_RETRIES = 10_000;

/** Creates the state of an endpoint at the beginning of its lease. */
export function createEndpointState(lease: LeasedEndpoint): EndpointState {
  const { endpoint, failures } = lease;
  const health = {
    proven: endpoint.proven,
    failures,
    failingSince: endpoint.failing_since,
    openSince: endpoint.open_since,
    probeAt: endpoint.probe_at,
    pauseUntil: endpoint.pause_until,
  };
  const deliveries = createDeliveryState(lease.storedRetries);
  return { lease, deliveries, health, disabled: null, isStopping: false, isLeaseLost: false };
}
