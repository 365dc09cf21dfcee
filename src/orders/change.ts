import { type Answer, type AvailableAction, Refusal } from "../platform/contract/index.ts";
import { createStatementBatcher, flattenParts, RowNotWritten, type StatementRunner } from "../platform/database/index.ts";
import type { AnswerRecording, IdempotencyKey } from "../platform/idempotency/index.ts";
import { moveErrors } from "./move-errors.ts";
import type { OrderChange, StockEffect } from "./move.ts";
import type { OrderKey, OrderRecord, ShippingRecord } from "./order.ts";
import { summaryJson } from "./order-view.ts";
import { changeOrders, getOrders, type ChangedRow, type OrderRow } from "./queries.ts";
import { toOrderRecord } from "./row-mapping.ts";

/** Author of a change: the actor, the request, and the marketplace time of the change (epoch ms). */
export interface Author {
  readonly actor: string;
  readonly requestId: string;
  readonly at: number;
}

/**
 * Decides what to do with the current order. Returns a change, a refusal, or undefined for no change. Must be pure: it may be called again.
 */
export type DecideChange = (order: OrderRecord) => OrderChange | Refusal | undefined;

/** Lists the actions that are available on the current order. */
export type ActionsOf = (order: OrderRecord) => readonly AvailableAction[];

/** Makes the answer to a change. With `idempotencyKey`, the answer is recorded under that key. */
export interface Responder {
  readonly idempotencyKey: IdempotencyKey | undefined;
  /** Returns the same object for the same order every time, so that the recorded answer equals the sent one. */
  readonly answer: (order: OrderRecord) => Answer;
}

/** Creates a responder that calls `make` once per order. */
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
   * Reads an order, calls `decide`, and writes the outcome completely or not at all. If another change was written after the read, reads
   * and decides again, so only one of two conflicting decisions takes effect. Returns the order, changed or as it was. With `actionsOf`, a
   * refusal lists the order's available actions. With `responder`, the answer is recorded in the same transaction. Refusals are not
   * recorded.
   */
  change(key: OrderKey, author: Author, decide: DecideChange, actionsOf?: ActionsOf, responder?: Responder): Promise<OrderRecord | Refusal>;
}

/** A decided change that is about to be written. */
interface PendingChange extends OrderKey, Author {
  readonly was: OrderRecord;
  readonly change: OrderChange;
  readonly moved: readonly ShippingRecord[];
}

/** Maximum number of attempts to write a change. An attempt fails only when another change was written first. */
const MAX_TRIES = 50;

/** Thrown after MAX_TRIES failed attempts. So many failures in a row point to a bug in this server. */
class OrderContended extends Error {}

/** Creates the order store of a database. */
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

/** Records the answer to a written change. Records nothing if another change was written first, or if the access key is taken. */
const recordingOf = (responder: Responder | undefined, next: OrderRecord): AnswerRecording<ChangedRow | undefined> | undefined =>
  responder?.idempotencyKey && {
    idempotencyKey: responder.idempotencyKey,
    answer: (row) => (isWritten(row) ? responder.answer(next) : undefined),
  };

/** Whether the change was written. False if another change was written first, or if the access key of the invoice is taken. */
function isWritten(row: ChangedRow | undefined): boolean {
  if (row?.current && !row.key_taken && !row.changed) throw new RowNotWritten("a change of an order");
  return row?.current === true && row.changed;
}

/** Refuses an order number that the seller does not have. */
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

/** Stock effects as columns of a statement. The first column has the ordinal of each effect's order in the batch, from 1. */
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

/** Keys of the changed stocks. They prevent orders that change the same stock from being written at the same time. */
export const stockKeys = (sellerId: number, effects: readonly StockEffect[]): readonly string[] =>
  effects.map(({ sku }) => `${sellerId} ${sku}`);
