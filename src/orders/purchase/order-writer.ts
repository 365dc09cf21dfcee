import { createStatementBatcher, flattenParts, RowNotWritten, type StatementRunner } from "../../platform/database/index.ts";
import type { KeyRing } from "../../platform/crypto/index.ts";
import type { AnswerRecording } from "../../platform/idempotency/index.ts";
import { stockColumns, stockKeys, type Responder, type Author } from "../change.ts";
import { sealCustomer } from "../customer.ts";
import { stockEffects, type StockEffect } from "../move.ts";
import type { OrderKey, OrderRecord } from "../order.ts";
import { summaryJson } from "../order-view.ts";
import type { OrderMoveName } from "../status.ts";
import { createdOrder, itemsOf, withPositions, summaryOf, type OrderToInsert, type PositionedShipping } from "./new-order.ts";
import type { OrderDraft } from "./draft.ts";
import { createOrders, type CreatedRow } from "./queries.ts";

/** The created order, or the reason why nothing was written: the number is taken, or a stock is too small. */
export type CreateOrderResult = OrderRecord | "taken" | "short";

/** Creates an order and reserves all its items, or writes nothing at all. With `responder`, the answer is recorded too. */
export type CreateOrder = (
  key: OrderKey,
  draft: OrderDraft,
  cause: CreationMove,
  author: Author,
  responder?: Responder,
) => Promise<CreateOrderResult>;
/** The moves that create an order. */
export type CreationMove = Extract<OrderMoveName, "purchase" | "purchasePaid" | "exchange">;

interface NewOrder extends OrderToInsert, Author {
  readonly stock: readonly StockEffect[];
  readonly cause: CreationMove;
}

/** Creates a writer of new orders. Calls of the same event-loop tick are batched. */
export function createOrderWriter(db: StatementRunner, keys: KeyRing): CreateOrder {
  const writes = createStatementBatcher<NewOrder, CreatedRow>(db, {
    name: "order creations",
    query: createOrders,
    columns: COLUMNS,
    parts: (items) => [...shippingColumns(items), ...stockColumns(items, ({ stock }) => stock)],
    sharesKeys: true,
    policy: "numbering",
    appendsEvents: true,
    keyOf: ({ sellerId, orderNumber, stock }) => [`${sellerId} order ${orderNumber}`, ...stockKeys(sellerId, stock)],
  });
  return async (key, draft, cause, author, responder) => {
    const customer = sealCustomer(keys, key.sellerId, key.orderNumber, draft.customer);
    const summary = summaryOf({ ...key, draft });
    const order: NewOrder = { ...key, ...author, draft, summary, cause, customer, stock: stockEffects(cause, draft.shippings) };
    // Each row is converted to an order only once, so that the recorded answer equals the sent one.
    const records = new WeakMap<CreatedRow, OrderRecord | undefined>();
    const recordOf = (row: CreatedRow) => {
      const record = records.get(row) ?? createdOrder(order, row);
      records.set(row, record);
      return record;
    };
    const recording: AnswerRecording<CreatedRow | undefined> | undefined = responder?.idempotencyKey && {
      idempotencyKey: responder.idempotencyKey,
      answer(row) {
        const record = recordOf(row!);
        return record && responder.answer(record);
      },
    };
    const row = (await writes.submit(order, recording))!;
    const record = recordOf(row);
    if (record === undefined && !row.taken && !row.short) throw new RowNotWritten(`order ${key.orderNumber}`);
    return record ?? (row.taken ? "taken" : "short");
  };
}

const COLUMNS: readonly ((order: NewOrder) => unknown)[] = [
  (i) => i.sellerId,
  (i) => i.orderNumber,
  (i) => i.summary.orderType,
  (i) => i.summary.originNumber,
  (i) => i.summary.status,
  (i) => i.summary.businessUnit,
  (i) => i.summary.originSite,
  (i) => i.summary.orderDate,
  (i) => i.summary.paymentDate,
  (i) => i.summary.agreedDate,
  (i) => i.summary.totalQuantity,
  (i) => i.summary.grossCents,
  (i) => i.summary.commissionCents,
  (i) => i.summary.discountCents,
  (i) => i.summary.freightCents,
  (i) => i.summary.netCents,
  (i) => JSON.stringify(i.summary.payments),
  (i) => summaryJson(i.summary),
  (i) => i.customer,
  (i) => i.draft.due?.at,
  (i) => i.draft.due?.move,
  (i) => i.draft.shippings.length,
  (i) => itemsOf(i).length,
  (i) => i.cause,
  (i) => JSON.stringify({ from: null, to: i.draft.status, orderStatus: i.draft.status, requestId: i.requestId }),
  (i) => i.at,
  (i) => i.actor,
  (i) => i.requestId,
];

const shippingColumns = (orders: readonly NewOrder[]) => {
  const parts = flattenParts(orders, withPositions);
  const column = (of: (shipping: PositionedShipping) => unknown) => parts.map(({ part }) => of(part));
  return [
    parts.map(({ ord }) => ord),
    column(({ position }) => position),
    column(({ firstItem }) => firstItem),
    column(({ platformId }) => platformId),
    column(({ serviceId }) => serviceId),
    column(({ serviceName }) => serviceName),
    column(({ country }) => country),
    column(({ freightCents }) => freightCents),
    column(({ deliveryDays }) => deliveryDays),
    column(({ estimateAt }) => estimateAt),
    column(({ transport }) => transport.carrierId),
    column(({ fulfillment }) => fulfillment),
    column(({ transport }) => JSON.stringify(transport)),
    column(({ items }) => JSON.stringify(items)),
    column(({ due }) => due?.at),
    column(({ due }) => due?.move),
  ];
};
