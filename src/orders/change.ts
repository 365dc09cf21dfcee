import type { Answer } from "../platform/contract/answer.ts";
import { createStatementBatcher, flattenParts, type StatementRunner } from "../platform/database/batching/statement-batcher.ts";
import { Refusal, type AvailableAction } from "../platform/contract/errors.ts";
import type { IdempotencyKey, AnswerRecording } from "../platform/idempotency/keyed-call.ts";
import { RowNotWritten } from "../platform/database/row-not-written.ts";
import { moveErrors } from "./move-errors.ts";
import type { OrderChange, StockEffect } from "./move.ts";
import type { OrderKey, OrderRecord, ShippingRecord } from "./order.ts";
import { summaryText } from "./order-view.ts";
import { changeOrders, getOrders, type ChangedRow, type OrderRow } from "./queries.ts";
import { orderOf } from "./row-mapping.ts";

/** Who changes an order, by which request, at which time of the marketplace (epoch ms). */
export interface Author {
  readonly actor: string;
  readonly requestId: string;
  readonly at: number;
}

/** Judges an order as it stands: what becomes of it, why not, or undefined = nothing is to be done. Pure: it may be asked again. */
export type Decide = (order: OrderRecord) => OrderChange | Refusal | undefined;

/** What may be asked of an order as it stands. */
export type OffersOf = (order: OrderRecord) => readonly AvailableAction[];

/** How a change is answered, and under which key that is noted with it. */
export interface Answering {
  readonly idempotencyKey: IdempotencyKey | undefined;
  /** Answers one object for one order, however often it is asked: what was noted is what is sent. */
  readonly answer: (order: OrderRecord) => Answer;
}

/** Answers of orders, each made once. */
export function answering(idempotencyKey: IdempotencyKey | undefined, make: (order: OrderRecord) => Answer): Answering {
  const made = new WeakMap<OrderRecord, Answer>();
  return {
    idempotencyKey,
    answer(order) {
      const answer = made.get(order) ?? make(order);
      made.set(order, answer);
      return answer;
    },
  };
}

/** Reading and changing single orders; calls of one turn of the event loop ride together. */
export interface Orders {
  /** Undefined when the seller has no such order. */
  find(key: OrderKey): Promise<OrderRecord | undefined>;
  /** As `find`, and the refusal of a number that is not there. */
  read(key: OrderKey): Promise<OrderRecord | Refusal>;
  /**
   * The one way to change an order: reads it, lets `decide` judge it and writes the outcome whole, or not at all. Who was
   * overtaken reads and decides again, so of two decisions that exclude each other only one is ever carried out. Answers the
   * order as it then is. A refusal repeats what the order offers (beyond M8). With `told`, the answer is noted together with
   * what is written; refusals are not.
   */
  change(key: OrderKey, author: Author, decide: Decide, offersOf?: OffersOf, told?: Answering): Promise<OrderRecord | Refusal>;
}

/** A decision on its way to the database. */
interface Write extends OrderKey, Author {
  readonly was: OrderRecord;
  readonly change: OrderChange;
  readonly moved: readonly ShippingRecord[];
}

/** Others may overtake so often; each of them got something done meanwhile. */
const MOST_TRIES = 50;

/** Nobody could be overtaken more often: something is wrong with us. */
class OrderContended extends Error {}

/** Opens orders on a database. */
export function openOrders(db: StatementRunner): Orders {
  const reads = createStatementBatcher<OrderKey, OrderRow & { ord: number }>(db, {
    name: "order reads",
    query: getOrders,
    policy: "lookUp",
    columns: [(i) => i.sellerId, (i) => i.orderNumber],
  });
  const writes = createStatementBatcher<Write, ChangedRow>(db, {
    name: "order changes",
    query: changeOrders,
    columns: COLUMNS,
    parts: (items) => [...shippingColumns(items), ...stockColumns(items, ({ change }) => change.stock)],
    sharesKeys: true,
    policy: "numbering",
    appendsEvents: true,
    keyOf: ({ sellerId, orderNumber, change }) => [`${sellerId} order ${orderNumber}`, ...stockKeys(sellerId, change.stock)],
  });
  const find: Orders["find"] = async (key) => {
    const row = await reads.submit(key);
    return row && orderOf(row);
  };
  return {
    find,
    read: async (key) => (await find(key)) ?? orderUnknown(key.orderNumber),
    async change(key, author, decide, offersOf, told) {
      const refused = (refusal: Refusal, order: OrderRecord) => (offersOf ? refusal.offering(offersOf(order)) : refusal);
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const was = await find(key);
        if (was === undefined) return orderUnknown(key.orderNumber);
        const change = decide(was);
        if (change === undefined) return was;
        if (change instanceof Refusal) return refused(change, was);
        const moved = change.next.shippings.filter((shipping, i) => shipping !== was.shippings[i]);
        const next: OrderRecord = { ...change.next, version: was.version + 1 };
        const row = await writes.submit({ ...key, ...author, was, change, moved }, settlingOf(told, next));
        if (row?.key_taken) return refused(change.claim!.taken, was);
        if (isWritten(row)) return next;
      }
      throw new OrderContended(`order ${key.orderNumber} was overtaken ${MOST_TRIES} times`);
    },
  };
}

/** Who was overtaken, or brought an invoice that is taken, decides again: nothing is noted of that. */
const settlingOf = (told: Answering | undefined, next: OrderRecord): AnswerRecording<ChangedRow | undefined> | undefined =>
  told?.idempotencyKey && {
    idempotencyKey: told.idempotencyKey,
    answer: (row) => (isWritten(row) ? told.answer(next) : undefined),
  };

/** False for who was overtaken, or brought an invoice that is taken. */
function isWritten(row: ChangedRow | undefined): boolean {
  if (row?.current && !row.key_taken && !row.changed) throw new RowNotWritten("a change of an order");
  return row?.current === true && row.changed;
}

/** The refusal of an order number that the seller does not have. */
const orderUnknown = (orderNumber: string): Refusal =>
  moveErrors.refuse("order_unknown", { pointer: "path.orderNumber", received: orderNumber });

const claimed = ({ change }: Write) => change.claim;
const COLUMNS: readonly ((write: Write) => unknown)[] = [
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
  (i) => claimed(i)?.accessKey,
  (i) => claimed(i)?.shippingCode,
  (i) => claimed(i)?.document?.document,
  (i) => claimed(i)?.document?.crc32,
  (i) => claimed(i)?.document?.sizeBytes,
  (i) => i.moved.some(({ shippingCode, fulfillment }) => shippingCode === claimed(i)?.shippingCode && fulfillment),
  (i) => i.change.next.forgetCustomerAt,
  (i) => summaryText(i.change.next),
];

const shippingColumns = (items: readonly Write[]) => {
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

/** Stock effects as columns of a statement, each with its order's place. */
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

/** The stocks that effects change: two orders of one stock are not written at the same time. */
export const stockKeys = (sellerId: number, effects: readonly StockEffect[]): readonly string[] =>
  effects.map(({ sku }) => `${sellerId} ${sku}`);
