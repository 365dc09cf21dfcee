import { statement } from "../../platform/database/index.ts";
import type { PublicationStatus } from "../publication.ts";
import type { ChangeState, FieldState } from "./states.ts";

/** A product as it is on sale, or on its way there. */
export interface LiveRow {
  readonly ord: number;
  readonly core: string;
  readonly images: string;
  readonly attributes: string;
  readonly status: PublicationStatus;
  readonly version: number;
}
/** Products that shall change, many at once. Index: products_pkey. */
export const getLiveProducts = statement<LiveRow>(
  "changes.get_live",
  `select i.ord::integer as ord, p.core, p.images, p.attributes, p.status, p.version
     from unnest($1::bigint[], $2::text[]) with ordinality as i(seller_id, sku, ord)
     join products p on p.seller_id = i.seller_id and p.sku = i.sku`,
);

export interface OpenedRow {
  readonly ord: number;
  readonly nth: number;
  /** JSON of the fields of older requests that this one supersedes: change id and pointer. */
  readonly superseded: string;
}
/**
 * Opens many change requests at once, each with its fields and its event. An open field of the same place is superseded, and its request
 * gets an event too. If another transaction opened a field of the same place in the meantime, `product_change_fields_open` makes the batch
 * fail and repeat. A request of which nothing waits any more leaves the review queue, and the checks of its images are forgotten when it ends. Locks in
 * the order counters, images, fields, requests, queue. Index: product_change_fields_open, product_change_fields_pkey, product_changes_pkey,
 * change_rule_sets_by_date, seller_counters_pkey, image_checks_pkey, review_claims_pkey.
 */
