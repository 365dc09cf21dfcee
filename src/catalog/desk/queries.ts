import { statement } from "../../platform/database/index.ts";
import type { StoredProduct } from "../product-view.ts";
import type { PublicationStatus } from "../publication.ts";
import type { StoredStatus } from "../status-view.ts";

export interface DeskProductRow extends StoredProduct, StoredStatus {
  readonly seller_name: string;
  readonly product_group: string;
  readonly version: number;
  readonly list_cents: number | null;
  readonly sale_cents: number | null;
  readonly price_version: number | null;
  readonly physical: number | null;
  readonly reserved: number | null;
  readonly stock_version: number | null;
}
/** A product with its seller, price and stock. Index: products_pkey, sellers_pkey, prices_pkey, stocks_pkey. */
export const getDeskProduct = statement<DeskProductRow>(
  "desk.get_product",
  `select l.name as seller_name, p.product_group, p.core, p.images, p.attributes, p.status, p.status_at, p.reviews, p.pending, p.version,
          v.list_cents, v.sale_cents, v.version as price_version, s.physical, s.reserved, s.version as stock_version
     from products p
     join sellers l on l.seller_id = p.seller_id
     left join prices v on v.seller_id = p.seller_id and v.sku = p.sku
     left join stocks s on s.seller_id = p.seller_id and s.sku = p.sku
    where p.seller_id = $1 and p.sku = $2`,
);
/** The members of a family, in the order of their creation. Index: products_of_family. */
export const listFamily = statement<{ sku: string; core: string; status: PublicationStatus }>(
  "desk.list_family",
  `select p.sku, p.core, p.status from products p where p.seller_id = $1 and p.product_group = $2 order by p.ordinal limit $3`,
);

export interface HistoryRow {
  readonly at: number;
  readonly name: string;
  readonly version: number;
  readonly actor: string;
  readonly cause: string;
  readonly payload: string;
}
/** The events of a product and of its change requests, the newest first. Index: events_of_resource, product_changes_of_product. */
export const listNewestHistory = statement<HistoryRow>(
  "desk.list_history",
  `select h.at, h.name, h.version, h.actor, h.cause, h.payload
     from (select e.seq, e.at, e.name, e.version, e.actor, e.cause, e.payload
             from events e where e.seller_id = $1 and e.resource = 'product/' || $2::text
            union all
           select e.seq, e.at, e.name, e.version, e.actor, e.cause, e.payload
             from product_changes c
             join events e on e.seller_id = c.seller_id and e.resource = 'product/' || c.sku || '/changes/' || c.change_id
            where c.seller_id = $1 and c.sku = $2) h
    order by h.seq desc limit $3 offset $4`,
);

export interface VersionRow {
  readonly version: number;
  readonly until: number | null;
  /** The event that brought the content; null when it is kept no more. */
  readonly at: number | null;
  readonly actor: string | null;
  readonly cause: string | null;
  readonly request_id: string | null;
}
/**
 * The versions of a product's content, the newest first, with the event that brought each: the one after the version before it. Index:
 * product_versions_pkey, products_pkey, events_of_resource.
 */
export const listVersions = statement<VersionRow>(
  "desk.list_versions",
  `select v.version, v.until, e.at, e.actor, e.cause, e.payload::json ->> 'requestId' as request_id
     from (select o.version, o.until, coalesce(lag(o.version) over (order by o.version), 0) + 1 as since
             from (select a.version, a.replaced_at as until from product_versions a where a.seller_id = $1 and a.sku = $2
                    union all
                   select p.version, null from products p where p.seller_id = $1 and p.sku = $2) o) v
     left join events e on e.seller_id = $1 and e.resource = 'product/' || $2::text and e.version = v.since
    order by v.version desc limit $3`,
);
/** The content of a product at some versions; the first version at or after each that was asked for. Index: product_versions_pkey, products_pkey. */
export const getVersions = statement<StoredProduct & { asked: number; version: number }>(
  "desk.get_versions",
  `select i.asked, v.version, v.core, v.images, v.attributes
     from unnest($3::integer[]) as i(asked)
    cross join lateral (
       select o.version, o.core, o.images, o.attributes
         from (select a.version, a.core, a.images, a.attributes from product_versions a
                where a.seller_id = $1 and a.sku = $2 and a.version >= i.asked
                union all
               select p.version, p.core, p.images, p.attributes from products p
                where p.seller_id = $1 and p.sku = $2 and p.version >= i.asked) o
        order by o.version limit 1) v`,
);

export interface PriceHistoryRow {
  readonly version: number;
  readonly at: number;
  readonly list_cents: number;
  readonly sale_cents: number;
  readonly actor: string;
}
/** The prices that a product had, the newest first. Index: price_history_pkey. */
export const listPriceHistory = statement<PriceHistoryRow>(
  "desk.list_price_history",
  `select h.version, h.at, h.list_cents, h.sale_cents, h.actor from price_history h
    where h.seller_id = $1 and h.sku = $2 order by h.version desc limit $3 offset $4`,
);
