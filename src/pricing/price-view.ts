import { fromCents } from "../platform/basics/decimal.ts";
import { productPath } from "./product-url.ts";
import type { PriceRow } from "./queries.ts";

/** A price as it stands. */
type Price = Pick<PriceRow, "list_cents" | "sale_cents" | "version">;

/** What a change that was taken says beside the record, of a stock as well (decisions 3). */
export const ACCEPTED_STATUS_JSON = ',"status":"Aceito"';

/** Where a product's price is. */
export const pricePath = (sku: string): string => `${productPath(sku)}/prices`;

/**
 * The price record on the wire (decisions 3), as JSON; `more` are further members, each behind a comma. Put together here, as stocks are: JSON's
 * writer and the counting of bytes are a share of every change of a price.
 */
export function priceJson(sku: string, { list_cents, sale_cents, version }: Price, more = ""): string {
  const amounts = `"listPrice":${fromCents(list_cents)},"salePrice":${fromCents(sale_cents)},"version":${version}`;
  const product = productPath(sku);
  const links = `"self":{"href":"${product}/prices"},"product":{"href":"${product}"}`;
  return `{"sku":${JSON.stringify(sku)},${amounts},"_links":{${links}}${more}}`;
}
