import type { Pending } from "../product.ts";

/** The mark of a product on sale that a change of reference data breaks. */
interface SoldMark {
  readonly changeId: number;
  readonly pointer: string;
  readonly received: unknown;
  /** Epoch ms. */
  readonly effectiveAt: number;
}

const CODE = "reference_changed";

/**
 * The pending reasons of a product with the mark of a change, or without it if `mark` is undefined. Marks of other changes and all other reasons stay.
 * A product on sale stays on sale (decisions 9): the mark only says what its next change must correct.
 */
export function withSoldMark(pending: readonly Pending[], changeId: number, mark: SoldMark | undefined): readonly Pending[] {
  const others = pending.filter(({ code, params }) => code !== CODE || params["changeId"] !== changeId);
  return mark === undefined ? others : [...others, { code: CODE, params: { ...mark } }];
}
