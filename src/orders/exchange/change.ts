import type { Database, Transaction } from "../../platform/database/index.ts";
import type { KeyRing } from "../../platform/crypto/index.ts";
import { Refusal } from "../../platform/contract/index.ts";
import { scopeWithKey } from "../../platform/idempotency/index.ts";
import { newEventsSignalOf } from "../../platform/jobs/index.ts";
import { createOrderStore, type Responder, type Author, type OrderStore } from "../change.ts";
import type { OrderChange } from "../move.ts";
import type { OrderKey, OrderRecord } from "../order.ts";
import { createOrderWriter, type CreateOrderResult, type CreateOrder } from "../purchase/order-writer.ts";
import type { OrderDraft } from "../purchase/draft.ts";
import type { OrderMoveName } from "../status.ts";
import { withCanceledReturns } from "./returns.ts";

/** Access to orders within one transaction. It lets both orders of an exchange be written together. */
interface TransactionOrders {
  readonly orders: OrderStore;
  readonly create: CreateOrder;
}
const ordersIn = (transaction: Transaction, keys: KeyRing): TransactionOrders => {
  const db: Pick<Database, "run"> = { run: (_scope, query, values) => transaction.run(query, values) };
  return { orders: createOrderStore(db), create: createOrderWriter(db, keys) };
};

/** Thrown if the original order has changed since the exchange was decided. The caller then decides again. */
class OriginalChanged extends Error {}

/** The exchange order, or the reason why nothing was written. */
export type ExchangeOutcome = OrderRecord | Exclude<CreateOrderResult, OrderRecord> | "overtaken";

/** An exchange that is about to be written. */
export interface DecidedExchange {
  readonly key: OrderKey;
  readonly draft: OrderDraft;
  /** The original order before and after the exchange. */
  readonly was: OrderRecord;
  readonly next: OrderRecord;
  readonly author: Author;
}

/** Writes the exchange order and the original's returned items, and records the answer. Writes nothing if the original has changed. */
export async function writeExchange(
  { db, keys }: { readonly db: Database; readonly keys: KeyRing },
  { key, draft, was, next, author }: DecidedExchange,
  responder: Responder,
): Promise<ExchangeOutcome> {
  try {
    const outcome = await db.transaction(scopeWithKey([key.sellerId], responder.idempotencyKey), async (transaction) => {
      const { orders, create } = ordersIn(transaction, keys);
      const created = await create(key, draft, "exchange", author);
      if (typeof created === "string") return created;
      await orders.change({ ...key, orderNumber: was.orderNumber }, author, ({ version }) => {
        if (version !== was.version) throw new OriginalChanged();
        return exchangeChange(next, "exchange");
      });
      await responder.idempotencyKey?.record(transaction, responder.answer(created));
      return created;
    });
    if (typeof outcome === "object") newEventsSignalOf(db).notify([key.sellerId]);
    return outcome;
  } catch (error) {
    if (error instanceof OriginalChanged) return "overtaken";
    throw error;
  }
}

/** Change to an original order that a move of its exchange order causes. */
interface OriginalUpdate {
  readonly cause: OrderMoveName;
  /** Returns the original order after the move. `exchange` is the exchange order after the move. */
  readonly update: (original: OrderRecord, exchange: OrderRecord) => OrderRecord;
}

/** Like `orders.change`, but for exchange orders: also changes the original order, in the same transaction. */
export const changeWithOriginal =
  (
    { db, keys }: { readonly db: Pick<Database, "transaction">; readonly keys: KeyRing },
    { cause, update }: OriginalUpdate,
  ): OrderStore["change"] =>
  async (key, author, decide, actionsOf, responder) => {
    const changed = await db.transaction(scopeWithKey([key.sellerId], responder?.idempotencyKey), async (transaction) => {
      const { orders } = ordersIn(transaction, keys);
      const order = await orders.change(key, author, decide, actionsOf);
      if (order instanceof Refusal) return order;
      if (order.originNumber !== undefined)
        await orders.change({ ...key, orderNumber: order.originNumber }, author, (original) =>
          exchangeChange(update(original, order), cause),
        );
      await responder?.idempotencyKey?.record(transaction, responder.answer(order));
      return order;
    });
    if (!(changed instanceof Refusal)) newEventsSignalOf(db).notify([key.sellerId]);
    return changed;
  };

/** Moves that cancel an exchange order. The items that it would have replaced can then be exchanged again. */
const CANCELING: ReadonlySet<OrderMoveName> = new Set(["cancel", "refuse"]);

/**
 * Returns the function that makes a move other than check-in. Canceling an exchange order also changes its original order; the other moves
 * change one order.
 */
export function changeForMove(
  context: { readonly db: Pick<Database, "run" | "transaction">; readonly keys: KeyRing; readonly orders: OrderStore },
  move: OrderMoveName,
): OrderStore["change"] {
  const { orders } = context;
  if (!CANCELING.has(move)) return orders.change;
  const withOriginal = changeWithOriginal(context, { cause: move, update: withCanceledReturns });
  return async (key, author, decide, actionsOf, responder) => {
    const order = await orders.find(key);
    const change = order?.originNumber === undefined ? orders.change : withOriginal;
    return change(key, author, decide, actionsOf, responder);
  };
}

/** Change of the original order. It is not a move, because the original keeps its status. */
const exchangeChange = (next: OrderRecord, cause: OrderMoveName): OrderChange => ({
  next,
  event: { name: "order.exchange", cause, payload: { orderStatus: next.status } },
  stock: [],
});
