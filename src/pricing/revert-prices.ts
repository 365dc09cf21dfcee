import type { Transaction } from "../platform/database/index.ts";
import { setPrices, type PriceWrite } from "./price-writes.ts";
import { findFormerPrices } from "./queries.ts";

/** Changes of one author to a price: the version that the first one made, and their number. */
export interface PriceRevert extends Omit<PriceWrite, "listCents" | "saleCents"> {
  readonly first: number;
  readonly changes: number;
}

/** What became of a revert. `no former value` = the author's first change was the first value. */
export type RevertOutcome = "reverted" | "changed since" | "no former value";

/** Sets each price of a seller to its value before the author's changes, unless somebody else changed it since. */
export async function revertPrices(
  transaction: Transaction,
  sellerId: number,
  reverts: readonly PriceRevert[],
): Promise<readonly RevertOutcome[]> {
  const outcomes: RevertOutcome[] = reverts.map(() => "changed since");
  const former = await transaction.run(findFormerPrices, [
    sellerId,
    reverts.map(({ sku }) => sku),
    reverts.map(({ first }) => first),
    reverts.map(({ changes }) => changes),
  ]);
  const writes: PriceWrite[] = [];
  for (const { ord, list_cents, sale_cents, alone } of former) {
    if (!alone) continue;
    outcomes[ord - 1] = list_cents === null || sale_cents === null ? "no former value" : "reverted";
    if (list_cents !== null && sale_cents !== null) writes.push({ ...reverts[ord - 1]!, listCents: list_cents, saleCents: sale_cents });
  }
  if (writes.length > 0) await setPrices(transaction, writes);
  return outcomes;
}
