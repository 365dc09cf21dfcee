import { pointerSteps } from "../../../platform/basics/index.ts";
import type { LocalizedText } from "../../../platform/contract/index.ts";
import type { NameIndex, TypeRules } from "../../../reference/index.ts";
import type { ImageVerdict } from "../../product.ts";
import { CHANGEABLE_FIELDS, type ChangeableField, type FieldChange } from "../product-fields.ts";
import { editShare, hasNoNewBrand, hasNoNewNumber, hasSameWords } from "./text-facts.ts";

/** What a rule does with a field. */
export const RULE_ACTIONS = {
  auto_approve: { "pt-BR": "Aprova sem uma pessoa; 2 % são vistos depois.", en: "Approves without a person; 2 % are looked at later." },
  review: { "pt-BR": "Manda a uma pessoa.", en: "Sends it to a person." },
  refuse: { "pt-BR": "Recusa sem uma pessoa.", en: "Refuses without a person." },
} as const satisfies Readonly<Record<string, LocalizedText>>;
export type RuleAction = keyof typeof RULE_ACTIONS;

/** Conditions of a rule; all of them must hold. A condition that is absent or `false` asks for nothing. */
export interface RuleConditions {
  readonly maxEditShare?: number | undefined;
  readonly sameWords?: boolean | undefined;
  readonly noNewNumbers?: boolean | undefined;
  readonly noNewBrands?: boolean | undefined;
  readonly wasEmpty?: boolean | undefined;
  readonly maxRelativeChange?: number | undefined;
  readonly attributesOptionalOnly?: boolean | undefined;
  readonly imagesPassChecks?: boolean | undefined;
  readonly sellerApprovedShare?: number | undefined;
  readonly sellerDecisions?: number | undefined;
}
/** The name of a condition. */
export type ConditionName = keyof RuleConditions;

/** A rule for a field, or for every field (`*`). */
export interface ChangeRule {
  readonly id: string;
  readonly field: ChangeableField | "*";
  readonly when: RuleConditions;
  readonly action: RuleAction;
}

/** What the conditions may read, besides the field. */
export interface RuleFacts {
  readonly brands: NameIndex;
  /** Undefined while the product's type is unknown. */
  readonly type: TypeRules | undefined;
  readonly images: ReadonlyMap<string, ImageVerdict>;
  /** How many of the seller's last decided fields people approved. */
  readonly seller: { readonly approved: number; readonly decided: number };
}

/** A condition: the fields it is for, and whether it holds for a change. `limit` is the value that the rule gives it. */
interface Condition {
  readonly fields: readonly ChangeableField[];
  readonly holds: (change: FieldChange, limit: number, facts: RuleFacts) => boolean;
}

const TEXTS = ["name", "description"] as const;
const MEASURES = ["height", "width", "depth", "weight"] as const;
const OPTIONAL = ["color", "flavor", "manufacturerCode", "eanIsbn", "video", "attributes", "images"] as const;
const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const ofTexts = (holds: (was: string, wanted: string, limit: number, facts: RuleFacts) => boolean): Condition => ({
  fields: TEXTS,
  holds: ({ was, wanted }, limit, facts) => holds(textOf(was), textOf(wanted), limit, facts),
});

/** Every condition. */
export const CONDITIONS: Readonly<Record<ConditionName, Condition>> = {
  maxEditShare: ofTexts((was, wanted, limit) => editShare(was, wanted) <= limit),
  sameWords: ofTexts(hasSameWords),
  noNewNumbers: ofTexts(hasNoNewNumber),
  noNewBrands: ofTexts((was, wanted, _limit, { brands }) => hasNoNewBrand(was, wanted, brands)),
  wasEmpty: { fields: OPTIONAL, holds: ({ was }) => was === null || was === "" },
  maxRelativeChange: {
    fields: MEASURES,
    holds: ({ was, wanted }, limit) => typeof was === "number" && typeof wanted === "number" && Math.abs(wanted - was) <= limit * was,
  },
  attributesOptionalOnly: {
    fields: ["attributes"],
    holds: ({ pointer }, _limit, { type }) => type?.attributes.get(pointerSteps(pointer)[1] ?? "")?.required === false,
  },
  imagesPassChecks: {
    fields: ["images"],
    holds: ({ wanted }, _limit, { images }) => wanted === null || images.get(textOf(wanted))?.state === "ok",
  },
  sellerApprovedShare: {
    fields: CHANGEABLE_FIELDS,
    holds: (_change, limit, { seller }) => seller.decided > 0 && seller.approved / seller.decided >= limit,
  },
  sellerDecisions: { fields: CHANGEABLE_FIELDS, holds: (_change, limit, { seller }) => seller.decided >= limit },
};

type Asked = readonly (readonly [ConditionName, number])[];
/** The conditions that a rule asks for, each with its limit. */
export const askedConditions = ({ when }: Pick<ChangeRule, "when">): Asked =>
  Object.entries(when).flatMap(([name, value]) =>
    value === undefined || value === false || value === null ? [] : [[name as ConditionName, Number(value)] as const],
  );

/** The first rule that matches a change. Without one, a person decides. */
export const ruleFor = (rules: readonly ChangeRule[], change: FieldChange, facts: RuleFacts): ChangeRule | undefined =>
  rules.find(
    (rule) =>
      (rule.field === "*" || rule.field === change.field) &&
      askedConditions(rule).every(([name, limit]) => CONDITIONS[name].holds(change, limit, facts)),
  );

/** Whether a rule may approve a change of a field without a person. */
export const mayApproveItself = (rules: readonly ChangeRule[], field: ChangeableField): boolean =>
  rules.some((rule) => rule.action === "auto_approve" && (rule.field === "*" || rule.field === field));

/** Whether any rule asks how often people approved what the seller asked for. */
export const asksForSeller = (rules: readonly ChangeRule[]): boolean =>
  rules.some((rule) => askedConditions(rule).some(([name]) => name === "sellerApprovedShare" || name === "sellerDecisions"));
