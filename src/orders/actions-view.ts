import type { Environment } from "../platform/contract.ts";
import { offerView, type Lang } from "../platform/errors.ts";
import { memo } from "../platform/memo.ts";
import { toUtf8, type Utf8 } from "../platform/utf8.ts";
import { actionsOfOrder, type OrderToAsk } from "./actions.ts";
import type { OrderType } from "./order.ts";
import type { Showing } from "./showing.ts";
import { deliveryOf, PLATFORMS, type Delivery, type OrderStatus } from "./status.ts";

type ShowingActions = Pick<Showing, "environment" | "lang">;

/** The seller's moves on an order, on the wire. */
export const orderActions = (order: OrderToAsk, { environment, lang }: ShowingActions) =>
  actionsOfOrder(order, environment).map((action) => offerView(action, lang));

/** `orderActions` as it is sent. Of orders of one shipping all that stand alike are told the same but for their numbers. */
export function orderActionsText(order: OrderToAsk, showing: ShowingActions): Utf8 {
  const [shipping] = order.shippings;
  const isAlike = order.shippings.length === 1 && shipping!.invoice === undefined && SAFE.test(order.orderNumber);
  if (!isAlike) return textOf(order, showing);
  const parts = partsFor(showing.lang, showing.environment, order.orderType, order.status, shipping!.status, deliveryOf(shipping!));
  let text: string = parts[0]!;
  for (let nth = 1; nth < parts.length; nth += 2) {
    text += parts[nth] === NUMBER ? order.orderNumber : shipping!.shippingCode;
    text += parts[nth + 1]!;
  }
  return text as Utf8;
}

const textOf = (order: OrderToAsk, showing: ShowingActions): Utf8 => toUtf8(JSON.stringify(orderActions(order, showing)));

/** A number that is the same in an address, in a sentence, which cuts what is longer, and in JSON. */
const SAFE = /^[\w-]{1,120}$/;
/** Stand for the numbers of an order and its shipping, and for nothing else. */
const NUMBER = "vitrine-order-number";
const CODE = Number.MAX_SAFE_INTEGER;
const STAND_INS = new RegExp(`(${NUMBER}|${CODE})`);

/** Plain text and stand-ins in turn. */
const partsFor = memo(
  (lang: Lang, environment: Environment, orderType: OrderType, status: OrderStatus, shippingStatus: OrderStatus, delivery: Delivery) => {
    const delivered = { platformId: PLATFORMS[delivery], fulfillment: delivery === "fulfillment" };
    const shippings = [{ shippingCode: CODE, status: shippingStatus, ...delivered, invoice: undefined }];
    return textOf({ orderNumber: NUMBER, orderType, status, shippings }, { lang, environment }).split(STAND_INS);
  },
);
