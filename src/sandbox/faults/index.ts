import type { Operation } from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { CallFaultSource } from "../../platform/http/index.ts";
import type { Log } from "../../platform/observability/index.ts";
import type { Slice } from "../../platform/jobs/index.ts";
import type { DeliveryFaults } from "../../notifications/index.ts";
import { faultEndpoints } from "./fault-operations.ts";
import { createFaultStore } from "./store.ts";

/** Interval at which each process reads the fault rules. A change takes effect in all processes within this time plus one read. */
const POLL_MS = 200;

export interface FaultsContext {
  readonly db: Database;
  readonly log: Log;
  /** Returns every operation of the API. Called only when rules for calls are set. */
  readonly operations: () => readonly Operation[];
}

/** Fault injection: its endpoints and jobs, and the faults that are active. */
export interface Faults extends Slice {
  readonly calls: CallFaultSource;
  readonly deliveries: DeliveryFaults;
}

/** Opens fault injection for a sandbox. Production never calls this, so it has neither the operations nor any injected faults. */
export function openFaults({ db, log, operations }: FaultsContext): Faults {
  const store = createFaultStore({ db, log });
  return {
    endpoints: faultEndpoints({ db, store, operations }),
    jobs: [{ name: "faults", pollMs: POLL_MS, run: async () => (await store.refresh(), 0) }],
    calls: store.calls,
    deliveries: store.deliveries,
  };
}

export * as faultContract from "./contract.ts";
export { faultErrors } from "./errors.ts";
export type { CallRule, EventRule } from "./kinds.ts";
export { FAULT_STATUSES } from "./statuses.ts";
