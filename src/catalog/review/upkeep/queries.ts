import { statement } from "../../../platform/database/index.ts";

/** A product in cataloguing, and the rule by which its place in the queue got its due time; null = it has no place. */
export interface InReviewRow {
  readonly seller_id: number;
  readonly sku: string;
  readonly status_at: number;
  readonly core: string | null;
  readonly queued_at: number | null;
  readonly deadlines: string | null;
}
/**
 * The next products in cataloguing, in the order of their index. Only products that need something come with their core. The place of each is
 * looked up by its key: a join may compare every product with every place while the statistics of a new queue are missing. Index:
 * products_in_review, review_claims_pkey.
 */
export const listInReview = statement<InReviewRow>(
  "review-upkeep.list_in_review",
  `/* fanout */
   select p.seller_id, p.sku, p.status_at, case when c.deadlines is distinct from $4 then p.core end as core, c.queued_at, c.deadlines
     from products p
     left join lateral (
       select o.deadlines, o.queued_at from review_claims o where o.seller_id = p.seller_id and o.sku = p.sku and o.change_id = '' limit 1
     ) c on true
    where p.status = 'CATALOGING' and (p.status_at, p.seller_id, p.sku) > ($1, $2, $3)
    order by p.status_at, p.seller_id, p.sku limit $5`,
);

/**
 * Queues products of one seller that are in cataloguing and have no place in the queue. Their rows are locked, so that none is decided at the same
 * time. Index: products_pkey, seller_counters_pkey.
 */
export const queueMissing = statement<{ sku: string }>(
  "review-upkeep.queue_missing",
  `with still as materialized (
     select p.seller_id, p.sku, p.status, p.status_at from products p where p.seller_id = $1 and p.sku = any ($2::text[]) for share
   )
   insert into review_claims (seller_id, sku, department, brand, queued_at, due_at, deadlines, risk)
   select s.seller_id, s.sku, i.department, i.brand, s.status_at, i.due_at, $6,
          round(100 * (1 - (n.approvals_by_people + 1)::numeric / (n.reviews_by_people + 2)))::integer
     from still s
     join unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) as i(sku, department, brand, due_at) on i.sku = s.sku
     join seller_counters n on n.seller_id = s.seller_id
    where s.status = 'CATALOGING'
   on conflict (seller_id, sku, change_id) do nothing
   returning sku`,
);

/** Records the keys by which duplicates of products are found. */
export const identify = statement<never>(
  "review-upkeep.identify",
  `insert into product_identities (seller_id, identity, sku)
   select $1, i.identity, i.sku from unnest($2::text[], $3::text[]) as i(sku, identity)
   on conflict (seller_id, identity, sku) do nothing`,
);

/** Gives waiting items of one seller new due times. Index: review_claims_pkey. */
export const changeDueTimes = statement<{ sku: string }>(
  "review-upkeep.change_due_times",
  `update review_claims c set due_at = i.due_at, deadlines = $5
     from unnest($2::text[], $3::text[], $4::bigint[]) as i(sku, change_id, due_at)
    where c.seller_id = $1 and c.sku = i.sku and c.change_id = i.change_id
   returning c.sku`,
);
