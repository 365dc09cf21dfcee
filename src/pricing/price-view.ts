import { fromCents } from "../platform/decimal.ts";
import { jsonUtf8, NO_BYTES, type Utf8 } from "../platform/utf8.ts";
import { productPath } from "./product-path.ts";

/** A price as it stands: whole cents, and how often it changed. */
export interface Price {
  readonly list_cents: number;
  readonly sale_cents: number;
  readonly version: number;
}

/** Where a product's price is. */
export const pricePath = (sku: string): string => `${productPath(sku)}/prices`;

/**
 * The price record on the wire (decisions 3), as JSON; `more` are further members, each behind a comma. Put together here, as stocks are: JSON's
 * writer and the counting of bytes are a share of every change of a price.
 */
export function priceText(sku: string, { list_cents, sale_cents, version }: Price, more = NO_BYTES): Utf8 {
  const amounts = `"listPrice":${fromCents(list_cents)},"salePrice":${fromCents(sale_cents)},"version":${version}`;
  const product = productPath(sku);
  const links = `"self":{"href":"${product}/prices"},"product":{"href":"${product}"}`;
  return `{"sku":${jsonUtf8(sku)},${amounts},"_links":{${links}}${more}}` as Utf8;
}