export const openChanges = statement<OpenedRow>(
  "changes.open",
  `with input as (
     select i.seller_id, i.sku, i.change_id, i.base_version, i.actor, i.note, i.at, i.request_id, i.ord
       from unnest($1::bigint[], $2::text[], $3::text[], $4::integer[], $5::text[], $6::text[], $7::bigint[], $8::text[])
            with ordinality as i(seller_id, sku, change_id, base_version, actor, note, at, request_id, ord)
   ), asked as (
     select i.seller_id, i.sku, i.change_id, i.at, i.ord, f.pointer, f.field, f.was, f.wanted
       from unnest($9::bigint[], $10::text[], $11::text[], $12::text[], $13::text[]) as f(ord, pointer, field, was, wanted)
       join input i on i.ord = f.ord
   ), overtaken as materialized (
     select f.seller_id, f.change_id, f.pointer, a.ord, a.change_id as by_id, a.at
       from asked a
      cross join lateral (select o.seller_id, o.change_id, o.pointer from product_change_fields o
                           where o.seller_id = a.seller_id and o.sku = a.sku and o.pointer = a.pointer and o.state in ('checking', 'waiting')
                           limit 1) f
   ), older as materialized (
     select c.seller_id, c.change_id, c.sku, c.version, o.ord, o.at, o.pointers, o.names, 'change/' || c.change_id as image_group,
            (select count(*) from product_change_fields f
              where f.seller_id = c.seller_id and f.change_id = c.change_id and f.decided_by is null and f.superseded_by is null
                and not f.pointer = any (o.names)) = 0 as ends
       from (select seller_id, change_id, min(ord) as ord, min(at) as at, array_agg(pointer) as names,
                    string_agg('{"pointer":' || to_json(pointer) || ',"state":"superseded"}', ',' order by pointer) as pointers
               from overtaken group by seller_id, change_id) o
       join product_changes c on c.seller_id = o.seller_id and c.change_id = o.change_id
   ), happened as (
     select i.seller_id, i.ord, 1 as rank, i.change_id, i.sku, 1 as version, i.at, i.actor, 'ask' as cause, i.request_id,
            (select string_agg('{"pointer":' || to_json(a.pointer) || ',"state":"checking"}', ',' order by a.pointer) from asked a where a.ord = i.ord) as fields
       from input i
     union all
     select o.seller_id, o.ord, 0, o.change_id, o.sku, o.version + 1, o.at, i.actor, 'supersede', i.request_id, o.pointers
       from older o join input i on i.ord = o.ord
   ), placed as materialized (
     select h.*, row_number() over (partition by h.seller_id order by h.ord, h.rank, h.change_id) as place from happened h
   ), counted as (
     update seller_counters c set events = c.events + p.n
       from (select seller_id, count(*) as n from placed group by seller_id order by seller_id) p
      where c.seller_id = p.seller_id
     returning c.seller_id, c.events - p.n as events_before
   ), numbered as materialized (
     select p.*, c.events_before + p.place as seq from placed p join counted c on c.seller_id = p.seller_id
   ), events_written as (
     insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
     select seller_id, seq, at, 'product.change', 'product/' || sku || '/changes/' || change_id, version, actor, cause,
            '{"changeRequestId":' || to_json(change_id) || ',"fields":[' || fields || '],"requestId":' || to_json(request_id) || '}'
       from numbered
     returning seller_id
   ), forgotten as (
     delete from image_checks i using older o
      where o.ends and i.seller_id = o.seller_id and i.product_group = o.image_group
        and (select count(*) from events_written) is not null
     returning i.url
   ), superseded as (
     update product_change_fields f set state = 'superseded', at = o.at, superseded_by = o.by_id
       from overtaken o
      where f.seller_id = o.seller_id and f.change_id = o.change_id and f.pointer = o.pointer
        and (select count(*) from forgotten) is not null
     returning f.pointer
   ), unqueued as (
     delete from review_claims q
      using older o
      where q.seller_id = o.seller_id and q.sku = o.sku and q.change_id = o.change_id and (select count(*) from superseded) is not null
        and not exists (select from product_change_fields f
                         where f.seller_id = o.seller_id and f.change_id = o.change_id and f.state = 'waiting' and not f.pointer = any (o.names))
   ), closed as (
     update product_changes c
        set version = o.version + 1, generation = c.generation + 1,
            state = case when o.ends then 'decided' else c.state end, decided_at = case when o.ends then o.at end,
            due_at = case when o.ends then null else c.due_at end
       from older o
      where c.seller_id = o.seller_id and c.change_id = o.change_id and (select count(*) from superseded) is not null
   ), created as (
     insert into product_changes (seller_id, change_id, sku, nth, state, actor, note, base_version, rule_set_id, request_id, created_at, due_at)
     select i.seller_id, i.change_id, i.sku, n.seq, 'open', i.actor, i.note, i.base_version,
            coalesce((select r.rule_set_id from change_rule_sets r where r.effective_at <= i.at
                       order by r.effective_at desc, r.rule_set_id desc limit 1), 0),
            i.request_id, i.at, i.at
       from input i join numbered n on n.seller_id = i.seller_id and n.ord = i.ord and n.rank = 1
     returning seller_id, change_id, nth
   ), fields_created as (
     insert into product_change_fields (seller_id, change_id, pointer, sku, field, was, wanted, state, asked_at, at)
     select seller_id, change_id, pointer, sku, field, was, wanted, 'checking', at, at
       from asked where (select count(*) from superseded) is not null
   )
   select i.ord::integer as ord, c.nth,
          '[' || coalesce((select string_agg('{"changeRequestId":' || to_json(o.change_id) || ',"pointer":' || to_json(o.pointer) || '}', ',' order by o.pointer)
                             from overtaken o where o.ord = i.ord), '') || ']' as superseded
     from input i join created c on c.seller_id = i.seller_id and c.change_id = i.change_id`,
);

/** A change request, with what is known of its product. */
export interface ChangeRow {
  readonly seller_id: number;
  readonly change_id: string;
  readonly sku: string;
  readonly nth: number;
  readonly state: ChangeState;
  readonly version: number;
  readonly actor: string;
  readonly note: string | null;
  readonly base_version: number;
  readonly rule_set_id: number;
  readonly request_id: string;
  readonly created_at: number;
  readonly decided_at: number | null;
  /** Whether its check has failed so often that nothing checks it any more. */
  readonly set_aside: boolean;
}
/** Number of failed checks after which a request is set aside. The index product_changes_set_aside has the number too. */
export const MAX_CHECKS = 5;
/** The condition of a request that is set aside. A check that succeeds forgets the attempts. */
export const SET_ASIDE = `c.due_at is null and c.attempts >= ${MAX_CHECKS}`;
/** The columns of a request. */
export const CHANGE = `c.seller_id, c.change_id, c.sku, c.nth, c.state, c.version, c.actor, c.note, c.base_version, c.rule_set_id,
          c.request_id, c.created_at, c.decided_at, ${SET_ASIDE} as set_aside`;

