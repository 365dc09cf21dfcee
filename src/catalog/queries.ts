import { statement } from "../platform/database/index.ts";
import type { PublicationStatus } from "./publication.ts";

export interface CreatedRow {
  readonly ord: number;
  /** Whether the seller already had the sku. If so, nothing was written. */
  readonly taken: boolean;
  /** Whether the family is full. If so, nothing was written. */
  readonly crowded: boolean;
  /** Whether the product was created. */
  readonly created: boolean;
}

/**
 * Creates many products at once. For each it also writes its status event, the time when its family is due for validation, and any price
 * and stock that were sent, with their histories. Ordinals and event numbers come from the seller's counters, which the same statement
 * updates, so the numbers have no gaps. `taken` marks a sku that exists already, and `crowded` marks a product of a full family. Products
 * of one family that arrive in one batch may exceed the family's limit slightly. Takes its locks in this sequence: counters, products, families.
 * Index: products_pkey, families_pkey, seller_counters_pkey.
 */
export const createProducts = statement<CreatedRow>(
  "catalog.create_products",
  `with input as (
     select i.seller_id, i.sku, i.product_group, i.core, i.images, i.attributes, i.list_cents, i.sale_cents, i.physical,
            i.at, i.actor, i.request_id, i.largest_family, i.ord
       from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
                   $9::integer[], $10::bigint[], $11::text[], $12::text[], $13::integer[])
            with ordinality as i(seller_id, sku, product_group, core, images, attributes, list_cents, sale_cents, physical,
                                 at, actor, request_id, largest_family, ord)
   ), known as materialized (
     select i.*, exists (select from products p where p.seller_id = i.seller_id and p.sku = i.sku) as taken,
            coalesce(f.members >= i.largest_family, false) as crowded
       from input i
       left join families f on f.seller_id = i.seller_id and f.product_group = i.product_group
   ), fresh as (
     select k.*, row_number() over (partition by k.seller_id order by k.ord) as place from known k where not k.taken and not k.crowded
   ), counted as (
     update seller_counters c set products = c.products + f.n, events = c.events + f.n
       from (select seller_id, count(*) as n from fresh group by seller_id order by seller_id) f
      where c.seller_id = f.seller_id
     returning c.seller_id, c.products - f.n as products_before, c.events - f.n as events_before
   ), numbered as materialized (
     select f.*, c.products_before + f.place - 1 as ordinal, c.events_before + f.place as seq
       from fresh f join counted c on c.seller_id = f.seller_id
   ), created as (
     insert into products (seller_id, sku, ordinal, product_group, status, core, images, attributes, received_at, status_at)
     select seller_id, sku, ordinal, product_group, 'RECEIVED', core, images, attributes, at, at from numbered
     returning seller_id, sku, product_group, received_at
   ), priced as (
     insert into prices (seller_id, sku, list_cents, sale_cents, updated_at)
     select seller_id, sku, list_cents, sale_cents, at from numbered where list_cents is not null
     returning sku
   ), price_noted as (
     insert into price_history (seller_id, sku, version, at, list_cents, sale_cents, actor)
     select seller_id, sku, 1, at, list_cents, sale_cents, actor
       from numbered where list_cents is not null and (select count(*) from priced) is not null
   ), stocked as (
     insert into stocks (seller_id, sku, physical, updated_at)
     select seller_id, sku, physical, at from numbered where physical is not null
     returning sku
   ), stock_noted as (
     insert into stock_ledger (seller_id, sku, version, at, cause, actor, request_id, physical_delta, reserved_delta, physical, reserved)
     select seller_id, sku, 1, at, 'product_created', actor, request_id, physical, 0, physical, 0
       from numbered where physical is not null and (select count(*) from stocked) is not null
   ), events_written as (
     insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
     select seller_id, seq, at, 'product.status', 'product/' || sku, 1, actor, 'submit',
            '{"from":null,"to":"RECEIVED","requestId":' || to_json(request_id) || '}'
       from numbered
   ), due as (
     insert into families as f (seller_id, product_group, due_at, members)
     select seller_id, product_group, min(received_at), count(*) from created group by seller_id, product_group order by seller_id, product_group
     on conflict (seller_id, product_group)
     do update set due_at = least(coalesce(f.due_at, excluded.due_at), excluded.due_at), generation = f.generation + 1, open = true,
                   members = f.members + excluded.members
   )
   select k.ord::integer as ord, k.taken, k.crowded, c.sku is not null as created
     from known k left join created c on c.seller_id = k.seller_id and c.sku = k.sku`,
);

