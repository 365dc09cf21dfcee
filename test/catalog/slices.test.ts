import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CountPosition, planSlice } from "../../src/catalog/affected-products/slices.ts";

const LIMITS = { products: 7, sellers: 3 };

describe("slices of products", () => {
  it("cover every product of every seller once, in order, whatever the limits", () => {
    const sellers = fc.uniqueArray(fc.record({ seller_id: fc.integer({ min: 1, max: 60 }), products: fc.integer({ min: 1, max: 30 }) }), {
      selector: ({ seller_id }) => seller_id,
      maxLength: 12,
    });
    fc.assert(
      fc.property(sellers, (made) => {
        const all = made.toSorted((one, other) => one.seller_id - other.seller_id);
        const seen: string[] = [];
        let position: CountPosition = { sellerId: 0, ordinal: 0 };
        for (;;) {
          const sizes = all.filter(({ seller_id }) => seller_id >= position.sellerId).slice(0, LIMITS.sellers);
          if (sizes.length === 0) break;
          const { ranges, next } = planSlice(sizes, position, LIMITS);
          const read = ranges.flatMap(({ sellerId, from, to }) => Array.from({ length: to - from }, (_, n) => `${sellerId} ${from + n}`));
          expect(read.length).toBeLessThanOrEqual(LIMITS.products);
          expect(next).not.toEqual(position);
          seen.push(...read);
          position = next;
        }
        expect(seen).toEqual(all.flatMap(({ seller_id, products }) => Array.from({ length: products }, (_, n) => `${seller_id} ${n}`)));
      }),
    );
  });
});
