import { statement } from "../../../platform/database/index.ts";
import type { PublicationStatus } from "../../publication.ts";
import { SET_ASIDE } from "../queries.ts";

/**
 * The next seller, by number, that has due change requests without a lease. Skips from seller to seller, so its cost does not depend on the
 * number of requests. Index: product_changes_due_of_seller.
 */
export const nextSellerWithDueChanges = statement<{ seller_id: number }>(
  "changes.next_seller",
  `/* fanout */
   select seller_id from product_changes
    where seller_id > $2 and due_at <= $1 and (lease_until is null or lease_until < now())
    order by seller_id limit 1`,
);

/** Due time of the earliest change request without a lease. Index: product_changes_due. */
export const nextChangeAt = statement<{ due_at: number | null }>(
  "changes.next_at",
  `/* fanout */
   select min(c.due_at) as due_at from product_changes c
    where c.due_at is not null and (c.lease_until is null or c.lease_until < now())`,
);

/** When the change request became due whose check is due longest, leased or not. Index: product_changes_due. */
export const oldestDueChange = statement<{ due_at: number }>(
  "changes.oldest_due",
  `/* fanout */ select c.due_at from product_changes c where c.due_at is not null order by c.due_at limit 1`,
);

/** How many change requests wait for their check, and since when the oldest is due. Index: product_changes_due. */
export const changeBacklog = statement<{ due: number; oldest: number | null }>(
  "changes.backlog",
  `/* fanout */
   select count(*) as due, min(due_at) as oldest from product_changes where due_at <= $1`,
);

/** How many change requests are set aside. Index: product_changes_set_aside. */
export const countSetAside = statement<{ aside: number }>(
  "changes.count_set_aside",
  `/* fanout */ select count(*) as aside from product_changes c where ${SET_ASIDE}`,
);

/** A leased change request. `fence` proves the lease, and `generation` says what had happened to the request by then. */
export interface ClaimedChange {
  readonly change_id: string;
  readonly fence: number;
  readonly generation: number;
  readonly attempts: number;
}
/** Leases due change requests of one seller. Leases use the database's real time. Index: product_changes_due_of_seller. */
export const claimChanges = statement<ClaimedChange>(
  "changes.claim",
  `update product_changes c
      set lease_until = now() + $4 * interval '1 second', fence = c.fence + 1, attempts = c.attempts + 1
    where c.seller_id = $1 and c.change_id in (
      select d.change_id from product_changes d
       where d.seller_id = $1 and d.due_at <= $2 and (d.lease_until is null or d.lease_until < now())
       order by d.due_at limit $3 for update skip locked
    )
   returning c.change_id, c.fence, c.generation, c.attempts`,
);

/**
 * Ends the lease of a change request that waits for something else: its images, or a person. If something happened to it in the meantime, it
 * stays due. Index: product_changes_pkey.
 */
export const releaseChange = statement<never>(
  "changes.release",
  `update product_changes
      set lease_until = null, attempts = 0, due_at = case when generation = $4 then null else due_at end
    where seller_id = $1 and change_id = $2 and fence = $3`,
);

/**
 * Ends the lease of a change request whose check has failed too often: it is set aside. If something happened to it in the meantime, it stays
 * due. Index: product_changes_pkey.
 */
export const setChangeAside = statement<never>(
  "changes.set_aside",
  `update product_changes
      set lease_until = null, due_at = case when generation = $4 then null else due_at end
    where seller_id = $1 and change_id = $2 and fence = $3`,
);

/** Makes an open change request due at $3, with all its attempts. Index: product_changes_pkey. */
export const recheckChange = statement<never>(
  "changes.recheck",
  `update product_changes c
      set due_at = least(coalesce(c.due_at, $3), $3), generation = c.generation + 1, attempts = 0
    where c.seller_id = $1 and c.change_id = $2 and c.state = 'open'`,
);

/** The product that a change request is about. */
export interface ProductOfChangeRow {
  readonly product_group: string;
  readonly status: PublicationStatus;
  readonly version: number;
}
/** The product of a change request. Index: products_pkey. */
export const productOfChange = statement<ProductOfChangeRow>(
  "changes.product_of",
  `select p.product_group, p.status, p.version from products p where p.seller_id = $1 and p.sku = $2`,
);

/** What open requests want of products, for the fields that a family has in common. Index: product_change_fields_open. */
export const openFieldsOfFamily = statement<{ sku: string; pointer: string; wanted: string }>(
  "changes.open_fields_of_family",
  `select f.sku, f.pointer, f.wanted
     from unnest($2::text[]) as i(sku)
     join product_change_fields f on f.seller_id = $1 and f.sku = i.sku and f.state in ('checking', 'waiting')
    where f.pointer in ('/department', '/productType', '/brand')`,
);

/** How many of a seller's last $2 decided fields people approved, and how many they decided. Index: product_change_fields_decided. */
export const decisionsOfSeller = statement<{ approved: number; decided: number }>(
  "changes.decisions_of_seller",
  `select count(*) filter (where d.state = 'approved') as approved, count(*) as decided
     from (select f.state from product_change_fields f
            where f.seller_id = $1 and f.state in ('approved', 'refused') and f.decided_by like 'operator:%'
            order by f.at desc limit $2) d`,
);

/**
 * Makes the open change requests of a product due, because the product can be edited again. Index: product_changes_of_product.
 */
