import type { Transaction } from "../platform/database/index.ts";
import { changePrices, getPrices, putPrices, type PriceRow } from "./queries.ts";

/** A price to set. */
export interface PriceWrite {
  readonly sellerId: number;
  readonly sku: string;
  readonly listCents: number;
  readonly saleCents: number;
  readonly at: number;
  readonly actor: string;
}

/** The columns of the statements that set prices. */
export const PRICE_COLUMNS: readonly ((write: PriceWrite) => unknown)[] = [
  (write) => write.sellerId,
  (write) => write.sku,
  (write) => write.listCents,
  (write) => write.saleCents,
  (write) => write.at,
  (write) => write.actor,
];

/** Sets many prices of different products in an open transaction. Each write gets its row; undefined when its product is unknown. */
export async function setPrices(transaction: Transaction, writes: readonly PriceWrite[]): Promise<readonly (PriceRow | undefined)[]> {
  const rows: (PriceRow | undefined)[] = writes.map(() => undefined);
  const columnsOf = (some: readonly PriceWrite[]) => PRICE_COLUMNS.map((column) => some.map(column));
  for (const row of await transaction.run(changePrices, columnsOf(writes))) rows[row.ord - 1] = row;
  const left = [...rows.keys()].filter((i) => rows[i] === undefined);
  if (left.length === 0) return rows;
  const others = await transaction.run(putPrices, columnsOf(left.map((i) => writes[i]!)));
  for (const row of others) rows[left[row.ord - 1]!] = row;
  return rows;
}

/** Those of a seller's skus that are products, whether or not they have a price. */
export async function findProductsToPrice(
  transaction: Transaction,
  sellerId: number,
  skus: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction.run(getPrices, [skus.map(() => sellerId), skus]);
  return new Set(rows.map(({ ord }) => skus[ord - 1]!));
}
