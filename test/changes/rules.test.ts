import { describe, expect, it } from "vitest";
import { ruleFailures } from "../../src/catalog/changes/rules/check-rules.ts";
import { type ChangeRule, CONDITIONS, type RuleFacts, ruleFor } from "../../src/catalog/changes/rules/rules.ts";
import { SHIPPED_RULES } from "../../src/catalog/changes/rules/shipped.ts";
import { editShare, hasNoNewBrand, hasNoNewNumber, hasSameWords } from "../../src/catalog/changes/rules/text-facts.ts";
import type { FieldChange } from "../../src/catalog/changes/product-fields.ts";
import { EXAMPLE_REFERENCE } from "../catalog/example-case.ts";

describe("what a rule knows of two texts", () => {
  it.each([
    ["", "", 0],
    ["um dois três quatro", "um dois três quatro", 0],
    ["um dois três quatro", "UM, dois: tres quatro!", 0],
    ["um dois três quatro", "um dois cinco quatro", 0.25],
    ["um dois três quatro", "dois três quatro", 0.25],
    ["um dois", "três quatro", 1],
    ["", "novo", 1],
    ["a b c d e f g h", "b a c d e f g h", 1 / 8],
  ])("%j to %j changes %d of the words", (was, wanted, share) => {
    expect(editShare(was, wanted)).toBeCloseTo(share);
    expect(editShare(wanted, was)).toBeCloseTo(share);
  });

  it("tells the same words from others, and new numbers and brands from old ones", () => {
    expect([hasSameWords("Tênis leve.", "tenis  LEVE"), hasSameWords("Tênis leve", "Tênis leves")]).toEqual([true, false]);
    expect([
      hasNoNewNumber("pesa 310 g", "310 g pesa"),
      hasNoNewNumber("pesa 310 g", "pesa 311 g"),
      hasNoNewNumber("", "modelo x2"),
    ]).toEqual([true, false, false]);
    const { brands } = EXAMPLE_REFERENCE;
    expect(hasNoNewBrand("Tênis Ventuvia", "Tênis VENTUVIA leve", brands)).toBe(true);
    expect(hasNoNewBrand("Tênis Ventuvia", "Tênis Ventuvia e Trilhora", brands)).toBe(false);
    expect(hasNoNewBrand("Tênis", "Tênis Trilhoras", brands)).toBe(true);
  });

  it("reads a long description in a moment", () => {
    const long = Array.from({ length: 1_500 }, (_, i) => `p${i % 7}`).join(" ");
    const from = performance.now();
    editShare(long, long.split(" ").toReversed().join(" "));
    expect(performance.now() - from).toBeLessThan(500);
  });
});

const FACTS: RuleFacts = {
  brands: EXAMPLE_REFERENCE.brands,
  type: EXAMPLE_REFERENCE.typeRules("Corrida", "Tênis"),
  images: new Map([["https://a/ok.jpg", { state: "ok", width: 800, height: 800, bytes: 9 }]]),
  seller: { approved: 45, decided: 50 },
};
const change = (field: FieldChange["field"], was: unknown, wanted: unknown, pointer = `/${field}`): FieldChange => ({
  field,
  was,
  wanted,
  pointer,
});
const optional = EXAMPLE_REFERENCE.typeRules("Corrida", "Tênis")!.template.attributes.find(({ required }) => !required)!.name;

