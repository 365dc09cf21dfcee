import { coalesced, skuKey } from "../platform/coalesce.ts";
import { endpoint, type Answer, type Endpoint } from "../platform/contract.ts";
import type { Database } from "../platform/db.ts";
import type { Refusal } from "../platform/errors.ts";
import type { SellerCall } from "../sellers/index.ts";
import { stockView } from "./balance.ts";
import * as contract from "./contract.ts";
import { stockErrors } from "./errors.ts";
import { getStocks, putStocks, type StockRow } from "./queries.ts";

export interface StockContext {
  readonly db: Database;
  /** Called when a change may have woken a validation. */
  readonly onWoken: () => void;
}

interface StockRead {
  readonly sellerId: number;
  readonly sku: string;
}
interface StockWrite extends StockRead {
  readonly physical: number;
  readonly at: number;
  readonly actor: string;
  readonly requestId: string;
}

/** Stock of products (seed 4.1): POST and PUT are upserts of the physical quantity, both coalesced. */
export function stockEndpoints({ db, onWoken }: StockContext): readonly Endpoint[] {
  const writes = coalesced<StockWrite, StockRow>(db, {
    name: "stock writes",
    query: putStocks,
    keyOf: skuKey,
    columns: [(i) => i.sellerId, (i) => i.sku, (i) => i.physical, (i) => i.at, (i) => i.actor, (i) => i.requestId],
  });
  const reads = coalesced<StockRead, StockRow>(db, { name: "stock reads", query: getStocks, columns: [(i) => i.sellerId, (i) => i.sku] });

  const write = async (call: SellerCall<typeof contract.putStock>): Promise<Answer | Refusal> => {
    const { sku } = call.path;
    const { sellerId, actor } = call.who;
    const row = await writes.submit({ sellerId, sku, physical: call.body.available, at: call.at, actor, requestId: call.requestId });
    if (!row) return stockErrors.refuse("stock_product_unknown", { pointer: "path.sku", received: sku });
    if (row.woken) onWoken();
    const view = stockView(sku, row);
    return { status: 202, headers: { location: view._links.self.href }, body: { ...view, status: "Aceito" } };
  };

  return [
    endpoint(contract.postStock, write),
    endpoint(contract.putStock, write),
    endpoint(contract.getStock, async (call: SellerCall<typeof contract.getStock>) => {
      const { sku } = call.path;
      const row = await reads.submit({ sellerId: call.who.sellerId, sku });
      if (!row) return stockErrors.refuse("stock_unknown", { pointer: "path.sku", received: sku });
      return { status: 200, body: stockView(sku, row) };
    }),
  ];
}
