import { statement } from "../platform/db.ts";

export interface StockRow {
  readonly ord: number;
  readonly physical: number;
  readonly reserved: number;
  readonly version: number;
  /** The change made the family due for validation. */
  readonly woken?: boolean;
}

/**
 * Sets physical stock for many skus at once; rows of unknown products are left out of the answer.
 *
 * Nothing is written where the value is what it was. The ledger's row is computed from the version this statement saw:
 * if another transaction changed the balance meanwhile, its ledger key is taken and the whole statement repeats, so the
 * ledger always sums to the balance without locking rows first. Index: stocks_pkey; products_pkey only for a first stock.
 */
export const putStocks = statement<StockRow>(
  "stock.put",
  `with input as (
     select i.seller_id, i.sku, i.physical, i.at, i.actor, i.request_id, i.ord
       from unnest($1::bigint[], $2::text[], $3::integer[], $4::bigint[], $5::text[], $6::text[])
            with ordinality as i(seller_id, sku, physical, at, actor, request_id, ord)
   ), seen as (
     select i.seller_id, i.sku, i.physical, i.at, i.actor, i.request_id, i.ord,
            s.physical as was, coalesce(s.reserved, 0) as reserved, coalesce(s.version, 0) as version,
            s.physical is distinct from i.physical as changes,
            case when s.sku is null or (s.wakes_family and s.physical <> i.physical) then
              (select p.product_group from products p where p.seller_id = i.seller_id and p.sku = i.sku)
            end as woken_group,
            s.sku is not null as stocked
       from input i
       left join stocks s on s.seller_id = i.seller_id and s.sku = i.sku
   ), known as materialized (
     select * from seen where stocked or woken_group is not null
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
     select seller_id, woken_group, at from known where woken_group is not null
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
   select ord::integer as ord, physical, reserved, version + changes::integer as version, woken_group is not null as woken from known`,
);

/** Balances of many skus at once; index stocks_pkey. */
export const getStocks = statement<StockRow>(
  "stock.get",
  `select i.ord::integer as ord, s.physical, s.reserved, s.version
     from unnest($1::bigint[], $2::text[]) with ordinality as i(seller_id, sku, ord)
     join stocks s on s.seller_id = i.seller_id and s.sku = i.sku`,
);
