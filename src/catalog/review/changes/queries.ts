import { statement } from "../../../platform/database/index.ts";
import { type ReviewItemKey, RULES_HOLDER } from "../queries.ts";

/**
 * Queues a change request that begins to wait for a person. No approval rule looks at it: those are for products. Index: review_claims_pkey,
 * seller_counters_pkey.
 */
export const queueChange = statement<never>(
  "review-changes.queue",
  `insert into review_claims (seller_id, sku, change_id, department, brand, queued_at, due_at, deadlines, risk, judged)
   select n.seller_id, $2, $3, $4, $5, $6, $7, $8,
          round(100 * (1 - (n.approvals_by_people + 1)::numeric / (n.reviews_by_people + 2)))::integer, ${Number.MAX_SAFE_INTEGER}
     from seller_counters n where n.seller_id = $1
   on conflict (seller_id, sku, change_id) do nothing`,
);

/**
 * Takes a change request off the queue that waits for nobody any more. If a person's decision $4 ended the waiting, that is recorded. Locks in
 * the order counters, queue. Index: review_claims_pkey, seller_counters_pkey, products_pkey.
 */
export const unqueueChange = statement<never>(
  "review-changes.unqueue",
  `with taken as (
     delete from review_claims q where q.seller_id = $1 and q.sku = $2 and q.change_id = $3
     returning q.seller_id, q.sku, q.department, q.brand, q.queued_at, q.due_at,
               coalesce(q.lease_until > now() and q.claim_token = $7, false) as held
   ), counted as (
     update seller_counters c set reviews = c.reviews + 1 from taken t where c.seller_id = t.seller_id and $4::text is not null
     returning c.seller_id, c.reviews as nth
   )
   insert into review_decisions (seller_id, nth, sku, change_id, version, decision, reviewer, held, reasons, department, brand, facts,
                                 queued_at, due_at, wait_ms, at)
   select t.seller_id, n.nth, t.sku, $3, p.version, $4, $5, t.held, $6, t.department, t.brand, '{}', t.queued_at, t.due_at,
          $8::bigint - t.queued_at, $8
     from taken t
     join counted n on n.seller_id = t.seller_id
     join products p on p.seller_id = t.seller_id and p.sku = t.sku`,
);

/**
 * Updates what is stored of a product's texts after they changed: the keys of its duplicates, and its department and brand in the queue.
 * In another department, another due time may apply; the upkeep of the queue sets it. Index: product_identities_pkey,
 * review_claims_pkey.
 */
export const followProduct = statement<never>(
  "review-changes.follow_product",
  `with forgotten as (
     delete from product_identities t
      using unnest($3::text[]) as i(identity)
      where t.seller_id = $1 and t.identity = i.identity and t.sku = $2
   ), moved as (
     update review_claims q
        set department = $5, brand = $6, deadlines = case when q.department = $5 then q.deadlines else '' end
      where q.seller_id = $1 and q.sku = $2 and (q.department, q.brand) is distinct from ($5, $6)
   )
   insert into product_identities (seller_id, identity, sku)
   select $1, i.identity, $2 from unnest($4::text[]) as i(identity)
   on conflict (seller_id, identity, sku) do nothing`,
);

/** Who else holds an item, and until when (real time, epoch ms). */
export interface HolderRow {
  readonly reviewer: string;
  /** Null for a key, which has no person. */
  readonly holder_name: string | null;
  readonly lease_until: number;
}
/** The reviewer who holds a change request, unless the token $4 or the actor $5 is theirs. Index: review_claims_pkey. */
export const holderOfChange = statement<HolderRow>(
  "review-changes.holder",
  `select q.reviewer, h.name as holder_name, (extract(epoch from q.lease_until) * 1000)::bigint as lease_until
     from review_claims q
     left join people h on q.reviewer like 'person:%' and h.person_id = substr(q.reviewer, 8)
    where q.seller_id = $1 and q.sku = $2 and q.change_id = $3 and q.lease_until > now() and q.claim_token is distinct from $4
      and q.reviewer not in ($5, '${RULES_HOLDER}')`,
);

/** A change request in the queue, and the rule by which it got its due time. */
export interface QueuedChangeRow extends ReviewItemKey {
  readonly department: string;
  readonly queued_at: number;
  readonly deadlines: string;
}
/** The next change requests in the queue, in the order of their index. Index: review_claims_of_changes. */
export const listQueuedChanges = statement<QueuedChangeRow>(
  "review-changes.list_queued",
  `/* fanout */
   select q.seller_id, q.sku, q.change_id, q.department, q.queued_at, q.deadlines
     from review_claims q
    where q.change_id <> '' and (q.seller_id, q.sku, q.change_id) > ($1, $2, $3)
    order by q.seller_id, q.sku, q.change_id limit $4`,
);
