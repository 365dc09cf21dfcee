import { STATES as PUBLICATION_STATES } from "../../catalog/index.ts";
import { createStatementBatcher, type Database } from "../../platform/database/index.ts";
import { getSellableProducts, type SellableProductRow } from "./queries.ts";
import { toSellableProduct, type SellableProduct } from "./sellable-product.ts";

/** Reads products for a purchase, by sku. Products that the seller does not have are missing from the map. */
export type ReadSellableProducts = (sellerId: number, skus: readonly string[]) => Promise<ReadonlyMap<string, SellableProduct>>;

const STATUS_WORDS: ReadonlyMap<string, string> = new Map(PUBLICATION_STATES.map(({ code, status }) => [code, status]));

/** Creates a reader of products. Calls of the same event-loop tick are batched. */
export function createProductReader(db: Pick<Database, "run">): ReadSellableProducts {
  const reads = createStatementBatcher<{ readonly sellerId: number; readonly sku: string }, SellableProductRow>(db, {
    name: "purchase products",
    query: getSellableProducts,
    policy: "lookUp",
    columns: [(i) => i.sellerId, (i) => i.sku],
  });
  return async (sellerId, skus) => {
    const rows = await Promise.all(skus.map((sku) => reads.submit({ sellerId, sku })));
    return new Map(rows.flatMap((row) => (row ? [[row.sku, toSellableProduct(row, STATUS_WORDS.get(row.status)!)] as const] : [])));
  };
}