export const requeueChanges = statement<never>(
  "changes.requeue",
  `update product_changes c
      set due_at = least(coalesce(c.due_at, $3), $3), generation = c.generation + 1
    where c.seller_id = $1 and c.sku = $2 and c.state = 'open'`,
);

/** A row of what was written for a change request. */
export interface SettledRow {
  readonly version: number;
}
/**
 * Writes what was decided about fields of a change request, with its event. With $4, the product's version, it also gives the product its new
 * texts and warnings, with an event of the product. Writes nothing and returns no row if the request or the product is no longer of the version that was
 * read, or if the lease $5 was taken over. Locks in the order counters, products, images, families, fields, requests. Index:
 * product_changes_pkey, products_pkey, product_change_fields_pkey, critiques_pkey, image_checks_pkey, families_pkey, seller_counters_pkey.
 */
export const settleChange = statement<SettledRow>(
  "changes.settle",
  `with known as materialized (
     select c.seller_id, c.change_id, c.sku, c.version, p.version as product_version, p.product_group, 'change/' || c.change_id as image_group
       from product_changes c
       join products p on p.seller_id = c.seller_id and p.sku = c.sku
      where c.seller_id = $1 and c.change_id = $2 and c.version = $3 and c.state = 'open'
        and ($4::integer is null or p.version = $4) and ($5::bigint is null or c.fence = $5)
   ), counted as (
     update seller_counters s set events = s.events + 1 + ($4::integer is not null)::integer
       from known k where s.seller_id = k.seller_id
     returning s.seller_id, s.events - 1 - ($4::integer is not null)::integer as events_before
   ), happened as (
     insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
     select k.seller_id, c.events_before + e.nth, $6, 'product.change',
            'product/' || k.sku || case when e.nth = 1 then '/changes/' || k.change_id else '' end,
            case when e.nth = 1 then k.version else k.product_version end + 1, $7, case when e.nth = 1 then $8 else 'change' end,
            case when e.nth = 1 then $9 else $10 end
       from known k
       join counted c on c.seller_id = k.seller_id
       join (select 1 as nth union all select 2 where $4::integer is not null) e on true
     returning seller_id
   ), archived as (
     insert into product_versions (seller_id, sku, version, replaced_at, core, images, attributes)
     select p.seller_id, p.sku, p.version, $6, p.core, p.images, p.attributes
       from known k
       join products p on p.seller_id = k.seller_id and p.sku = k.sku
      where $4::integer is not null and (select count(*) from happened) is not null
   ), applied as (
     update products p set core = $11, images = $12, attributes = $13, reviews = $24, version = k.product_version + 1
       from known k
      where $4::integer is not null and p.seller_id = k.seller_id and p.sku = k.sku and (select count(*) from happened) is not null
     returning p.seller_id, p.sku, p.product_group, k.image_group
   ), cleared as (
     delete from critiques c using applied a where c.seller_id = a.seller_id and c.sku = a.sku
     returning c.sku
   ), kept as (
     insert into image_checks (seller_id, product_group, url, verdict, checked_at)
     select i.seller_id, a.product_group, i.url, i.verdict, i.checked_at
       from applied a
       join image_checks i on i.seller_id = a.seller_id and i.product_group = a.image_group and i.verdict is not null
      where i.url = any ($14::text[]) and (select count(*) from cleared) is not null
     on conflict (seller_id, product_group, url) do nothing
     returning url
   ), forgotten as (
     delete from image_checks i using known k
      where $15 <> 'open' and i.seller_id = k.seller_id and i.product_group = k.image_group
        and (select count(*) from kept) is not null
     returning i.url
   ), woken as (
     update families f set due_at = least(coalesce(f.due_at, $6), $6), generation = f.generation + 1
       from applied a
      where f.seller_id = a.seller_id and f.product_group = a.product_group and f.open and (select count(*) from forgotten) is not null
     returning f.product_group
   ), decided as (
     update product_change_fields f
        set state = i.state, at = $6, rule = coalesce(i.rule, f.rule), decided_by = i.decided_by, code = i.code, message = i.message,
            reviews = i.reviews, sample = i.sample
       from known k,
            unnest($16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::text[], $22::text[], $23::text[])
              as i(pointer, state, rule, decided_by, code, message, reviews, sample)
      where f.seller_id = k.seller_id and f.change_id = k.change_id and f.pointer = i.pointer
        and (select count(*) from woken) is not null and (select count(*) from forgotten) is not null
     returning f.pointer
   )
   update product_changes c
      set version = k.version + 1, state = $15, decided_at = case when $15 <> 'open' then $6::bigint end,
          due_at = null, lease_until = null, attempts = 0, generation = c.generation + 1
     from known k
    where c.seller_id = k.seller_id and c.change_id = k.change_id and c.version = k.version and (select count(*) from decided) is not null
   returning c.version`,
);

/** Records that a person looked at fields that a rule approved. Fields that nobody waits for are not changed. Index: product_change_fields_pkey. */
export const recordLooks = statement<{ pointer: string }>(
  "changes.record_looks",
  `update product_change_fields f
      set sample = i.sample, sampled_by = $3, sampled_at = $4, code = i.code, message = i.message
     from unnest($5::text[], $6::text[], $7::text[], $8::text[]) as i(pointer, sample, code, message)
    where f.seller_id = $1 and f.change_id = $2 and f.pointer = i.pointer and coalesce(f.sample, '') = 'waiting'
   returning f.pointer`,
);
