import type { Clock } from "../../platform/basics/clock.ts";
import { DatabaseConflict, DatabaseUnavailable, type Database } from "../../platform/database/database.ts";
import { Refusal } from "../../platform/contract/errors.ts";
import { requestId } from "../../platform/basics/random.ts";
import type { Log } from "../../platform/observability/log.ts";
import type { OrderStore } from "../change.ts";
import { decideDue, type DueFacts } from "./decide.ts";
import * as queries from "./queries.ts";

export interface DueContext extends DueFacts {
  readonly db: Database;
  readonly orders: OrderStore;
  readonly clock: Clock;
  readonly log: Log;
}

const READY_SCAN = 2_000;
const SELLERS_AT_ONCE = 4;
/** Of one seller per round: whoever has more due waits for the others. */
const ORDERS_PER_SELLER = 64;
/** What fails, or does not go any more, is tried again after so long and does not hold up the others meanwhile. */
const RETRY_AFTER_MS = 5 * 60_000;
const AUTHOR = "timer";

/**
 * Carries out what is due (decisions 5): orders and shippings are the queue, their due time and move say what. Nothing is
 * leased: of two workers at one order the second is overtaken, decides again and finds nothing to do. Answers how much it did.
 */
export async function runDueMoves(context: DueContext): Promise<number> {
  const { db, clock } = context;
  const sellers = await db.wide.run("every seller", queries.sellersDue, [clock.now(), READY_SCAN]);
  let done = 0;
  for (let i = 0; i < sellers.length; i += SELLERS_AT_ONCE) {
    const counts = await Promise.all(sellers.slice(i, i + SELLERS_AT_ONCE).map(({ seller_id }) => moveOrdersOf(context, seller_id)));
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

/** Does the next thing due of an order; whatever keeps it from being done is logged and put off. */
async function moveDue(context: DueContext, sellerId: number, orderNumber: string): Promise<boolean> {
  const { db, orders, clock, log } = context;
  const at = clock.now();
  const author = { actor: AUTHOR, requestId: requestId(), at };
  try {
    const outcome = await orders.change({ sellerId, orderNumber }, author, (order) => decideDue(order, at, context));
    if (!(outcome instanceof Refusal)) return true;
    log.warn({ worker: "orders", sellerId, name: outcome.failures[0]!.code }, "what was due of an order does not go any more");
  } catch (error) {
    // Nothing is wrong with the order: the round is repeated.
    if (error instanceof DatabaseUnavailable || error instanceof DatabaseConflict) throw error;
    log.error({ worker: "orders", sellerId, error }, "what was due of an order could not be done");
  }
  await db.run([sellerId], queries.postponeDue, [sellerId, orderNumber, at, at + RETRY_AFTER_MS]);
  return false;
}
