import { fromCents } from "../../platform/basics/decimal.ts";
import { Refusal, type Failure } from "../../platform/contract/errors.ts";
import type { OrderRecord, ShippingRecord } from "../order.ts";
import type { ShippingRequest } from "../purchase/body.ts";
import { draftOf, type DraftFacts, type OrderDraft } from "../purchase/draft.ts";
import { splitPaymentsLike } from "../purchase/payments.ts";
import { PLATFORMS } from "../status.ts";
import type { ReturnLine } from "./returns.ts";

/**
 * The order that replaces what comes back (seed 3.2), or why the goods that go out cannot: delivered as the originals were, at
 * the price that was paid for them and as it was paid, without freight.
 */
export function exchangeDraft(order: OrderRecord, returns: readonly ReturnLine[], facts: DraftFacts): OrderDraft | Refusal {
  const packed = [...Map.groupBy(returns, ({ shipping }) => shipping)];
  const shippings = packed.map(([shipping, items]) => ({ ...deliveredLike(shipping), items: items.map(replacementOf) }));
  const draft = draftOf({ businessUnit: order.businessUnit, originSite: order.originSite, shippings }, facts);
  if (draft instanceof Refusal)
    return new Refusal(
      draft.failures.map((failure) =>
        pointed(
          failure,
          packed.map(([, items]) => items),
        ),
      ),
    );
  const netCents = draft.shippings.flatMap(({ items }) => items).reduce((sum, { totalNetCents }) => sum + totalNetCents, 0);
  const payments = splitPaymentsLike(order.payments, netCents);
  return { ...draft, payments, orderType: "Exchange", originNumber: order.orderNumber, status: "Waiting Checkin" };
}

function deliveredLike({ platformId, serviceId, serviceName, country, deliveryDays, transport }: ShippingRecord): ShippingRequest {
  const { trackingNumber: _number, trackingLink: _link, shipDate: _shipped, deliveryDate: _delivered, ...carrier } = transport;
  // Sellers choose their carrier when they ship.
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

const PLACE = /^\/shippings\/(\d+)\/items\/(\d+)/;

/** What is wrong with the order is told of the request that asks for it. */
function pointed(failure: Failure, returns: readonly (readonly ReturnLine[])[]): Failure {
  const [, shipping, item] = PLACE.exec(failure.pointer) ?? [];
  const named = returns[Number(shipping)]?.[Number(item)];
  if (named === undefined) return failure;
  return { ...failure, pointer: failure.pointer.replace(PLACE, named.pointer).replace(/\/sku$/, "/replacementSku") };
}
