import { useState } from "react";
import type { FoundProduct } from "../product-queries.ts";

/** The products that are marked. What is no longer in the list is no longer marked. */
export function useMarks(items: readonly FoundProduct[] | undefined) {
  const [skus, setSkus] = useState<ReadonlySet<string>>(new Set());
  const products = items?.filter(({ sku }) => skus.has(sku)) ?? [];
  return {
    skus,
    products,
    mark(some: readonly string[], isMarked: boolean) {
      const next = new Set(skus);
      for (const sku of some) {
        if (isMarked) next.add(sku);
        else next.delete(sku);
      }
      setSkus(next);
    },
    markAll: () => setSkus(new Set(items?.map(({ sku }) => sku))),
    clear: () => setSkus(new Set()),
  };
}
