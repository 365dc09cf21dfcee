import { PLATFORMS } from "../status.ts";
import type { ItemRequest, OrderRequest, ShippingRequest } from "./body.ts";
import type { SellableProduct } from "./sellable-product.ts";

/** A shipping of the body with its items, and their pointer in the body. */
export interface RequestedShipping {
  readonly shipping: ShippingRequest;
  readonly items: readonly RequestedItem[];
  /** JSON pointer of the items. */
  readonly pointer: string;
}
/** An item of a requested shipping. */
export interface RequestedItem {
  readonly item: ItemRequest;
  /** JSON pointer of the item. */
  readonly pointer: string;
}
const requested = (shipping: ShippingRequest, items: readonly ItemRequest[], pointer: string): RequestedShipping => ({
  shipping,
  items: items.map((item, i) => ({ item, pointer: `${pointer}/${i}` })),
  pointer,
});

/**
 * Lists the shippings of a body. The shorthand `{items}` is one shipping. A single shipping without items takes the items of the body. A
 * shipping may be split in two if the fulfilment operator stores only some of its items.
 */
export const requestedShippings = (body: OrderRequest, products: ReadonlyMap<string, SellableProduct>): readonly RequestedShipping[] =>
  shippingsIn(body).flatMap((shipping) => splitByFulfillment(shipping, products));

/** Every sku that a body names. */
export const skusOf = (body: OrderRequest): readonly string[] => [
  ...new Set(shippingsIn(body).flatMap(({ items }) => items.map(({ item }) => item.sku))),
];

function shippingsIn({ items, shippings }: OrderRequest): readonly RequestedShipping[] {
  if (shippings === undefined) return items ? [requested({}, items, "/items")] : [];
  return shippings.map((shipping, i) => {
    if (shipping.items) return requested(shipping, shipping.items, `/shippings/${i}/items`);
    if (items && shippings.length === 1) return requested(shipping, items, "/items");
    return requested(shipping, [], `/shippings/${i}/items`);
  });
}

/**
 * Products that the fulfilment operator stores are shipped separately, unless the body names a platform or transport for the shipping. If
 * the shipping is split, the seller's part has the freight.
 */
function splitByFulfillment(
  requestedShipping: RequestedShipping,
  products: ReadonlyMap<string, SellableProduct>,
): readonly RequestedShipping[] {
  const { shipping, items } = requestedShipping;
  if (shipping.platformId !== undefined || shipping.transport !== undefined) return [requestedShipping];
  const isEnrolled = ({ item }: RequestedItem) => products.get(item.sku)?.enrolled === true;
  const enrolled = items.filter(isEnrolled);
  if (enrolled.length === 0) return [requestedShipping];
  const byOperator = { ...shipping, platformId: PLATFORMS.fulfillment };
  if (enrolled.length === items.length) return [{ ...requestedShipping, shipping: byOperator }];
  const bySeller = { ...requestedShipping, items: items.filter((item) => !isEnrolled(item)) };
  return [bySeller, { ...requestedShipping, shipping: { ...byOperator, freightAmount: 0 }, items: enrolled }];
}
