import { type Clock, requestId } from "../../platform/basics/index.ts";
import { type Database, DatabaseConflict, DatabaseUnavailable } from "../../platform/database/index.ts";
import { Refusal } from "../../platform/contract/index.ts";
import type { Log } from "../../platform/observability/index.ts";
import type { OrderStore } from "../change.ts";
import { decideDue, type DueFacts } from "./decide.ts";
import * as queries from "./queries.ts";

export interface DueContext extends DueFacts {
  readonly db: Database;
  readonly orders: OrderStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Maximum number of due orders, and of due shippings, that are read to find the sellers of a round. */
const MAX_SELLERS = 2_000;
const CONCURRENT_SELLERS = 4;
/** Maximum number of orders of one seller per round, so that a seller with many due orders does not delay others. */
const ORDERS_PER_SELLER = 64;
/** Time until a move that failed or is no longer possible is tried again. The delay keeps such moves from blocking others. */
const RETRY_AFTER_MS = 5 * 60_000;
const AUTHOR = "timer";

/**
 * Makes the due moves (decisions 5). The tables of orders and shippings are the queue: their columns show which move is due, and when.
 * There are no leases. If two workers take the same order, the second cannot write its move; it decides again and finds nothing to do.
 * Returns the number of orders that were handled without a failure.
 */
export async function runDueMoves(context: DueContext): Promise<number> {
  const { db, clock } = context;
  const sellers = await db.wide.run("every seller", queries.sellersDue, [clock.now(), MAX_SELLERS]);
  let done = 0;
  for (let i = 0; i < sellers.length; i += CONCURRENT_SELLERS) {
    const counts = await Promise.all(sellers.slice(i, i + CONCURRENT_SELLERS).map(({ seller_id }) => moveOrdersOf(context, seller_id)));
    done += counts.reduce((sum, count) => sum + count, 0);
  }
  return done;
}

async function moveOrdersOf(context: DueContext, sellerId: number): Promise<number> {
  const { db, clock } = context;
  const due = await db.run([sellerId], queries.ordersDue, [sellerId, clock.now(), ORDERS_PER_SELLER]);
  const moved = await Promise.all(due.map(({ order_number }) => moveDue(context, sellerId, order_number)));
  return moved.filter(Boolean).length;
}

/** Makes the next due move of an order. If the move fails, logs the failure and postpones the move. */
async function moveDue(context: DueContext, sellerId: number, orderNumber: string): Promise<boolean> {
  const { db, orders, clock, log } = context;
  const at = clock.now();
  const author = { actor: AUTHOR, requestId: requestId(), at };
  try {
    const outcome = await orders.change({ sellerId, orderNumber }, author, (order) => decideDue(order, at, context));
    if (!(outcome instanceof Refusal)) return true;
    log.warn({ worker: "orders", sellerId, name: outcome.failures[0]!.code }, "what was due of an order does not go any more");
  } catch (error) {
    // The database failed, not this order, so the whole round is repeated.
    if (error instanceof DatabaseUnavailable || error instanceof DatabaseConflict) throw error;
    log.error({ worker: "orders", sellerId, error }, "what was due of an order could not be done");
  }
  await db.run([sellerId], queries.postponeDue, [sellerId, orderNumber, at, at + RETRY_AFTER_MS]);
  return false;
}