export interface FamilyCapacityRow {
  readonly ord: number;
  /** Whether the seller already has the sku. */
  readonly taken: boolean;
  /** Whether the family is full and does not contain the product. */
  readonly crowded: boolean;
}

/** Checks, for many products at once, whether the sku is taken and whether the family is full. Index: products_pkey, families_pkey. */
export const checkFamilyCapacity = statement<FamilyCapacityRow>(
  "catalog.find_room",
  `select i.ord::integer as ord, p.sku is not null as taken,
          coalesce(p.product_group is distinct from i.product_group and f.members >= i.largest_family, false) as crowded
     from unnest($1::bigint[], $2::text[], $3::text[], $4::integer[]) with ordinality as i(seller_id, sku, product_group, largest_family, ord)
     left join products p on p.seller_id = i.seller_id and p.sku = i.sku
     left join families f on f.seller_id = i.seller_id and f.product_group = i.product_group`,
);

export interface ChangedRow {
  readonly ord: number;
  /** Status before the change. If a product with this status cannot be changed, nothing was written. */
  readonly status: PublicationStatus;
  /** Whether the product would move to a family that is full. If so, nothing was written. */
  readonly crowded: boolean;
  /** Whether the change was written. */
  readonly changed: boolean;
}

/**
 * Replaces many products at once if their status allows it, and keeps what they were. Also sets price and stock if they were sent. If a concurrent change was written
 * first, an event with the same key (resource, version) exists, so the batch fails and is repeated. Unknown skus have no row in the result.
 * A full family accepts no product from another family. Takes its locks in this sequence: counters, products, stocks and prices, families. Index:
 * products_pkey, families_pkey.
 */
