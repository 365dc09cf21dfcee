import { statement } from "../../platform/database/index.ts";

/** The targets of fault rules: calls (`http`) and notifications (`events`). The rules of each target are one row for the environment. */
export const FAULT_TARGETS = ["http", "events"] as const;
export type FaultTarget = (typeof FAULT_TARGETS)[number];

/** The stored rules of one target; `rules` is JSON text. */
export interface FaultConfigRow {
  readonly target: FaultTarget;
  /** Number of times that the rules were set. */
  readonly version: number;
  readonly seed: number;
  readonly rules: string;
  /** Marketplace time, epoch ms. */
  readonly changed_at: number;
}
/** The rules of each target. A target has no row until its rules are first set. Index: faults_pkey. */
export const listFaultConfigs = statement<FaultConfigRow>(
  "faults.list",
  `select f.target, f.version, f.seed, f.rules, f.changed_at from faults f order by f.target`,
);

/** Replaces the rules of one or both targets. Concurrent changes are made one after another. Index: faults_pkey. */
export const putFaultConfigs = statement<FaultConfigRow>(
  "faults.put",
  `insert into faults (target, version, seed, rules, changed_at)
   select t.target, 1, $2, $3, $4 from unnest($1::text[]) as t(target) order by t.target
   on conflict (target) do update
      set version = faults.version + 1, seed = excluded.seed, rules = excluded.rules, changed_at = excluded.changed_at
   returning target, version, seed, rules, changed_at`,
);

/** Those of the given sellers that exist. Index: sellers_pkey. */
export const existingSellers = statement<{ readonly seller_id: number }>(
  "faults.known_sellers",
  `select s.seller_id from sellers s where s.seller_id = any($1::bigint[])`,
);

/**
 * Those of the given endpoints that exist, each with its seller. Searches the endpoints of all sellers, because a rule may name an endpoint
 * without its seller. Such rules are rare. Index: notification_endpoints_pkey.
 */
export const existingEndpoints = statement<{ readonly seller_id: number; readonly endpoint_id: string }>(
  "faults.known_endpoints",
  `/* fanout */ select e.seller_id, e.endpoint_id from notification_endpoints e where e.endpoint_id = any($1::text[])`,
);
