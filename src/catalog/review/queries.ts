import { statement } from "../../platform/database/index.ts";
import type { PublicationStatus } from "../publication.ts";

/** What identifies something that waits for a review: a product, or a change of one. */
export interface ReviewItemKey {
  readonly seller_id: number;
  readonly sku: string;
  /** Empty = the product itself. */
  readonly change_id: string;
}

/** An item of the queue, with its product as it is stored. Times are epoch ms of the marketplace's clock. */
export interface QueuedRow extends ReviewItemKey {
  readonly queued_at: number;
  readonly due_at: number;
  readonly core: string;
  readonly images: string;
  readonly reviews: string;
  readonly version: number;
  readonly seller_name: string;
}
/** An item of the queue, with who holds it now; null = nobody does. */
export interface ListedRow extends QueuedRow {
  readonly held_by: string | null;
  /** Absent for a key, which has no person. */
  readonly holder_name: string | null;
  /** Real time, epoch ms. */
  readonly held_until: number | null;
}
const ENTRY = "c.seller_id, c.sku, c.change_id, c.queued_at, c.due_at, c.reviewer, c.lease_until";
// The moment in which the rules hold an item is no news to people.
const IS_HELD = "c.lease_until > now() and c.reviewer <> 'rules'";
const QUEUED = `c.seller_id, c.sku, c.change_id, c.queued_at, c.due_at, p.core, p.images, p.reviews, p.version, s.name as seller_name,
          case when ${IS_HELD} then c.reviewer end as held_by, h.name as holder_name,
          case when ${IS_HELD} then (extract(epoch from c.lease_until) * 1000)::bigint end as held_until`;
const NAMES = `join sellers s on s.seller_id = c.seller_id
     left join people h on c.reviewer like 'person:%' and h.person_id = substr(c.reviewer, 8)`;
/** Due until $1 and waiting since $2: what every filter begins with. */
const WAITING = "c.due_at <= $1 and ($2::bigint is null or c.queued_at <= $2)";
/** Of the brand $3, in statements that an index of brands carries. */
export const OF_BRAND = `${WAITING} and c.brand = $3`;
const FILTERED = `${WAITING} and ($3::text is null or c.brand = $3)`;
const IN_ORDER = "c.due_at, c.seller_id, c.sku, c.change_id";
/** A page of the queue. */
export const queue = (narrowed: string, filtered = FILTERED) =>
  `select ${QUEUED}
     from (select ${ENTRY} from review_claims c
            where ${filtered} ${narrowed} order by ${IN_ORDER} limit $4 offset $5) c
     join products p on p.seller_id = c.seller_id and p.sku = c.sku
     ${NAMES}
    order by ${IN_ORDER}`;
/** A page of the queue of the seller $7, in the department $6 or in all. */
export const queueOfSeller = (filtered = FILTERED) =>
  `select ${QUEUED}
     from (select ${ENTRY} from review_claims c
            where c.seller_id = $7 and ${filtered} and ($6::text is null or c.department = $6) order by ${IN_ORDER} limit $4 offset $5) c
     join products p on p.seller_id = c.seller_id and p.sku = c.sku and p.seller_id = $7
     ${NAMES}
    order by ${IN_ORDER}`;

/** A page of the queue of all sellers, by due time. Index: review_claims_due, products_pkey, sellers_pkey, people_pkey. */
export const listQueue = statement<ListedRow>("review.list_queue", `/* fanout */ ${queue("")}`);
/** A page of the queue of one department. Index: review_claims_due_of_department, products_pkey. */
export const listQueueOfDepartment = statement<ListedRow>(
  "review.list_queue_of_department",
  `/* fanout */ ${queue("and c.department = $6")}`,
);
/** A page of the queue of one seller, in one department or all. Index: review_claims_due_of_seller, products_pkey. */
export const listQueueOfSeller = statement<ListedRow>("review.list_queue_of_seller", queueOfSeller());

/** What waits, counted up to the limit $4. */
export const counted = (narrowed: string, filtered = FILTERED) =>
  `select count(*) as waiting from (select from review_claims c where ${filtered} ${narrowed} limit $4) c`;
/** Counts the queue of all sellers, up to a limit. Index: review_claims_due. */
export const countQueue = statement<{ waiting: number }>("review.count_queue", `/* fanout */ ${counted("")}`);
/** Counts the queue of one department, up to a limit. Index: review_claims_due_of_department. */
export const countQueueOfDepartment = statement<{ waiting: number }>(
  "review.count_queue_of_department",
  `/* fanout */ ${counted("and c.department = $5")}`,
);
/** Counts the queue of one seller, up to a limit. Index: review_claims_due_of_seller. */
export const countQueueOfSeller = statement<{ waiting: number }>(
  "review.count_queue_of_seller",
  counted("and c.seller_id = $6 and ($5::text is null or c.department = $5)"),
);