export const changeProducts = statement<ChangedRow>(
  "catalog.change_products",
  `with input as (
     select i.seller_id, i.sku, i.product_group, i.core, i.images, i.attributes, i.list_cents, i.sale_cents, i.physical,
            i.at, i.actor, i.request_id, i.largest_family, i.ord
       from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
                   $9::integer[], $10::bigint[], $11::text[], $12::text[], $13::integer[])
            with ordinality as i(seller_id, sku, product_group, core, images, attributes, list_cents, sale_cents, physical,
                                 at, actor, request_id, largest_family, ord)
   ), known as materialized (
     select i.*, p.status, p.product_group as former_group, p.version, (p.product_group <> i.product_group)::integer as moves,
            coalesce(p.product_group <> i.product_group and f.members >= i.largest_family, false) as crowded,
            s.physical as stock_was, coalesce(s.reserved, 0) as reserved, coalesce(s.version, 0) as stock_version,
            coalesce(v.version, 0) as price_version,
            i.physical is not null and s.physical is distinct from i.physical as stock_changes,
            i.list_cents is not null and (v.list_cents, v.sale_cents) is distinct from (i.list_cents, i.sale_cents) as price_changes
       from input i
       join products p on p.seller_id = i.seller_id and p.sku = i.sku
       left join stocks s on s.seller_id = i.seller_id and s.sku = i.sku
       left join prices v on v.seller_id = i.seller_id and v.sku = i.sku
       left join families f on f.seller_id = i.seller_id and f.product_group = i.product_group
   ), fit as materialized (
     select k.*, row_number() over (partition by k.seller_id order by k.ord) as place
       from known k where k.status in ('RECEIVED', 'CRITICIZED') and not k.crowded
   ), counted as (
     update seller_counters c set events = c.events + f.n
       from (select seller_id, count(*) as n from fit group by seller_id order by seller_id) f
      where c.seller_id = f.seller_id
     returning c.seller_id, c.events - f.n as events_before
   ), accepted as materialized (
     select f.*, c.events_before + f.place as seq from fit f join counted c on c.seller_id = f.seller_id
   ), events_written as (
     insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
     select a.seller_id, a.seq, a.at, 'product.status', 'product/' || a.sku, a.version + 1, a.actor, 'edit',
            '{"from":"' || a.status || '","to":"RECEIVED","requestId":' || to_json(a.request_id) || '}'
       from accepted a
     returning seller_id, resource
   ), archived as (
     insert into product_versions (seller_id, sku, version, replaced_at, core, images, attributes)
     select p.seller_id, p.sku, p.version, a.at, p.core, p.images, p.attributes
       from accepted a
       join products p on p.seller_id = a.seller_id and p.sku = a.sku
      where (p.core, p.images, p.attributes) <> (a.core, a.images, a.attributes) and (select count(*) from events_written) is not null
   ), changed as (
     update products p
        set product_group = a.product_group, core = a.core, images = a.images, attributes = a.attributes,
            status = 'RECEIVED', reviews = '[]', pending = '[]', version = a.version + 1, received_at = a.at,
            status_at = case when a.status = 'RECEIVED' then p.status_at else a.at end
       from accepted a
      where p.seller_id = a.seller_id and p.sku = a.sku and (select count(*) from events_written) is not null
     returning p.seller_id, p.sku
   ), cleared as (
     delete from critiques c using accepted a where c.seller_id = a.seller_id and c.sku = a.sku
   ), stocked as (
     insert into stocks as s (seller_id, sku, physical, updated_at)
     select seller_id, sku, physical, at from accepted where stock_changes
     on conflict (seller_id, sku)
     do update set physical = excluded.physical, version = s.version + 1, updated_at = excluded.updated_at
     returning s.sku
   ), stock_noted as (
     insert into stock_ledger (seller_id, sku, version, at, cause, actor, request_id, physical_delta, reserved_delta, physical, reserved)
     select seller_id, sku, stock_version + 1, at, 'product_changed', actor, request_id, physical - coalesce(stock_was, 0), 0, physical, reserved
       from accepted where stock_changes and (select count(*) from stocked) is not null
   ), priced as (
     insert into prices as v (seller_id, sku, list_cents, sale_cents, updated_at)
     select seller_id, sku, list_cents, sale_cents, at from accepted where price_changes
     on conflict (seller_id, sku)
     do update set list_cents = excluded.list_cents, sale_cents = excluded.sale_cents,
                   version = v.version + 1, updated_at = excluded.updated_at
     returning v.sku
   ), price_noted as (
     insert into price_history (seller_id, sku, version, at, list_cents, sale_cents, actor)
     select seller_id, sku, price_version + 1, at, list_cents, sale_cents, actor
       from accepted where price_changes and (select count(*) from priced) is not null
   ), due as (
     insert into families as f (seller_id, product_group, due_at, members)
     select g.seller_id, g.product_group, min(g.at), sum(g.joins)
       from (select seller_id, product_group, at, moves as joins from accepted
             union all
             select seller_id, former_group, at, -moves from accepted) g
      where (select count(*) from changed) is not null
        and (select count(*) from stocked) is not null and (select count(*) from priced) is not null
      group by g.seller_id, g.product_group order by g.seller_id, g.product_group
     on conflict (seller_id, product_group)
     do update set due_at = least(coalesce(f.due_at, excluded.due_at), excluded.due_at), generation = f.generation + 1, open = true,
                   members = f.members + excluded.members
   )
   select k.ord::integer as ord, k.status, k.crowded, c.sku is not null as changed
     from known k left join changed c on c.seller_id = k.seller_id and c.sku = k.sku`,
);

/** A product without expansions, as it is returned. */
export interface CoreRow {
  readonly ord: number;
  readonly core: string;
}
/** Products without expansions by sku, many at once; nearly all reads of products use this statement. Index: products_pkey. */
export const getCores = statement<CoreRow>(
  "catalog.get_cores",
  `select i.ord::integer as ord, p.core
     from unnest($1::bigint[], $2::text[]) with ordinality as i(seller_id, sku, ord)
     join products p on p.seller_id = i.seller_id and p.sku = i.sku`,
);

