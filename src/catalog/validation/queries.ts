import { statement } from "../../platform/database/index.ts";
import type { PublicationStatus } from "../publication.ts";

/** Sellers with due families that have no lease, the longest waiting first. Reads at most $2 families. Index: families_due. */
export const sellersWithDueFamilies = statement<{ seller_id: number; families: number }>(
  "validation.ready_sellers",
  `/* fanout */
   select f.seller_id, count(*) as families
     from (select seller_id, due_at from families where due_at <= $1 and (lease_until is null or lease_until < now()) order by due_at limit $2) f
    group by f.seller_id order by min(f.due_at), f.seller_id`,
);

/** Due time of the earliest family without a lease. Index: families_due. */
export const nextFamilyAt = statement<{ due_at: number | null }>(
  "validation.next_family_at",
  `/* fanout */
   select min(f.due_at) as due_at from families f
    where f.due_at is not null and (f.lease_until is null or f.lease_until < now())`,
);

/**
 * Due time of the earliest image fetch without a lease. Reads only the earliest fetch of each seller. Index: image_checks_due_of_seller.
 */
export const nextImageAt = statement<{ due_at: number | null }>(
  "validation.next_image_at",
  `/* fanout */
   select min(i.due_at) as due_at
     from sellers s
     cross join lateral (select c.due_at from image_checks c
                          where c.seller_id = s.seller_id and c.due_at is not null
                            and (c.lease_until is null or c.lease_until < now())
                          order by c.due_at limit 1) i`,
);

/**
 * The next seller after seller $2, by number, that has due families without a lease. Skips from seller to seller, so its cost does not
 * depend on the number of families. Index: families_due_of_seller.
 */
export const nextSellerWithDueFamilies = statement<{ seller_id: number }>(
  "validation.next_ready_seller",
  `/* fanout */
   select seller_id from families
    where seller_id > $2 and due_at <= $1 and (lease_until is null or lease_until < now())
    order by seller_id limit 1`,
);

/**
 * A leased family. `generation` counts the changes of the family until the lease. `fence` is the number of the lease: a write with the
 * number of an earlier lease has no effect. `attempts` includes this attempt.
 */
export interface ClaimedFamily {
  readonly product_group: string;
  readonly stock_sufficed: boolean;
  readonly generation: number;
  readonly fence: number;
  readonly attempts: number;
}
/** Leases due families of one seller. Leases use the database's real time. Index: families_due_of_seller. */
export const claimFamilies = statement<ClaimedFamily>(
  "validation.claim_families",
  `update families f
      set lease_until = now() + $4 * interval '1 second', fence = f.fence + 1, attempts = f.attempts + 1
    where f.seller_id = $1 and f.product_group in (
      select d.product_group from families d
       where d.seller_id = $1 and d.due_at <= $2 and (d.lease_until is null or d.lease_until < now())
       order by d.due_at limit $3 for update skip locked
    )
   returning f.product_group, f.stock_sufficed, f.generation, f.fence, f.attempts`,
);

/** Whether the stock of one family was ever sufficient. Index: families_pkey. */
export const getFamily = statement<Pick<ClaimedFamily, "stock_sufficed">>(
  "validation.get_family",
  `select f.stock_sufficed from families f where f.seller_id = $1 and f.product_group = $2`,
);

export interface MemberRow {
  readonly product_group: string;
  readonly sku: string;
  readonly status: PublicationStatus;
  readonly core: string;
  readonly images: string;
  readonly attributes: string;
  readonly reviews: string;
  readonly pending: string;
  readonly version: number;
  readonly received_at: number;
  readonly physical: number | null;
  readonly wakes_family: boolean | null;
  readonly priced: boolean;
}
/** All members of families of one seller, in order of creation. Index: products_of_family, stocks_pkey, prices_pkey. */
export const familyMembers = statement<MemberRow>(
  "validation.family_members",
  `select p.product_group, p.sku, p.status, p.core, p.images, p.attributes, p.reviews, p.pending, p.version, p.received_at,
          s.physical, s.wakes_family, v.sku is not null as priced
     from unnest($2::text[]) as g(product_group)
     join products p on p.seller_id = $1 and p.product_group = g.product_group
     left join stocks s on s.seller_id = p.seller_id and s.sku = p.sku
     left join prices v on v.seller_id = p.seller_id and v.sku = p.sku
    order by p.ordinal`,
);

export interface ImageRow {
  readonly product_group: string;
  readonly url: string;
  /** JSON of an ImageVerdict; null while the image is being checked. */
  readonly verdict: string | null;
  readonly checked_at: number | null;
}
/** The image checks of families of one seller. Index: image_checks_pkey. */
export const familyImages = statement<ImageRow>(
  "validation.family_images",
  `select i.product_group, i.url, i.verdict, i.checked_at
     from unnest($2::text[]) as g(product_group)
     join image_checks i on i.seller_id = $1 and i.product_group = g.product_group`,
);

