import { isoDateTime } from "../../../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, etagOf, Refusal, selfLink } from "../../../platform/contract/index.ts";
import type { Database } from "../../../platform/database/index.ts";
import { changeIdempotently } from "../../../platform/idempotency/index.ts";
import type { OperatorCall } from "../../../sellers/index.ts";
import { decisionIdOf } from "../decision-id.ts";
import { reviewErrors } from "../errors.ts";
import type { ReviewFacts } from "../facts.ts";
import { refuseOtherVersion } from "../precondition.ts";
import { CONDITIONS, conditionsIn, type RuleConditions } from "./conditions.ts";
import * as contract from "./contract.ts";
import { isProven, type Precision, PROVEN, SAMPLES, TRIED_DECISIONS, tryRule } from "./precision.ts";
import * as queries from "./queries.ts";
import { precisionView, ruleView, RULES_PATH } from "./rule-view.ts";

export interface RuleContext {
  readonly db: Database;
  /** The chance of a new rule's samples. */
  readonly newSeed: () => number;
  /** Called when a rule was put in force. */
  readonly onEnabled: () => void;
}
type PutCall = OperatorCall<typeof contract.putReviewRule>;

/** Disagreements that a trial shows. */
const MAX_SHOWN = 50;

/** The rules for automatic approval: reading them, changing one, and trying one on what people decided. */
export function ruleEndpoints(context: RuleContext): readonly Endpoint[] {
  const { db } = context;
  return [
    endpoint(contract.listReviewRules, async (): Promise<Answer> => {
      const rows = await db.run([], queries.listRules, []);
      const items = await Promise.all(rows.map(async (row) => ruleView(row, await samplesOf(db, row))));
      return { status: 200, body: { items, links: [selfLink(RULES_PATH)] } };
    }),
    endpoint(contract.putReviewRule, (call: PutCall) => saveRule(context, call)),
    endpoint(contract.tryReviewRule, async (call: OperatorCall<typeof contract.tryReviewRule>) => {
      const { ruleId } = call.path;
      const [row] = await db.run([], queries.getRule, [ruleId]);
      if (!row) return reviewErrors.refuse("review_rule_unknown", { pointer: "path.ruleId", received: ruleId });
      const decisions = await personsDecisions(db);
      const { precision, disagreements } = tryRule(JSON.parse(row.conditions) as RuleConditions, decisions);
      return {
        status: 200,
        body: {
          ruleId,
          decisions: decisions.length,
          ...precisionView(precision),
          provable: isProven(precision),
          disagreements: disagreements.slice(0, MAX_SHOWN).map(disagreementView),
          links: [selfLink(`${RULES_PATH}/${ruleId}/try`)],
        },
      };
    }),
  ];
}

/** The last decisions by people, each with the facts that were stored with it. */
async function personsDecisions(db: Database) {
  const rows = await db.wide.run("every seller", queries.listPersonsDecisions, [TRIED_DECISIONS]);
  return rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) as ReviewFacts }));
}

const samplesOf = async (db: Database, { rule_id, enabled_at }: queries.RuleRow) =>
  (await db.wide.run("every seller", queries.countSamples, [rule_id, enabled_at ?? Number.MAX_SAFE_INTEGER, SAMPLES]))[0]!;

const disagreementView = ({ seller_id, nth, sku, decision, reasons, wait_ms, at }: queries.PersonsDecisionRow | DecisionWithFacts) => ({
  decisionId: decisionIdOf(seller_id, nth),
  sellerId: seller_id,
  sku,
  decision,
  reasons: JSON.parse(reasons) as string[],
  waitedMs: wait_ms,
  date: isoDateTime(at),
});
type DecisionWithFacts = Awaited<ReturnType<typeof personsDecisions>>[number];

/** Creates or replaces a rule. A rule that is to be in force must prove itself by what people decided, in this very call. */
async function saveRule(context: RuleContext, call: PutCall): Promise<Answer | Refusal> {
  const { db, newSeed, onEnabled } = context;
  const { ruleId } = call.path;
  const { name, when } = call.body;
  const malformed = refuseConditions(when);
  if (malformed !== undefined) return malformed;
  let isNewlyEnabled = false;
  const answer = await changeIdempotently(db, "every seller", call.idempotencyKey, async (transaction) => {
    const before = (await transaction.run(queries.lockRules, [])).find(({ rule_id }) => rule_id === ruleId);
    const refusal = refuseOtherVersion(call.headers["If-Match"], before?.version);
    if (refusal !== undefined) return refusal;
    const conditions = JSON.stringify(Object.fromEntries(conditionsIn(when).map((one) => [one, when[one]])));
    const enabled = call.body.enabled ?? before?.enabled ?? false;
    const isUnchanged = before?.enabled === true && before.conditions === conditions;
    isNewlyEnabled = enabled && !isUnchanged;
    const proof = isNewlyEnabled ? await prove(db, when) : undefined;
    if (proof !== undefined && !isProven(proof)) return refuseUnproven(ruleId, proof);
    const evidence = proof === undefined ? before : { ...proof, tried_at: call.at, enabled_at: call.at };
    const { enabled_at = null, matched = null, agreed = null, tried_at = null } = (enabled && evidence) || {};
    const seed = before?.seed ?? newSeed();
    const values = [
      ruleId,
      name,
      conditions,
      seed,
      enabled,
      enabled_at,
      isNewlyEnabled,
      matched,
      agreed,
      tried_at,
      call.at,
      call.who.actor,
    ];
    const [row] = await transaction.run(queries.putRule, values);
    const samples = isUnchanged ? await samplesOf(db, row!) : { decided: 0, approved: 0 };
    return { status: 200, headers: { etag: etagOf(row!.version) }, body: ruleView(row!, samples) };
  });
  if (isNewlyEnabled && !(answer instanceof Refusal)) onEnabled();
  return answer;
}

const prove = async (db: Database, when: RuleConditions): Promise<Precision> => tryRule(when, await personsDecisions(db)).precision;

/** The refusal of conditions that would approve everything, or that can never hold. */
function refuseConditions(when: RuleConditions): Refusal | undefined {
  const names = conditionsIn(when);
  if (names.length === 0) return reviewErrors.refuse("rule_without_conditions", { pointer: "/when", allowed: Object.keys(CONDITIONS) });
  const failures = names
    .filter((name) => when[name] === false)
    .map((name) => reviewErrors.failure("rule_condition_false", { pointer: `/when/${name}`, received: false, allowed: true }));
  return failures.length === 0 ? undefined : new Refusal(failures);
}

const refuseUnproven = (ruleId: string, proof: Precision): Refusal => {
  const { matched, agreed, lower95 } = precisionView(proof);
  return reviewErrors.refuse("rule_not_proven", {
    pointer: "/enabled",
    received: ruleId,
    allowed: PROVEN.matched,
    current: { matched, agreed, lower95 },
    params: { matched, agreed, lower95, least: PROVEN.lower95 },
  });
};