export interface ProductRow extends CoreRow {
  readonly images: string | null;
  readonly attributes: string | null;
  readonly status: PublicationStatus;
}
/** Products by sku, many at once. Each has its images and its attributes only if they were requested. Index: products_pkey. */
export const getProducts = statement<ProductRow>(
  "catalog.get_products",
  `select i.ord::integer as ord, p.core, p.status,
          case when i.images then p.images end as images,
          case when i.attributes then p.attributes end as attributes
     from unnest($1::bigint[], $2::text[], $3::boolean[], $4::boolean[]) with ordinality as i(seller_id, sku, images, attributes, ord)
     join products p on p.seller_id = i.seller_id and p.sku = i.sku`,
);

export interface StatusRow {
  readonly ord: number;
  readonly status: PublicationStatus;
  readonly status_at: number;
  readonly reviews: string;
  readonly pending: string;
  readonly version: number;
}
/** Status records by sku, many at once. Index: products_pkey. */
export const getStatuses = statement<StatusRow>(
  "catalog.get_statuses",
  `select i.ord::integer as ord, p.status, p.status_at, p.reviews, p.pending, p.version
     from unnest($1::bigint[], $2::text[]) with ordinality as i(seller_id, sku, ord)
     join products p on p.seller_id = i.seller_id and p.sku = i.sku`,
);

/** Inserts the critique rows of products. Their old rows must have been deleted before. */
export const insertCritiques = statement<never>(
  "catalog.insert_critiques",
  `insert into critiques (seller_id, sku, position, code, severity, stage, at)
   select i.seller_id, i.sku, i.position, i.code, i.severity, i.stage, i.at
     from unnest($1::bigint[], $2::text[], $3::smallint[], $4::text[], $5::text[], $6::text[], $7::bigint[])
       as i(seller_id, sku, position, code, severity, stage, at)`,
);

export interface CritiqueRow {
  readonly total: number;
  readonly sku: string | null;
  readonly position: number | null;
  readonly reviews: string | null;
  readonly status: PublicationStatus | null;
}
/**
 * A page of a seller's critiques, newest first, with the exact total. A null filter matches all critiques. An empty page is returned as one
 * row without a critique. Index: critiques_by_code when codes are given, otherwise critiques_by_time.
 */
export const listCritiques = statement<CritiqueRow>(
  "catalog.list_critiques",
  `with total as (
     select count(*) as n from critiques c
      where c.seller_id = $1 and ($2::text[] is null or c.code = any ($2)) and ($3::text[] is null or c.severity = any ($3)) and ($4::bigint is null or c.at >= $4)
   ), page as materialized (
     select c.sku, c.position, c.at from critiques c
      where c.seller_id = $1 and ($2::text[] is null or c.code = any ($2)) and ($3::text[] is null or c.severity = any ($3)) and ($4::bigint is null or c.at >= $4)
      order by c.at desc, c.sku desc, c.position desc limit $5 offset $6
   )
   select t.n as total, p.sku, p.position, d.reviews, d.status
     from total t
     left join page p on true
     left join products d on d.seller_id = $1 and d.sku = p.sku
    order by p.at desc, p.sku desc, p.position desc`,
);

/**
 * Number of a seller's critiques, and of the products that have them, for each code and severity. Reads only the index. Index:
 * critiques_by_code.
 */
export const summarizeCritiques = statement<{ code: string; severity: string; count: number; products: number }>(
  "catalog.summarize_critiques",
  `select c.code, c.severity, count(*) as count, count(distinct c.sku) as products
     from critiques c where c.seller_id = $1 group by c.code, c.severity order by count(*) desc, c.code`,
);

/**
 * The events of a product and of its change requests, in the order in which they happened. Index: events_of_resource,
 * product_changes_of_product.
 */
export const listHistory = statement<{
  seq: number;
  at: number;
  name: string;
  version: number;
  actor: string;
  cause: string;
  payload: string;
}>(
  "catalog.list_history",
  `select h.seq, h.at, h.name, h.version, h.actor, h.cause, h.payload
     from (select e.seq, e.at, e.name, e.version, e.actor, e.cause, e.payload
             from events e where e.seller_id = $1 and e.resource = 'product/' || $2::text
            union all
           select e.seq, e.at, e.name, e.version, e.actor, e.cause, e.payload
             from product_changes c
             join events e on e.seller_id = c.seller_id and e.resource = 'product/' || c.sku || '/changes/' || c.change_id
            where c.seller_id = $1 and c.sku = $2) h
    order by h.seq limit $3 offset $4`,
);