/** Requests image fetches. An image that was fetched before is fetched again. */
export const requestImages = statement<never>(
  "validation.request_images",
  `insert into image_checks as i (seller_id, product_group, url, due_at)
   select $1, r.product_group, r.url, $4 from unnest($2::text[], $3::text[]) as r(product_group, url)
    order by r.product_group, r.url
   on conflict (seller_id, product_group, url)
   do update set verdict = null, attempts = 0, due_at = excluded.due_at, lease_until = null`,
);

/** Deletes the checks of images that no product of their family uses any more. Index: image_checks_pkey. */
export const deleteUnusedImages = statement<never>(
  "validation.forget_images",
  `delete from image_checks c
    using unnest($2::text[], $3::text[]) as i(product_group, url)
    where c.seller_id = $1 and c.product_group = i.product_group and c.url = i.url`,
);

/** Locks the seller's counters, which every writer of events locks first. Index: seller_counters_pkey. */
export const lockCounters = statement<never>("validation.lock_counters", `select from seller_counters where seller_id = $1 for update`);

/**
 * Writes verdicts and their events, for products that have not changed since the validation read them. A changed product waits for the
 * family's next validation. A product that enters cataloguing, and so has a due time for its review, joins the review queue. Its risk is the
 * share of criticisms to expect of its seller, in percent. Index: products_pkey, seller_counters_pkey.
 */
export const writeVerdicts = statement<{ sku: string }>(
  "validation.write_verdicts",
  `with input as (
     select i.sku, i.version, i.status, i.reviews, i.pending, i.event_payload, i.review_due_at, i.department, i.brand, i.ord
       from unnest($2::text[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $9::bigint[], $10::text[], $11::text[])
            with ordinality as i(sku, version, status, reviews, pending, event_payload, review_due_at, department, brand, ord)
   ), moved as (
     update products p
        set status = i.status, reviews = i.reviews, pending = i.pending,
            version = p.version + (i.event_payload is not null)::integer,
            status_at = case when p.status = i.status then p.status_at else $8 end
       from input i
      where p.seller_id = $1 and p.sku = i.sku and p.version = i.version
     returning p.sku, p.version, i.event_payload, i.review_due_at, i.department, i.brand, i.ord
   ), new_events as materialized (
     select m.sku, m.version, m.event_payload, row_number() over (order by m.ord) as place from moved m where m.event_payload is not null
   ), counted as (
     update seller_counters c set events = c.events + t.n
       from (select count(*) as n from new_events) t
      where c.seller_id = $1 and t.n > 0
     returning c.events - t.n as events_before,
               round(100 * (1 - (c.approvals_by_people + 1)::numeric / (c.reviews_by_people + 2)))::integer as risk
   ), events_written as (
     insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
     select $1, c.events_before + t.place, $8, 'product.status', 'product/' || t.sku, t.version, 'automatic validation', 'validation', t.event_payload
       from new_events t, counted c
   ), cleared as (
     delete from critiques c using moved m where c.seller_id = $1 and c.sku = m.sku
   ), queued as (
     insert into review_claims (seller_id, sku, department, brand, queued_at, due_at, deadlines, risk)
     select $1, m.sku, m.department, m.brand, $8, m.review_due_at, $12, c.risk
       from moved m, counted c where m.review_due_at is not null
     on conflict (seller_id, sku, change_id) do nothing
   ), identified as (
     insert into product_identities (seller_id, identity, sku)
     select $1, i.identity, i.sku
       from moved m
       join unnest($13::text[], $14::text[]) as i(sku, identity) on i.sku = m.sku
      where m.review_due_at is not null
     on conflict (seller_id, identity, sku) do nothing
   )
   select sku from moved`,
);

/**
 * Sets whether a change of a stock triggers a validation of its family. If a stock has changed since the validation read it, its family is
 * made due now, because that change may have triggered no validation. Index: stocks_pkey, families_pkey.
 */
export const markStocksTriggeringValidation = statement<never>(
  "validation.mark_waking",
  `with marked as (
     update stocks s set wakes_family = i.wakes
       from unnest($2::text[], $3::boolean[], $4::integer[], $5::text[]) as i(sku, wakes, physical, product_group)
      where s.seller_id = $1 and s.sku = i.sku and s.wakes_family <> i.wakes
     returning i.product_group, s.physical <> i.physical as overtaken
   )
   update families f
      set due_at = least(coalesce(f.due_at, $6), $6), generation = f.generation + 1
     from (select distinct product_group from marked where overtaken) m
    where f.seller_id = $1 and f.product_group = m.product_group`,
);

/**
 * Ends the leases of validated families. A family is due again at the next due time that its validation returned. If something changed in
 * the meantime, the family stays due. Index: families_pkey.
 */
export const finishFamilies = statement<never>(
  "validation.finish_families",
  `update families f
      set lease_until = null, attempts = 0, open = i.open, reference_version = $6, stock_sufficed = i.stock_sufficed,
          due_at = case when f.generation = i.generation then i.next_due_at else f.due_at end
     from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $7::boolean[], $8::boolean[])
       as i(product_group, generation, fence, next_due_at, open, stock_sufficed)
    where f.seller_id = $1 and f.product_group = i.product_group and f.fence = i.fence`,
);

