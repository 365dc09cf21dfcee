import { toCents } from "../../platform/basics/index.ts";
import type { Failure } from "../../platform/contract/index.ts";
import type { ItemRequest } from "./body.ts";
import { purchaseErrors } from "./errors.ts";
import type { SellableProduct } from "./sellable-product.ts";

/** Prices of one unit in cents: as sent, or from the catalogue if not sent. */
export interface UnitPrices {
  readonly quantity: number;
  readonly gross: number;
  readonly discount: number;
  readonly net: number;
}

/**
 * Computes the unit prices of an item. Missing prices follow from the sent prices, or from the catalogue. The product must have a price.
 */
export function unitPrices(
  { quantity = 1, grossUnitValue, discountUnitValue, netUnitValue }: ItemRequest,
  product: SellableProduct,
): UnitPrices {
  const gross = grossUnitValue === undefined ? Math.max(product.listCents!, toCents(netUnitValue ?? 0)) : toCents(grossUnitValue);
  const net = netUnitValue === undefined ? undefined : toCents(netUnitValue);
  const catalogueDiscount = grossUnitValue === undefined ? product.listCents! - product.saleCents! : 0;
  const discount = discountUnitValue === undefined ? (net === undefined ? catalogueDiscount : gross - net) : toCents(discountUnitValue);
  return { quantity, gross, discount, net: gross - discount };
}

/** Returns a failure if the amounts of an item contradict each other. */
export function amountFailure(item: ItemRequest, product: SellableProduct, pointer: string): Failure | undefined {
  const { gross, discount, net } = unitPrices(item, product);
  if (discount < 0 || net < 0)
    return purchaseErrors.failure("item_discount_above_gross", {
      pointer: `${pointer}/discountUnitValue`,
      received: discount / 100,
      allowed: gross / 100,
    });
  if (item.netUnitValue !== undefined && toCents(item.netUnitValue) !== net)
    return purchaseErrors.failure("item_amounts_disagree", {
      pointer: `${pointer}/netUnitValue`,
      received: item.netUnitValue,
      allowed: net / 100,
    });
  return undefined;
}
