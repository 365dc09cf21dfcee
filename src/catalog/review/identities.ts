import { withoutAccents } from "../../platform/basics/index.ts";
import type { ProductDocument } from "../product.ts";
import { readProductCode } from "../product-codes.ts";

const NOT_COMPARED = /[^\p{L}\p{N}]+/gu;

/** By what a product is recognized as the same as another of its seller: its EAN if that is right, and its name as it is compared. */
export function identitiesOf({ name, eanIsbn = "" }: Pick<ProductDocument, "name" | "eanIsbn">): readonly string[] {
  const compared = withoutAccents(name).toLowerCase().replace(NOT_COMPARED, " ").trim();
  return [
    ...(readProductCode(eanIsbn)?.isRight === true ? [`ean ${eanIsbn.replace(NOT_COMPARED, "").toUpperCase()}`] : []),
    `name ${compared}`,
  ];
}
