import { fromCents } from "../../platform/basics/index.ts";
import { type Failure, Refusal } from "../../platform/contract/index.ts";
import type { OrderRecord, ShippingRecord } from "../order.ts";
import type { ShippingRequest } from "../purchase/body.ts";
import { draftPurchase, type DraftFacts, type OrderDraft } from "../purchase/draft.ts";
import { splitPaymentsLike } from "../purchase/payments.ts";
import { PLATFORMS } from "../status.ts";
import type { ReturnLine } from "./returns.ts";

/**
 * Drafts the order that replaces returned items (seed 3.2), or refuses. The draft copies the delivery, the prices and the payment methods
 * of the original order. It has no freight.
 */
export function draftExchange(order: OrderRecord, returns: readonly ReturnLine[], facts: DraftFacts): OrderDraft | Refusal {
  const groups = [...Map.groupBy(returns, ({ shipping }) => shipping)];
  const shippings = groups.map(([shipping, items]) => ({ ...deliveredLike(shipping), items: items.map(replacementOf) }));
  const draft = draftPurchase({ businessUnit: order.businessUnit, originSite: order.originSite, shippings }, facts);
  if (draft instanceof Refusal) {
    const returnsByShipping = groups.map(([, items]) => items);
    return new Refusal(draft.failures.map((failure) => inRequest(failure, returnsByShipping)));
  }
  const netCents = draft.shippings.flatMap(({ items }) => items).reduce((sum, { totalNetCents }) => sum + totalNetCents, 0);
  const payments = splitPaymentsLike(order.payments, netCents);
  return { ...draft, payments, orderType: "Exchange", originNumber: order.orderNumber, status: "Waiting Checkin" };
}

function deliveredLike({ platformId, serviceId, serviceName, country, deliveryDays, transport }: ShippingRecord): ShippingRequest {
  const { trackingNumber: _number, trackingLink: _link, shipDate: _shipped, deliveryDate: _delivered, ...carrier } = transport;
  // Sellers choose the carrier when they ship.
  const carried = platformId === PLATFORMS.seller ? {} : { transport: carrier };
  return { platformId, serviceId, serviceName, country, deliveryTime: deliveryDays, freightAmount: 0, ...carried };
}

const replacementOf = ({ item, itemId, quantity, replacementSku }: ReturnLine) => ({
  sku: replacementSku,
  replaces: itemId,
  quantity,
  grossUnitValue: fromCents(item.grossUnitCents),
  discountUnitValue: fromCents(item.discountUnitCents),
});

const ITEM_POINTER = /^\/shippings\/(\d+)\/items\/(\d+)/;

/** Translates the pointer of a failure from the drafted order to the request for the exchange. */
function inRequest(failure: Failure, returnsByShipping: readonly (readonly ReturnLine[])[]): Failure {
  const [, shipping, item] = ITEM_POINTER.exec(failure.pointer) ?? [];
  const returned = returnsByShipping[Number(shipping)]?.[Number(item)];
  if (returned === undefined) return failure;
  return { ...failure, pointer: failure.pointer.replace(ITEM_POINTER, returned.pointer).replace(/\/sku$/, "/replacementSku") };
}
