import { statement } from "../platform/database/index.ts";

export interface WrittenRow {
  readonly ord: number;
  /** Whether the precondition held. If not, nothing was written, and `version` is the stock's current version, or 0 if there is no stock. */
  readonly met: boolean;
  /** Previous physical quantity; null = there was no stock. */
  readonly was: number | null;
  readonly reserved: number;
  readonly version: number;
  /** Whether the change made the family due for validation. */
  readonly woken: boolean;
}

/**
 * Sets physical stock for many skus at once; unknown products have no row in the result. `$7` contains the versions that each change may
 * replace, in the form of `ifMatchVersions`.
 *
 * An unchanged value is not written. The ledger entry is computed from the version of the stock that this statement read. If another
 * transaction changed the balance in the meantime, the ledger already has an entry with the same version, so the whole statement fails and
 * is repeated. So the ledger always sums to the balance, and no rows need to be locked first. Index: stocks_pkey; products_pkey only for a
 * first stock, and for a change that makes the family due for validation.
 */
export const putStocks = statement<WrittenRow>(
  "stock.put",
  `with input as (
     select i.seller_id, i.sku, i.physical, i.at, i.actor, i.request_id, i.versions, i.ord
       from unnest($1::bigint[], $2::text[], $3::integer[], $4::bigint[], $5::text[], $6::text[], $7::text[])
            with ordinality as i(seller_id, sku, physical, at, actor, request_id, versions, ord)
   ), seen as (
     select i.seller_id, i.sku, i.physical, i.at, i.actor, i.request_id, i.ord,
            s.physical as was, coalesce(s.reserved, 0) as reserved, coalesce(s.version, 0) as version,
            i.versions is null or s.sku is not null
              and (i.versions = '*' or s.version::text = any(string_to_array(i.versions, ','))) as met,
            case when s.sku is null or (s.wakes_family and s.physical <> i.physical) then
              (select p.product_group from products p where p.seller_id = i.seller_id and p.sku = i.sku)
            end as woken_group,
            s.sku is not null as stocked
       from input i
       left join stocks s on s.seller_id = i.seller_id and s.sku = i.sku
   ), known as materialized (
     select *, met and was is distinct from physical as changes from seen where stocked or woken_group is not null
   ), written as (
     insert into stocks as s (seller_id, sku, physical, updated_at)
     select seller_id, sku, physical, at from known where changes
     on conflict (seller_id, sku)
     do update set physical = excluded.physical, version = s.version + 1, updated_at = excluded.updated_at
     returning s.seller_id, s.sku, s.updated_at, s.wakes_family
   ), ledger as (
     insert into stock_ledger (seller_id, sku, version, at, cause, actor, request_id, physical_delta, reserved_delta, physical, reserved)
     select seller_id, sku, version + 1, at, 'physical_set', actor, request_id, physical - coalesce(was, 0), 0, physical, reserved
       from known where changes
   ), waking as (
     select seller_id, woken_group, at from known where changes and woken_group is not null
     union all
     select w.seller_id, p.product_group, w.updated_at
       from written w join products p on p.seller_id = w.seller_id and p.sku = w.sku
      where w.wakes_family
   ), woken as (
     update families f
        set due_at = least(coalesce(f.due_at, w.at), w.at), generation = f.generation + 1
       from (select seller_id, woken_group, min(at) as at from waking group by 1, 2 order by 1, 2) w
      where f.seller_id = w.seller_id and f.product_group = w.woken_group
   )
   select ord::integer as ord, met, was, reserved, version + changes::integer as version,
          changes and woken_group is not null as woken
     from known`,
);

/**
 * Handles the common case of `putStocks` with half of the work: the stock exists, the precondition holds, and the change triggers no
 * validation. Takes the same values as `putStocks`. All other cases, and stocks that another transaction changed in the meantime, are not
 * written and have no row in the result. Rows are found once, and then updated by their ctid. Index: stocks_pkey.
 */