/**
 * Quarantines a family whose validation keeps failing: it is not due again until a change makes it due. A family that changed since it was
 * leased stays due, and its attempts are counted from zero. Index: families_pkey.
 */
export const quarantineFamily = statement<never>(
  "validation.set_family_aside",
  `update families
      set lease_until = null,
          due_at = case when generation = $4 then null else due_at end,
          attempts = case when generation = $4 then attempts else 0 end
    where seller_id = $1 and product_group = $2 and fence = $3`,
);

/**
 * Sellers with open families that were validated against older reference data and are not due yet. Reads at most $3 families, those with
 * the oldest reference data first. Index: families_open.
 */
export const outdatedSellers = statement<{ seller_id: number }>(
  "validation.outdated_sellers",
  `/* fanout */
   select distinct f.seller_id
     from (select seller_id from families
            where open and reference_version < $1 and (due_at is null or due_at > $2)
            order by reference_version limit $3) f`,
);
/**
 * Makes due a seller's open families that were validated against older reference data and are not due yet, at most $4. Index:
 * families_open.
 */
export const requeueOutdated = statement<{ product_group: string }>(
  "validation.wake_outdated",
  `update families f
      set due_at = least(coalesce(f.due_at, $3), $3), generation = f.generation + 1, reference_version = $2
    where f.seller_id = $1 and f.product_group in (
      select o.product_group from families o
       where o.seller_id = $1 and o.open and o.reference_version < $2 and (o.due_at is null or o.due_at > $3)
       order by o.product_group limit $4 for update skip locked
    )
   returning f.product_group`,
);

/**
 * The next seller after seller $2, by number, that has due image fetches without a lease. Skips from seller to seller, so its cost does not
 * depend on the number of images. Index: image_checks_due_of_seller.
 */
export const nextImageSeller = statement<{ seller_id: number }>(
  "validation.next_image_seller",
  `/* fanout */
   select seller_id from image_checks
    where seller_id > $2 and due_at <= $1 and (lease_until is null or lease_until < now())
    order by seller_id limit 1`,
);
/** A leased image fetch. `attempts` includes this attempt. */
export interface ClaimedImage {
  readonly product_group: string;
  readonly url: string;
  readonly attempts: number;
}
/**
 * Leases due image fetches of one seller. Leases use the database's real time. The locked rows are updated by their ctid: a join with them, planned
 * while the table was almost empty, would compare them with all images of the seller. Index: image_checks_due_of_seller.
 */
export const claimImages = statement<ClaimedImage>(
  "validation.claim_images",
  `with due as materialized (
     select d.ctid as place from image_checks d
      where d.seller_id = $1 and d.due_at <= $2 and (d.lease_until is null or d.lease_until < now())
      order by d.due_at limit $3 for update skip locked
   )
   update image_checks c
      set lease_until = now() + $4 * interval '1 second', attempts = c.attempts + 1
     from due d
    where c.seller_id = $1 and c.ctid = d.place
   returning c.product_group, c.url, c.attempts`,
);
/**
 * Stores verdicts or the times of the next attempts. A verdict makes the image's family due, or the change request that the image was checked for.
 * Index: image_checks_pkey, families_pkey, product_changes_pkey.
 */
export const finishImages = statement<never>(
  "validation.finish_images",
  `with done as (
     update image_checks c
        set verdict = i.verdict, due_at = i.due_at, lease_until = null,
            checked_at = case when i.verdict is null then c.checked_at else $6 end
       from unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) as i(product_group, url, verdict, due_at)
      where c.seller_id = $1 and c.product_group = i.product_group and c.url = i.url and c.due_at is not null
     returning c.product_group, i.verdict
   ), woken as (
     update families f
        set due_at = least(coalesce(f.due_at, $6), $6), generation = f.generation + 1
       from (select distinct product_group from done where verdict is not null) d
      where f.seller_id = $1 and f.product_group = d.product_group
     returning f.product_group
   )
   update product_changes c
      set due_at = least(coalesce(c.due_at, $6), $6), generation = c.generation + 1
     from (select distinct substr(product_group, 8) as change_id from done
            where verdict is not null and starts_with(product_group, 'change/') and (select count(*) from woken) is not null) d
    where c.seller_id = $1 and c.change_id = d.change_id and c.state = 'open'`,
);

/**
 * Amount of waiting work: numbers of due families and images, the oldest due time of a family, and the number of quarantined families.
 * Index: families_due, image_checks_due_of_seller, families_open.
 */
export const validationBacklog = statement<{ families: number; images: number; oldest: number | null; aside: number }>(
  "validation.backlog",
  `/* fanout */
   select (select count(*) from families where due_at <= $1) as families,
          (select count(*) from image_checks where due_at <= $1) as images,
          (select min(due_at) from families where due_at <= $1) as oldest,
          (select count(*) from families where open and due_at is null and attempts >= $2) as aside`,
);
