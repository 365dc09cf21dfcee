import { fromCents, isoDateTime } from "../../platform/basics/index.ts";
import { type Answer, DEFAULT_SIZE, type Endpoint, endpoint, pageLinks, relLinks } from "../../platform/contract/index.ts";
import type { Database, Statement } from "../../platform/database/index.ts";
import type { SellerCall } from "../../sellers/index.ts";
import { productPath } from "../../pricing/index.ts";
import { balanceView, stockPath } from "../stock-view.ts";
import * as contract from "./contract.ts";
import type { CountStocks } from "./counts.ts";
import type { StockFilter } from "./filters.ts";
import * as queries from "./queries.ts";

const PAGES: Readonly<Record<StockFilter | "all", Statement<queries.ListedStockRow>>> = {
  all: queries.listStocks,
  unavailable: queries.listUnavailable,
  negative: queries.listNegative,
  "double-count": queries.listDoubleCounted,
};

type ListCall = SellerCall<typeof contract.listStocks>;

/** The list of a seller's stocks. */
export const stockListEndpoint = (db: Database, count: CountStocks): Endpoint =>
  endpoint(contract.listStocks, async ({ who: { sellerId }, query }: ListCall): Promise<Answer> => {
    const { page = 0, size = DEFAULT_SIZE, filter, sku } = query;
    // Pages of a filter may read all stocks of the seller, so they use the connections for wide reads.
    const [rows, total] = await Promise.all([
      db.wide.run([sellerId], PAGES[filter ?? "all"], [sellerId, size, page * size, sku ?? ""]),
      count(sellerId, filter, sku),
    ]);
    if (rows.length === 0) return { status: 204 };
    const totalPages = Math.ceil(total / size);
    const links = relLinks(pageLinks(contract.listStocks.path, { page, size, totalPages }, { filter, sku }));
    return { status: 200, body: { items: rows.map(lineView), page, size, total, totalPages, links } };
  });

const lineView = (row: queries.ListedStockRow) => ({
  sku: row.sku,
  name: row.name,
  ...balanceView(row),
  updatedAt: isoDateTime(row.updated_at),
  ...(row.price_version === null
    ? {}
    : { price: { listPrice: fromCents(row.list_cents!), salePrice: fromCents(row.sale_cents!), version: row.price_version } }),
  ...(row.sent_at === null
    ? {}
    : { doubleCount: { date: isoDateTime(row.sent_at), sent: row.sent, before: row.before, reserved: row.reserved_then } }),
  links: [
    { rel: "stock", href: stockPath(row.sku) },
    { rel: "ledger", href: `${stockPath(row.sku)}/ledger` },
    { rel: "product", href: productPath(row.sku) },
  ],
});
