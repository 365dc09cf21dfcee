import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import type { schemas } from "../../api/generated/index.ts";

/** A row of the sheet: a product's stock and price. */
export type StockLine = schemas["v1"]["StockLine"];
/** Some of what is on record for a row; undefined = there is none. */
export type LineRecord = { readonly [Member in keyof StockLine]?: StockLine[Member] | undefined };
/** What the list can be narrowed to. */
export type StockFilter = schemas["v1"]["StockFilter"];
/** The filters of the screen, as its address has them. */
export interface StockSearch {
  readonly filter?: StockFilter | undefined;
  readonly sku?: string | undefined;
}

/** The filters, in their order. */
export const STOCK_FILTERS = ["negative", "double-count", "unavailable"] as const satisfies readonly StockFilter[];

/** Rows that are read at once. */
export const PAGE_ROWS = 100;

/** A page of rows, and how many rows there are in all. */
export interface StockPageData {
  readonly items: readonly StockLine[];
  readonly total: number;
}

/** A page of the list of stocks. */
export const stockPageQuery = ({ filter, sku }: StockSearch, page: number) =>
  queryOptions({
    queryKey: ["stocks", { filter, sku }, page] as const,
    // Not given up when it goes out of sight: a block that is pasted waits for all its rows.
    queryFn: async (): Promise<StockPageData> => {
      const query = { page, size: PAGE_ROWS, ...(filter === undefined ? {} : { filter }), ...(sku === undefined ? {} : { sku }) };
      // Nothing on the page: 204, without a body.
      return (await answerOf(api.GET("/api/v1/stocks", { params: { query } }))) ?? NOTHING;
    },
  });
const NOTHING: StockPageData = { items: [], total: 0 };

/** A change of a stock, with why. */
export type LedgerEntry = schemas["v2"]["StockLedgerEntry"];
interface LedgerPage {
  readonly items: readonly LedgerEntry[];
  readonly totalPages: number;
}
const LEDGER_ROWS = 20;

/** A page of a stock's changes, the newest first, with why. */
export async function readLedger(sku: string, page: number, signal: AbortSignal): Promise<LedgerPage> {
  const params = { path: { sku }, query: { page, size: LEDGER_ROWS } };
  return (await answerOf(api.GET("/api/v2/products/{sku}/stocks/ledger", { params, signal }))) ?? { items: [], totalPages: 0 };
}
