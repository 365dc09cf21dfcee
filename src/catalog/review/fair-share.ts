/** Largest share of a claim that one seller gets while others wait. */
const SELLER_SHARE = 0.2;

/**
 * The items to claim, in their order, `count` at most. No seller gets more than 20 % of a claim of `size` items, one at least; `held` says how
 * many each has of it already.
 */
export function chooseFairly<Item extends { readonly seller_id: number }>(
  items: readonly Item[],
  { count, size, held }: { readonly count: number; readonly size: number; readonly held: ReadonlyMap<number, number> },
): readonly Item[] {
  const most = Math.max(1, Math.floor(size * SELLER_SHARE));
  const taken = new Map(held);
  return items
    .filter(({ seller_id }) => {
      const nth = (taken.get(seller_id) ?? 0) + 1;
      if (nth > most) return false;
      taken.set(seller_id, nth);
      return true;
    })
    .slice(0, count);
}
