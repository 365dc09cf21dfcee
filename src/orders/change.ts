import { type Answer, type AvailableAction, Refusal } from "../platform/contract/index.ts";
import { createStatementBatcher, flattenParts, RowNotWritten, type StatementRunner } from "../platform/database/index.ts";
import type { AnswerRecording, IdempotencyKey } from "../platform/idempotency/index.ts";
import { moveErrors } from "./move-errors.ts";
import type { OrderChange, StockEffect } from "./move.ts";
import type { OrderKey, OrderRecord, ShippingRecord } from "./order.ts";
import { summaryJson } from "./order-view.ts";
import { changeOrders, getOrders, type ChangedRow, type OrderRow } from "./queries.ts";
import { toOrderRecord } from "./row-mapping.ts";

/** Who changes an order, in which request, and the marketplace time of the change (epoch ms). */
export interface Author {
  readonly actor: string;
  readonly requestId: string;
  readonly at: number;
}

/** Decides on the current order: a change, a refusal, or undefined for nothing to do. Pure, because it may be called again. */
export type DecideChange = (order: OrderRecord) => OrderChange | Refusal | undefined;

/** The moves that the current order offers. */
export type ActionsOf = (order: OrderRecord) => readonly AvailableAction[];

/** Makes the answer of a change. With `idempotencyKey`, the answer is recorded under the call's Idempotency-Key. */
export interface Responder {
  readonly idempotencyKey: IdempotencyKey | undefined;
  /** Returns the same object for the same order every time: the recorded answer is the one that is sent. */
  readonly answer: (order: OrderRecord) => Answer;
}

/** A responder that calls `make` once per order. */
export function createResponder(idempotencyKey: IdempotencyKey | undefined, make: (order: OrderRecord) => Answer): Responder {
  const answers = new WeakMap<OrderRecord, Answer>();
  return {
    idempotencyKey,
    answer(order) {
      const answer = answers.get(order) ?? make(order);
      answers.set(order, answer);
      return answer;
    },
  };
}

/** Reads and changes single orders. Calls of the same event-loop tick are batched. */
export interface OrderStore {
  /** Undefined when the seller has no such order. */
  find(key: OrderKey): Promise<OrderRecord | undefined>;
  /** Like `find`, but refuses an unknown number. */
  read(key: OrderKey): Promise<OrderRecord | Refusal>;
  /**
   * The one way to change an order: reads it, calls `decide`, and writes the outcome completely or not at all. When another change was
   * written in between, it reads and decides again, so that only one of two conflicting decisions is carried out. Returns the changed
   * order. A refusal carries the order's offers (beyond M8). With `responder`, the answer is recorded in the same transaction; refusals are
   * not recorded.
   */
  change(key: OrderKey, author: Author, decide: DecideChange, actionsOf?: ActionsOf, responder?: Responder): Promise<OrderRecord | Refusal>;
}

/** A decided change that is about to be written. */
interface PendingChange extends OrderKey, Author {
  readonly was: OrderRecord;
  readonly change: OrderChange;
  readonly moved: readonly ShippingRecord[];
}

/** Maximum number of attempts of a change. An attempt fails only when another change was written first. */
const MAX_TRIES = 50;

/** More than MAX_TRIES in a row points to a defect of ours. */
class OrderContended extends Error {}

/** Opens the orders of a database. */
export function createOrderStore(db: StatementRunner): OrderStore {
  const reads = createStatementBatcher<OrderKey, OrderRow & { ord: number }>(db, {
    name: "order reads",
    query: getOrders,
    policy: "lookUp",
    columns: [(i) => i.sellerId, (i) => i.orderNumber],
  });
  const writes = createStatementBatcher<PendingChange, ChangedRow>(db, {
    name: "order changes",
    query: changeOrders,
    columns: COLUMNS,
    parts: (items) => [...shippingColumns(items), ...stockColumns(items, ({ change }) => change.stock)],
    sharesKeys: true,
    policy: "numbering",
    appendsEvents: true,
    keyOf: ({ sellerId, orderNumber, change }) => [`${sellerId} order ${orderNumber}`, ...stockKeys(sellerId, change.stock)],
  });
  const find: OrderStore["find"] = async (key) => {
    const row = await reads.submit(key);
    return row && toOrderRecord(row);
  };
  return {
    find,
    read: async (key) => (await find(key)) ?? orderUnknown(key.orderNumber),
    async change(key, author, decide, actionsOf, responder) {
      const withOffers = (refusal: Refusal, order: OrderRecord) => (actionsOf ? refusal.offering(actionsOf(order)) : refusal);
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const was = await find(key);
        if (was === undefined) return orderUnknown(key.orderNumber);
        const change = decide(was);
        if (change === undefined) return was;
        if (change instanceof Refusal) return withOffers(change, was);
        const moved = change.next.shippings.filter((shipping, i) => shipping !== was.shippings[i]);
        const next: OrderRecord = { ...change.next, version: was.version + 1 };
        const row = await writes.submit({ ...key, ...author, was, change, moved }, recordingOf(responder, next));
        if (row?.key_taken) return withOffers(change.registration!.takenRefusal, was);
        if (isWritten(row)) return next;
      }
      throw new OrderContended(`order ${key.orderNumber} was overtaken ${MAX_TRIES} times`);
    },
  };
}

