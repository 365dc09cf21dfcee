import { type Clock, publicId, requestId, seededBoolean } from "../../../platform/basics/index.ts";
import { Refusal } from "../../../platform/contract/index.ts";
import type { Database } from "../../../platform/database/index.ts";
import type { Log } from "../../../platform/observability/index.ts";
import { reviewProduct } from "../contract.ts";
import type { DecideProduct } from "../decide.ts";
import { MAX_SIBLINGS, type ReviewFacts, reviewFactsOf } from "../facts.ts";
import { loadFacts, type ReviewItemKey, RULES_HOLDER } from "../queries.ts";
import { type RuleConditions, ruleApproves } from "./conditions.ts";
import { putReviewRule } from "./contract.ts";
import { SAMPLE_SHARE, SAMPLES, samplesFell } from "./precision.ts";
import * as queries from "./queries.ts";

/** Records what a rule did by itself in the audit log, as if it had called the operation. */
export type AuditRule = (
  ruleId: string,
  at: number,
  call: {
    readonly operation: typeof reviewProduct | typeof putReviewRule;
    readonly parameters: Readonly<Record<string, string>>;
    readonly sentBody: object;
    readonly requestId: string;
  },
) => Promise<void>;

export interface RuleWorkerContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly decide: DecideProduct;
  readonly audit: AuditRule;
  /** Called for each product that a rule approved, and for each rule that was switched off. */
  readonly onApproved: () => void;
  readonly onSwitchedOff: () => void;
}

const ITEMS_PER_ROUND = 200;
const LEASE_SECONDS = 30;
const OUTCOMES_AT_ONCE = 8;

/**
 * Compares what waits for a review with the rules in force, once for each version of them. A product that a rule matches is approved, except for
 * a share that a person decides without knowing. A rule whose samples have fallen is switched off before anything else. Returns the number of
 * items compared.
 */
export async function applyRules(context: RuleWorkerContext): Promise<number> {
  const { db } = context;
  const enabled = (await db.run([], queries.listRules, [])).filter((row) => row.enabled);
  const standing: queries.RuleRow[] = [];
  for (const rule of enabled) if (!(await switchOffIfFallen(context, rule))) standing.push(rule);
  if (standing.length === 0) return 0;
  const version = Math.max(...standing.map(({ enabled_version }) => enabled_version));
  const found = await db.wide.run("every seller", queries.listUnjudged, [version, ITEMS_PER_ROUND]);
  let done = 0;
  for (const [sellerId, items] of Map.groupBy(found, ({ seller_id }) => seller_id))
    done += await judgeItems(context, { sellerId, items, rules: standing, version });
  return done;
}

/** Whether something waits that was not compared with the rules in force yet. */
export async function hasUnjudged(db: Database): Promise<boolean> {
  const enabled = (await db.run([], queries.listRules, [])).filter((row) => row.enabled);
  if (enabled.length === 0) return false;
  const version = Math.max(...enabled.map(({ enabled_version }) => enabled_version));
  return (await db.wide.run("every seller", queries.listUnjudged, [version, 1])).length > 0;
}

async function switchOffIfFallen({ db, clock, log, audit, onSwitchedOff }: RuleWorkerContext, rule: queries.RuleRow): Promise<boolean> {
  const [samples] = await db.wide.run("every seller", queries.countSamples, [rule.rule_id, rule.enabled_at, SAMPLES]);
  const { decided, approved } = samples!;
  if (!samplesFell(decided - approved)) return false;
  const at = clock.now();
  const written = await db.run([], queries.switchRuleOff, [rule.rule_id, rule.version, at, actorOf(rule)]);
  if (written.length > 0) {
    log.error({ worker: "review rules", name: rule.rule_id, count: decided - approved }, "a rule's samples fell: it was switched off");
    onSwitchedOff();
    const sentBody = { enabled: false, samples: { decided, approved } };
    await audit(rule.rule_id, at, { operation: putReviewRule, parameters: { ruleId: rule.rule_id }, sentBody, requestId: requestId() });
  }
  return true;
}

