import type { Transaction } from "../platform/database/index.ts";
import type { RevertOutcome } from "../pricing/index.ts";
import { findFormerStocks } from "./queries.ts";
import { setStocks, type StockWrite } from "./stock-writes.ts";

/** Changes of one author to a stock: the version that the first one made, and their number. */
export interface StockRevert extends Omit<StockWrite, "physical" | "versions"> {
  readonly first: number;
  readonly changes: number;
}

/** Sets each stock to its value before the author's changes, unless somebody else changed the physical stock since. */
export async function revertStocks(transaction: Transaction, reverts: readonly StockRevert[]): Promise<readonly RevertOutcome[]> {
  const outcomes: RevertOutcome[] = reverts.map(() => "changed since");
  const former = await transaction.run(findFormerStocks, [
    reverts.map(({ sellerId }) => sellerId),
    reverts.map(({ sku }) => sku),
    reverts.map(({ first }) => first),
    reverts.map(({ changes }) => changes),
  ]);
  const writes: StockWrite[] = [];
  const places: number[] = [];
  for (const { ord, physical, version, alone } of former) {
    if (!alone) continue;
    if (physical === null) outcomes[ord - 1] = "no former value";
    else {
      writes.push({ ...reverts[ord - 1]!, physical, versions: String(version) });
      places.push(ord - 1);
    }
  }
  if (writes.length === 0) return outcomes;
  const rows = await setStocks(transaction, writes);
  for (const [i, row] of rows.entries()) if (row?.met) outcomes[places[i]!] = "reverted";
  return outcomes;
}