/** One change request of a seller. Index: product_changes_pkey. */
export const getChange = statement<ChangeRow>(
  "changes.get",
  `select ${CHANGE} from product_changes c where c.seller_id = $1 and c.change_id = $2`,
);

/** Change requests, many at once. Index: product_changes_pkey. */
export const getChanges = statement<ChangeRow>(
  "changes.get_many",
  `select ${CHANGE}
     from unnest($1::bigint[], $2::text[]) as i(seller_id, change_id)
     join product_changes c on c.seller_id = i.seller_id and c.change_id = i.change_id`,
);

/** A field of a change request. */
export interface ChangeFieldRow {
  readonly seller_id: number;
  readonly change_id: string;
  readonly pointer: string;
  readonly sku: string;
  readonly field: string;
  /** JSON; null = absent. */
  readonly was: string;
  readonly wanted: string;
  readonly state: FieldState;
  readonly at: number;
  readonly rule: string | null;
  readonly decided_by: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly reviews: string;
  readonly superseded_by: string | null;
  readonly sample: "waiting" | "confirmed" | "contested" | null;
  readonly sampled_by: string | null;
  readonly sampled_at: number | null;
  /** The request as it was together with the field. */
  readonly change_state: ChangeState;
  readonly change_version: number;
  readonly change_decided_at: number | null;
}
/** The fields of change requests, many at once, in one snapshot with their requests. Index: product_change_fields_pkey, product_changes_pkey. */
export const getChangeFields = statement<ChangeFieldRow>(
  "changes.get_fields",
  `select f.seller_id, f.change_id, f.pointer, f.sku, f.field, f.was, f.wanted, f.state, f.at, f.rule, f.decided_by, f.code, f.message,
          f.reviews, f.superseded_by, f.sample, f.sampled_by, f.sampled_at,
          c.state as change_state, c.version as change_version, c.decided_at as change_decided_at
     from unnest($1::bigint[], $2::text[]) with ordinality as i(seller_id, change_id, ord)
     join product_changes c on c.seller_id = i.seller_id and c.change_id = i.change_id
     join product_change_fields f on f.seller_id = i.seller_id and f.change_id = i.change_id
    order by i.ord, f.pointer`,
);

/** Where a page of the newest begins that has no cursor: no request has a number or a time as high as this. */
export const NO_UPPER_LIMIT = Number.MAX_SAFE_INTEGER;
/** Where a page of the oldest begins that has no cursor: no request has a time as low as this. */
export const NO_LOWER_LIMIT = Number.MIN_SAFE_INTEGER;

/** A seller's change requests before number $2, newest first, at most $3 of them. Index: product_changes_of_seller. */
export const listChanges = statement<ChangeRow>(
  "changes.list",
  `select ${CHANGE}
     from product_changes c
    where c.seller_id = $1 and c.nth < $2 and ($4::text[] is null or c.state = any ($4))
    order by c.nth desc limit $3`,
);
/** The change requests of one product before number $3, newest first, at most $4 of them. Index: product_changes_of_product. */
export const listChangesOfProduct = statement<ChangeRow>(
  "changes.list_of_product",
  `select ${CHANGE}
     from product_changes c
    where c.seller_id = $1 and c.sku = $2 and c.nth < $3 and ($5::text[] is null or c.state = any ($5))
    order by c.nth desc limit $4`,
);
/** A seller's open change requests before number $2, newest first, at most $3 of them. Index: product_changes_open_of_seller. */
export const listOpenOfSeller = statement<ChangeRow>(
  "changes.list_open_of_seller",
  `select ${CHANGE}
     from product_changes c
    where c.seller_id = $1 and c.state = 'open' and c.nth < $2
    order by c.nth desc limit $3`,
);

