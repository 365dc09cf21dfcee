import type { Failure } from "../../platform/contract/errors.ts";
import { purchaseErrors } from "./errors.ts";
import type { SellableProductRow } from "./queries.ts";

/** A product as a purchase sees it: who it is, whether it is sold, what it costs, and how many there are. */
export interface SellableProduct {
  readonly product: ProductCore;
  /** The publication status on the wire. */
  readonly status: string;
  readonly approved: boolean;
  /** Its seller sells nothing at present. */
  readonly suspended: boolean;
  /** Null before the first price. */
  readonly listCents: number | null;
  readonly saleCents: number | null;
  readonly physical: number;
  readonly reserved: number;
  /** The fulfilment operator keeps it. */
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

/** A product as its row says it; `statusWord` is the word of its status on the wire. */
export const toSellableProduct = (row: SellableProductRow, statusWord: string): SellableProduct => ({
  product: JSON.parse(row.core) as ProductCore,
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
 * Why an item cannot be bought, undefined when it can: the product must be the seller's, approved and priced, and there in the
 * quantity asked for. `left` are the units still for sale by sku; what is bought is taken out of it.
 */
export function itemFailure(
  { sku, quantity = 1 }: { readonly sku: string; readonly quantity?: number },
  ware: SellableProduct | undefined,
  left: Map<string, number>,
  pointer: string,
): Failure | undefined {
  const about = { pointer: `${pointer}/sku`, received: sku };
  if (ware === undefined) return purchaseErrors.failure("item_unknown", about);
  if (!ware.approved) return purchaseErrors.failure("item_not_approved", { ...about, params: { status: ware.status } });
  if (ware.listCents === null) return purchaseErrors.failure("item_without_price", about);
  const available = left.get(sku) ?? 0;
  if (quantity > available) {
    const facts = { pointer: `${pointer}/quantity`, received: quantity, allowed: Math.max(0, available), params: { sku } };
    return purchaseErrors.failure("item_insufficient", facts);
  }
  left.set(sku, available - quantity);
  return undefined;
}