/** An item that nobody holds. */
export interface FreeRow extends ReviewItemKey {
  readonly due_at: number;
  readonly risk: number;
}
const FREE = "c.seller_id, c.sku, c.change_id, c.due_at, c.risk";
// People need not wait for the moment in which the rules hold an item.
const IS_FREE = "(c.lease_until is null or c.lease_until < now() or c.reviewer = 'rules')";
/** Items that nobody holds. */
export const free = (narrowed: string, { order = IN_ORDER, filtered = FILTERED } = {}) =>
  `select ${FREE} from review_claims c where ${filtered} and ${IS_FREE} ${narrowed} order by ${order} limit $4`;
/** The order of a claim by risk. */
export const BY_RISK = `c.risk desc, ${IN_ORDER}`;
/** Of the sellers after $5, at most $6 that have something waiting: each one's first items that nobody holds. */
export const freeOfEachSeller = (filtered = FILTERED) =>
  `with recursive sellers_waiting as (
     (select c.seller_id, 1 as place from review_claims c where c.seller_id > $5 order by c.seller_id limit 1)
     union all
     select (select c.seller_id from review_claims c where c.seller_id > w.seller_id order by c.seller_id limit 1), w.place + 1
       from sellers_waiting w where w.seller_id is not null and w.place < $6
   )
   select ${FREE}
     from sellers_waiting w
     cross join lateral (
       select c.seller_id, c.sku, c.change_id, c.due_at, c.risk from review_claims c
        where c.seller_id = w.seller_id and ${filtered} and ${IS_FREE} and ($7::text is null or c.department = $7)
        order by c.due_at, c.sku, c.change_id limit $4
     ) c`;
/** The items of all sellers that are due first and that nobody holds. Index: review_claims_due. */
export const listFree = statement<FreeRow>("review.list_free", `/* fanout */ ${free("")}`);
/** The items of the riskiest sellers that nobody holds. Index: review_claims_by_risk. */
export const listFreeByRisk = statement<FreeRow>(
  "review.list_free_by_risk",
  `/* fanout */ ${free("and c.risk <= $5 and ($6::text is null or c.department = $6)", { order: BY_RISK })}`,
);
/** The items of one department that nobody holds. Index: review_claims_due_of_department. */
export const listFreeOfDepartment = statement<FreeRow>("review.list_free_of_department", `/* fanout */ ${free("and c.department = $5")}`);
/** The items of one seller that nobody holds, in one department or all. Index: review_claims_due_of_seller. */
export const listFreeOfSeller = statement<FreeRow>(
  "review.list_free_of_seller",
  free("and c.seller_id = $6 and ($5::text is null or c.department = $5)"),
);

/**
 * Of the next sellers by number after $5 that have something waiting, each one's first items that nobody holds, in one department or all.
 * Skips from seller to seller, so without filters its cost does not depend on how much waits. Index: review_claims_due_of_seller.
 */
export const listFreeOfEachSeller = statement<FreeRow>("review.list_free_of_each_seller", `/* fanout */ ${freeOfEachSeller()}`);

/** An item that somebody holds now. `lease_until` is real time, epoch ms. */
export interface ClaimedRow extends ReviewItemKey {
  readonly lease_until: number;
}
const LEASE_MS = "(extract(epoch from c.lease_until) * 1000)::bigint as lease_until";
/** An item that was just claimed, with what its other facts are looked up by. */
export interface ClaimedProductRow extends ClaimedRow {
  readonly product_group: string;
  readonly core: string;
}
const lease = (whose: string) =>
  `update review_claims c
      set claim_token = $4, reviewer = $5, lease_until = now() + $6 * interval '1 second', fence = c.fence + 1
     from unnest($1::bigint[], $2::text[], $3::text[]) as i(seller_id, sku, change_id)
     join products p on p.seller_id = i.seller_id and p.sku = i.sku
    where c.seller_id = i.seller_id and c.sku = i.sku and c.change_id = i.change_id and ${whose}
   returning c.seller_id, c.sku, c.change_id, ${LEASE_MS}, p.product_group, p.core`;
/**
 * Leases items, except those that somebody else took in the meantime. Leases use the database's real time. Index: review_claims_pkey,
 * products_pkey.
 */
export const claimItems = statement<ClaimedProductRow>("review.claim", lease(IS_FREE));
/**
 * The same for items that a reviewer names: those that the reviewer holds already change over to the new token. Index: review_claims_pkey,
 * products_pkey.
 */
export const claimNamedItems = statement<ClaimedProductRow>("review.claim_named", lease(`(${IS_FREE} or c.reviewer = $5)`));

