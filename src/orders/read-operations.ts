import { type Answer, availableActionView, type Endpoint, endpoint, Refusal } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import { appendMembers } from "../platform/basics/index.ts";
import { type SellerCall, scopesAllow } from "../sellers/index.ts";
import { actionsOnOrder, orderPath } from "./actions.ts";
import { CANCELLATION_REASONS } from "./cancellation-reasons.ts";
import type { OrderStore } from "./change.ts";
import * as contract from "./contract.ts";
import type { ReadStoredSummary } from "./stored-order-summary.ts";
import { refuseUnknownShipping } from "./move.ts";
import { ALL_EXPANSIONS, expansionsOf, storedSummaryJson, isSummaryOnly, withActions, orderJson, shippingsJson } from "./order-view.ts";
import { listOrderEvents } from "./queries.ts";
import { shippingJson } from "./shipping-view.ts";
import type { RenderingOptions } from "./rendering-options.ts";
import { timelineEntry, type FindDeliveries } from "./timeline.ts";

export interface ReadContext {
  readonly db: Database;
  readonly orders: OrderStore;
  readonly readStoredSummary: ReadStoredSummary;
  readonly renderingOptions: Omit<RenderingOptions, "lang">;
  readonly findDeliveries: FindDeliveries;
}

/** Maximum number of events in a timeline. Real orders have far fewer changes. */
const MAX_EVENTS = 1_000;

/** No notifications: what a timeline shows to credentials without the permission `notifications`. */
const NO_DELIVERIES: Awaited<ReturnType<FindDeliveries>> = new Map();

/** Endpoints that read single orders and their parts (seed 4.3). */
export function readEndpoints({ db, orders, readStoredSummary, renderingOptions, findDeliveries }: ReadContext): readonly Endpoint[] {
  const read = (call: SellerCall<typeof contract.getTimeline>) =>
    orders.read({ sellerId: call.who.sellerId, orderNumber: call.path.orderNumber });

  return [
    endpoint(contract.getOrder, async (call: SellerCall<typeof contract.getOrder>) => {
      const key = { sellerId: call.who.sellerId, orderNumber: call.path.orderNumber };
      const [expansions, { lang }] = [withActions(expansionsOf(call.query) ?? ALL_EXPANSIONS), call];
      const summary = isSummaryOnly(expansions) && renderingOptions.paymentsShown ? await readStoredSummary(key) : undefined;
      if (summary) return { status: 200, text: storedSummaryJson(summary, { ...renderingOptions, lang }) };
      const order = await orders.read(key);
      return order instanceof Refusal ? order : { status: 200, text: orderJson(order, expansions, { ...renderingOptions, lang }) };
    }),
    endpoint(contract.listShippings, async (call: SellerCall<typeof contract.listShippings>) => {
      const order = await read(call);
      if (order instanceof Refusal) return order;
      const path = orderPath(order.orderNumber);
      const links = [
        { rel: "self", href: `${path}/shippings` },
        { rel: "order", href: path },
      ];
      return {
        status: 200,
        text: appendMembers(JSON.stringify({ links }), { items: shippingsJson(order, { ...renderingOptions, lang: call.lang }) }),
      };
    }),
    endpoint(contract.getShipping, async (call: SellerCall<typeof contract.getShipping>) => {
      const { orderNumber, shippingCode } = call.path;
      const order = await orders.read({ sellerId: call.who.sellerId, orderNumber });
      if (order instanceof Refusal) return order;
      const shipping = order.shippings.find((one) => one.shippingCode === shippingCode);
      if (shipping === undefined) return refuseUnknownShipping(order, shippingCode);
      return {
        status: 200,
        text: shippingJson(order, shipping, renderingOptions.customerOf(order), { ...renderingOptions, lang: call.lang }),
      };
    }),
    endpoint(contract.listCancellationReasons, async ({ lang }: SellerCall<typeof contract.listCancellationReasons>): Promise<Answer> => ({
      status: 200,
      body: CANCELLATION_REASONS.map(({ code, description, canBePenalty }) => ({ code, description: description[lang], canBePenalty })),
    })),
    endpoint(contract.getTimeline, async (call: SellerCall<typeof contract.getTimeline>) => {
      const order = await read(call);
      if (order instanceof Refusal) return order;
      const { sellerId } = call.who;
      const path = orderPath(order.orderNumber);
      const events = await db.run([sellerId], listOrderEvents, [sellerId, `order/${order.orderNumber}`, MAX_EVENTS]);
      const seqs = events.map(({ seq }) => seq);
      const deliveries = scopesAllow(call.who.scopes, "notifications") ? await findDeliveries(sellerId, seqs) : NO_DELIVERIES;
      const items = events.map((event) => timelineEntry(event, deliveries.get(event.seq)));
      const links = [
        { rel: "self", href: `${path}/timeline` },
        { rel: "order", href: path },
      ];
      const actions = actionsOnOrder(order, renderingOptions.environment).map((action) => availableActionView(action, call.lang));
      return { status: 200, body: { items, orderStatus: order.status, actions, links } };
    }),
  ];
}
