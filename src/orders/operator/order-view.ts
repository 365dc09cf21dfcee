import { appendMembers } from "../../platform/basics/index.ts";
import { availableActionView } from "../../platform/contract/index.ts";
import { actionsJson } from "../actions-view.ts";
import type { OrderRecord } from "../order.ts";
import { ALL_EXPANSIONS, orderJson } from "../order-view.ts";
import type { RenderingOptions } from "../rendering-options.ts";
import { operatorActions, operatorPath, shippingMoves } from "./actions.ts";
import { riskSignals } from "./risk-signals.ts";

/** Renders a complete order as JSON for operators, with their actions and URLs. */
export function operatorOrderJson(order: OrderRecord, options: RenderingOptions): string {
  const { sellerId } = order.supplier;
  const self = operatorPath(sellerId, order.orderNumber);
  const links = [
    { rel: "self", href: self },
    { rel: "timeline", href: `${self}/timeline` },
    { rel: "accesses", href: `${self}/accesses` },
    ...(order.originNumber === undefined ? [] : [{ rel: "origin", href: operatorPath(sellerId, order.originNumber) }]),
  ];
  const actions = actionsJson(operatorActions(order, options.environment), options.lang);
  return appendMembers(orderJson(order, ALL_EXPANSIONS, options, { links, actions }), {
    sellerId: String(sellerId),
    shippingActions: JSON.stringify(
      shippingMoves(order, options.environment).map(({ shippingCode, ...action }) => ({
        shippingCode,
        ...availableActionView(action, options.lang),
      })),
    ),
    signals: JSON.stringify(riskSignals(order, options.lang)),
  });
}
