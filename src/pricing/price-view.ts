import { fromCents } from "../platform/basics/index.ts";
import { productPath } from "./product-path.ts";
import type { PriceRow } from "./queries.ts";

/** A stored price: both amounts in cents, and the version. */
type Price = Pick<PriceRow, "list_cents" | "sale_cents" | "version">;

/** JSON member that is added to the record of a price or a stock in the answer to an accepted change (decisions 3). */
export const ACCEPTED_STATUS_JSON = ',"status":"Aceito"';

/** The path of a product's price. */
export const pricePath = (sku: string): string => `${productPath(sku)}/prices`;

/**
 * The price record on the wire (decisions 3), as JSON. `more` contains further JSON members, each preceded by a comma. The JSON is built by
 * hand, because `JSON.stringify` is slower, and every change needs this text.
 */
export function priceJson(sku: string, { list_cents, sale_cents, version }: Price, more = ""): string {
  const amounts = `"listPrice":${fromCents(list_cents)},"salePrice":${fromCents(sale_cents)},"version":${version}`;
  const product = productPath(sku);
  const links = `"self":{"href":"${product}/prices"},"product":{"href":"${product}"}`;
  return `{"sku":${JSON.stringify(sku)},${amounts},"_links":{${links}}${more}}`;
}
