import { etagOf, type Refusal } from "../platform/contract/index.ts";
import type { Transaction } from "../platform/database/index.ts";
import { stockErrors } from "./errors.ts";
import { changeStocks, putStocks, type WrittenRow } from "./queries.ts";
import { balanceView } from "./stock-view.ts";

/** A physical quantity to set. */
export interface StockWrite {
  readonly sellerId: number;
  readonly sku: string;
  readonly physical: number;
  readonly at: number;
  readonly actor: string;
  readonly requestId: string;
  /** The versions that the change may replace, in the form of `ifMatchVersions`. */
  readonly versions: string | null;
}

/** The columns of the statements that set stocks. */
export const STOCK_COLUMNS: readonly ((write: StockWrite) => unknown)[] = [
  (write) => write.sellerId,
  (write) => write.sku,
  (write) => write.physical,
  (write) => write.at,
  (write) => write.actor,
  (write) => write.requestId,
  (write) => write.versions,
];

/** Sets many stocks of different products in an open transaction. Each write gets its row; undefined when its product is unknown. */
export async function setStocks(transaction: Transaction, writes: readonly StockWrite[]): Promise<readonly (WrittenRow | undefined)[]> {
  const rows: (WrittenRow | undefined)[] = writes.map(() => undefined);
  const columnsOf = (some: readonly StockWrite[]) => STOCK_COLUMNS.map((column) => some.map(column));
  for (const row of await transaction.run(changeStocks, columnsOf(writes))) rows[row.ord - 1] = row;
  const left = [...rows.keys()].filter((i) => rows[i] === undefined);
  if (left.length === 0) return rows;
  const others = await transaction.run(putStocks, columnsOf(left.map((i) => writes[i]!)));
  for (const row of others) rows[left[row.ord - 1]!] = row;
  return rows;
}

/** The refusal of a change that was not written: the product is unknown, or `If-Match` does not match. Undefined when it was written. */
export function stockRefusal(row: WrittenRow | undefined, sku: string, ifMatch: string | undefined): Refusal | undefined {
  if (!row) return stockErrors.refuse("stock_product_unknown", { pointer: "path.sku", received: sku });
  return row.met ? undefined : preconditionFailed(row, ifMatch);
}

/** The refusal of a change whose `If-Match` does not match the stock's version. Contains the current stock if there is one. */
function preconditionFailed({ was, reserved, version }: WrittenRow, received: string | undefined): Refusal {
  const pointer = "header.If-Match";
  if (was === null) return stockErrors.refuse("stock_awaited", { pointer, received });
  const current = balanceView({ physical: was, reserved, version });
  return stockErrors.refuse("stock_version_differs", {
    pointer,
    received,
    allowed: etagOf(version),
    current,
    params: { physical: was, reserved },
  });
}
