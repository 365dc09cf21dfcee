import { statement } from "../../platform/database/index.ts";

/** A stock in a list. The columns from `sent_at` on are null unless the last quantity sent may be counted twice. */
export interface ListedStockRow {
  readonly sku: string;
  readonly name: string;
  readonly physical: number;
  readonly reserved: number;
  readonly version: number;
  readonly updated_at: number;
  /** Null when the product has no price. */
  readonly list_cents: number | null;
  readonly sale_cents: number | null;
  readonly price_version: number | null;
  readonly sent_at: number | null;
  readonly sent: number | null;
  readonly before: number | null;
  readonly reserved_then: number | null;
}

/**
 * The last quantity that was sent for the stock `s`, if it looks as if it had subtracted the reservations, and some are still open. The rule is that of
 * `isPossibleDoubleCount`. Only the last 100 changes of a stock are searched.
 */
const DOUBLE_COUNT = `
  select l.at as sent_at, l.physical as sent, l.physical - l.physical_delta as before, l.reserved as reserved_then
    from (select n.at, n.physical, n.physical_delta, n.reserved
            from (select l.version, l.at, l.cause, l.physical, l.physical_delta, l.reserved from stock_ledger l
                   where l.seller_id = $1 and l.sku = s.sku and l.version <= s.version
                   order by l.version desc limit 100) n
           where n.cause in ('physical_set', 'product_changed')
           order by n.version desc limit 1) l
   where s.reserved > 0 and l.reserved > 0 and l.physical_delta = -l.reserved`;

/** What each filter asks of the stock `s`. */
const ALL = "true";
const UNAVAILABLE = "s.physical <= s.reserved";
const NEGATIVE = "s.physical < s.reserved";
const DOUBLE_COUNTED = `s.reserved > 0 and exists (${DOUBLE_COUNT})`;

const page = (filtered: string) =>
  `select s.sku, p.core::json ->> 'name' as name, s.physical, s.reserved, s.version, s.updated_at,
          v.list_cents, v.sale_cents, v.version as price_version, d.sent_at, d.sent, d.before, d.reserved_then
     from (select s.sku, s.physical, s.reserved, s.version, s.updated_at from stocks s
            where s.seller_id = $1 and starts_with(s.sku, $4) and ${filtered} order by s.sku limit $2 offset $3) s
     join products p on p.seller_id = $1 and p.sku = s.sku
     left join prices v on v.seller_id = $1 and v.sku = s.sku
     left join lateral (${DOUBLE_COUNT}) d on true
    order by s.sku`;
const counted = (filtered: string) =>
  `select count(*) as stocks from stocks s where s.seller_id = $1 and starts_with(s.sku, $2) and ${filtered}`;

/** A page of a seller's stocks. Index: stocks_pkey, products_pkey, prices_pkey, stock_ledger_pkey. */
export const listStocks = statement<ListedStockRow>("stock.list", page(ALL));
/** A page of a seller's stocks with nothing for sale. Index: stocks_pkey, products_pkey, prices_pkey, stock_ledger_pkey. */
export const listUnavailable = statement<ListedStockRow>("stock.list_unavailable", page(UNAVAILABLE));
/** A page of a seller's stocks that are promised beyond what is there. Index: stocks_pkey, products_pkey, prices_pkey, stock_ledger_pkey. */
export const listNegative = statement<ListedStockRow>("stock.list_negative", page(NEGATIVE));
/** A page of a seller's stocks that may be counted twice. Index: stocks_pkey, products_pkey, prices_pkey, stock_ledger_pkey. */
export const listDoubleCounted = statement<ListedStockRow>("stock.list_double_counted", page(DOUBLE_COUNTED));

/** The number of a seller's stocks. Index: stocks_pkey. */
export const countListed = statement<{ stocks: number }>("stock.count_listed", counted(ALL));
/** The number of a seller's stocks with nothing for sale. Index: stocks_pkey. */
export const countUnavailable = statement<{ stocks: number }>("stock.count_unavailable", counted(UNAVAILABLE));
/** The number of a seller's stocks that are promised beyond what is there. Index: stocks_pkey. */
export const countNegative = statement<{ stocks: number }>("stock.count_negative", counted(NEGATIVE));
/** The number of a seller's stocks that may be counted twice. Index: stocks_pkey, stock_ledger_pkey. */
export const countDoubleCounted = statement<{ stocks: number }>("stock.count_double_counted", counted(DOUBLE_COUNTED));

/** How many products a seller has, which is at least as many as it has stocks. Index: seller_counters_pkey. */
export const countProducts = statement<{ products: number }>(
  "stock.count_products",
  `select c.products from seller_counters c where c.seller_id = $1`,
);
