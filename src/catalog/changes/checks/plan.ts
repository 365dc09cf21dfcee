import type { ChangeFieldRow } from "../queries.ts";
import type { ProductDocument, StoredFinding } from "../../product.ts";
import type { ReferenceSnapshot } from "../../../reference/index.ts";
import { isCurrent, type ChangeableField, type FieldChange } from "../product-fields.ts";
import { type ChangeRule, ruleFor, type RuleFacts } from "../rules/rules.ts";
import { fieldStateAfter, type FieldMove, type FieldState } from "../states.ts";
import { evaluate, sift, type Subject } from "./evaluate.ts";

/** The actor of what no person and no rule decided. */
export const VALIDATION = "automatic validation";

/** A field of a request, with its values parsed. */
export interface LoadedField extends FieldChange {
  readonly state: FieldState;
  readonly row: ChangeFieldRow;
}

/** A field from its row. */
export const toLoadedField = (row: ChangeFieldRow): LoadedField => ({
  pointer: row.pointer,
  field: row.field as ChangeableField,
  was: JSON.parse(row.was) as unknown,
  wanted: JSON.parse(row.wanted) as unknown,
  state: row.state,
  row,
});

/** What becomes of a field. `decidedBy` is an actor, or `rule:<id>`. */
export interface FieldOutcome {
  readonly pointer: string;
  readonly state: FieldState;
  readonly rule?: string | undefined;
  readonly decidedBy?: string | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly reviews?: readonly StoredFinding[];
  readonly isSampled?: boolean;
}

/** What a check or a decision makes of a request: the outcomes of its fields, and what goes live by them. */
export interface ChangePlan {
  readonly outcomes: readonly FieldOutcome[];
  /** What goes live; undefined when nothing was approved. */
  readonly live: LiveChange | undefined;
}

/** A product with approved values, and the warnings that it has then. */
export interface LiveChange {
  readonly product: ProductDocument;
  readonly warnings: readonly StoredFinding[];
}

/** A field's outcome after a move. */
export const outcomeOf = (field: LoadedField, move: FieldMove, facts: Omit<FieldOutcome, "pointer" | "state"> = {}): FieldOutcome => ({
  pointer: field.pointer,
  state: fieldStateAfter(field.state, move),
  ...facts,
});

/** What the check of a request decides with, besides the product. */
export interface CheckContext {
  /** The rules that were in effect when the change was asked for. */
  readonly rules: readonly ChangeRule[];
  readonly seller: RuleFacts["seller"];
  /** Whether chance chooses a field that a rule approves for a later look; asked once per field. */
  readonly isSampled: () => boolean;
}

/** The images that must be checked before a request can be. */
export const imagesToCheck = (subject: Subject, fields: readonly LoadedField[]): readonly string[] =>
  evaluate(subject, current(subject.live, fields)).unchecked;

const current = (live: ProductDocument, fields: readonly LoadedField[]) => fields.filter((field) => isCurrent(live, field));

/**
 * Checks a request whose images are known: fields whose product has another value by now are stale, those that would make it wrong are
 * criticized, and the rules decide on the others. What rules approve together must pass by itself; otherwise a person decides. Pure but for
 * `isSampled`.
 */
export function planCheck(subject: Subject, fields: readonly LoadedField[], context: CheckContext): ChangePlan {
  const fresh = current(subject.live, fields);
  const stale = fields.filter((field) => !fresh.includes(field)).map((field) => outcomeOf(field, "outdate", { decidedBy: VALIDATION }));
  const { passing, criticized } = sift({ ...subject, toleratesMixedFamily: true }, fresh);
  const blamed = fresh
    .filter(({ pointer }) => criticized.has(pointer))
    .map((field) => outcomeOf(field, "criticize", { reviews: criticized.get(field.pointer)!, decidedBy: VALIDATION }));
  const toJudge = passing.filter(({ state }) => state === "checking");
  const facts = factsOf(subject, context);
  const judged = toJudge.map((field) => ({ field, rule: ruleFor(context.rules, field, facts) }));
  const approved = judged.filter(({ rule }) => rule?.action === "auto_approve");
  const result =
    approved.length === 0
      ? undefined
      : evaluate(
          subject,
          approved.map(({ field }) => field),
        );
  const live = result?.errors.length === 0 && result.failures.length === 0 ? result : undefined;
  return { live, outcomes: [...stale, ...blamed, ...judged.map(({ field, rule }) => judge(field, rule, live !== undefined, context))] };
}

function judge(field: LoadedField, rule: ChangeRule | undefined, mayApprove: boolean, { isSampled }: CheckContext): FieldOutcome {
  const named = rule === undefined ? {} : { rule: rule.id, decidedBy: `rule:${rule.id}` };
  if (rule?.action === "auto_approve" && mayApprove) return outcomeOf(field, "approveByRule", { ...named, isSampled: isSampled() });
  if (rule?.action === "refuse") return outcomeOf(field, "refuseByRule", { ...named, code: "refused_by_rule" });
  return outcomeOf(field, "pass", { rule: rule?.id });
}

function factsOf({ live, images, reference }: Subject, { seller }: CheckContext): RuleFacts {
  return {
    brands: reference.brands,
    type: typeOf(reference, live),
    images: new Map([...images].map(([url, { verdict }]) => [url, verdict])),
    seller,
  };
}
const typeOf = (reference: ReferenceSnapshot, { department, productType }: ProductDocument) => reference.typeRules(department, productType);
