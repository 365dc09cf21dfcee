import { MAX_ATTEMPTS } from "../../src/catalog/validation/worker.ts";
import type { TestDatabase } from "../harness.ts";

/** What holds of every committed state of a marketplace's database, whatever died when. */
export interface Invariant {
  /** A sentence that is true. */
  readonly name: string;
  /** Answers a row `what` for each thing that breaks it. */
  readonly broken: string;
  /** Statements each of which breaks it, for any database that has the rows of test/reliability/invariants.test.ts. */
  readonly plants: readonly string[];
}

/** Asks for every invariant; answers a sentence per thing that breaks one, at most some of each. Each is asked in one snapshot. */
export async function brokenInvariants(
  ask: TestDatabase["query"],
  invariants: readonly Invariant[] = INVARIANTS,
): Promise<readonly string[]> {
  const sentences: string[] = [];
  for (const { name, broken } of invariants) {
    const rows = await ask<{ what: string }>(`select what::text from (${broken}) as answer(what) order by what::text limit ${MOST_NAMED}`);
    sentences.push(...rows.map(({ what }) => `not true that ${name}: ${what}`));
  }
  return sentences;
}

const MOST_NAMED = 5;
const EDITABLE = "('RECEIVED', 'CRITICIZED')";

/** Every invariant of publishing, prices and stocks (reliability.md: duplicates, torn writes). */
export const INVARIANTS: readonly Invariant[] = [
  {
    name: "a seller's products are numbered 0..n-1 and counted",
    broken: `select format('seller %s: %s products, ordinals %s..%s, counted %s', c.seller_id, p.n, p.first, p.last, c.products)
               from seller_counters c
               left join (select seller_id, count(*) as n, min(ordinal) as first, max(ordinal) as last from products group by seller_id) p using (seller_id)
              where (c.products, coalesce(p.first, 0), coalesce(p.last, -1)) is distinct from (coalesce(p.n, 0), 0, coalesce(p.n, 0) - 1)`,
    plants: [
      "update seller_counters set products = products + 1",
      "update products set ordinal = ordinal + 1000 where ordinal = 1",
      "delete from products where ordinal = 0",
    ],
  },
  {
    name: "a seller's events are numbered 1..n and counted",
    broken: `select format('seller %s: %s events, numbers %s..%s, counted %s', c.seller_id, e.n, e.first, e.last, c.events)
               from seller_counters c
               left join (select seller_id, count(*) as n, min(seq) as first, max(seq) as last from events group by seller_id) e using (seller_id)
              where (c.events, coalesce(e.first, 1), coalesce(e.last, 0)) is distinct from (coalesce(e.n, 0), 1, coalesce(e.n, 0))`,
    plants: [
      "update seller_counters set events = events - 1",
      "delete from events where seq = 2",
      "update events set seq = seq + 1000 where seq = 1",
    ],
  },
  {
    name: "what belongs to a seller belongs to one that exists and is counted",
    broken: `select format('seller %s', seller_id)
               from (select seller_id from products union select seller_id from events union select seller_id from sellers) s
              where not exists (select from seller_counters c where c.seller_id = s.seller_id)`,
    plants: ["delete from seller_counters"],
  },
  {
    name: "a product's events are versions 1..n, and the product is of version n",
    broken: `select format('seller %s, %s: %s events, versions %s..%s, product of version %s', seller_id, e.resource, e.n, e.first, e.last, p.version)
               from (select seller_id, resource, count(*) as n, min(version) as first, max(version) as last from events
                      where resource like 'product/%' group by seller_id, resource) e
               full join (select seller_id, 'product/' || sku as resource, version from products) p using (seller_id, resource)
              where (e.n, e.first, e.last) is distinct from (p.version::bigint, 1, p.version)`,
    plants: [
      "update products set version = version + 1 where ordinal = 0",
      "delete from events where seq = 1",
      "update events set version = version + 7 where seq = 1",
      "insert into events select seller_id, 9999, at, name, 'product/never-made', 1, actor, cause, payload from events where seq = 1",
    ],
  },
  {
    name: "a product's events tell one story that ends where the product is",
    broken: `select format('seller %s, %s, version %s: from %s after %s', seller_id, resource, version, told, before)
               from (select seller_id, resource, version, payload::jsonb ->> 'from' as told,
                            lag(payload::jsonb ->> 'to') over (partition by seller_id, resource order by version) as before
                       from events where resource like 'product/%') e
              where told is distinct from before
             union all
             select format('seller %s, product %s is %s, last told %s', p.seller_id, p.sku, p.status, e.payload)
               from products p
               join events e on e.seller_id = p.seller_id and e.resource = 'product/' || p.sku and e.version = p.version
              where e.payload::jsonb ->> 'to' <> p.status`,
    plants: [
      'update events set payload = \'{"from":"APPROVED","to":"RECEIVED"}\' where seq = 3',
      "update products set status = 'APPROVED' where status = 'CRITICIZED'",
    ],
  },
  {
    name: "every move is one of the publication table's",
    broken: `select format('seller %s, event %s: %s %s', seller_id, seq, cause, payload)
               from (select seller_id, seq, cause, payload, payload::jsonb ->> 'from' as was, payload::jsonb ->> 'via' as via, payload::jsonb ->> 'to' as is
                       from events where name = 'product.status') e
              where not case cause
                when 'submit' then was is null and e.is = 'RECEIVED'
                when 'edit' then was in ${EDITABLE} and e.is = 'RECEIVED'
                when 'validation' then was in ${EDITABLE} and (e.is in ${EDITABLE} or e.is = 'CATALOGING' and (was = 'RECEIVED' or via = 'RECEIVED'))
                when 'reviewCriticize' then was = 'CATALOGING' and e.is = 'CRITICIZED'
                when 'reviewApprove' then was = 'CATALOGING' and e.is = 'APPROVED'
                when 'sellerApprove' then was = 'CATALOGING' and e.is = 'APPROVED'
                else false end`,
    plants: [
      `update events set payload = '{"from":"CRITICIZED","to":"APPROVED"}' where cause = 'validation'`,
      "update events set cause = 'whim' where seq = 1",
    ],
  },
  {
    name: "a criticized product has an error among its reviews, and no other product has one that stands",
    broken: `select format('seller %s, product %s: %s with %s', seller_id, sku, status, reviews)
               from products
              where (status = 'CRITICIZED') <> (jsonb_path_exists(reviews::jsonb, '$[*] ? (@.severity == "error")'))`,
    plants: [
      "update products set reviews = '[]' where status = 'CRITICIZED'",
      `update products set reviews = '[{"severity":"error"}]' where status <> 'CRITICIZED'`,
    ],
  },
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
    name: "a stock's ledger is versions 1..n, sums to each balance, and ends at the stock",
    broken: `select format('seller %s, stock of %s: version %s, %s physical, %s reserved; ledger %s', seller_id, sku, s.version, s.physical, s.reserved, l)
               from stocks s
               full join (select seller_id, sku, count(*) as n, min(version) as first, max(version) as last, sum(physical_delta) as physical, sum(reserved_delta) as reserved
                            from stock_ledger group by seller_id, sku) l using (seller_id, sku)
              where (l.n, l.first, l.last, l.physical, l.reserved) is distinct from (s.version::bigint, 1, s.version, s.physical::bigint, s.reserved::bigint)
             union all
             select format('seller %s, stock of %s, version %s: balance %s of %s', seller_id, sku, version, physical, summed)
               from (select seller_id, sku, version, physical, reserved,
                            sum(physical_delta) over mine as summed, sum(reserved_delta) over mine as reserved_summed
                       from stock_ledger window mine as (partition by seller_id, sku order by version)) l
              where (physical, reserved) <> (summed, reserved_summed)`,
    plants: [
      "update stocks set physical = physical + 1",
      "update stocks set version = version + 1",
      "delete from stock_ledger where version = 1",
      "update stock_ledger set physical_delta = physical_delta + 1",
      "update stock_ledger set physical = physical + 1 where version = 1",
      "delete from stocks",
    ],
  },
  {
    name: "a price's history is versions 1..n and ends at the price",
    broken: `select format('seller %s, price of %s: version %s; history of %s, %s..%s', seller_id, sku, v.version, h.n, h.first, h.last)
               from prices v
               full join (select seller_id, sku, count(*) as n, min(version) as first, max(version) as last from price_history group by seller_id, sku) h using (seller_id, sku)
              where (h.n, h.first, h.last) is distinct from (v.version::bigint, 1, v.version)
             union all
             select format('seller %s, price of %s: %s %s, last noted %s %s', v.seller_id, v.sku, v.list_cents, v.sale_cents, h.list_cents, h.sale_cents)
               from prices v
               join price_history h on h.seller_id = v.seller_id and h.sku = v.sku and h.version = v.version
              where (h.list_cents, h.sale_cents) <> (v.list_cents, v.sale_cents)`,
    plants: [
      "update prices set version = version + 1",
      "update prices set list_cents = list_cents + 1",
      "delete from price_history where version = 1",
      "delete from prices",
    ],
  },
  {
    name: "prices and stocks are of products that exist",
    broken: `select format('seller %s, %s', seller_id, sku) from (select seller_id, sku from prices union select seller_id, sku from stocks) o
              where not exists (select from products p where p.seller_id = o.seller_id and p.sku = o.sku)`,
    plants: ["delete from products where ordinal = 0"],
  },
  {
    name: "a product's columns say what its document says",
    broken: `select format('seller %s, product %s: %s', seller_id, sku, core) from products
              where (core::jsonb ->> 'sku', core::jsonb ->> 'productGroup') is distinct from (sku, product_group)`,
    plants: ["update products set product_group = 'another'"],
  },
  {
    name: "a product that can still be judged is not forgotten",
    broken: `select format('seller %s, product %s waits, and its family is not due', p.seller_id, p.sku)
               from products p left join families f using (seller_id, product_group)
              where p.status = 'RECEIVED' and p.pending = '[]' and f.due_at is null and coalesce(f.attempts, 0) < ${MAX_ATTEMPTS}
             union all
             select format('seller %s, product %s waits for images that nobody will fetch', p.seller_id, p.sku)
               from products p join families f using (seller_id, product_group)
              where p.status in ${EDITABLE} and p.pending like '%images_checking%' and f.due_at is null and f.attempts < ${MAX_ATTEMPTS}
                and not exists (select from image_checks i where i.seller_id = p.seller_id and i.product_group = p.product_group and i.due_at is not null)
             union all
             select format('seller %s, image %s is neither known nor due', seller_id, url) from image_checks where (verdict is null) <> (due_at is not null)
             union all
             select format('seller %s, product %s can be edited, and its family is closed', p.seller_id, p.sku)
               from products p left join families f using (seller_id, product_group)
              where p.status in ${EDITABLE} and f.open is not true`,
    plants: [
      "update products set status = 'RECEIVED', pending = '[]' where ordinal = 0",
      `update products set status = 'RECEIVED', pending = '[{"code":"images_checking"}]' where ordinal = 0`,
      "update image_checks set verdict = null",
      "update image_checks set due_at = 0",
      "update families set open = false",
      "delete from families",
    ],
  },
  {
    name: "changes of reference data are versions 2..n, and n is in effect",
    broken: `select format('version %s, %s changes, versions %s..%s', v.version, c.n, c.first, c.last)
               from reference_version v, (select count(version) as n, min(version) as first, max(version) as last from reference_changes) c
              where (v.version, coalesce(c.first, 2), coalesce(c.last, 1)) is distinct from (c.n + 1, 2::bigint, c.n + 1)`,
    plants: ["update reference_version set version = version + 1", "delete from reference_changes where version = 2"],
  },
  {
    name: "a reference item is what its last change in effect made it",
    broken: `select format('%s %s', c.list, c.code)
               from (select distinct on (list, code) list, code, item from reference_changes where version is not null order by list, code, version desc) c
               left join reference_items i using (list, code)
              where i.item is distinct from c.item`,
    plants: ["delete from reference_items", "update reference_items set item = '{}'"],
  },
];
