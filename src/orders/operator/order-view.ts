import { appendMembers } from "../../platform/basics/index.ts";
import { actionsJson } from "../actions-view.ts";
import type { OrderRecord } from "../order.ts";
import { ALL_EXPANSIONS, orderJson } from "../order-view.ts";
import type { RenderingOptions } from "../rendering-options.ts";
import { operatorActions, operatorPath } from "./actions.ts";

/** Renders a complete order as JSON for operators, with their actions and URLs. */
export function operatorOrderJson(order: OrderRecord, options: RenderingOptions): string {
  const { sellerId } = order.supplier;
  const self = operatorPath(sellerId, order.orderNumber);
  const links = [
    { rel: "self", href: self },
    { rel: "accesses", href: `${self}/accesses` },
    ...(order.originNumber === undefined ? [] : [{ rel: "origin", href: operatorPath(sellerId, order.originNumber) }]),
  ];
  const actions = actionsJson(operatorActions(order, options.environment), options.lang);
  return appendMembers(orderJson(order, ALL_EXPANSIONS, options, { links, actions }), { sellerId: String(sellerId) });
}