describe("the shipped rules", () => {
  it.each<readonly [FieldChange, string, string]>([
    [
      change(
        "description",
        "Tênis leve para treinos diáros no parque ou na rua, com sola macia.",
        "Tênis leve para treinos diários no parque ou na rua, com sola macia.",
      ),
      "small-edit",
      "auto_approve",
    ],
    [change("description", "Tênis leve", "Bota pesada"), "others", "review"],
    [change("description", "a b c d e f g h i j", "a b c d e f g h i 7"), "others", "review"],
    [change("description", "a b c d e f g h i j", "a b c d e f g h i Trilhora"), "others", "review"],
    [change("attributes", null, ["x"], `/attributes/${optional}`), "optional-attribute", "auto_approve"],
    [change("attributes", ["Malha"], ["Couro"], "/attributes/Material"), "others", "review"],
    [change("eanIsbn", null, "7890000000017"), "first-code", "auto_approve"],
    [change("eanIsbn", "1", "7890000000017"), "others", "review"],
    [change("images", null, "https://a/ok.jpg", "/images/1/url"), "images", "review"],
    [change("name", "a", "a."), "name", "review"],
    [change("weight", 1, 1.2), "weight", "review"],
    [change("weight", 1, 1.3), "others", "review"],
  ])("decide %j by %s: %s", (one, id, action) => {
    expect(ruleFor(SHIPPED_RULES, one, FACTS)).toMatchObject({ id, action });
  });

  it("have nothing wrong with them", () => {
    expect(ruleFailures(SHIPPED_RULES)).toEqual([]);
  });
});

describe("conditions", () => {
  it.each<readonly [keyof typeof CONDITIONS, FieldChange, number, boolean]>([
    ["maxRelativeChange", change("weight", 1, 0.8), 0.2, true],
    ["maxRelativeChange", change("weight", 1, 0.79), 0.2, false],
    ["imagesPassChecks", change("images", null, "https://a/ok.jpg"), 1, true],
    ["imagesPassChecks", change("images", null, "https://a/other.jpg"), 1, false],
    ["imagesPassChecks", change("images", "https://a/x.jpg", null), 1, true],
    ["sellerApprovedShare", change("name", "a", "b"), 0.9, true],
    ["sellerApprovedShare", change("name", "a", "b"), 0.91, false],
    ["sellerDecisions", change("name", "a", "b"), 50, true],
    ["sellerDecisions", change("name", "a", "b"), 51, false],
    ["sameWords", change("name", "Ação", "acao!"), 1, true],
    ["wasEmpty", change("video", "", "https://v"), 1, true],
  ])("%s of %j within %d: %s", (name, one, limit, expected) => {
    expect(CONDITIONS[name].holds(one, limit, FACTS)).toBe(expected);
  });

  it("of a seller of whom nothing was decided never hold", () => {
    expect(CONDITIONS.sellerApprovedShare.holds(change("name", "a", "b"), 0, { ...FACTS, seller: { approved: 0, decided: 0 } })).toBe(
      false,
    );
  });
});

describe("rules that cannot be right are refused with everything that is wrong", () => {
  const rule = (facts: Partial<ChangeRule>): ChangeRule => ({ id: "a", field: "name", when: {}, action: "review", ...facts });
  it.each<readonly [string, readonly ChangeRule[], readonly string[]]>([
    ["an id twice", [rule({ when: { sameWords: true } }), rule({})], ["change_rule_repeated /rules/1/id"]],
    [
      "a condition of other fields",
      [rule({ when: { maxRelativeChange: 0.1 } })],
      ["change_rule_condition_misplaced /rules/0/when/maxRelativeChange"],
    ],
    [
      "a condition of some fields for all",
      [rule({ field: "*", when: { sameWords: true } })],
      ["change_rule_condition_misplaced /rules/0/when/sameWords"],
    ],
    ["behind one that always holds", [rule({}), rule({ id: "b", when: { sameWords: true } })], ["change_rule_unreachable /rules/1"]],
    ["behind one for every field", [rule({ field: "*" }), rule({ id: "b", field: "size" })], ["change_rule_unreachable /rules/1"]],
    ["approval of everything", [rule({ action: "auto_approve", when: { sameWords: false } })], ["change_rule_unconditional /rules/0/when"]],
    ["none", [], []],
    ["two of one field", [rule({ when: { sameWords: true } }), rule({ id: "b" })], []],
  ])("%s", (_title, rules, expected) => {
    expect(ruleFailures(rules).map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(expected);
  });
});
