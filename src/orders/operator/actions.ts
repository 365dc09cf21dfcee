import type { AvailableAction, Environment } from "../../platform/contract/index.ts";
import { blockedBy } from "../actions.ts";
import type { OrderRecord } from "../order.ts";
import { deliveryPartyOf, type OrderMoveName } from "../status.ts";

/** The operators' moves on whole orders, and the word for each in URLs (decisions 8). */
export const OPERATOR_MOVES = {
  approve: "approve-payment",
  cancel: "cancel",
  freeze: "freeze",
  release: "release",
  refuse: "refuse",
  checkIn: "check-in",
} as const satisfies Partial<Record<OrderMoveName, string>>;
export type OperatorMove = keyof typeof OPERATOR_MOVES;

/** URL words of the operators' moves. */
export const OPERATOR_ACTION_NAMES = Object.values(OPERATOR_MOVES);

/** URL path of an order for operators. */
export const operatorPath = (sellerId: number, orderNumber: string): string =>
  `/operator/v1/sellers/${sellerId}/orders/${encodeURIComponent(orderNumber)}`;

/** One of the operators' moves, with its URL path and, if it is blocked, the reason. */
interface OperatorAction extends AvailableAction {
  readonly rel: (typeof OPERATOR_MOVES)[OperatorMove];
}

/**
 * Lists the operators' moves on an order. A move is open if at least one shipping accepts it. Otherwise it is blocked, with the reason that
 * applies to the least advanced shipping.
 */
export function operatorActions(order: OrderRecord, environment: Environment): readonly OperatorAction[] {
  const self = operatorPath(order.supplier.sellerId, order.orderNumber);
  const least = order.shippings.findIndex(({ status }) => status === order.status);
  return (Object.keys(OPERATOR_MOVES) as OperatorMove[]).map((move) => {
    const blocks = order.shippings.map((shipping) => blockedBy(move, order, shipping, { mover: "operator", environment }));
    const rel = OPERATOR_MOVES[move];
    return { rel, href: `${self}/${rel}`, blocked: blocks.includes(undefined) ? undefined : blocks[least] };
  });
}

/** The operators' moves on single shippings that the marketplace or the fulfilment operator delivers; they are the words in URLs, too. */
export const SHIPPING_MOVES = ["invoice", "ship", "deliver"] as const;

/** Lists the operators' moves on each shipping of an order that no seller delivers. */
export const shippingMoves = (order: OrderRecord, environment: Environment) =>
  order.shippings
    .filter((shipping) => deliveryPartyOf(shipping) !== "seller")
    .flatMap((shipping) =>
      SHIPPING_MOVES.map((rel) => ({
        shippingCode: shipping.shippingCode,
        rel,
        href: `${operatorPath(order.supplier.sellerId, order.orderNumber)}/shippings/${shipping.shippingCode}/${rel}`,
        blocked: blockedBy(rel, order, shipping, { mover: "operator", environment }),
      })),
    );