/** The verdict on an image of a change request; null while it is being checked. */
export interface MeasuredRow {
  readonly ord: number;
  readonly url: string;
  readonly verdict: string | null;
}
/**
 * What is known of images of change requests, many at once: from the request's own checks and from those of the product's family. Index:
 * image_checks_pkey, products_pkey.
 */
export const measuredImages = statement<MeasuredRow>(
  "changes.measured_images",
  `with groups as materialized (
     select i.seller_id, i.ord, g.product_group
       from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality as i(seller_id, change_id, sku, ord)
       join products p on p.seller_id = i.seller_id and p.sku = i.sku
      cross join unnest(array[p.product_group, 'change/' || i.change_id]) as g(product_group)
   )
   select g.ord::integer as ord, c.url, c.verdict
     from groups g
     join unnest($4::bigint[], $5::text[]) as u(ord, url) on u.ord = g.ord
     join image_checks c on c.seller_id = g.seller_id and c.product_group = g.product_group and c.url = u.url`,
);

/** The texts of products, many at once, for those who decide. Index: products_pkey. */
export const coresOfChanges = statement<{ ord: number; core: string }>(
  "changes.cores",
  `select i.ord::integer as ord, p.core
     from unnest($1::bigint[], $2::text[]) with ordinality as i(seller_id, sku, ord)
     join products p on p.seller_id = i.seller_id and p.sku = i.sku`,
);

/**
 * Sets price and stock that came with a change of one product, if they differ from what is recorded. If another transaction changed one of
 * them in the meantime, its history already has a row of the same version, so the transaction fails and is repeated. Locks in the order
 * stocks and prices, families, histories. Index: products_pkey, stocks_pkey, prices_pkey, families_pkey.
 */
export const setOffer = statement<{ woken: boolean }>(
  "changes.set_offer",
  `with known as materialized (
     select p.seller_id, p.sku, p.product_group, s.physical as stock_was, coalesce(s.reserved, 0) as reserved,
            coalesce(s.version, 0) as stock_version, coalesce(v.version, 0) as price_version,
            $5::integer is not null and s.physical is distinct from $5 as stock_changes,
            $3::bigint is not null and (v.list_cents, v.sale_cents) is distinct from ($3, $4::bigint) as price_changes
       from products p
       left join stocks s on s.seller_id = p.seller_id and s.sku = p.sku
       left join prices v on v.seller_id = p.seller_id and v.sku = p.sku
      where p.seller_id = $1 and p.sku = $2
   ), stocked as (
     insert into stocks as s (seller_id, sku, physical, updated_at)
     select seller_id, sku, $5, $6 from known where stock_changes
     on conflict (seller_id, sku)
     do update set physical = excluded.physical, version = s.version + 1, updated_at = excluded.updated_at
     returning s.wakes_family
   ), priced as (
     insert into prices as v (seller_id, sku, list_cents, sale_cents, updated_at)
     select seller_id, sku, $3, $4, $6 from known where price_changes
     on conflict (seller_id, sku)
     do update set list_cents = excluded.list_cents, sale_cents = excluded.sale_cents, version = v.version + 1, updated_at = excluded.updated_at
     returning v.sku
   ), woken as (
     update families f set due_at = least(coalesce(f.due_at, $6), $6), generation = f.generation + 1
       from known k
      where f.seller_id = k.seller_id and f.product_group = k.product_group and (select bool_or(wakes_family) from stocked)
     returning f.product_group
   ), stock_noted as (
     insert into stock_ledger (seller_id, sku, version, at, cause, actor, request_id, physical_delta, reserved_delta, physical, reserved)
     select seller_id, sku, stock_version + 1, $6, 'product_changed', $7, $8, $5 - coalesce(stock_was, 0), 0, $5, reserved
       from known where stock_changes and (select count(*) from stocked) is not null
   ), price_noted as (
     insert into price_history (seller_id, sku, version, at, list_cents, sale_cents, actor)
     select seller_id, sku, price_version + 1, $6, $3, $4, $7 from known where price_changes and (select count(*) from priced) is not null
   )
   select exists (select from woken) as woken from known`,
);
