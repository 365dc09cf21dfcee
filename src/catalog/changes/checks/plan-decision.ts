import { type Failure, Refusal } from "../../../platform/contract/index.ts";
import { isCurrent } from "../product-fields.ts";
import { asChangeFailure } from "../read-change.ts";
import { type Subject, sift } from "./evaluate.ts";
import { type ChangePlan, type FieldOutcome, type LoadedField, outcomeOf } from "./plan.ts";

/** A person's decision on a field that waits. */
export interface FieldDecision {
  readonly field: LoadedField;
  readonly decision: "approve" | "refuse";
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/**
 * What a person's decisions make of a request. The product that results is validated again, now: a field whose product has another value by
 * now is stale, and one that would make the product wrong is criticized. Refuses decisions that would leave a product that PUT would refuse,
 * such as one with a colour and a flavour. Pure.
 */
export function planDecision(subject: Subject, decisions: readonly FieldDecision[], decidedBy: string): ChangePlan | Refusal {
  const refused = decisions.filter(({ decision }) => decision === "refuse").map((one) => decided(one, "refuse", decidedBy));
  const wanted = decisions.filter(({ decision }) => decision === "approve");
  const fresh = wanted.filter(({ field }) => isCurrent(subject.live, field));
  const stale = wanted.filter((one) => !fresh.includes(one)).map(({ field }) => outcomeOf(field, "outdate", { decidedBy }));
  const { passing, criticized, evaluation } = sift(
    subject,
    fresh.map(({ field }) => field),
  );
  if (passing.length > 0 && evaluation.failures.length > 0) return new Refusal(evaluation.failures.map(asDecisionFailure));
  const outcomes = fresh.map((one): FieldOutcome => {
    const reviews = criticized.get(one.field.pointer);
    return reviews === undefined ? decided(one, "approve", decidedBy) : outcomeOf(one.field, "criticize", { reviews, decidedBy });
  });
  return { outcomes: [...refused, ...stale, ...outcomes], live: passing.length > 0 ? evaluation : undefined };
}

const decided = ({ field, code, message }: FieldDecision, move: "approve" | "refuse", decidedBy: string): FieldOutcome =>
  outcomeOf(field, move, { decidedBy, code, message });

/** What PUT would refuse about the product that would result. The decision as a whole is wrong, not one place of its body. */
const asDecisionFailure = (failure: Failure): Failure => ({ ...asChangeFailure(failure), pointer: "/fields" });
