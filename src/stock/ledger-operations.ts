import { type Answer, DEFAULT_SIZE, type Endpoint, endpoint, pageLinks } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import { productPath } from "../pricing/index.ts";
import { sellerErrors, type OperatorCall, type SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { stockErrors } from "./errors.ts";
import { ledgerEntryView, ledgerMismatchView } from "./ledger-view.ts";
import { countStocks, findProduct, listLedger, listLedgerMismatches, type LedgerMismatch } from "./queries.ts";

/** Operations on stock ledgers: sellers read the ledger of a stock, operators check all ledgers of a seller. */
export function ledgerEndpoints({ db }: { readonly db: Database }): readonly Endpoint[] {
  return [
    endpoint(contract.listStockLedger, async (call: SellerCall<typeof contract.listStockLedger>) => {
      const { sku } = call.path;
      const { page = 0, size = DEFAULT_SIZE, version } = call.query;
      const { sellerId } = call.who;
      const rows = await db.run([sellerId], listLedger, [sellerId, sku, version ?? null, size, page * size]);
      if (rows.length === 0) {
        const [product] = await db.run([sellerId], findProduct, [sellerId, sku]);
        return product
          ? ({ status: 204 } satisfies Answer)
          : stockErrors.refuse("stock_product_unknown", { pointer: "path.sku", received: sku });
      }
      const { total } = rows[0]!;
      const totalPages = Math.ceil(total / size);
      const items = rows.map((row) => ledgerEntryView(row, call.lang));
      const stock = `${productPath(sku)}/stocks`;
      // The page links contain the version of the stock, so entries written later do not shift the pages.
      const links = pageLinks(`${stock}/ledger`, { page, size, totalPages }, { version: total });
      return { status: 200, body: { items, page, totalPages, size, total, _links: { ...links, stock: { href: stock } } } };
    }),
    endpoint(contract.checkStocks, async (call: OperatorCall<typeof contract.checkStocks>) => {
      const { sellerId } = call.path;
      const found = await checkStocks(db, sellerId);
      if (!found) return sellerErrors.refuse("seller_unknown", { pointer: "path.sellerId", received: sellerId });
      const seller = `/operator/v1/sellers/${sellerId}`;
      const links = [
        { rel: "self", href: `${seller}/stocks/check` },
        { rel: "seller", href: seller },
      ];
      return { status: 200, body: { stocks: found.stocks, unexplained: found.unexplained.map(ledgerMismatchView), links } };
    }),
  ];
}

/** Maximum number of stocks that a check lists. */
const MAX_LISTED = 100;

/**
 * The result of checking a seller's stocks: the number of stocks, and those that differ from their ledger, ordered by sku, at most
 * MAX_LISTED.
 */
export interface StockCheck {
  readonly stocks: number;
  readonly unexplained: readonly LedgerMismatch[];
}

/**
 * Checks that every stock of a seller equals the sum of its ledger, entry by entry. Undefined when the seller does not exist. Reads the
 * seller's whole ledger through `db.wide`, which has connections of its own for reads of many rows.
 */
export async function checkStocks(db: Pick<Database, "wide">, sellerId: number): Promise<StockCheck | undefined> {
  const [counted] = await db.wide.run([sellerId], countStocks, [sellerId]);
  if (!counted) return undefined;
  return { stocks: counted.stocks, unexplained: await db.wide.run([sellerId], listLedgerMismatches, [sellerId, MAX_LISTED]) };
}
