import { statement } from "../../../platform/database/index.ts";
import type { ReviewItemKey } from "../queries.ts";

/** A rule as it is stored. Times are epoch ms of the marketplace's clock. */
export interface RuleRow {
  readonly rule_id: string;
  readonly name: string;
  /** JSON of RuleConditions. */
  readonly conditions: string;
  readonly seed: number;
  readonly enabled: boolean;
  readonly enabled_version: number;
  readonly enabled_at: number | null;
  readonly matched: number | null;
  readonly agreed: number | null;
  readonly tried_at: number | null;
  readonly switched_off_at: number | null;
  readonly version: number;
  readonly changed_at: number;
  readonly changed_by: string;
}
const COLUMNS = `r.rule_id, r.name, r.conditions, r.seed, r.enabled, r.enabled_version, r.enabled_at, r.matched, r.agreed, r.tried_at,
       r.switched_off_at, r.version, r.changed_at, r.changed_by`;

/** All rules by id, which is the order in which they are applied; index review_rules_pkey. */
export const listRules = statement<RuleRow>("review-rules.list", `select ${COLUMNS} from review_rules r order by r.rule_id`);

/** One rule; index review_rules_pkey. */
export const getRule = statement<RuleRow>("review-rules.get", `select ${COLUMNS} from review_rules r where r.rule_id = $1`);

/** Locks all rules, so that they are put in force one after another; index review_rules_pkey. */
export const lockRules = statement<RuleRow>("review-rules.lock", `select ${COLUMNS} from review_rules r order by r.rule_id for update`);

/**
 * Creates or replaces a rule. The table refuses a rule in force that did not prove itself. If $7, the rule is newly put in force: what waits is
 * compared with the rules again. Index: review_rules_pkey.
 */
export const putRule = statement<RuleRow>(
  "review-rules.put",
  `insert into review_rules as r (rule_id, name, conditions, seed, enabled, enabled_version, enabled_at, matched, agreed, tried_at,
                                  changed_at, changed_by)
   select $1, $2, $3, $4, $5, case when $7::boolean then n.next else 0 end, $6::bigint, $8::integer, $9::integer, $10::bigint, $11, $12
     from (select coalesce(max(enabled_version), 0) + 1 as next from review_rules) n
   on conflict (rule_id) do update
      set name = excluded.name, conditions = excluded.conditions, enabled = excluded.enabled,
          enabled_version = greatest(r.enabled_version, excluded.enabled_version), enabled_at = excluded.enabled_at,
          matched = excluded.matched, agreed = excluded.agreed, tried_at = excluded.tried_at,
          switched_off_at = case when excluded.enabled then null else r.switched_off_at end,
          version = r.version + 1, changed_at = excluded.changed_at, changed_by = excluded.changed_by
   returning ${COLUMNS}`,
);

/** Puts a rule out of force because of its samples, if it is still the same rule; index review_rules_pkey. */
export const switchRuleOff = statement<{ rule_id: string }>(
  "review-rules.switch_off",
  `update review_rules r
      set enabled = false, enabled_at = null, switched_off_at = $3, version = r.version + 1, changed_at = $3, changed_by = $4
    where r.rule_id = $1 and r.version = $2 and r.enabled
   returning r.rule_id`,
);

/** A decision by a person, with the facts of its moment. */
export interface PersonsDecisionRow {
  readonly seller_id: number;
  readonly nth: number;
  readonly sku: string;
  readonly decision: "approve" | "criticize";
  readonly reasons: string;
  readonly facts: string;
  readonly wait_ms: number;
  readonly at: number;
}
/** The last decisions by people on products, newest first. Index: review_decisions_of_people. */
export const listPersonsDecisions = statement<PersonsDecisionRow>(
  "review-rules.list_persons_decisions",
  `/* fanout */
   select d.seller_id, d.nth, d.sku, d.decision, d.reasons, d.facts, d.wait_ms, d.at
     from review_decisions d
    where d.rule is null and d.undone_at is null and d.change_id = ''
    order by d.at desc, d.seller_id desc, d.nth desc limit $1`,
);

/** How people decided a rule's last samples. Index: review_decisions_of_sample. */
export const countSamples = statement<{ decided: number; approved: number }>(
  "review-rules.count_samples",
  `/* fanout */
   select count(*) as decided, count(*) filter (where s.decision = 'approve') as approved
     from (select d.decision from review_decisions d
            where d.sample_of = $1 and d.at >= $2 and d.undone_at is null order by d.at desc, d.seller_id desc, d.nth desc limit $3) s`,
);

/** Items that were not compared with the rules of a version yet and that nobody holds. Index: review_claims_unjudged. */
export const listUnjudged = statement<ReviewItemKey>(
  "review-rules.list_unjudged",
  `/* fanout */
   select c.seller_id, c.sku, c.change_id
     from review_claims c where c.judged < $1 and (c.lease_until is null or c.lease_until < now()) order by c.judged limit $2`,
);

/** An item that the rules are compared with now, under the token of its lease. */
export interface UnjudgedRow extends ReviewItemKey {
  readonly fence: number;
  /** The rule whose sample it already is. */
  readonly sample_of: string | null;
  readonly version: number;
}
/**
 * Leases items of one seller for the comparison with the rules, except those that somebody took in the meantime. Leases use the database's real
 * time. Index: review_claims_pkey, products_pkey.
 */
export const claimUnjudged = statement<UnjudgedRow>(
  "review-rules.claim_unjudged",
  `update review_claims c
      set claim_token = $5, reviewer = $6, lease_until = now() + $7 * interval '1 second', fence = c.fence + 1
     from unnest($3::text[], $4::text[]) as i(sku, change_id)
     join products p on p.seller_id = $1 and p.sku = i.sku
    where c.seller_id = $1 and c.sku = i.sku and c.change_id = i.change_id and c.judged < $2
      and (c.lease_until is null or c.lease_until < now())
   returning c.seller_id, c.sku, c.change_id, c.fence, c.sample_of, p.version`,
);

/**
 * Ends the comparison of items that stay in the queue, and marks the samples among them. Leaves alone what another lease has taken over. Index:
 * review_claims_pkey.
 */
export const finishJudged = statement<never>(
  "review-rules.finish_judged",
  `update review_claims c
      set judged = $2, sample_of = coalesce(c.sample_of, i.sample_of), claim_token = null, reviewer = null, lease_until = null
     from unnest($3::text[], $4::text[], $5::bigint[], $6::text[]) as i(sku, change_id, fence, sample_of)
    where c.seller_id = $1 and c.sku = i.sku and c.change_id = i.change_id and c.fence = i.fence`,
);
