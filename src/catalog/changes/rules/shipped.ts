import type { ChangeRule } from "./rules.ts";

/** The number of the shipped set; sets that operators make count from 1. */
export const SHIPPED_SET = 0;

const review = (field: ChangeRule["field"], when: ChangeRule["when"] = {}): ChangeRule => ({
  id: field === "*" ? "others" : field,
  field,
  when,
  action: "review",
});

/** The rules of a new marketplace: small edits of descriptions, optional attributes and a first code need nobody; everything else does. */
export const SHIPPED_RULES: readonly ChangeRule[] = [
  {
    id: "small-edit",
    field: "description",
    when: { maxEditShare: 0.15, noNewNumbers: true, noNewBrands: true },
    action: "auto_approve",
  },
  { id: "optional-attribute", field: "attributes", when: { attributesOptionalOnly: true }, action: "auto_approve" },
  { id: "first-code", field: "eanIsbn", when: { wasEmpty: true }, action: "auto_approve" },
  review("images"),
  review("name"),
  review("brand"),
  review("department"),
  review("productType"),
  review("weight", { maxRelativeChange: 0.2 }),
  review("*"),
];
