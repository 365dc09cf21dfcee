import { isoDateTime } from "../../../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, Refusal, selfLink } from "../../../platform/contract/index.ts";
import type { Database, Transaction } from "../../../platform/database/index.ts";
import { changeIdempotently } from "../../../platform/idempotency/index.ts";
import type { OperatorCall } from "../../../sellers/index.ts";
import { changeErrors } from "../errors.ts";
import { ruleFailures } from "./check-rules.ts";
import * as contract from "./contract.ts";
import { insertRuleSet, newestRuleSet, ruleSetAt, type RuleSetRow, samplesOfRules, scheduledRuleSets } from "./queries.ts";
import type { ChangeRule } from "./rules.ts";
import { SHIPPED_RULES, SHIPPED_SET } from "./shipped.ts";

const SHIPPED: RuleSetRow = {
  rule_set_id: SHIPPED_SET,
  effective_at: 0,
  rules: JSON.stringify(SHIPPED_RULES),
  actor: "vitrine",
  made_at: 0,
};
/** Maximum number of scheduled sets that are shown. */
const MAX_SCHEDULED = 100;
/** Maximum age of a past date that is accepted as now: a client's clock may be slow. */
const PAST_TOLERATED_MS = 60_000;

/** The rules for changes: reading them, and replacing them, now or on a date. */
export const changeRuleEndpoints = (db: Database): readonly Endpoint[] => [
  endpoint(contract.getChangeRules, (call: OperatorCall<typeof contract.getChangeRules>) => ruleSets(db, unscoped(db), call.at)),
  endpoint(contract.putChangeRules, (call: OperatorCall<typeof contract.putChangeRules>) => {
    const { at } = call;
    const { effectiveAt = at } = call.body;
    const rules: readonly ChangeRule[] = call.body.rules.map((rule) => ({ ...rule, when: rule.when ?? {} }));
    const failures = ruleFailures(rules);
    if (failures.length > 0) return Promise.resolve(new Refusal(failures));
    if (effectiveAt < at - PAST_TOLERATED_MS) {
      return Promise.resolve(
        changeErrors.refuse("change_rules_date_past", { pointer: "/effectiveAt", received: isoDateTime(effectiveAt) }),
      );
    }
    return changeIdempotently(db, [], call.idempotencyKey, async (transaction) => {
      const accepted = acceptedVersions(call.headers["If-Match"]);
      const values = [Math.max(effectiveAt, at), JSON.stringify(rules), call.who.actor, at, accepted];
      const [made] = await transaction.run(insertRuleSet, values);
      if (made === undefined) return await differ(transaction, call.headers["If-Match"]);
      return ruleSets(db, transaction, at);
    });
  }),
];

type Reads = Pick<Transaction, "run">;
const unscoped = (db: Database): Reads => ({ run: (query, values) => db.run([], query, values) });

/** The versions that `If-Match` accepts; null = any. Weak tags, and tags that are no version, match nothing (RFC 9110 8.8.3.2). */
function acceptedVersions(ifMatch: string | undefined): readonly number[] | null {
  if (ifMatch === undefined || ifMatch === "*") return null;
  return ifMatch.split(",").flatMap((tag) => {
    const version = /^"(0|[1-9]\d{0,14})"$/.exec(tag.trim())?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

async function differ(reads: Reads, received: string | undefined): Promise<Refusal> {
  const [row] = await reads.run(newestRuleSet, []);
  return changeErrors.refuse("change_rules_differ", { pointer: "header.If-Match", received, allowed: `"${row!.newest}"` });
}

async function ruleSets(db: Database, reads: Reads, at: number): Promise<Answer> {
  const [[inEffect = SHIPPED], scheduled, [newest], samples] = await Promise.all([
    reads.run(ruleSetAt, [at]),
    reads.run(scheduledRuleSets, [at, MAX_SCHEDULED]),
    reads.run(newestRuleSet, []),
    db.wide.run("every seller", samplesOfRules, []),
  ]);
  return {
    status: 200,
    body: {
      ...ruleSetView(inEffect),
      newest: newest!.newest,
      scheduled: scheduled.map(ruleSetView),
      samples,
      links: [selfLink(contract.getChangeRules.path)],
    },
  };
}

const ruleSetView = (row: RuleSetRow) => ({
  version: row.rule_set_id,
  effectiveAt: isoDateTime(row.effective_at),
  rules: JSON.parse(row.rules) as unknown,
  actor: row.actor,
  madeAt: isoDateTime(row.made_at),
});
