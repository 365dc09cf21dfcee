import { statement } from "../../platform/database/database.ts";

/** The two halves of what is to go wrong; it belongs to the environment, and every process reads both rows. */
export const TARGETS = ["http", "events"] as const;
export type Target = (typeof TARGETS)[number];

/** A plan as it is stored; `rules` is JSON text. */
export interface PlanRow {
  readonly target: Target;
  /** Counts its changes. */
  readonly version: number;
  readonly seed: number;
  readonly rules: string;
  /** Marketplace time, epoch ms. */
  readonly changed_at: number;
}
/** Both plans, as far as they were ever set. Index: faults_pkey. */
export const listPlans = statement<PlanRow>(
  "faults.list",
  `select f.target, f.version, f.seed, f.rules, f.changed_at from faults f order by f.target`,
);

/** Sets plans anew; whoever sets the same one at the same time does so before or after. Index: faults_pkey. */
export const putPlans = statement<PlanRow>(
  "faults.put",
  `insert into faults (target, version, seed, rules, changed_at)
   select t.target, 1, $2, $3, $4 from unnest($1::text[]) as t(target) order by t.target
   on conflict (target) do update
      set version = faults.version + 1, seed = excluded.seed, rules = excluded.rules, changed_at = excluded.changed_at
   returning target, version, seed, rules, changed_at`,
);

/** Which of these sellers there are. Index: sellers_pkey. */
export const knownSellers = statement<{ readonly seller_id: number }>(
  "faults.known_sellers",
  `select s.seller_id from sellers s where s.seller_id = any($1::bigint[])`,
);

/**
 * Which of these endpoints there are, and whose. Whoever sets a fault for one need not say whose it is; that is rare. Index:
 * notification_endpoints_pkey.
 */
export const knownEndpoints = statement<{ readonly seller_id: number; readonly endpoint_id: string }>(
  "faults.known_endpoints",
  `/* fanout */ select e.seller_id, e.endpoint_id from notification_endpoints e where e.endpoint_id = any($1::text[])`,
);
