import { withoutAccents } from "../../platform/basics/index.ts";
import type { ProductDocument } from "../product.ts";
import { readProductCode } from "../product-codes.ts";

const NOT_COMPARED = /[^\p{L}\p{N}]+/gu;

/** The keys by which duplicates among a seller's products are found: the EAN if it is valid, and the name without case, accents and punctuation. */
export function identitiesOf({ name, eanIsbn = "" }: Pick<ProductDocument, "name" | "eanIsbn">): readonly string[] {
  const compared = withoutAccents(name).toLowerCase().replace(NOT_COMPARED, " ").trim();
  return [
    ...(readProductCode(eanIsbn)?.isRight === true ? [`ean ${eanIsbn.replace(NOT_COMPARED, "").toUpperCase()}`] : []),
    `name ${compared}`,
  ];
}
