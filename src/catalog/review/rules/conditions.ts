import type { LocalizedText } from "../../../platform/contract/index.ts";
import type { ReviewFacts } from "../facts.ts";

/** What a rule for automatic approval asks of a product. All that it asks must hold; what it does not ask for does not matter. */
export interface RuleConditions {
  readonly noWarnings?: boolean;
  readonly imagesPassed?: boolean;
  /** Share from 0 to 1. Only sellers with 50 decisions by people have one. */
  readonly sellerApprovedShare?: number;
  readonly brandKnown?: boolean;
  /** Share from 0 to 1. */
  readonly siblingDistance?: number;
}
/** The name of a condition. */
export type ConditionName = keyof RuleConditions;

/** Decisions by people from which on a seller's share counts. */
const MIN_SELLER_DECISIONS = 50;

/** A condition: its meaning, and whether it holds of a product. `wanted` is the rule's value. */
interface Condition {
  readonly meaning: LocalizedText;
  readonly holds: (facts: ReviewFacts, wanted: number) => boolean;
}

/** Every condition that a rule may have. */
export const CONDITIONS: Readonly<Record<ConditionName, Condition>> = {
  noWarnings: {
    meaning: { "pt-BR": "a validação não avisou de nada", en: "the validation gave no warning" },
    holds: ({ warnings }) => warnings === 0,
  },
  imagesPassed: {
    meaning: { "pt-BR": "todas as imagens passaram na verificação", en: "all images passed their check" },
    holds: ({ imagesPassed }) => imagesPassed,
  },
  sellerApprovedShare: {
    meaning: {
      "pt-BR": "das decisões de pessoas sobre o lojista, 50 ao menos, esta parte ao menos aprovou",
      en: "of the decisions by people on the seller, 50 at least, this share at least approved",
    },
    holds: ({ sellerDecisions, sellerApprovedShare }, wanted) =>
      sellerDecisions >= MIN_SELLER_DECISIONS && sellerApprovedShare !== null && sellerApprovedShare >= wanted,
  },
  brandKnown: {
    meaning: { "pt-BR": "o lojista já teve um produto da marca aprovado", en: "the seller had a product of the brand approved before" },
    holds: ({ brandKnown }) => brandKnown,
  },
  siblingDistance: {
    meaning: {
      "pt-BR": "nome e descrição diferem em no máximo esta parte das palavras de um produto aprovado da família",
      en: "name and description differ in at most this share of the words from an approved product of the family",
    },
    holds: ({ siblingDistance }, wanted) => siblingDistance !== null && siblingDistance <= wanted,
  },
};

const NAMES = Object.keys(CONDITIONS) as readonly ConditionName[];

/** The names of the conditions that a rule has. */
export const conditionsIn = (conditions: RuleConditions): readonly ConditionName[] =>
  NAMES.filter((name) => conditions[name] !== undefined);

/** Whether a rule approves a product with these facts. A rule without conditions approves nothing. */
export function ruleApproves(conditions: RuleConditions, facts: ReviewFacts): boolean {
  const names = conditionsIn(conditions);
  return names.length > 0 && names.every((name) => CONDITIONS[name].holds(facts, Number(conditions[name])));
}
