import { statement } from "../../platform/database/index.ts";

/** The targets of fault rules. Each has one row for the whole environment; every process reads both rows. */
export const FAULT_TARGETS = ["http", "events"] as const;
export type FaultTarget = (typeof FAULT_TARGETS)[number];

/** The stored rules of one target; `rules` is JSON text. */
export interface FaultConfigRow {
  readonly target: FaultTarget;
  /** Number of changes so far. */
  readonly version: number;
  readonly seed: number;
  readonly rules: string;
  /** Marketplace time, epoch ms. */
  readonly changed_at: number;
}
/** The rules of each target for which rules were ever set. Index: faults_pkey. */
export const listFaultConfigs = statement<FaultConfigRow>(
  "faults.list",
  `select f.target, f.version, f.seed, f.rules, f.changed_at from faults f order by f.target`,
);

/** Replaces the rules of targets. Concurrent changes are made one after another. Index: faults_pkey. */
export const putFaultConfigs = statement<FaultConfigRow>(
  "faults.put",
  `insert into faults (target, version, seed, rules, changed_at)
   select t.target, 1, $2, $3, $4 from unnest($1::text[]) as t(target) order by t.target
   on conflict (target) do update
      set version = faults.version + 1, seed = excluded.seed, rules = excluded.rules, changed_at = excluded.changed_at
   returning target, version, seed, rules, changed_at`,
);

/** The existing sellers among these. Index: sellers_pkey. */
export const existingSellers = statement<{ readonly seller_id: number }>(
  "faults.known_sellers",
  `select s.seller_id from sellers s where s.seller_id = any($1::bigint[])`,
);

/**
 * The existing endpoints among these, with their sellers. Searches all sellers, because a rule may name an endpoint without its seller.
 * Such rules are rare. Index: notification_endpoints_pkey.
 */
export const existingEndpoints = statement<{ readonly seller_id: number; readonly endpoint_id: string }>(
  "faults.known_endpoints",
  `/* fanout */ select e.seller_id, e.endpoint_id from notification_endpoints e where e.endpoint_id = any($1::text[])`,
);
