import { statement } from "../../../platform/database/index.ts";

/** A set of change rules. Set 0, which is in no row, is the shipped one. */
export interface RuleSetRow {
  readonly rule_set_id: number;
  readonly effective_at: number;
  readonly rules: string;
  readonly actor: string;
  readonly made_at: number;
}
const SET = "r.rule_set_id, r.effective_at, r.rules, r.actor, r.made_at";

/** The set in effect at $1. Index: change_rule_sets_by_date. */
export const ruleSetAt = statement<RuleSetRow>(
  "changes.rule_set_at",
  `select ${SET} from change_rule_sets r where r.effective_at <= $1 order by r.effective_at desc, r.rule_set_id desc limit 1`,
);
/** The sets that come into effect after $1, soonest first; of several for one date the last one made, which is the one that will hold. Index: change_rule_sets_by_date. */
export const scheduledRuleSets = statement<RuleSetRow>(
  "changes.scheduled_rule_sets",
  `select distinct on (r.effective_at) ${SET} from change_rule_sets r where r.effective_at > $1 order by r.effective_at, r.rule_set_id desc limit $2`,
);
/** One set by its number. Index: change_rule_sets_pkey. */
export const getRuleSet = statement<RuleSetRow>("changes.get_rule_set", `select ${SET} from change_rule_sets r where r.rule_set_id = $1`);
/** The number of the newest set; 0 when there is none. Index: change_rule_sets_pkey. */
export const newestRuleSet = statement<{ newest: number }>(
  "changes.newest_rule_set",
  `select coalesce(max(rule_set_id), 0) as newest from change_rule_sets`,
);
/** Records a set, if the newest one is one of $5, or whatever it is when $5 is null. Index: change_rule_sets_pkey. */
export const insertRuleSet = statement<RuleSetRow>(
  "changes.insert_rule_set",
  `insert into change_rule_sets (rule_set_id, effective_at, rules, actor, made_at)
   select n.newest + 1, $1::bigint, $2::text, $3::text, $4::bigint
     from (select coalesce(max(r.rule_set_id), 0) as newest from change_rule_sets r) n
    where $5::bigint[] is null or n.newest = any ($5)
   returning rule_set_id, effective_at, rules, actor, made_at`,
);
/** How people found what each rule had approved and chance had chosen for them. Index: product_change_fields_of_rule. */
export const samplesOfRules = statement<{ rule: string; waiting: number; confirmed: number; contested: number }>(
  "changes.samples_of_rules",
  `/* fanout */
   select f.rule, count(*) filter (where f.sample = 'waiting') as waiting, count(*) filter (where f.sample = 'confirmed') as confirmed,
          count(*) filter (where f.sample = 'contested') as contested
     from product_change_fields f where f.sample is not null and f.rule is not null group by f.rule`,
);
