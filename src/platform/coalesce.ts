import { batcher, type Batcher } from "./batch.ts";
import type { Database, Statement } from "./db.ts";

/** A call of a coalesced statement belongs to a seller; the transaction sees the sellers of its batch only. */
export interface OfSeller {
  readonly sellerId: number;
}

export interface CoalescedSettings<Item extends OfSeller, Row extends { readonly ord: number }> {
  readonly name: string;
  /** Takes one array per column and answers rows that name their input by `ord`, from 1. */
  readonly query: Statement<Row>;
  readonly columns: readonly ((item: Item) => unknown)[];
  /** Writes: what two calls may not change at the same time. Reads: absent. */
  readonly keyOf?: (item: Item) => string;
}

/** Concurrent calls of one statement as one statement; each call gets its row, or undefined when the answer has none. */
export function coalesced<Item extends OfSeller, Row extends { readonly ord: number }>(
  db: Pick<Database, "run">,
  { name, query, columns, keyOf }: CoalescedSettings<Item, Row>,
): Batcher<Item, Row | undefined> {
  return batcher({
    name,
    ...(keyOf ? { keyOf } : {}),
    async run(items: readonly Item[]) {
      const sellers = [...new Set(items.map((item) => item.sellerId))];
      const rows = await db.run(
        sellers,
        query,
        columns.map((column) => items.map(column)),
      );
      const found: (Row | undefined)[] = items.map(() => undefined);
      for (const row of rows) found[row.ord - 1] = row;
      return found;
    },
  });
}

/** The key of calls about one product of one seller. */
export const skuKey = (item: OfSeller & { readonly sku: string }): string => `${item.sellerId} ${item.sku}`;
