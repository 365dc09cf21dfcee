/** How many products a seller has. */
export interface SellerSize {
  readonly seller_id: number;
  readonly products: number;
}

/** Some products of a seller: ordinals from `from` up to and without `to`. */
export interface ProductRange {
  readonly sellerId: number;
  readonly from: number;
  readonly to: number;
}

/** How far a count has got: all products of sellers with a lower number, and this seller's products with an ordinal below `ordinal`. */
export interface CountPosition {
  readonly sellerId: number;
  readonly ordinal: number;
}

/** Limits of a slice. Row-level security is slow with more sellers, and a statement should be short. */
export const SLICE_LIMITS = { products: 10_000, sellers: 100 } as const;

/**
 * The next slice of a count: the products to read, and the position after them. `sizes` are sellers with products in the order of their numbers, from
 * the position's seller on. An empty slice means that no products are left.
 */
export function planSlice(
  sizes: readonly SellerSize[],
  position: CountPosition,
  limits: { readonly products: number; readonly sellers: number } = SLICE_LIMITS,
): { readonly ranges: readonly ProductRange[]; readonly next: CountPosition } {
  const ranges: ProductRange[] = [];
  let left = limits.products;
  let next = position;
  for (const { seller_id: sellerId, products } of sizes.slice(0, limits.sellers)) {
    const from = sellerId === position.sellerId ? position.ordinal : 0;
    const to = Math.min(products, from + left);
    next = to < products ? { sellerId, ordinal: to } : { sellerId: sellerId + 1, ordinal: 0 };
    if (to > from) ranges.push({ sellerId, from, to });
    left -= Math.max(0, to - from);
    if (left <= 0) break;
  }
  return { ranges, next };
}
