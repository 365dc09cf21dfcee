import { memoize } from "../../platform/basics/index.ts";
import {
  entryName,
  type NameIndex,
  type NarrowingChange,
  type ReferenceEntry,
  type ReferenceSnapshot,
  type Rules,
  type SurroundingData,
} from "../../reference/index.ts";
import { CRITIQUES } from "../critiques/index.ts";
import { computeFamilyFacts, type FamilyMember } from "../family-facts.ts";
import type { CritiqueContext, CritiqueRule, FamilyFacts, Finding, ProductDocument } from "../product.ts";
import { imagesOnDrives } from "../submission-rules.ts";

/** Something in a product that is right before a change and wrong from the change on. */
export interface AffectedValue {
  /** JSON Pointer into the product. */
  readonly pointer: string;
  /** Code of the critique or refusal that the product will get. */
  readonly critique: string;
  readonly received: unknown;
  readonly suggestion: string | undefined;
}

/** A family as far as its rules need it. */
export interface FamilyToJudge {
  readonly members: readonly FamilyMember[];
  readonly stockSufficed: boolean;
}

/** Returns what a change breaks in a product. `family` is undefined unless the change concerns families (concernsFamilies). */
type FindAffected = (product: ProductDocument, family: FamilyToJudge | undefined) => readonly AffectedValue[];

/** The critiques that a change of an entry can cause, by list and rule. Each of them judges with the data that the list is part of. */
const CRITIQUES_OF: Readonly<Record<ReferenceEntry["list"], readonly string[]>> = {
  stores: [],
  brands: ["brand_unknown"],
  colors: ["color_unknown"],
  flavors: ["flavor_unknown"],
  sizes: ["size_unknown"],
  departments: ["department_unknown"],
  sizeCharts: ["size_outside_chart", "family_incomplete"],
  templates: ["attribute_required", "attribute_unknown", "attribute_value_unknown", "attribute_single_value"],
  productTypes: [
    "product_type_unknown",
    "color_required",
    "flavor_required",
    "size_outside_chart",
    "attribute_required",
    "attribute_unknown",
    "attribute_value_unknown",
    "attribute_single_value",
    "weight_over_maximum",
    "family_incomplete",
    "family_stock_below_minimum",
  ],
  rules: ["family_incomplete", "family_stock_below_minimum"],
};
const FAMILY_CRITIQUES: readonly string[] = ["family_incomplete", "family_stock_below_minimum"];

/** Whether a change of a list can break a product through its family, so that the whole family must be known. */
export const concernsFamilies = ({ list }: Pick<NarrowingChange, "list">): boolean =>
  CRITIQUES_OF[list].some((code) => FAMILY_CRITIQUES.includes(code));

/**
 * Creates the judge of a change. It runs the automatic validation's own rules with the data before and after the change, and keeps what only the data
 * after it finds. So what it finds is what the validation will find. Families count as settled, because they will be when the change takes effect.
 */
export function createAffectedFinder(change: NarrowingChange, { before, after, entryBefore }: SurroundingData): FindAffected {
  const renamed = newNameOf(entryBefore, change.item);
  if (change.list === "rules" && change.code === "driveHosts") return imagesOnNewDrives(before.data.rules, after.data.rules);
  const rules = CRITIQUES.filter(({ code }) => CRITIQUES_OF[change.list].includes(code));
  const judges = { before: judgeOf(before, rules), after: judgeOf(withFastSuggestions(after), rules) };
  return (product, family) => {
    const found = judges.after(product, family);
    if (found.length === 0) return [];
    const known = new Set(judges.before(product, family).map(placeOf));
    const added = found.filter((finding) => !known.has(placeOf(finding)));
    return firstOfEachPointer(added).map(({ code, pointer, received, suggestions, allowed }) => ({
      pointer,
      critique: code,
      received: received ?? null,
      suggestion: renamed.get(received) ?? suggestions?.[0] ?? singleValue(allowed),
    }));
  };
}

type FoundByRule = Finding & { readonly code: string };

/** Two findings about the same value at the same place are the same trouble, whatever their codes. */
const placeOf = ({ pointer, received }: FoundByRule) => JSON.stringify([pointer, received]);

const firstOfEachPointer = (findings: readonly FoundByRule[]) =>
  [...new Map(findings.toReversed().map((finding) => [finding.pointer, finding])).values()].toReversed();

/** Runs rules on products with one version of the data. */
function judgeOf(reference: ReferenceSnapshot, rules: readonly CritiqueRule[]) {
  const factsOf = memoizedFacts(reference);
  return (product: ProductDocument, family: FamilyToJudge | undefined): readonly FoundByRule[] => {
    const type = reference.typeRules(product.department, product.productType);
    const facts = family === undefined ? NO_FAMILY : (factsOf(family).get(product.sku) ?? NO_FAMILY);
    const context: CritiqueContext = { reference, type, images: NO_IMAGES, family: facts };
    return rules.flatMap(({ code, find }) => find(product, context).map((finding) => ({ ...finding, code })));
  };
}

const NO_IMAGES: CritiqueContext["images"] = new Map();
/** The facts of a family that breaks no rule. */
const NO_FAMILY: FamilyFacts = {
  sequential: 0,
  minimum: 0,
  settled: true,
  stock: 0,
  stockAwaited: false,
  minimumStock: undefined,
  stockSufficed: true,
  mixedWith: [],
  sameVariation: [],
};

/** The facts of a family's members, computed once for all products of the family that are judged one after another. */
function memoizedFacts(reference: ReferenceSnapshot) {
  let last: { readonly family: FamilyToJudge; readonly facts: ReadonlyMap<string, FamilyFacts> } | undefined;
  return (family: FamilyToJudge): ReadonlyMap<string, FamilyFacts> => {
    if (last?.family !== family) {
      const { members, stockSufficed } = family;
      const facts = computeFamilyFacts(members, reference, { settled: true, stockSufficed });
      last = { family, facts: new Map(members.map(({ product }, index) => [product.sku, facts[index]!])) };
    }
    return last.facts;
  };
}

/** Many products have the same wrong name, and its suggestions cost more than everything else. */
function withFastSuggestions(reference: ReferenceSnapshot): ReferenceSnapshot {
  const fast = (names: NameIndex): NameIndex => ({ ...names, suggest: memoize(names.suggest) });
  const { brands, colors, flavors, sizes, departments } = reference;
  return {
    ...reference,
    brands: fast(brands),
    colors: fast(colors),
    flavors: fast(flavors),
    sizes: fast(sizes),
    departments: fast(departments),
  };
}

/** The new name by the old one, when the change is a new name. */
function newNameOf(before: unknown, after: unknown): ReadonlyMap<unknown, string> {
  const [was, is] = [before, after].map(entryName);
  return new Map(was !== undefined && is !== undefined && was !== is ? [[was, is]] : []);
}

/** The accepted value, when there is just one, such as a limit. */
const singleValue = (allowed: unknown): string | undefined =>
  typeof allowed === "string" || typeof allowed === "number" ? String(allowed) : undefined;

/** Images are refused for their host when the product is sent again; the validation does not look at hosts. */
function imagesOnNewDrives(before: Rules, after: Rules): FindAffected {
  const added = after.driveHosts.filter((host) => !before.driveHosts.includes(host));
  return ({ images }) =>
    imagesOnDrives(images, added).map(({ pointer, url }) => ({
      pointer,
      critique: "image_url_drive",
      received: url,
      suggestion: undefined,
    }));
}