export const changeStocks = statement<WrittenRow>(
  "stock.change",
  `with known as materialized (
     select i.seller_id, i.sku, i.physical, i.at, i.actor, i.request_id, i.ord,
            s.ctid as place, s.physical as was, s.reserved, s.version, s.physical <> i.physical as changes
       from unnest($1::bigint[], $2::text[], $3::integer[], $4::bigint[], $5::text[], $6::text[], $7::text[])
            with ordinality as i(seller_id, sku, physical, at, actor, request_id, versions, ord)
       join stocks s on s.seller_id = i.seller_id and s.sku = i.sku
      where i.versions is null or i.versions = '*' or s.version::text = any(string_to_array(i.versions, ','))
   ), written as (
     update stocks s set physical = k.physical, version = s.version + 1, updated_at = k.at
       from known k
      where k.changes and s.ctid = k.place and s.seller_id = k.seller_id and s.sku = k.sku
        and s.version = k.version and not s.wakes_family
     returning k.ord, k.was, k.actor, k.request_id, s.seller_id, s.sku, s.version, s.updated_at, s.physical, s.reserved
   ), ledger as (
     insert into stock_ledger (seller_id, sku, version, at, cause, actor, request_id, physical_delta, reserved_delta, physical, reserved)
     select seller_id, sku, version, updated_at, 'physical_set', actor, request_id, physical - was, 0, physical, reserved from written
   )
   select ord::integer as ord, true as met, was, reserved, version, false as woken from written
   union all
   select ord::integer, true, was, reserved, version, false from known where not changes`,
);

/**
 * Does the same as `changeStocks` for one call. Takes single values instead of arrays, because PostgreSQL then makes better plans. Index:
 * stocks_pkey.
 */
export const changeStock = statement<WrittenRow>(
  "stock.change_one",
  `with known as materialized (
     select s.ctid as place, s.physical as was, s.reserved, s.version
       from stocks s
      where s.seller_id = $1 and s.sku = $2
        and ($7::text is null or $7 = '*' or s.version::text = any(string_to_array($7, ',')))
   ), written as (
     update stocks s set physical = $3, version = s.version + 1, updated_at = $4
       from known k
      where k.was <> $3 and s.ctid = k.place and s.seller_id = $1 and s.sku = $2
        and s.version = k.version and not s.wakes_family
     returning k.was, s.seller_id, s.sku, s.version, s.updated_at, s.physical, s.reserved
   ), ledger as (
     insert into stock_ledger (seller_id, sku, version, at, cause, actor, request_id, physical_delta, reserved_delta, physical, reserved)
     select seller_id, sku, version, updated_at, 'physical_set', $5, $6, physical - was, 0, physical, reserved from written
   )
   select 1 as ord, true as met, was, reserved, version, false as woken from written
   union all
   select 1, true, was, reserved, version, false from known where was = $3`,
);

/** The stored stock of a product. Its columns are null when the product has no stock. */
export interface StockReadRow {
  readonly ord: number;
  readonly physical: number | null;
  readonly reserved: number | null;
  readonly version: number | null;
}

/** Stocks of many skus at once; unknown products have no row. Index: stocks_pkey; products_pkey only where there is no stock. */
export const getStocks = statement<StockReadRow>(
  "stock.get",
  `select i.ord::integer as ord, s.physical, s.reserved, s.version
     from unnest($1::bigint[], $2::text[]) with ordinality as i(seller_id, sku, ord)
     left join stocks s on s.seller_id = i.seller_id and s.sku = i.sku
    where s.sku is not null or exists (select from products p where p.seller_id = i.seller_id and p.sku = i.sku)`,
);

/**
 * At most $5 orders that held reservations of a sku when its stock had version $3. The order that changed the stock last comes first. Reads
 * only the last $4 changes up to that version, so a long history costs no extra time. Index: stock_ledger_pkey.
 */
export const openReservations = statement<{ order_number: string }>(
  "stock.open_reservations",
  `select n.order_number
     from (select l.order_number, l.reserved_delta, l.version from stock_ledger l
            where l.seller_id = $1 and l.sku = $2 and l.version <= $3
            order by l.version desc limit $4) n
    where n.order_number is not null
    group by n.order_number having sum(n.reserved_delta) > 0
    order by max(n.version) desc limit $5`,
);

/** A change of a stock, and the balances after it. */
export interface LedgerEntry {
  readonly version: number;
  readonly at: number;
  readonly cause: string;
  readonly order_number: string | null;
  /** What acted, such as `credential` or `timer`, followed by a colon and its id if it has one. */
  readonly actor: string;
  readonly request_id: string;
  readonly physical_delta: number;
  readonly reserved_delta: number;
  readonly physical: number;
  readonly reserved: number;
  /** Number of entries up to the requested version. */
  readonly total: number;
}
/**
 * A page of a stock's ledger as it was at version $3 (null = now), newest first, with the number of entries up to that version. Versions
 * have no gaps, so a page is a range of versions and every page is equally fast. Index: stocks_pkey, stock_ledger_pkey.
 */
