import type { ProductDocument } from "./product.ts";

/** Size of a product that has no size variation (seed 2.1). */
export const SINGLE_SIZE = "Único";

/** The names joined with `+` in a colour or flavour, exactly as sent: spaces around a `+` belong to the names. */
export const joinedParts = (value: string): readonly string[] => value.split("+");

/** Equal for two products of one family that a shopper could not tell apart: same size, same colours or flavours in any order. */
export function variationKey({ color, flavor, size }: Pick<ProductDocument, "color" | "flavor" | "size">): string {
  const field = color === undefined ? "flavor" : "color";
  return JSON.stringify([size, field, joinedParts(color ?? flavor ?? "").toSorted()]);
}