/** Records the answer of a written change. Records nothing when another change was written first, or when the access key is taken. */
const recordingOf = (responder: Responder | undefined, next: OrderRecord): AnswerRecording<ChangedRow | undefined> | undefined =>
  responder?.idempotencyKey && {
    idempotencyKey: responder.idempotencyKey,
    answer: (row) => (isWritten(row) ? responder.answer(next) : undefined),
  };

/** False when another change was written first, or when the access key of its invoice is taken. */
function isWritten(row: ChangedRow | undefined): boolean {
  if (row?.current && !row.key_taken && !row.changed) throw new RowNotWritten("a change of an order");
  return row?.current === true && row.changed;
}

/** The refusal of an order number that the seller does not have. */
const orderUnknown = (orderNumber: string): Refusal =>
  moveErrors.refuse("order_unknown", { pointer: "path.orderNumber", received: orderNumber });

const registered = ({ change }: PendingChange) => change.registration;
const COLUMNS: readonly ((write: PendingChange) => unknown)[] = [
  (i) => i.sellerId,
  (i) => i.orderNumber,
  (i) => i.was.version,
  (i) => i.change.next.status,
  (i) => i.change.next.statusAt,
  (i) => i.change.next.paymentDate,
  (i) => JSON.stringify(i.change.next.devolutions),
  (i) => i.change.next.devolutionRequested,
  (i) => i.change.next.exchangeRequested,
  (i) => i.change.next.due?.at,
  (i) => i.change.next.due?.move,
  (i) => i.change.event.name,
  (i) => i.change.event.cause,
  (i) => JSON.stringify({ ...i.change.event.payload, requestId: i.requestId }),
  (i) => i.at,
  (i) => i.actor,
  (i) => i.requestId,
  (i) => registered(i)?.accessKey,
  (i) => registered(i)?.shippingCode,
  (i) => registered(i)?.document?.document,
  (i) => registered(i)?.document?.crc32,
  (i) => registered(i)?.document?.sizeBytes,
  (i) => i.moved.some(({ shippingCode, fulfillment }) => shippingCode === registered(i)?.shippingCode && fulfillment),
  (i) => i.change.next.forgetCustomerAt,
  (i) => summaryJson(i.change.next),
];

const shippingColumns = (items: readonly PendingChange[]) => {
  const parts = flattenParts(items, ({ moved }) => moved);
  const column = (of: (shipping: ShippingRecord) => unknown) => parts.map(({ part }) => of(part));
  return [
    parts.map(({ ord }) => ord),
    column(({ shippingCode }) => shippingCode),
    column(({ status }) => status),
    column(({ statusAt }) => statusAt),
    column(({ transport }) => JSON.stringify(transport)),
    column(({ transport }) => transport.carrierId),
    column(({ invoice }) => invoice && JSON.stringify(invoice)),
    column(({ cancellation }) => cancellation && JSON.stringify(cancellation)),
    column(({ exchangeOrders }) => JSON.stringify(exchangeOrders)),
    column(({ due }) => due?.at),
    column(({ due }) => due?.move),
    column(({ estimateAt }) => estimateAt),
  ];
};

/** Stock effects as columns of a statement, each with the ordinal of its order. */
export const stockColumns = <Item>(items: readonly Item[], of: (item: Item) => readonly StockEffect[]): readonly (readonly unknown[])[] => {
  const parts = flattenParts(items, of);
  return [
    parts.map(({ ord }) => ord),
    parts.map(({ part }) => part.sku),
    parts.map(({ part }) => part.physicalDelta),
    parts.map(({ part }) => part.reservedDelta),
    parts.map(({ part }) => part.cause),
  ];
};

/** Keys of the stocks that are changed, so that two orders of the same stock are not written at the same time. */
export const stockKeys = (sellerId: number, effects: readonly StockEffect[]): readonly string[] =>
  effects.map(({ sku }) => `${sellerId} ${sku}`);
