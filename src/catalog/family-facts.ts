import type { ReferenceSnapshot, SizeChart } from "../reference/index.ts";
import type { FamilyFacts, ProductDocument } from "./product.ts";
import { SINGLE_SIZE, variationKey } from "./variation.ts";

/** A product of a family: what the family rule reads of it. `stock` is physical units, undefined before the first record. */
export interface FamilyMember {
  readonly product: Pick<ProductDocument, "sku" | "department" | "productType" | "brand" | "color" | "flavor" | "size">;
  readonly stock: number | undefined;
}

/** What is known of a family beside its members: whether its settle window is over, and whether its stock sufficed before. */
export type FamilyHistory = Pick<FamilyFacts, "settled" | "stockSufficed">;

/**
 * The facts of every member of a family, in the order of `members`: all of them, whatever their status, in one pass over
 * the family (seed 2.1 family rule, decisions 3). The minima are those of each member's own product type; a member whose
 * type is unknown has none, so that its family critiques wait for the type.
 */
export function familyFacts(
  members: readonly FamilyMember[],
  reference: ReferenceSnapshot,
  { settled, stockSufficed }: FamilyHistory,
): readonly FamilyFacts[] {
  const { familyMinimum, minimumStock } = reference.data.rules;
  const sizes = new Set(members.map(({ product }) => product.size));
  const singleSize = sizes.size === 1 && sizes.has(SINGLE_SIZE);
  const runOf = remembered((chart: SizeChart) => (singleSize ? 1 : longestRun(chart, sizes)));
  const stock = members.reduce((sum, member) => sum + (member.stock ?? 0), 0);
  const stockAwaited = members.some((member) => member.stock === undefined);
  const mixedWith = mixture(members, reference);
  const sameVariation = repetitions(members);
  return members.map(({ product }) => {
    const rules = reference.typeRules(product.department, product.productType);
    return {
      sequential: rules ? runOf(rules.chart) : 0,
      minimum: rules ? (singleSize ? 1 : familyMinimum[rules.type.kind]) : 0,
      settled,
      stock,
      stockAwaited,
      minimumStock: rules && minimumStock[rules.type.kind],
      stockSufficed,
      mixedWith: mixedWith(product),
      sameVariation: sameVariation(product),
    };
  });
}

/** Whether a family's stock suffices, or did before: it reaches the minimum of every type in it, and a type is known. */
export function stockSuffices(facts: readonly FamilyFacts[]): boolean {
  const asked = facts.flatMap(({ minimumStock }) => minimumStock ?? []);
  return facts.some(({ stockSufficed }) => stockSufficed) || (asked.length > 0 && facts[0]!.stock >= Math.max(...asked));
}

const HALF_SIZE = /^\d+[.,]5$/;

/**
 * Most sizes in sequence among those sent, by the chart's order and never by the names' ("8", "10", "12"). A half size that
 * is not sent does not interrupt: few shoes have them, and 38, 39, 40, 41 is a sequence on every chart.
 */
export function longestRun(chart: SizeChart, sent: ReadonlySet<string>): number {
  let longest = 0;
  let run = 0;
  for (const size of chart.sizes) {
    if (sent.has(size)) longest = Math.max(longest, (run += 1));
    else if (!HALF_SIZE.test(size)) run = 0;
  }
  return longest;
}

/** How many other members a critique names. */
const MOST_NAMED = 3;

type Product = FamilyMember["product"];
type Mixed = FamilyFacts["mixedWith"];

/**
 * For a product, the first members that differ from it in each field. Only registered values are compared: a wrong one is
 * its own member's critique, and no reason to criticize the whole family.
 */
function mixture(members: readonly FamilyMember[], { departments, brands, typeRules }: ReferenceSnapshot): (product: Product) => Mixed {
  const fields = [
    others("department", members, ({ department }) => departments.has(department)),
    others("productType", members, ({ department, productType }) => typeRules(department, productType) !== undefined),
    others("brand", members, ({ brand }) => brands.has(brand)),
  ];
  return (product) => fields.flatMap((differing) => differing(product));
}

function others(field: Mixed[number]["field"], members: readonly FamilyMember[], registered: (product: Product) => boolean) {
  const compared = members.map(({ product }) => product).filter(registered);
  const byValue = Map.groupBy(compared, (product) => product[field]);
  // The first few of each value are enough to name the first few that differ from any one value.
  const named = [...byValue].flatMap(([value, products]) => products.slice(0, MOST_NAMED).map(({ sku }) => ({ sku, field, value })));
  const differing = remembered((value: string) => named.filter((other) => other.value !== value).slice(0, MOST_NAMED));
  return (product: Product): Mixed => (byValue.size > 1 && registered(product) ? differing(product[field]) : []);
}

/** For a product, the first other members of the same size and colour or flavour. */
function repetitions(members: readonly FamilyMember[]): (product: Product) => readonly string[] {
  const skus = Map.groupBy(
    members.map(({ product }) => product),
    variationKey,
  );
  const named = new Map([...skus].map(([key, products]) => [key, products.slice(0, MOST_NAMED + 1).map(({ sku }) => sku)]));
  return (product) => (named.get(variationKey(product)) ?? []).filter((sku) => sku !== product.sku).slice(0, MOST_NAMED);
}

function remembered<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key)!;
  };
}
