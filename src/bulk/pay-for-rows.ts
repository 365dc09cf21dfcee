import { realNow } from "../platform/basics/index.ts";
import { meterKeys, type QuotaMeter, type SellerIdentity } from "../sellers/index.ts";
import type { BulkLimits } from "./limits.ts";

/** What was paid: at least the rows that were asked for, or fewer and the seconds until the next call is available. */
export interface Payment {
  readonly rows: number;
  /** 0 = all rows are paid. */
  readonly waitSeconds: number;
}

/** Pays for rows from the quota's `bulk` lane, in which several rows count as one call. Pays for fewer when the lane is used up. */
export async function payForRows(
  { meter, limits }: { readonly meter: Pick<QuotaMeter, "take">; readonly limits: Pick<BulkLimits, "bulkRowsPerCall"> },
  who: SellerIdentity,
  rows: number,
): Promise<Payment> {
  const { bulk } = meterKeys(who);
  let paid = 0;
  while (paid < rows) {
    const decision = await meter.take(bulk, realNow());
    if (!decision.allowed) return { rows: paid, waitSeconds: decision.retrySeconds };
    paid += limits.bulkRowsPerCall;
  }
  return { rows: paid, waitSeconds: 0 };
}
