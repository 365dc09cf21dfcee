import type { Clock } from "../../platform/basics/index.ts";
import type { Database } from "../../platform/database/index.ts";
import * as queries from "./queries.ts";

const PER_ROUND = 1_000;

/**
 * Erases customers whose retention has ended. The rest of the order remains. The invoices remain too, because the law requires a longer
 * retention. Returns the number of erased customers. After a crash, the remaining customers are still due.
 */
export async function eraseExpiredCustomers({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<number> {
  const now = clock.now();
  const due = await db.wide.run("every seller", queries.customersToErase, [now, PER_ROUND]);
  let erased = 0;
  for (const [sellerId, orders] of Map.groupBy(due, (row) => row.seller_id)) {
    const numbers = orders.map((row) => row.order_number);
    erased += (await db.run([sellerId], queries.eraseCustomers, [sellerId, numbers, now])).length;
  }
  return erased;
}