interface Round {
  readonly sellerId: number;
  readonly items: readonly ReviewItemKey[];
  readonly rules: readonly queries.RuleRow[];
  readonly version: number;
}

/** Compares items of one seller with the rules. Returns their number. */
async function judgeItems(context: RuleWorkerContext, { sellerId, items: found, rules, version }: Round): Promise<number> {
  const { db } = context;
  const claimToken = publicId("clm");
  const keys = [found.map(({ sku }) => sku), found.map(({ change_id }) => change_id)];
  const items = await db.run([sellerId], queries.claimUnjudged, [sellerId, version, ...keys, claimToken, RULES_HOLDER, LEASE_SECONDS]);
  // A sample stays a person's, whatever rules there are by now.
  const products = items.filter(({ change_id, sample_of }) => change_id === "" && sample_of === null);
  const rows = await db.run([sellerId], loadFacts, [products.map(() => sellerId), products.map(({ sku }) => sku), MAX_SIBLINGS]);
  const factsOf = new Map(rows.map((row) => [products[row.ord - 1]!, reviewFactsOf(row)]));
  const left: { readonly item: queries.UnjudgedRow; readonly sampleOf: string | null }[] = [];
  const judge = async (item: queries.UnjudgedRow) => {
    const facts = factsOf.get(item);
    const rule = facts && ruleFor(rules, facts);
    if (rule === undefined) left.push({ item, sampleOf: null });
    else if (isSample(rule, item)) left.push({ item, sampleOf: rule.rule_id });
    else if (!(await approve(context, rule, item, claimToken))) left.push({ item, sampleOf: null });
  };
  for (let i = 0; i < items.length; i += OUTCOMES_AT_ONCE) await Promise.all(items.slice(i, i + OUTCOMES_AT_ONCE).map(judge));
  if (left.length > 0)
    await db.run([sellerId], queries.finishJudged, [
      sellerId,
      version,
      left.map(({ item }) => item.sku),
      left.map(({ item }) => item.change_id),
      left.map(({ item }) => item.fence),
      left.map(({ sampleOf }) => sampleOf),
    ]);
  return items.length;
}

/** The first rule that approves a product with these facts. */
const ruleFor = (rules: readonly queries.RuleRow[], facts: ReviewFacts): queries.RuleRow | undefined =>
  rules.find((rule) => ruleApproves(JSON.parse(rule.conditions) as RuleConditions, facts));

const isSample = ({ seed }: queries.RuleRow, { seller_id, sku, version }: queries.UnjudgedRow): boolean =>
  seededBoolean(SAMPLE_SHARE, seed, "sample", seller_id, sku, version);

const actorOf = ({ rule_id }: Pick<queries.RuleRow, "rule_id">): string => `rule:${rule_id}`;

/** Approves a product in the name of a rule. Resolves to false when that is not possible any more. */
async function approve(
  { clock, log, decide, audit, onApproved }: RuleWorkerContext,
  rule: queries.RuleRow,
  { seller_id: sellerId, sku }: queries.UnjudgedRow,
  claimToken: string,
): Promise<boolean> {
  const at = clock.now();
  const by = requestId();
  const outcome = await decide(
    {
      sellerId,
      sku,
      skuPointer: "",
      claimToken,
      at,
      requestId: by,
      move: "reviewApprove",
      reviews: [],
      rule: rule.rule_id,
      requested: { pointer: "", received: "approve" },
      actor: actorOf(rule),
    },
    { idempotencyKey: undefined, answer: () => ({ status: 200 }) },
  );
  if (outcome instanceof Refusal) {
    log.info({ worker: "review rules", sellerId, name: outcome.failures[0]!.code }, "a product is no longer a rule's to approve");
    return false;
  }
  onApproved();
  const parameters = { sellerId: String(sellerId), sku };
  await audit(rule.rule_id, at, { operation: reviewProduct, parameters, sentBody: { decision: "approve" }, requestId: by });
  return true;
}