/** The sellers of the items that a reviewer holds under a token. Index: review_claims_of_token. */
export const sellersOfClaim = statement<{ seller_id: number }>(
  "review.sellers_of_claim",
  `/* fanout */ select distinct c.seller_id from review_claims c where c.claim_token = $1 and c.reviewer = $2`,
);
/** Extends the lease of items of one seller that are still held under the token. Index: review_claims_of_token. */
export const renewClaim = statement<ClaimedRow>(
  "review.renew_claim",
  `update review_claims c set lease_until = now() + $4 * interval '1 second'
    where c.seller_id = $1 and c.claim_token = $2 and c.reviewer = $3
   returning c.seller_id, c.sku, c.change_id, ${LEASE_MS}`,
);
/** Gives items of one seller back that are still held under the token. Index: review_claims_of_token. */
export const releaseClaim = statement<ReviewItemKey>(
  "review.release_claim",
  `update review_claims c set claim_token = null, reviewer = null, lease_until = null
    where c.seller_id = $1 and c.claim_token = $2 and c.reviewer = $3
   returning c.seller_id, c.sku, c.change_id`,
);

/** Who holds an item for the moment in which it is compared with the rules. People need not wait for it. */
export const RULES_HOLDER = "rules";

export interface DecidedRow {
  readonly ord: number;
  /** The status before the decision. */
  readonly status: PublicationStatus;
  /** The status record after the decision; that of before when the decision was not written. */
  readonly status_at: number;
  readonly reviews: string;
  readonly pending: string;
  readonly version: number;
  /** Whether the decision was written. */
  readonly moved: boolean;
  /** The number of the decision among those of its seller; null when it is not recorded as one. */
  readonly nth: number | null;
  /** Who else holds the product, and until when (real time, epoch ms). If somebody does, nothing was written. */
  readonly held_by: string | null;
  /** Absent for a key, which has no person. */
  readonly holder_name: string | null;
  readonly held_until: number | null;
}
/**
 * Executes decisions on many products in cataloguing at once: approves them, or criticizes them with reviews. Records each with the facts of
 * the moment, unless it is a seller's approval (its `decision` is null), and takes the product off the queue. A product in another status, or
 * held by another reviewer, is not changed. Locks in the order counters, products, families, queue. Index: products_pkey,
 * review_claims_pkey.
 */
export const decideProducts = statement<DecidedRow>(
  "review.decide_products",
  `with input as (
     select i.seller_id, i.sku, i.status as next_status, i.reviews, i.cause, i.at, i.actor, i.request_id, i.decision, i.rule, i.claim_token,
            i.reasons, i.facts, i.ord
       from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[],
                   $11::text[], $12::text[], $13::text[])
            with ordinality as i(seller_id, sku, status, reviews, cause, at, actor, request_id, decision, rule, claim_token, reasons, facts, ord)
   ), known as materialized (
     select i.*, p.status, p.version, p.status_at, p.reviews as former_reviews, p.pending, p.product_group,
            c.queued_at, c.due_at, c.department, c.brand, c.sample_of,
            coalesce(c.lease_until > now() and c.claim_token = i.claim_token, false) as held,
            i.decision is not null and coalesce(c.lease_until > now() and c.claim_token is distinct from i.claim_token
                                                and c.reviewer not in (i.actor, '${RULES_HOLDER}'), false) as is_foreign,
            c.reviewer, (extract(epoch from c.lease_until) * 1000)::bigint as lease_until
       from input i
       join products p on p.seller_id = i.seller_id and p.sku = i.sku
       left join review_claims c on c.seller_id = i.seller_id and c.sku = i.sku and c.change_id = ''
   ), fit as materialized (
     select k.*, row_number() over (partition by k.seller_id order by k.ord) as place,
            count(k.decision) over (partition by k.seller_id order by k.ord) as review_place
       from known k where k.status = 'CATALOGING' and not k.is_foreign
   ), counted as (
     update seller_counters c
        set events = c.events + f.n, reviews = c.reviews + f.reviews, reviews_by_people = c.reviews_by_people + f.by_people,
            approvals_by_people = c.approvals_by_people + f.approvals
       from (select seller_id, count(*) as n, count(decision) as reviews, count(decision) filter (where rule is null) as by_people,
                    count(decision) filter (where rule is null and decision = 'approve') as approvals
               from fit group by seller_id order by seller_id) f
      where c.seller_id = f.seller_id
     returning c.seller_id, c.events - f.n as events_before, c.reviews - f.reviews as reviews_before
   ), accepted as materialized (
     select f.*, c.events_before + f.place as seq, c.reviews_before + f.review_place as nth
       from fit f join counted c on c.seller_id = f.seller_id
   ), events_written as (
     insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
     select a.seller_id, a.seq, a.at, 'product.status', 'product/' || a.sku, a.version + 1, a.actor, a.cause,
            '{"from":"CATALOGING","to":"' || a.next_status || '","requestId":' || to_json(a.request_id) || '}'
       from accepted a
     returning seller_id
   ), moved as (
     update products p
        set status = a.next_status, status_at = a.at, version = a.version + 1, reviews = coalesce(a.reviews, p.reviews)
       from accepted a
      where p.seller_id = a.seller_id and p.sku = a.sku and (select count(*) from events_written) is not null
     returning p.seller_id, p.sku
   ), cleared as (
     delete from critiques c using accepted a where c.seller_id = a.seller_id and c.sku = a.sku and a.reviews is not null
   ), opened as (
     update families f set open = true
       from (select distinct seller_id, product_group from accepted where next_status = 'CRITICIZED') a
      where f.seller_id = a.seller_id and f.product_group = a.product_group
   ), recorded as (
     insert into review_decisions (seller_id, nth, sku, version, decision, reviewer, rule, sample_of, held, reasons, department, brand, facts,
                                   queued_at, due_at, wait_ms, at)
     select a.seller_id, a.nth, a.sku, a.version + 1, a.decision, a.actor, a.rule, case when a.rule is null then a.sample_of end, a.held, a.reasons,
            coalesce(a.department, ''), coalesce(a.brand, ''), a.facts, coalesce(a.queued_at, a.status_at), coalesce(a.due_at, a.status_at),
            a.at - coalesce(a.queued_at, a.status_at), a.at
       from accepted a where a.decision is not null
   ), taken as (
     delete from review_claims c using accepted a where c.seller_id = a.seller_id and c.sku = a.sku and c.change_id = ''
   )
   select k.ord::integer as ord, k.status, case when m.sku is null then k.status_at else k.at end as status_at,
          case when m.sku is null then k.former_reviews else coalesce(k.reviews, k.former_reviews) end as reviews, k.pending,
          k.version + (m.sku is not null)::integer as version, m.sku is not null as moved,
          case when k.decision is not null then a.nth end as nth,
          case when k.is_foreign then k.reviewer end as held_by, h.name as holder_name,
          case when k.is_foreign then k.lease_until end as held_until
     from known k
     left join people h on k.is_foreign and k.reviewer like 'person:%' and h.person_id = substr(k.reviewer, 8)
     left join moved m on m.seller_id = k.seller_id and m.sku = k.sku
     left join accepted a on a.ord = k.ord`,
);

