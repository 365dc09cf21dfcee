import { offerView } from "../../platform/errors.ts";
import type { OrderRecord } from "../order.ts";
import { ALL, orderView } from "../order-view.ts";
import type { Showing } from "../showing.ts";
import { operatorActions, operatorPath } from "./actions.ts";

/** An order as the marketplace's people see it: whole, with their moves and their addresses. */
export function operatorOrderView(order: OrderRecord, showing: Showing) {
  const { sellerId } = order.supplier;
  const self = operatorPath(sellerId, order.orderNumber);
  return {
    sellerId,
    ...orderView(order, ALL, showing),
    links: [
      { rel: "self", href: self },
      { rel: "accesses", href: `${self}/accesses` },
      ...(order.originNumber === undefined ? [] : [{ rel: "origin", href: operatorPath(sellerId, order.originNumber) }]),
    ],
    actions: operatorActions(order, showing.environment).map((action) => offerView(action, showing.lang)),
  };
}
