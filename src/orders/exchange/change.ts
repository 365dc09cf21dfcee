import type { Database, Transaction } from "../../platform/database/database.ts";
import type { KeyRing } from "../../platform/crypto/key-ring.ts";
import { Refusal } from "../../platform/contract/errors.ts";
import { scopeWithKey } from "../../platform/idempotency/record-answer.ts";
import { newEventsSignalOf } from "../../platform/jobs/new-events-signal.ts";
import { createOrderStore, type Responder, type Author, type OrderStore } from "../change.ts";
import type { OrderChange } from "../move.ts";
import type { OrderKey, OrderRecord } from "../order.ts";
import { createOrderWriter, type CreateOrderResult, type CreateOrder } from "../purchase/create.ts";
import type { OrderDraft } from "../purchase/draft.ts";
import type { OrderMoveName } from "../status.ts";
import { withCanceledReturns } from "./returns.ts";

/** Both orders of an exchange, in one transaction: what is written of one is written of the other. */
interface Both {
  readonly orders: OrderStore;
  readonly create: CreateOrder;
}
const both = (transaction: Transaction, keys: KeyRing): Both => {
  const db: Pick<Database, "run"> = { run: (_scope, query, values) => transaction.run(query, values) };
  return { orders: createOrderStore(db), create: createOrderWriter(db, keys) };
};

/** Somebody changed the original meanwhile: everything is decided again. */
class OriginalChanged extends Error {}

/** What became of an exchange: the exchange order, or why nothing was written. */
export type ExchangeOutcome = OrderRecord | Exclude<CreateOrderResult, OrderRecord> | "overtaken";

/** An exchange as it was decided. */
export interface DecidedExchange {
  readonly key: OrderKey;
  readonly draft: OrderDraft;
  /** The original as it was decided on, and as it becomes. */
  readonly was: OrderRecord;
  readonly next: OrderRecord;
  readonly author: Author;
}

/** Writes an exchange order, and of the original, as it was when it was decided on, what comes back; and notes the answer. */
export async function writeExchange(
  { db, keys }: { readonly db: Database; readonly keys: KeyRing },
  { key, draft, was, next, author }: DecidedExchange,
  responder: Responder,
): Promise<ExchangeOutcome> {
  try {
    const outcome = await db.transaction(scopeWithKey([key.sellerId], responder.idempotencyKey), async (transaction) => {
      const { orders, create } = both(transaction, keys);
      const created = await create(key, draft, "exchange", author);
      if (typeof created === "string") return created;
      await orders.change({ ...key, orderNumber: was.orderNumber }, author, ({ version }) => {
        if (version !== was.version) throw new OriginalChanged();
        return told(next, "exchange");
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

/** What becomes of the order that goods come back from, by what became of the exchange order. */
type Arrived = (original: OrderRecord, exchange: OrderRecord) => OrderRecord;

/** A move of an exchange order that its original hears of: the move, and what it changes there. */
interface Telling {
  readonly cause: OrderMoveName;
  readonly arrived: Arrived;
}

/** As `orders.change`, for moves of exchange orders: what is written of one is written of its original. */
export const changeWithOriginal =
  ({ db, keys }: { readonly db: Database; readonly keys: KeyRing }, { cause, arrived }: Telling): OrderStore["change"] =>
  async (key, author, decide, actionsOf, responder) => {
    const changed = await db.transaction(scopeWithKey([key.sellerId], responder?.idempotencyKey), async (transaction) => {
      const { orders } = both(transaction, keys);
      const order = await orders.change(key, author, decide, actionsOf);
      if (order instanceof Refusal) return order;
      if (order.originNumber !== undefined)
        await orders.change({ ...key, orderNumber: order.originNumber }, author, (original) => told(arrived(original, order), cause));
      await responder?.idempotencyKey?.record(transaction, responder.answer(order));
      return order;
    });
    if (!(changed instanceof Refusal)) newEventsSignalOf(db).notify([key.sellerId]);
    return changed;
  };

/** Moves that cancel: what an exchange order will not send out may be exchanged again. */
const CANCELING: ReadonlySet<OrderMoveName> = new Set(["cancel", "refuse"]);

/** How orders are changed by a move: alone, or, where it cancels an exchange order, together with the original. */
export function changeForMove(
  context: { readonly db: Database; readonly keys: KeyRing; readonly orders: OrderStore },
  move: OrderMoveName,
): OrderStore["change"] {
  const { orders } = context;
  if (!CANCELING.has(move)) return orders.change;
  const telling = changeWithOriginal(context, { cause: move, arrived: withCanceledReturns });
  return async (key, author, decide, actionsOf, responder) => {
    const order = await orders.find(key);
    const change = order?.originNumber === undefined ? orders.change : telling;
    return change(key, author, decide, actionsOf, responder);
  };
}

/** What an exchange changes of the original is no move of its own: it stays where it is. */
const told = (next: OrderRecord, cause: OrderMoveName): OrderChange => ({
  next,
  event: { name: "order.exchange", cause, payload: { orderStatus: next.status } },
  stock: [],
});
