import type { ReviewFacts } from "../facts.ts";
import { ruleApproves, type RuleConditions } from "./conditions.ts";

/** A person's decision, with what was known when it was made. */
interface PersonsDecision {
  readonly decision: "approve" | "criticize";
  readonly facts: ReviewFacts;
}

/** How often a rule and people agree. */
export interface Precision {
  /** Products that the rule would have approved. */
  readonly matched: number;
  /** Of these, the ones that people approved. */
  readonly agreed: number;
  /** `agreed` of `matched`; undefined when nothing matched. */
  readonly precision: number | undefined;
  /** The lower bound of the precision with a confidence of 95 %. */
  readonly lower95: number;
}

/** Decisions by people that a rule is tried on, at most: the last ones. */
export const TRIED_DECISIONS = 1_000;
/** What a rule needs to be proven. */
export const PROVEN = { matched: 200, lower95: 0.98 } as const;

/** 97.5 % of a normal distribution lie below. */
const Z = 1.959964;

/** The lower bound of Wilson's score interval with a confidence of 95 %: 0 when nothing was counted. */
function wilsonLower95(agreed: number, matched: number): number {
  if (matched === 0) return 0;
  const share = agreed / matched;
  const square = Z ** 2;
  const deviation = Z * Math.sqrt((share * (1 - share)) / matched + square / (4 * matched ** 2));
  return Math.max(0, (share + square / (2 * matched) - deviation) / (1 + square / matched));
}

/** The precision of a rule that agreed with people on `agreed` of `matched` products. */
export const precisionOf = (agreed: number, matched: number): Precision => ({
  matched,
  agreed,
  precision: matched === 0 ? undefined : agreed / matched,
  lower95: wilsonLower95(agreed, matched),
});

/** Whether a rule may be put in force. */
export const isProven = ({ matched, lower95 }: Precision): boolean => matched >= PROVEN.matched && lower95 >= PROVEN.lower95;

/** Tries a rule on decisions by people, by the facts of their moment. Returns its precision, and the decisions that it contradicts. */
export function tryRule<Decision extends PersonsDecision>(
  conditions: RuleConditions,
  decisions: readonly Decision[],
): { readonly precision: Precision; readonly disagreements: readonly Decision[] } {
  const matched = decisions.filter(({ facts }) => ruleApproves(conditions, facts));
  const disagreements = matched.filter(({ decision }) => decision !== "approve");
  return { precision: precisionOf(matched.length - disagreements.length, matched.length), disagreements };
}

/** Share of a rule's approvals that a person decides instead, without knowing. */
export const SAMPLE_SHARE = 0.02;
/** Number of a rule's last samples that count. */
export const SAMPLES = 200;

/**
 * Whether the samples of a rule have fallen below what it had to prove: more than 2 % of the last 200 were not approved. Samples that are still
 * missing count as approved, so a rule that errs often does not get as far as 200.
 */
export const samplesFell = (disagreed: number): boolean => 1 - disagreed / SAMPLES < PROVEN.lower95;
