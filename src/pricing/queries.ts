import { statement } from "../platform/database/index.ts";

export interface PriceRow {
  readonly ord: number;
  readonly list_cents: number;
  readonly sale_cents: number;
  readonly version: number;
  /** Whether the price differed from the one on record. */
  readonly changed: boolean;
  /** Whether the change made the family due for validation. */
  readonly woken?: boolean;
}

/**
 * Sets prices of many skus at once; unknown products have no row in the result. Unchanged prices are not written. If another transaction
 * changed a price in the meantime, the history already has a row with the same version, so the whole statement fails and is repeated. A
 * first price makes the family due for validation, because the product may be waiting for the price. Takes its locks in this sequence: prices,
 * families, history. Index: prices_pkey; products_pkey only for a first price.
 */
export const putPrices = statement<PriceRow>(
  "pricing.put",
  `with input as (
     select i.seller_id, i.sku, i.list_cents, i.sale_cents, i.at, i.actor, i.ord
       from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
            with ordinality as i(seller_id, sku, list_cents, sale_cents, at, actor, ord)
   ), seen as (
     select i.seller_id, i.sku, i.list_cents, i.sale_cents, i.at, i.actor, i.ord, coalesce(v.version, 0) as version,
            (v.list_cents, v.sale_cents) is distinct from (i.list_cents, i.sale_cents) as changes,
            case when v.sku is null then
              (select p.product_group from products p where p.seller_id = i.seller_id and p.sku = i.sku)
            end as woken_group,
            v.sku is not null as priced
       from input i
       left join prices v on v.seller_id = i.seller_id and v.sku = i.sku
   ), known as materialized (
     select * from seen where priced or woken_group is not null
   ), written as (
     insert into prices as v (seller_id, sku, list_cents, sale_cents, updated_at)
     select seller_id, sku, list_cents, sale_cents, at from known where changes
     on conflict (seller_id, sku)
     do update set list_cents = excluded.list_cents, sale_cents = excluded.sale_cents,
                   version = v.version + 1, updated_at = excluded.updated_at
     returning v.sku
   ), history as (
     insert into price_history (seller_id, sku, version, at, list_cents, sale_cents, actor)
     select seller_id, sku, version + 1, at, list_cents, sale_cents, actor
       from known where changes and (select count(*) from written) is not null
   ), woken as (
     update families f
        set due_at = least(coalesce(f.due_at, w.at), w.at), generation = f.generation + 1
       from (select seller_id, woken_group, min(at) as at from known where woken_group is not null group by 1, 2 order by 1, 2) w
      where f.seller_id = w.seller_id and f.product_group = w.woken_group and (select count(*) from written) is not null
   )
   select ord::integer as ord, list_cents, sale_cents, version + changes::integer as version, changes as changed,
          woken_group is not null as woken
     from known`,
);

/**
 * Handles the common case of `putPrices`, a product that already has a price, with half of the work. Takes the same values as `putPrices`.
 * All other products, and prices that another transaction changed in the meantime, are not written and have no row in the result. Rows are
 * found once, and then updated by their ctid. Takes its locks in this sequence: prices, history. Index: prices_pkey.
 */
export const changePrices = statement<PriceRow>(
  "pricing.change",
  `with known as materialized (
     select i.seller_id, i.sku, i.list_cents, i.sale_cents, i.at, i.actor, i.ord, v.ctid as place, v.version,
            (v.list_cents, v.sale_cents) <> (i.list_cents, i.sale_cents) as changes
       from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
            with ordinality as i(seller_id, sku, list_cents, sale_cents, at, actor, ord)
       join prices v on v.seller_id = i.seller_id and v.sku = i.sku
   ), written as (
     update prices v set list_cents = k.list_cents, sale_cents = k.sale_cents, version = v.version + 1, updated_at = k.at
       from known k
      where k.changes and v.ctid = k.place and v.seller_id = k.seller_id and v.sku = k.sku and v.version = k.version
     returning k.ord, k.actor, v.seller_id, v.sku, v.list_cents, v.sale_cents, v.version, v.updated_at
   ), history as (
     insert into price_history (seller_id, sku, version, at, list_cents, sale_cents, actor)
     select seller_id, sku, version, updated_at, list_cents, sale_cents, actor from written
   )
   select ord::integer as ord, list_cents, sale_cents, version, true as changed, false as woken from written
   union all
   select ord::integer, list_cents, sale_cents, version, false, false from known where not changes`,
);

/**
 * Does the same as `changePrices` for one call. Takes single values instead of arrays, because PostgreSQL then makes better plans. Index:
 * prices_pkey.
 */
export const changePrice = statement<PriceRow>(
  "pricing.change_one",
  `with known as materialized (
     select v.ctid as place, v.list_cents, v.sale_cents, v.version,
            (v.list_cents, v.sale_cents) <> ($3, $4) as changes
       from prices v
      where v.seller_id = $1 and v.sku = $2
   ), written as (
     update prices v
        set list_cents = $3, sale_cents = $4, version = v.version + 1, updated_at = $5
       from known k
      where k.changes and v.ctid = k.place and v.seller_id = $1 and v.sku = $2 and v.version = k.version
     returning v.seller_id, v.sku, v.list_cents, v.sale_cents, v.version, v.updated_at
   ), history as (
     insert into price_history (seller_id, sku, version, at, list_cents, sale_cents, actor)
     select seller_id, sku, version, updated_at, list_cents, sale_cents, $6 from written
   )
   select 1 as ord, list_cents, sale_cents, version, true as changed, false as woken from written
   union all
   select 1, list_cents, sale_cents, version, false, false from known where not changes`,
);

/** The stored price of a product. Its columns are null when the product has no price. */
export interface PriceReadRow {
  readonly ord: number;
  readonly list_cents: number | null;
  readonly sale_cents: number | null;
  readonly version: number | null;
}

/** Prices of many skus at once; unknown products have no row. Index: prices_pkey; products_pkey only where there is no price. */
export const getPrices = statement<PriceReadRow>(
  "pricing.get",
  `select i.ord::integer as ord, v.list_cents, v.sale_cents, v.version
     from unnest($1::bigint[], $2::text[]) with ordinality as i(seller_id, sku, ord)
     left join prices v on v.seller_id = i.seller_id and v.sku = i.sku
    where v.sku is not null or exists (select from products p where p.seller_id = i.seller_id and p.sku = i.sku)`,
);

/** A price before some changes of one author, and whether somebody else changed it since. */
export interface FormerPriceRow {
  readonly ord: number;
  /** Null when the first of the changes was the first price. */
  readonly list_cents: number | null;
  readonly sale_cents: number | null;
  readonly alone: boolean;
}

/**
 * The price that each product had before version $3, and whether its $4 changes from that version on are all there are. Locks the prices
 * until the transaction ends. Index: prices_pkey, price_history_pkey.
 */
export const findFormerPrices = statement<FormerPriceRow>(
  "pricing.find_former",
  `select i.ord::integer as ord, h.list_cents, h.sale_cents, v.version = i.first + i.changes - 1 as alone
     from unnest($2::text[], $3::integer[], $4::integer[]) with ordinality as i(sku, first, changes, ord)
     join prices v on v.seller_id = $1 and v.sku = i.sku
     left join price_history h on h.seller_id = $1 and h.sku = i.sku and h.version = i.first - 1
    order by i.ord
      for update of v`,
);
