import { compileSchemaCheck } from "../../platform/contract/check.ts";
import type { Failure } from "../../platform/contract/errors.ts";
import { object } from "../../platform/contract/schema.ts";
import { deliveryFields, Item, MAX_ITEMS, MAX_SHIPPINGS, type OrderRequest, type ItemRequest, type ShippingRequest } from "./body.ts";

const readItem = compileSchemaCheck(Item);
const readDelivery = compileSchemaCheck(object(deliveryFields));
/** Nobody's: an item that cannot be read has it, so that every other one keeps its place. */
const NO_SKU = "";

/**
 * A body that failed its form, as far as it can be read: of every item and delivery the members that are right, each in its place. `sent` is
 * the body as it came, `body` what its check left of it.
 */
export function readPartialBody(sent: unknown, body: OrderRequest): OrderRequest {
  const { items, shippings } = sent as { readonly items?: unknown; readonly shippings?: unknown };
  return {
    ...body,
    ...itemsIn(items),
    ...(Array.isArray(shippings) ? { shippings: shippings.slice(0, MAX_SHIPPINGS).map(deliveryIn) } : {}),
  };
}

const itemsIn = (items: unknown): { readonly items?: readonly ItemRequest[] } =>
  Array.isArray(items) ? { items: items.slice(0, MAX_ITEMS).map(itemIn) } : {};

function itemIn(item: unknown): ItemRequest {
  const read: Partial<ItemRequest> | undefined = readItem(item).value;
  return { ...read, sku: read?.sku ?? NO_SKU };
}

const deliveryIn = (shipping: unknown): ShippingRequest => ({
  ...readDelivery(shipping).value,
  ...itemsIn((shipping as { readonly items?: unknown } | null)?.items),
});

/** The places that a failure judges by, where that is more than its own. */
const JUDGED_BY: Readonly<Record<string, (pointer: string) => readonly string[]>> = {
  items_missing: (pointer) => [pointer, ...(pointer === "/items" ? ["/shippings"] : [])],
  items_disagree: () => ["/items", "/shippings"],
  item_discount_above_gross: itemOf,
  item_amounts_disagree: itemOf,
  customer_missing: () => ["/customer", "/shippings"],
  order_amount_above_maximum: () => [""],
};

/** The item that a place is in. */
function itemOf(pointer: string): readonly string[] {
  return [pointer.slice(0, pointer.lastIndexOf("/"))];
}

/** Whether a failure follows from what the form refused: something that it judges by could not be read. */
export function isConsequenceOf({ code, pointer }: Failure, refused: readonly Failure[]): boolean {
  const places = JUDGED_BY[code]?.(pointer) ?? [pointer];
  return refused.some((one) => places.some((place) => isWithin(one.pointer, place) || isWithin(place, one.pointer)));
}

const isWithin = (pointer: string, place: string) => pointer === place || pointer.startsWith(`${place}/`);
