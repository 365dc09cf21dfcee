import type { Operation } from "../../platform/contract/operation.ts";
import type { Database } from "../../platform/database/database.ts";
import type { CallFaultSource } from "../../platform/http/fault-types.ts";
import type { Log } from "../../platform/observability/log.ts";
import type { Slice } from "../../platform/jobs/slice-definition.ts";
import type { DeliveryFaults } from "../../notifications/index.ts";
import { faultEndpoints } from "./fault-operations.ts";
import { createFaultStore } from "./store.ts";

/** What one process sets is in force in all within so long, and the moment a look takes. */
const POLL_MS = 200;

export interface FaultsContext {
  readonly db: Database;
  readonly log: Log;
  /** Every operation there is, asked for when the first rule names one. */
  readonly operations: () => readonly Operation[];
}

/** What goes wrong on purpose: how it is set, and where it strikes. */
export interface Faults extends Slice {
  readonly calls: CallFaultSource;
  readonly deliveries: DeliveryFaults;
}

/** Faults of a sandbox. Production opens none: it has neither their addresses nor a place where they could strike. */
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
