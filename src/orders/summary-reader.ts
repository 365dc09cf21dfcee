import { createStatementBatcher, type StatementRunner } from "../platform/database/batching/statement-batcher.ts";
import type { ShippingToMove } from "./actions.ts";
import type { OrderInvoice, OrderKey } from "./order.ts";
import { type Glance, SUMMARY_HEAD } from "./order-view.ts";
import { glanceAtOrders, type GlanceRow } from "./queries.ts";
import type { OrderStatus } from "./status.ts";

/** Glances at orders; undefined where the seller has no such order, or none is stored of its version. */
export type Glances = (key: OrderKey) => Promise<Glance | undefined>;

/** Calls of one turn of the event loop ride together. */
export function openGlances(db: StatementRunner): Glances {
  const glances = createStatementBatcher<OrderKey, GlanceRow>(db, {
    name: "glances at orders",
    query: glanceAtOrders,
    policy: "lookUp",
    columns: [(i) => i.sellerId, (i) => i.orderNumber],
  });
  return async (key) => {
    const row = await glances.submit(key);
    return row && glanceOf(key.orderNumber, row);
  };
}

/** An order at a glance, as its row says it; undefined where nothing is stored of its version, or by another version of the server. */
const glanceOf = (orderNumber: string, { order_type, status, summary, shippings }: GlanceRow): Glance | undefined =>
  summary === null || shippings === null || !summary.startsWith(SUMMARY_HEAD)
    ? undefined
    : { orderNumber, orderType: order_type, status, summary, shippings: (JSON.parse(shippings) as Glanced[]).map(shippingOf) };

type Glanced = readonly [code: number, status: OrderStatus, platform: string, fulfillment: boolean, invoice: OrderInvoice | null];

const shippingOf = ([shippingCode, status, platformId, fulfillment, invoice]: Glanced): ShippingToMove => ({
  shippingCode,
  status,
  platformId,
  fulfillment,
  invoice: invoice ?? undefined,
});
