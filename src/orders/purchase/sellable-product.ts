import type { Failure } from "../../platform/contract/index.ts";
import { purchaseErrors } from "./errors.ts";
import type { SellableProductRow } from "./queries.ts";

/** Facts that a purchase needs about a product: its data, whether it is for sale, its price and its stock. */
export interface SellableProduct {
  readonly core: ProductCore;
  /** Publication status, as shown in the API. */
  readonly status: string;
  readonly approved: boolean;
  /** Whether the product's seller is suspended. */
  readonly suspended: boolean;
  /** Null before the first price. */
  readonly listCents: number | null;
  readonly saleCents: number | null;
  readonly physical: number;
  readonly reserved: number;
  /** Whether the fulfilment operator stores the product. */
  readonly enrolled: boolean;
}

interface ProductCore {
  readonly sku: string;
  readonly brand: string;
  readonly name: string;
  readonly department: string;
  readonly manufacturerCode?: string;
  readonly eanIsbn?: string;
  readonly color?: string;
  readonly flavor?: string;
  readonly size: string;
}

/** Maps a row to a product; `statusWord` is its publication status, as shown in the API. */
export const toSellableProduct = (row: SellableProductRow, statusWord: string): SellableProduct => ({
  core: JSON.parse(row.core) as ProductCore,
  status: statusWord,
  approved: row.status === "APPROVED",
  suspended: row.suspended,
  listCents: row.list_cents,
  saleCents: row.sale_cents,
  physical: row.physical ?? 0,
  reserved: row.reserved ?? 0,
  enrolled: row.enrolled,
});

/**
 * Returns the reason why an item cannot be bought, or undefined if it can. The product must be the seller's, approved, priced, and
 * available in the requested quantity. `available` has the units for sale by sku. Bought units are subtracted from it.
 */
export function itemFailure(
  { sku, quantity = 1 }: { readonly sku: string; readonly quantity?: number },
  product: SellableProduct | undefined,
  available: Map<string, number>,
  pointer: string,
): Failure | undefined {
  const about = { pointer: `${pointer}/sku`, received: sku };
  if (product === undefined) return purchaseErrors.failure("item_unknown", about);
  if (!product.approved) return purchaseErrors.failure("item_not_approved", { ...about, params: { status: product.status } });
  if (product.listCents === null) return purchaseErrors.failure("item_without_price", about);
  const units = available.get(sku) ?? 0;
  if (quantity > units) {
    const facts = { pointer: `${pointer}/quantity`, received: quantity, allowed: Math.max(0, units), params: { sku } };
    return purchaseErrors.failure("item_insufficient", facts);
  }
  available.set(sku, units - quantity);
  return undefined;
}