export const listLedger = statement<LedgerEntry>(
  "stock.list_ledger",
  `select b.newest as total, l.version, l.at, l.cause, l.order_number, l.actor, l.request_id,
          l.physical_delta, l.reserved_delta, l.physical, l.reserved
     from (select least(s.version, $3::integer) as newest from stocks s where s.seller_id = $1 and s.sku = $2) b
     join stock_ledger l
       on l.seller_id = $1 and l.sku = $2 and l.version <= b.newest - $5::bigint and l.version > b.newest - $5::bigint - $4::integer
    order by l.version desc`,
);

/** The sku, if the seller has a product with it; otherwise no row. Index: products_pkey. */
export const findProduct = statement<{ sku: string }>(
  "stock.find_product",
  `select p.sku from products p where p.seller_id = $1 and p.sku = $2`,
);

/** Number of stocks of a seller; no row for an unknown seller. Index: sellers_pkey, stocks_pkey. */
export const countStocks = statement<{ stocks: number }>(
  "stock.count",
  `select (select count(*) from stocks s where s.seller_id = $1) as stocks from sellers where seller_id = $1`,
);

/** A stock that does not agree with its ledger. The columns of the stock are null when the ledger has entries but no stock exists. */
export interface LedgerMismatch {
  readonly sku: string;
  readonly version: number | null;
  readonly physical: number | null;
  readonly reserved: number | null;
  /** Number of ledger entries. Equals the stock's version when no entry is missing. */
  readonly entries: number;
  readonly physical_sum: number;
  readonly reserved_sum: number;
  /** Number of ledger entries whose balances are not the sums of all changes up to the entry. */
  readonly astray: number;
}
/**
 * A seller's stocks that do not agree with their ledgers, ordered by sku, at most $2. A stock agrees if its quantities are the sums of all
 * changes, the balances of each entry are the sums of the changes up to it, and no version is missing. Reads the seller's whole ledger in
 * one snapshot. Index: stocks_pkey, stock_ledger_pkey.
 */
export const listLedgerMismatches = statement<LedgerMismatch>(
  "stock.list_unexplained",
  `with entries as (
     select l.sku, l.version, l.physical_delta, l.reserved_delta,
            (l.physical, l.reserved) = (sum(l.physical_delta) over until, sum(l.reserved_delta) over until) as adds_up
       from stock_ledger l where l.seller_id = $1 window until as (partition by l.sku order by l.version)
   ), books as (
     select e.sku, count(*) as entries, min(e.version) as first, max(e.version) as last,
            sum(e.physical_delta) as physical, sum(e.reserved_delta) as reserved, count(*) filter (where not e.adds_up) as astray
       from entries e group by e.sku
   ), stocked as (
     select s.sku, s.version, s.physical, s.reserved from stocks s where s.seller_id = $1
   )
   select coalesce(s.sku, b.sku) as sku, s.version, s.physical, s.reserved, coalesce(b.entries, 0) as entries,
          coalesce(b.physical, 0) as physical_sum, coalesce(b.reserved, 0) as reserved_sum, coalesce(b.astray, 0) as astray
     from stocked s full join books b on b.sku = s.sku
    where (s.version, s.version, 1, s.physical, s.reserved, 0)
          is distinct from (b.entries, b.last, b.first, b.physical, b.reserved, b.astray)
    order by 1 limit $2`,
);

/** A stock before some changes of one author, and whether somebody else changed it since. */
export interface FormerStockRow {
  readonly ord: number;
  /** Null when the first of the changes was the first stock. */
  readonly physical: number | null;
  readonly version: number;
  readonly alone: boolean;
}

/**
 * The physical stock that each product had before version $3, and whether its $4 changes from that version on are all that the physical
 * stock has. Reservations do not count. Index: stocks_pkey, stock_ledger_pkey.
 */
export const findFormerStocks = statement<FormerStockRow>(
  "stock.find_former",
  `select i.ord::integer as ord, l.physical, s.version,
          (select count(*) from stock_ledger c
            where c.seller_id = i.seller_id and c.sku = i.sku and c.version >= i.first and c.physical_delta <> 0) = i.changes as alone
     from unnest($1::bigint[], $2::text[], $3::integer[], $4::integer[]) with ordinality as i(seller_id, sku, first, changes, ord)
     join stocks s on s.seller_id = i.seller_id and s.sku = i.sku
     left join stock_ledger l on l.seller_id = i.seller_id and l.sku = i.sku and l.version = i.first - 1`,
);
