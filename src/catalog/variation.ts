import type { ProductDocument } from "./product.ts";

/** Size of a product that has no size variation (seed 2.1). */
export const SINGLE_SIZE = "Único";

/** The names in a colour or flavour, which are joined by `+`. Returned exactly as sent: spaces around a `+` belong to the names. */
export const joinedParts = (value: string): readonly string[] => value.split("+");

/**
 * A text that is equal for products of one family that a shopper cannot distinguish: same size, and same colours or flavours in any order.
 */
export function variationKey({ color, flavor, size }: Pick<ProductDocument, "color" | "flavor" | "size">): string {
  const field = color === undefined ? "flavor" : "color";
  return JSON.stringify([size, field, joinedParts(color ?? flavor ?? "").toSorted()]);
}