/** The last decision on a product that stands. Index: review_decisions_of_product. */
export const lastDecision = statement<{ nth: number }>(
  "review.last_decision",
  `select d.nth from review_decisions d where d.seller_id = $1 and d.sku = $2 and d.change_id = '' and d.undone_at is null
    order by d.nth desc limit 1`,
);

/** What is known of a product at the moment of a decision. */
export interface FactsRow {
  readonly ord: number;
  readonly core: string;
  readonly reviews: string;
  /** Images of the product, and how many of them passed their check. */
  readonly images: number;
  readonly images_passed: number;
  /** Decisions by people on the seller's products, and how many of them approved. */
  readonly reviews_by_people: number;
  readonly approvals_by_people: number;
  readonly brand_known: boolean;
  /** JSON: the approved products of the family, a few of them. */
  readonly siblings: string;
}
/**
 * The facts of products for the rules of automatic approval. Index: products_pkey, seller_counters_pkey, image_checks_pkey,
 * review_decisions_of_brand, products_of_family.
 */
export const loadFacts = statement<FactsRow>(
  "review.load_facts",
  `select i.ord::integer as ord, p.core, p.reviews, json_array_length(p.images::json) as images, v.passed as images_passed,
          n.reviews_by_people, n.approvals_by_people,
          exists (select from review_decisions d
                   where d.seller_id = p.seller_id and d.brand = p.core::json ->> 'brand' and d.decision = 'approve' and d.undone_at is null)
            as brand_known,
          s.siblings
     from unnest($1::bigint[], $2::text[]) with ordinality as i(seller_id, sku, ord)
     join products p on p.seller_id = i.seller_id and p.sku = i.sku
     join seller_counters n on n.seller_id = p.seller_id
     cross join lateral (
       select count(*)::integer as passed
         from json_array_elements(p.images::json) as m(image)
         join image_checks k on k.seller_id = p.seller_id and k.product_group = p.product_group and k.url = m.image ->> 'url'
        where k.verdict::json ->> 'state' = 'ok'
     ) v
     cross join lateral (
       select coalesce(json_agg(f.core), '[]')::text as siblings
         from (select a.core from products a
                where a.seller_id = p.seller_id and a.product_group = p.product_group and a.status = 'APPROVED' and a.sku <> p.sku limit $3) f
     ) s`,
);
