import { compileSchemaCheck, type Failure, object } from "../../platform/contract/index.ts";
import { deliveryFields, Item, MAX_ITEMS, MAX_SHIPPINGS, type OrderRequest, type ItemRequest, type ShippingRequest } from "./body.ts";

const readItem = compileSchemaCheck(Item);
const readDelivery = compileSchemaCheck(object(deliveryFields));
/** The sku of an unreadable item. Keeping the item keeps the positions of the others. */
const NO_SKU = "";

/**
 * Returns the readable part of a body that failed its schema: the valid members of every item and shipping. Items and shippings keep their
 * positions. `sent` is the body as received. `body` is the part of it that passed the schema.
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

/** The fields that each failure depends on, by its code. Failures that are not listed depend only on their own field. */
const DEPENDS_ON: Readonly<Record<string, (pointer: string) => readonly string[]>> = {
  items_missing: (pointer) => [pointer, ...(pointer === "/items" ? ["/shippings"] : [])],
  items_disagree: () => ["/items", "/shippings"],
  item_discount_above_gross: itemOf,
  item_amounts_disagree: itemOf,
  customer_missing: () => ["/customer", "/shippings"],
  order_amount_above_maximum: () => [""],
};

/** The pointer of the item that a field belongs to. */
function itemOf(pointer: string): readonly string[] {
  return [pointer.slice(0, pointer.lastIndexOf("/"))];
}

/** Whether a failure is only a consequence of schema failures. True if a field that it depends on could not be read. */
export function isConsequenceOf({ code, pointer }: Failure, refused: readonly Failure[]): boolean {
  const fields = DEPENDS_ON[code]?.(pointer) ?? [pointer];
  return refused.some((one) => fields.some((field) => isWithin(one.pointer, field) || isWithin(field, one.pointer)));
}

const isWithin = (pointer: string, outer: string) => pointer === outer || pointer.startsWith(`${outer}/`);
