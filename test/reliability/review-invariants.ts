import type { Invariant } from "./invariant.ts";

/** Every invariant of critiques, the review queue and its decisions. */
export const REVIEW_INVARIANTS: readonly Invariant[] = [
  {
    name: "the rows of critiques say what the products' reviews say",
    broken: `select format('seller %s, product %s: %s of %s', seller_id, sku, coalesce(c.code, 'no row'), coalesce(r.code, 'no review'))
               from (select p.seller_id, p.sku, n - 1 as position, r ->> 'code' as code, r ->> 'severity' as severity, r ->> 'stage' as stage, (r ->> 'at')::bigint as at
                       from products p, jsonb_array_elements(p.reviews::jsonb) with ordinality as j(r, n)) r
               full join critiques c using (seller_id, sku, position)
              where (c.code, c.severity, c.stage, c.at) is distinct from (r.code, r.severity, r.stage, r.at)`,
    plants: [
      "delete from critiques",
      "update critiques set severity = 'x'",
      "insert into critiques select seller_id, sku, 99, 'invented', 'error', 'automatic', 0 from products where ordinal = 0",
    ],
  },
  {
    name: "what is in cataloguing waits in the review queue, and no other product does",
    broken: `select format('seller %s, product %s: %s', seller_id, sku, case when c.queued is null then 'not in the queue' else 'in the queue' end)
               from (select seller_id, sku, true as cataloged from products where status = 'CATALOGING') p
               full join (select seller_id, sku, true as queued from review_claims where change_id = '') c using (seller_id, sku)
              where p.cataloged is distinct from c.queued`,
    plants: [
      "update products set status = 'CATALOGING' where status = 'APPROVED'",
      `insert into review_claims (seller_id, sku, department, brand, queued_at, due_at, deadlines, risk)
       select seller_id, sku, 'x', 'x', 0, 0, '', 0 from products where status = 'APPROVED'`,
    ],
  },
  {
    name: "change requests that wait for a person are in the review queue, and no others are",
    broken: `select format('seller %s, change %s of %s: %s', seller_id, change_id, sku, case when q.queued is null then 'not in the queue' else 'in the queue' end)
               from (select distinct seller_id, change_id, sku, true as waits from product_change_fields where state = 'waiting') w
               full join (select seller_id, change_id, sku, true as queued from review_claims where change_id <> '') q using (seller_id, change_id, sku)
              where w.waits is distinct from q.queued`,
    plants: [
      "delete from review_claims where change_id <> ''",
      "update product_change_fields set state = 'withdrawn' where state = 'waiting'",
      `insert into review_claims (seller_id, sku, change_id, department, brand, queued_at, due_at, deadlines, risk)
       select seller_id, sku, 'chg_nothing', 'x', 'x', 0, 0, '', 0 from products where status = 'APPROVED'`,
    ],
  },
  {
    name: "reviews are numbered 1..n and counted, those of products by people too",
    broken: `select format('seller %s: %s decisions, numbers %s..%s, counted %s', c.seller_id, d.n, d.first, d.last, c.reviews)
               from seller_counters c
               left join (select seller_id, count(*) as n, min(nth) as first, max(nth) as last,
                                 count(*) filter (where change_id = '' and rule is null and undone_at is null) as by_people,
                                 count(*) filter (where change_id = '' and rule is null and undone_at is null and decision = 'approve') as approvals
                            from review_decisions group by seller_id) d using (seller_id)
              where (c.reviews, coalesce(d.first, 1), coalesce(d.last, 0), c.reviews_by_people, c.approvals_by_people)
                    is distinct from (coalesce(d.n, 0), 1, coalesce(d.n, 0), coalesce(d.by_people, 0), coalesce(d.approvals, 0))`,
    plants: [
      "update seller_counters set reviews = reviews + 1",
      "delete from review_decisions",
      "update seller_counters set approvals_by_people = approvals_by_people + 1",
      "update review_decisions set undone_at = 1",
    ],
  },
];
