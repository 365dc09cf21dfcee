import { isoDateTime } from "../../src/platform/basics/clock.ts";
import type { TestDatabase } from "../harness.ts";

/** What was acknowledged of one order, in order: the causes of its events. */
export interface AcknowledgedOrder {
  readonly sellerId: number;
  readonly orderNumber: string;
  readonly quantity: number;
  readonly causes: string[];
}

/** One call, repeated under its key until it is acknowledged. Answers the last text. */
export type Acknowledge = (method: string, path: string, body: object) => Promise<string>;

const QUANTITIES = [1, 2, 3] as const;

/** What is done with an order. */
const LIVES = [
  [
    ["invoice", "invoiced", () => ({ issueDate: isoDateTime(Date.now()) })],
    ["ship", "shipped", () => ({ carrier: "Correios", trackingNumber: "AA123456785BR" })],
  ],
  [["cancel", "canceled", () => ({ reasonCancellationCode: 1 })]],
  [["invoice", "invoiced", () => ({ issueDate: isoDateTime(Date.now()) })]],
  [],
] as const satisfies readonly (readonly (readonly [cause: string, word: string, body: () => object])[])[];

/** Buys, invoices, ships and cancels until told to stop; every order in `orders` as far as it was acknowledged. */
export async function writeOrders(
  { sellerId, sku, nth }: { readonly sellerId: number; readonly sku: string; readonly nth: number },
  orders: AcknowledgedOrder[],
  acknowledge: Acknowledge,
  stopped: () => boolean,
): Promise<void> {
  for (let made = 0; !stopped(); made += 1) {
    const orderNumber = `O${nth}-${made}`;
    const quantity = QUANTITIES[made % QUANTITIES.length]!;
    const bought = { orderNumber, paid: true, items: [{ sku, quantity }] };
    await acknowledge("POST", "/api/v1/orders", bought);
    const order: AcknowledgedOrder = { sellerId, orderNumber, quantity, causes: ["purchasePaid"] };
    orders.push(order);
    const life = LIVES[made % LIVES.length]!;
    if (life.length === 0) continue;
    const path = `/api/v1/orders/${orderNumber}`;
    const read = await acknowledge("GET", `${path}/shippings`, {});
    const { shippingCode } = (JSON.parse(read) as { readonly items: readonly [{ readonly shippingCode: number }] }).items[0];
    for (const [cause, word, body] of life) {
      if (stopped()) break;
      await acknowledge("PUT", `${path}/shippings/${shippingCode}/status/${word}`, body());
      order.causes.push(cause);
    }
  }
}

interface Found {
  readonly seller_id: number;
  readonly order_number: string;
  readonly quantity: number;
  readonly shippings: number;
  readonly causes: readonly string[];
}

/**
 * Compares what was acknowledged of orders with what the database holds: every order and every move is there, in order, once,
 * and what was invoiced left the stock of which there were `initial` units per seller. Answers a sentence per difference.
 */
export async function ordersLostOrDuplicated(
  ask: TestDatabase["query"],
  orders: readonly AcknowledgedOrder[],
  { sku, initial }: { readonly sku: string; readonly initial: number },
): Promise<readonly string[]> {
  const rows = await ask<Found>(
    `select o.seller_id::integer as seller_id, o.order_number, o.total_quantity as quantity,
            (select count(*)::integer from shippings h where h.seller_id = o.seller_id and h.order_number = o.order_number) as shippings,
            (select jsonb_agg(e.cause order by e.version) from events e where e.seller_id = o.seller_id and e.resource = 'order/' || o.order_number) as causes
       from orders o`,
  );
  const told = (sellerId: number, orderNumber: string, facts: readonly unknown[]) =>
    `order ${sellerId} ${orderNumber}: ${JSON.stringify(facts)}`;
  const kept = new Set(rows.map((row) => told(row.seller_id, row.order_number, [row.quantity, row.shippings, row.causes])));
  const acknowledged = new Set(orders.map((order) => told(order.sellerId, order.orderNumber, [order.quantity, 1, order.causes])));
  const stocks = await ask<{ seller_id: number; physical: number }>(
    "select seller_id::integer as seller_id, physical from stocks where sku = $1",
    [sku],
  );
  return [
    ...[...acknowledged].filter((one) => !kept.has(one)).map((one) => `acknowledged and not kept: ${one}`),
    ...[...kept].filter((one) => !acknowledged.has(one)).map((one) => `kept and not acknowledged: ${one}`),
    ...stocks.flatMap(({ seller_id: sellerId, physical }) => {
      const invoiced = orders.filter((order) => order.sellerId === sellerId && order.causes.includes("invoice"));
      const left = initial - invoiced.reduce((sum, { quantity }) => sum + quantity, 0);
      return left === physical ? [] : [`seller ${sellerId}: ${physical} units of ${sku}, ${left} by what was acknowledged`];
    }),
  ];
}
