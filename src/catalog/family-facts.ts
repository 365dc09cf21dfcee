import type { ReferenceSnapshot, SizeChart } from "../reference/index.ts";
import type { FamilyFacts, ProductDocument } from "./product.ts";
import { SINGLE_SIZE, variationKey } from "./variation.ts";

/** The data of a product that the family rule reads. `stock` is in physical units, and undefined before the first stock record. */
export interface FamilyMember {
  readonly product: Pick<ProductDocument, "sku" | "department" | "productType" | "brand" | "color" | "flavor" | "size">;
  readonly stock: number | undefined;
}

/**
 * The history of a family: whether its settle window, the time for sending missing members, has ended, and whether its stock was ever
 * sufficient before.
 */
export type FamilyHistory = Pick<FamilyFacts, "settled" | "stockSufficed">;

/**
 * Computes the facts of every member of a family, in the order of `members` (family rule of seed 2.1, decisions 3). All members count,
 * regardless of their status. Each member has the minima of its own product type. A member of unknown type has no minima, so it is not
 * criticized for too few variations or too little stock until its type is known.
 */
export function computeFamilyFacts(
  members: readonly FamilyMember[],
  reference: ReferenceSnapshot,
  { settled, stockSufficed }: FamilyHistory,
): readonly FamilyFacts[] {
  const { familyMinimum, minimumStock } = reference.data.rules;
  const sizes = new Set(members.map(({ product }) => product.size));
  const singleSize = sizes.size === 1 && sizes.has(SINGLE_SIZE);
  const runOf = memoize((chart: SizeChart) => (singleSize ? 1 : longestRun(chart, sizes)));
  const stock = members.reduce((sum, member) => sum + (member.stock ?? 0), 0);
  const stockAwaited = members.some((member) => member.stock === undefined);
  const mixedWith = differingMembers(members, reference);
  const sameVariation = sameVariationMembers(members);
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

/**
 * Whether a family's stock is sufficient now or was ever sufficient before. Stock is sufficient when it reaches the minimum of every known
 * product type in the family, and at least one type is known.
 */
export function stockSuffices(facts: readonly FamilyFacts[]): boolean {
  const minima = facts.flatMap(({ minimumStock }) => minimumStock ?? []);
  return facts.some(({ stockSufficed }) => stockSufficed) || (minima.length > 0 && facts[0]!.stock >= Math.max(...minima));
}

const HALF_SIZE = /^\d+[.,]5$/;

/**
 * Length of the longest sequence of neighbouring chart sizes that were all sent. The order is that of the chart, because size names do not
 * sort correctly ("8", "10", "12"). A missing half size does not interrupt a sequence, because few shoes have half sizes: 38, 39, 40, 41 is
 * a sequence on every chart.
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

/** Maximum number of other members that one finding names. */
const MAX_NAMED = 3;

type Product = FamilyMember["product"];
type Differing = FamilyFacts["mixedWith"];

/**
 * Returns a function that takes a product and returns, for each field, at most MAX_NAMED members whose value differs from the product's.
 * Only registered values are compared, because an unregistered value is a problem of one product and not of the whole family.
 */
function differingMembers(
  members: readonly FamilyMember[],
  { departments, brands, typeRules }: ReferenceSnapshot,
): (product: Product) => Differing {
  const fields = [
    differingIn("department", members, ({ department }) => departments.has(department)),
    differingIn("productType", members, ({ department, productType }) => typeRules(department, productType) !== undefined),
    differingIn("brand", members, ({ brand }) => brands.has(brand)),
  ];
  return (product) => fields.flatMap((differing) => differing(product));
}

function differingIn(field: Differing[number]["field"], members: readonly FamilyMember[], registered: (product: Product) => boolean) {
  const compared = members.map(({ product }) => product).filter(registered);
  const byValue = Map.groupBy(compared, (product) => product[field]);
  // A finding names at most MAX_NAMED products, so no more products of each value are needed.
  const named = [...byValue].flatMap(([value, products]) => products.slice(0, MAX_NAMED).map(({ sku }) => ({ sku, field, value })));
  const differing = memoize((value: string) => named.filter((other) => other.value !== value).slice(0, MAX_NAMED));
  return (product: Product): Differing => (byValue.size > 1 && registered(product) ? differing(product[field]) : []);
}

/** Returns a function that takes a product and returns the first other members with the same size and the same colour or flavour. */
function sameVariationMembers(members: readonly FamilyMember[]): (product: Product) => readonly string[] {
  const skus = Map.groupBy(
    members.map(({ product }) => product),
    variationKey,
  );
  const named = new Map([...skus].map(([key, products]) => [key, products.slice(0, MAX_NAMED + 1).map(({ sku }) => sku)]));
  return (product) => (named.get(variationKey(product)) ?? []).filter((sku) => sku !== product.sku).slice(0, MAX_NAMED);
}

function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key)!;
  };
}
