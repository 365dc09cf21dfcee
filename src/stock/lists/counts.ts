import { COUNTED_EXACTLY, createRememberedCounts, type Database, type Statement } from "../../platform/database/index.ts";
import type { StockFilter } from "./filters.ts";
import * as queries from "./queries.ts";

/** Counts a seller's stocks; without a filter, all of them. `sku` is how their skus begin. */
export type CountStocks = (sellerId: number, filter?: StockFilter, sku?: string) => Promise<number>;

const COUNTS: Readonly<Record<StockFilter | "all", Statement<{ stocks: number }>>> = {
  all: queries.countListed,
  unavailable: queries.countUnavailable,
  negative: queries.countNegative,
  "double-count": queries.countDoubleCounted,
};

/**
 * Creates the counts of stocks. No index has quantities, because it would slow every change of a stock down. So a count reads all stocks of a seller: for
 * each call where they are few, and otherwise once in ten seconds at most.
 */
export function createStockCounts(db: Database): CountStocks {
  const counts = createRememberedCounts<number>();
  return (sellerId, filter, sku = "") => {
    const query = COUNTS[filter ?? "all"];
    const count = async (runner: Pick<Database, "run">) => (await runner.run([sellerId], query, [sellerId, sku]))[0]!.stocks;
    // Few look for the same skus.
    if (sku !== "") return count(db.wide);
    return counts(`${sellerId} ${filter ?? "all"}`, {
      async countFew() {
        const [size] = await db.run([sellerId], queries.countProducts, [sellerId]);
        return (size?.products ?? 0) > COUNTED_EXACTLY ? undefined : count(db);
      },
      countAll: () => count(db.wide),
    });
  };
}
