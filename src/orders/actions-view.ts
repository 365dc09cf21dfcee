import type { Environment } from "../platform/contract/operation.ts";
import { availableActionView, type Lang, type AvailableAction } from "../platform/contract/errors.ts";
import { memoize } from "../platform/basics/memoize.ts";
import { actionsOf, actionsOfOrder, onRecord, type OrderToAsk, type ShippingToMove } from "./actions.ts";
import type { OrderInvoice, OrderType } from "./order.ts";
import type { Showing } from "./rendering-options.ts";
import { deliveryOf, PLATFORMS, type Delivery, type OrderStatus } from "./status.ts";

type ShowingActions = Pick<Showing, "environment" | "lang">;

/** Offers as they are sent. */
export const offersText = (offers: readonly AvailableAction[], lang: Lang): string =>
  JSON.stringify(offers.map((offer) => availableActionView(offer, lang)));

/** The seller's moves on an order, as they are sent. */
export const orderActionsText = (order: OrderToAsk, showing: ShowingActions): string =>
  actionsText("ofOrder", order, order.shippings[0]!, showing);

/** The seller's moves on one of an order's shippings, as they are sent. */
export const shippingActionsText = (order: OrderToAsk, shipping: ShippingToMove, showing: ShowingActions): string =>
  actionsText("ofShipping", order, shipping, showing);

/** Whose moves. */
const ACTIONS = {
  ofOrder: (order: OrderToAsk, _shipping: ShippingToMove, environment: Environment): readonly AvailableAction[] =>
    actionsOfOrder(order, environment),
  ofShipping: actionsOf,
};

/** Of orders of one shipping all that stand alike are told the same, but for their numbers and the invoice on record. */
function actionsText(
  whose: keyof typeof ACTIONS,
  order: OrderToAsk,
  shipping: ShippingToMove,
  { lang, environment }: ShowingActions,
): string {
  const isAlike = order.shippings.length === 1 && SAFE.test(order.orderNumber);
  if (!isAlike) return offersText(ACTIONS[whose](order, shipping, environment), lang);
  const parts = partsFor(whose, lang, environment, order.orderType, order.status, shipping.status, deliveryOf(shipping));
  let text: string = parts[0]!;
  for (let nth = 1; nth < parts.length; nth += 2) {
    text += filledIn(parts[nth]!, order.orderNumber, shipping);
    text += parts[nth + 1]!;
  }
  return text;
}

const filledIn = (standIn: string, orderNumber: string, { shippingCode, invoice }: ShippingToMove): string | number =>
  standIn === NUMBER ? orderNumber : standIn === INVOICE ? JSON.stringify(onRecord(invoice!)) : shippingCode;

/** A number that is the same in an address, in a sentence, which cuts what is longer, and in JSON. */
const SAFE = /^[\w-]{1,120}$/;
/** Stand for the numbers of an order and its shipping and for its invoice, and for nothing else. */
const NUMBER = "vitrine-order-number";
const CODE = Number.MAX_SAFE_INTEGER;
const SOME_INVOICE: OrderInvoice = { accessKey: "vitrine-access-key", date: 0, errors: [], validationErrors: [] };
const INVOICE = JSON.stringify(onRecord(SOME_INVOICE));
const STAND_INS = new RegExp(`(${[NUMBER, String(CODE), INVOICE].map(RegExp.escape).join("|")})`);

/** Plain text and stand-ins in turn. */
const partsFor = memoize(
  (
    whose: keyof typeof ACTIONS,
    lang: Lang,
    environment: Environment,
    orderType: OrderType,
    status: OrderStatus,
    shippingStatus: OrderStatus,
    delivery: Delivery,
  ) => {
    const delivered = { platformId: PLATFORMS[delivery], fulfillment: delivery === "fulfillment" };
    const shipping = { shippingCode: CODE, status: shippingStatus, ...delivered, invoice: SOME_INVOICE };
    const order = { orderNumber: NUMBER, orderType, status, shippings: [shipping] };
    return offersText(ACTIONS[whose](order, shipping, environment), lang).split(STAND_INS);
  },
);
