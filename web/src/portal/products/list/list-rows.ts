import type { FoundProduct } from "../product-queries.ts";

/** A row of the list: a product, or a family with the found members. */
export type ListRow =
  | { readonly kind: "product"; readonly key: string; readonly product: FoundProduct; readonly isMember: boolean }
  | { readonly kind: "family"; readonly key: string; readonly members: readonly FoundProduct[]; readonly isOpen: boolean };

/** One row for each product. */
export const productRows = (products: readonly FoundProduct[]): readonly ListRow[] =>
  products.map((product) => ({ kind: "product", key: product.sku, product, isMember: false }));

/** One row for each family, followed by its members where it is open. Products without siblings stand for themselves. */
export function familyRows(products: readonly FoundProduct[], open: ReadonlySet<string>): readonly ListRow[] {
  return [...Map.groupBy(products, ({ productGroup }) => productGroup)].flatMap(([group, members]): readonly ListRow[] => {
    const [first] = members;
    if (first !== undefined && first.familyMembers === 1) return productRows(members);
    const isOpen = open.has(group);
    const own = isOpen ? members.map((product) => ({ kind: "product", key: product.sku, product, isMember: true }) as const) : [];
    return [{ kind: "family", key: `family ${group}`, members, isOpen }, ...own];
  });
}

/** The lowest and the highest of some numbers; undefined of none. */
export function rangeOf(numbers: readonly (number | undefined)[]): readonly [number, number] | undefined {
  const known = numbers.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : [Math.min(...known), Math.max(...known)];
}
