import type { Clock } from "../../platform/basics/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import * as queries from "./queries.ts";

const PER_ROUND = 1_000;

/**
 * Forgets who bought where the retention has ended (domain 8). What was bought, and the invoices that the law keeps for longer,
 * remain. Answers how many were forgotten; whoever dies half way leaves the rest due.
 */
export async function eraseExpiredCustomers({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<number> {
  const now = clock.now();
  const due = await db.wide.run("every seller", queries.customersToErase, [now, PER_ROUND]);
  let forgotten = 0;
  for (const [sellerId, orders] of Map.groupBy(due, (row) => row.seller_id)) {
    const numbers = orders.map((row) => row.order_number);
    forgotten += (await db.run([sellerId], queries.eraseCustomers, [sellerId, numbers, now])).length;
  }
  return forgotten;
}
