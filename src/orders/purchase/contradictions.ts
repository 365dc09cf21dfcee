import type { Failure } from "../../platform/contract/index.ts";
import { carrierKind } from "../carriers.ts";
import { FULFILLMENT_CARRIER, PLATFORMS } from "../status.ts";
import type { OrderRequest } from "./body.ts";
import { purchaseErrors } from "./errors.ts";

type ItemsSent = NonNullable<OrderRequest["items"]>;

/** Finds failures for fields that contradict each other. No field silently takes precedence. */
export const findContradictions = (body: OrderRequest): readonly Failure[] => [
  ...paidAgainstStatus(body),
  ...itemsAgainstShippings(body),
  ...carriersAgainstPlatforms(body),
];

function paidAgainstStatus({ paid, orderStatus }: OrderRequest): readonly Failure[] {
  if (paid === undefined || orderStatus === undefined || paid === (orderStatus === "approved")) return [];
  return [purchaseErrors.failure("paid_and_status_disagree", { pointer: "/orderStatus", received: orderStatus, params: { paid } })];
}

/**
 * Items of the order and items of its shippings must have the same units of every sku. If only one of the two was sent, there is nothing to
 * compare.
 */
function itemsAgainstShippings({ items, shippings = [] }: OrderRequest): readonly Failure[] {
  const sent = shippings.flatMap((shipping) => shipping.items ?? []);
  if (items === undefined || sent.length === 0) return [];
  const [ofOrder, ofShippings] = [unitsBySku(items), unitsBySku(sent)];
  return [...new Set([...ofOrder.keys(), ...ofShippings.keys()])].flatMap((sku) => {
    const [received, allowed] = [ofOrder.get(sku) ?? 0, ofShippings.get(sku) ?? 0];
    if (received === allowed) return [];
    const place = items.findIndex((item) => item.sku === sku);
    return [
      purchaseErrors.failure("items_disagree", { pointer: place < 0 ? "/items" : `/items/${place}`, received, allowed, params: { sku } }),
    ];
  });
}

/** Refuses the fulfilment operator as the carrier of another platform's shipping. It carries only its own shippings. */
function carriersAgainstPlatforms({ shippings = [] }: OrderRequest): readonly Failure[] {
  return shippings.flatMap(({ platformId, transport = {} }, i) => {
    if (platformId === undefined || platformId === PLATFORMS.fulfillment || carrierKind(transport) !== "fulfillment") return [];
    const facts = { pointer: `/shippings/${i}/platformId`, received: platformId, allowed: PLATFORMS.fulfillment };
    return [purchaseErrors.failure("carrier_and_platform_disagree", { ...facts, params: FULFILLMENT_CARRIER })];
  });
}

const unitsBySku = (items: ItemsSent): ReadonlyMap<string, number> => {
  const units = new Map<string, number>();
  for (const { sku, quantity = 1 } of items) units.set(sku, (units.get(sku) ?? 0) + quantity);
  return units;
};
