import { type AvailableAction, availableActionView, type Environment, type Lang } from "../platform/contract/index.ts";
import { memoize } from "../platform/basics/index.ts";
import { actionsOnShipping, actionsOnOrder, recordedInvoice, type OrderForActions, type ShippingForMoves } from "./actions.ts";
import type { OrderInvoice, OrderType } from "./order.ts";
import type { RenderingOptions } from "./rendering-options.ts";
import { deliveryPartyOf, PLATFORMS, type DeliveryParty, type OrderStatus } from "./status.ts";

type ActionRenderingOptions = Pick<RenderingOptions, "environment" | "lang">;

/** Renders available actions as JSON. */
export const actionsJson = (offers: readonly AvailableAction[], lang: Lang): string =>
  JSON.stringify(offers.map((offer) => availableActionView(offer, lang)));

/** Renders the seller's moves on an order as JSON. */
export const orderActionsJson = (order: OrderForActions, options: ActionRenderingOptions): string =>
  templatedActionsJson("ofOrder", order, order.shippings[0]!, options);

/** Renders the seller's moves on one shipping of an order as JSON. */
export const shippingActionsJson = (order: OrderForActions, shipping: ShippingForMoves, options: ActionRenderingOptions): string =>
  templatedActionsJson("ofShipping", order, shipping, options);

/** Functions that list the actions of an order and of a shipping. */
const ACTIONS = {
  ofOrder: (order: OrderForActions, _shipping: ShippingForMoves, environment: Environment): readonly AvailableAction[] =>
    actionsOnOrder(order, environment),
  ofShipping: actionsOnShipping,
};

/**
 * Renders actions from a template. Orders with one shipping have the same actions if they have the same type, statuses and delivery party.
 * Only the numbers and the registered invoice differ. So one template is rendered for each of these combinations, and each order fills in
 * its own values.
 */
function templatedActionsJson(
  subject: keyof typeof ACTIONS,
  order: OrderForActions,
  shipping: ShippingForMoves,
  { lang, environment }: ActionRenderingOptions,
): string {
  const fitsTemplate = order.shippings.length === 1 && SAFE_NUMBER.test(order.orderNumber);
  if (!fitsTemplate) return actionsJson(ACTIONS[subject](order, shipping, environment), lang);
  const parts = templateFor(subject, lang, environment, order.orderType, order.status, shipping.status, deliveryPartyOf(shipping));
  let text: string = parts[0]!;
  for (let nth = 1; nth < parts.length; nth += 2) {
    text += valueFor(parts[nth]!, order.orderNumber, shipping);
    text += parts[nth + 1]!;
  }
  return text;
}

const valueFor = (placeholder: string, orderNumber: string, { shippingCode, invoice }: ShippingForMoves): string | number =>
  placeholder === NUMBER ? orderNumber : placeholder === INVOICE ? JSON.stringify(recordedInvoice(invoice!)) : shippingCode;

/** Matches an order number that is written the same way in a URL, in JSON and in a message. Messages shorten longer numbers. */
const SAFE_NUMBER = /^[\w-]{1,120}$/;
/** Placeholders for the order number, the shipping code and the invoice. They never occur in real text. */
const NUMBER = "vitrine-order-number";
const CODE = Number.MAX_SAFE_INTEGER;
const SAMPLE_INVOICE: OrderInvoice = { accessKey: "vitrine-access-key", date: 0, errors: [], validationErrors: [] };
const INVOICE = JSON.stringify(recordedInvoice(SAMPLE_INVOICE));
const PLACEHOLDERS = new RegExp(`(${[NUMBER, String(CODE), INVOICE].map(RegExp.escape).join("|")})`);

/** The template of a combination: a list in which plain texts and placeholders alternate. */
const templateFor = memoize(
  (
    subject: keyof typeof ACTIONS,
    lang: Lang,
    environment: Environment,
    orderType: OrderType,
    status: OrderStatus,
    shippingStatus: OrderStatus,
    delivery: DeliveryParty,
  ) => {
    const delivered = { platformId: PLATFORMS[delivery], fulfillment: delivery === "fulfillment" };
    const shipping = { shippingCode: CODE, status: shippingStatus, ...delivered, invoice: SAMPLE_INVOICE };
    const order = { orderNumber: NUMBER, orderType, status, shippings: [shipping] };
    return actionsJson(ACTIONS[subject](order, shipping, environment), lang).split(PLACEHOLDERS);
  },
);
