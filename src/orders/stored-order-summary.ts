import { createStatementBatcher, type StatementRunner } from "../platform/database/index.ts";
import type { ShippingForMoves } from "./actions.ts";
import type { OrderInvoice, OrderKey } from "./order.ts";
import { type StoredOrderSummary, SUMMARY_JSON_PREFIX } from "./order-view.ts";
import { getStoredSummaries, type StoredSummaryRow } from "./queries.ts";
import type { OrderStatus } from "./status.ts";

/** Looks up the stored summary of an order. Undefined if the order does not exist or if its current version has no summary. */
export type ReadStoredSummary = (key: OrderKey) => Promise<StoredOrderSummary | undefined>;

/** Creates the look-up. Calls of the same event-loop tick are batched. */
export function createSummaryReader(db: StatementRunner): ReadStoredSummary {
  const summaries = createStatementBatcher<OrderKey, StoredSummaryRow>(db, {
    name: "stored order summaries",
    query: getStoredSummaries,
    policy: "lookUp",
    columns: [(i) => i.sellerId, (i) => i.orderNumber],
  });
  return async (key) => {
    const row = await summaries.submit(key);
    return row && storedSummaryFromRow(key.orderNumber, row);
  };
}

/** Maps a row to a summary; undefined if the order's version has no summary, or one from a server version with other expansions. */
const storedSummaryFromRow = (orderNumber: string, row: StoredSummaryRow): StoredOrderSummary | undefined => {
  const { order_type: orderType, status, summary, shippings } = row;
  if (summary === null || shippings === null || !summary.startsWith(SUMMARY_JSON_PREFIX)) return undefined;
  return { orderNumber, orderType, status, summary, shippings: (JSON.parse(shippings) as ShippingTuple[]).map(shippingFromTuple) };
};

/** A shipping as `getStoredSummaries` lists it. */
type ShippingTuple = readonly [code: number, status: OrderStatus, platform: string, fulfillment: boolean, invoice: OrderInvoice | null];

const shippingFromTuple = ([shippingCode, status, platformId, fulfillment, invoice]: ShippingTuple): ShippingForMoves => ({
  shippingCode,
  status,
  platformId,
  fulfillment,
  invoice: invoice ?? undefined,
});
