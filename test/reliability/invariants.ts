import { MAX_ATTEMPTS } from "../../src/catalog/validation/worker.ts";
import { parseKeys } from "../../src/platform/crypto/open-key-ring.ts";
import { createKeyRing, type KeyRing } from "../../src/platform/crypto/key-ring.ts";
import { ENCRYPTION_KEYS, type TestDatabase } from "../harness.ts";
import type { Invariant } from "./invariant.ts";
import { REVIEW_INVARIANTS } from "./review-invariants.ts";
import { SEALED, shut } from "./sealed-values.ts";

/** The ring of marketplaces whose keys the tests give. */
const KEYS_OF_TESTS = createKeyRing(parseKeys(ENCRYPTION_KEYS)!);

/** Asks for every invariant; answers a sentence per thing that breaks one, at most some of each. Each is asked in one snapshot. */
export async function brokenInvariants(
  ask: TestDatabase["query"],
  invariants: readonly Invariant[] = INVARIANTS,
  keys: KeyRing = KEYS_OF_TESTS,
): Promise<readonly string[]> {
  const sentences: string[] = [];
  for (const { name, broken, isSealed } of invariants) {
    const things = isSealed ? await shut(ask, broken, keys) : await found(ask, broken);
    sentences.push(...things.slice(0, MOST_NAMED).map((what) => `not true that ${name}: ${what}`));
  }
  return sentences;
}

async function found(ask: TestDatabase["query"], broken: string): Promise<readonly string[]> {
  const rows = await ask<{ what: string }>(`select what::text from (${broken}) as answer(what) order by what::text limit ${MOST_NAMED}`);
  return rows.map(({ what }) => what);
}

const MOST_NAMED = 5;
const EDITABLE = "('RECEIVED', 'CRITICIZED')";
/** Order states from the least advanced on; the last is where an order is when all of it was canceled. */
const ADVANCE = "array['Created', 'Waiting Checkin', 'Frozen', 'approved', 'Invoiced', 'shipped', 'delivered', 'canceled']";
const CANCELED = 8;
/** Shippings whose items are reserved. */
const OPEN = "('Created', 'Waiting Checkin', 'Frozen', 'approved')";

/** Every invariant of publishing, prices, stocks and orders (reliability: duplicates, torn writes). */
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
                      where resource like 'product/%' and resource not like 'product/%/changes/%' group by seller_id, resource) e
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
                       from events where resource like 'product/%' and name = 'product.status') e
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
                when 'reviewUndo' then was in ('CRITICIZED', 'APPROVED') and e.is = 'CATALOGING'
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
  ...REVIEW_INVARIANTS,
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
    name: "a family counts its products",
    broken: `select format('seller %s, family %s: %s products, counted %s', f.seller_id, f.product_group, count(p.sku), f.members)
               from families f left join products p using (seller_id, product_group)
              group by f.seller_id, f.product_group, f.members having f.members <> count(p.sku)`,
    plants: ["update families set members = members + 1", "update products set product_group = 'another' where ordinal = 0"],
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
    name: "a seller's orders are numbered 0..n-1, its shippings and items from 1 without gaps, all counted",
    broken: `select format('seller %s: %s orders, ordinals %s..%s, counted %s', c.seller_id, o.n, o.first, o.last, c.orders)
               from seller_counters c
               left join (select seller_id, count(*) as n, min(ordinal) as first, max(ordinal) as last from orders group by seller_id) o using (seller_id)
              where (c.orders, coalesce(o.first, 0), coalesce(o.last, -1)) is distinct from (coalesce(o.n, 0), 0, coalesce(o.n, 0) - 1)
             union all
             select format('seller %s: %s shippings, codes to %s, %s items, counted %s and %s', c.seller_id, h.n, h.last, h.items, c.shippings, c.order_items)
               from seller_counters c
               left join (select seller_id, count(*) as n, max(shipping_code) as last, sum(json_array_length(items::json)) as items
                            from shippings group by seller_id) h using (seller_id)
              where (c.shippings, c.shippings, c.order_items) is distinct from (coalesce(h.n, 0), coalesce(h.last, 0)::bigint, coalesce(h.items, 0))
             union all
             select format('seller %s, shipping %s begins with item %s', seller_id, shipping_code, first_item_id)
               from (select seller_id, shipping_code, first_item_id,
                            lag(first_item_id + json_array_length(items::json), 1, 1) over (partition by seller_id order by shipping_code) as expected
                       from shippings) h
              where first_item_id <> expected`,
    plants: [
      "update seller_counters set orders = orders + 1",
      "update seller_counters set shippings = shippings + 1",
      "update seller_counters set order_items = order_items - 1",
      "update shippings set first_item_id = first_item_id + 1 where shipping_code = 2",
      "delete from orders where ordinal = 0",
    ],
  },
  {
    name: "an order's events are versions 1..n, and the order is of version n",
    broken: `select format('seller %s, %s: %s events, versions %s..%s, order of version %s', seller_id, e.resource, e.n, e.first, e.last, o.version)
               from (select seller_id, resource, count(*) as n, min(version) as first, max(version) as last from events
                      where resource like 'order/%' group by seller_id, resource) e
               full join (select seller_id, 'order/' || order_number as resource, version from orders) o using (seller_id, resource)
              where (e.n, e.first, e.last) is distinct from (o.version::bigint, 1, o.version)`,
    plants: [
      "update orders set version = version + 1 where ordinal = 0",
      "delete from events where name = 'order.status' and version = 2",
      "insert into events select seller_id, 9999, at, name, 'order/never-bought', 1, actor, cause, payload from events where seq = 1",
    ],
  },
  {
    name: "an order is where its last event says, and its least advanced shipping that is not canceled",
    broken: `select format('seller %s, order %s is %s, last told %s', o.seller_id, o.order_number, o.status, e.payload)
               from orders o
               join events e on e.seller_id = o.seller_id and e.resource = 'order/' || o.order_number and e.version = o.version
              where e.payload::jsonb ->> 'orderStatus' <> o.status
             union all
             select format('seller %s, order %s is %s, its shippings %s', seller_id, order_number, status, statuses)
               from (select o.seller_id, o.order_number, o.status, array_agg(h.status) as statuses,
                            coalesce(min(array_position(${ADVANCE}, h.status)) filter (where h.status <> 'canceled'), ${CANCELED}) as least
                       from orders o left join shippings h using (seller_id, order_number) group by 1, 2, 3) o
              where array_position(${ADVANCE}, status) <> least`,
    plants: [
      "update orders set status = 'delivered' where status = 'approved'",
      "update orders set status = 'approved' where status = 'canceled'",
      `update events set payload = '{"orderStatus":"Frozen"}' where name = 'order.status'`,
      "delete from shippings where shipping_code = 1",
    ],
  },
  {
    name: "an order costs what its items cost, and that is what was paid",
    broken: `select format('seller %s, order %s: %s units, %s %s %s %s %s; items %s', o.seller_id, o.order_number, o.total_quantity, o.gross_cents,
                           o.commission_cents, o.discount_cents, o.freight_cents, o.net_cents, i)
               from orders o
               left join (select h.seller_id, h.order_number, sum((i ->> 'quantity')::bigint) as quantity, sum((i ->> 'totalGrossCents')::bigint) as gross,
                                 sum((i ->> 'totalCommissionCents')::bigint) as commission, sum((i ->> 'totalDiscountCents')::bigint) as discount,
                                 sum((i ->> 'totalFreightCents')::bigint) as freight, sum((i ->> 'totalNetCents')::bigint) as net
                            from shippings h, json_array_elements(h.items::json) i group by 1, 2) i using (seller_id, order_number)
              where (o.total_quantity, o.gross_cents, o.commission_cents, o.discount_cents, o.freight_cents, o.net_cents)
                    is distinct from (i.quantity, i.gross, i.commission, i.discount, i.freight, i.net)
             union all
             select format('seller %s, order %s: %s, paid %s', seller_id, order_number, net_cents, payments) from orders
              where net_cents <> (select coalesce(sum((p ->> 'cents')::bigint), 0) from json_array_elements(payments::json) p)`,
    plants: [
      "update orders set commission_cents = commission_cents + 1 where ordinal = 0",
      "update orders set payments = '[]' where ordinal = 0",
      `update shippings set items = replace(items, '"quantity":1', '"quantity":2')`,
    ],
  },
  {
    name: "what a list says of an order is what its columns say",
    broken: `select format('seller %s, order %s of version %s, summary of %s: %s', o.seller_id, o.order_number, o.version, o.summary_version, o.summary)
               from orders o, lateral (select o.summary::jsonb) as said(s)
              where o.summary_version is distinct from o.version or s is null
                 or (s ->> 'orderNumber', s ->> 'originNumber', s ->> 'orderType', s ->> 'orderStatus', s ->> 'originSite', s ->> 'businessUnit')
                    is distinct from (o.order_number, o.origin_number, o.order_type, o.status, o.origin_site, o.business_unit)
                 or ((s ->> 'orderDate')::bigint, (s ->> 'paymentDate')::bigint, (s ->> 'agreedDate')::bigint, (s ->> 'totalQuantity')::integer,
                     (s ->> 'devolutionRequested')::boolean, (s ->> 'exchangeRequested')::boolean)
                    is distinct from (o.order_date, o.payment_date, o.agreed_date, o.total_quantity, o.devolution_requested, o.exchange_requested)
                 or (100 * (s ->> 'totalGross')::numeric, 100 * (s ->> 'totalCommission')::numeric, 100 * (s ->> 'totalDiscount')::numeric,
                     100 * (s ->> 'totalFreight')::numeric, 100 * (s ->> 'totalNet')::numeric)
                    is distinct from (o.gross_cents::numeric, o.commission_cents::numeric, o.discount_cents::numeric, o.freight_cents::numeric, o.net_cents::numeric)
                 or (select jsonb_agg(jsonb_build_array(p ->> 'paymentGatewayRegistrationNumber', 100 * (p ->> 'totalValue')::numeric))
                       from jsonb_array_elements(s -> 'paymentGatewayInfos') p)
                    is distinct from (select jsonb_agg(jsonb_build_array(p ->> 'registrationNumber', (p ->> 'cents')::numeric)) from jsonb_array_elements(o.payments::jsonb) p)`,
    plants: [
      "update orders set summary = null where ordinal = 0",
      "update orders set summary_version = version - 1 where ordinal = 0",
      "update orders set payment_date = 1 where ordinal = 0",
      "update orders set exchange_requested = not exchange_requested where ordinal = 0",
      "update orders set payments = replace(payments, '0', '1') where ordinal = 0",
      "update orders set origin_site = 'Outra loja' where ordinal = 0",
    ],
  },
  {
    name: "what is reserved of a stock is what open orders ask of it",
    broken: `select format('seller %s, %s: %s reserved, %s ordered', seller_id, sku, coalesce(s.reserved, 0), coalesce(i.quantity, 0))
               from stocks s
               full join (select h.seller_id, i ->> 'sku' as sku, sum((i ->> 'quantity')::bigint) as quantity
                            from shippings h, json_array_elements(h.items::json) i where h.status in ${OPEN} group by 1, 2) i using (seller_id, sku)
              where coalesce(s.reserved, 0) <> coalesce(i.quantity, 0)`,
    plants: [
      "update stocks set reserved = reserved + 1",
      "update shippings set status = 'canceled', cancellation = '{}' where status = 'approved'",
      "delete from shippings where status = 'Created'",
    ],
  },
  {
    name: "each order that changed a stock is in its ledger, by as much as it asked for",
    broken: `select format('seller %s, order %s, %s: reserved %s in the ledger, %s in the order', seller_id, order_number, sku, l.reserved, i.quantity)
               from (select seller_id, order_number, sku, sum(reserved_delta) as reserved from stock_ledger where order_number is not null group by 1, 2, 3) l
               full join (select h.seller_id, h.order_number, i ->> 'sku' as sku, sum((i ->> 'quantity')::bigint) filter (where h.status in ${OPEN}) as quantity
                            from shippings h, json_array_elements(h.items::json) i group by 1, 2, 3) i using (seller_id, order_number, sku)
              where l.reserved is null or l.reserved <> coalesce(i.quantity, 0)`,
    plants: [
      "delete from stock_ledger where cause = 'order_reserved'",
      "update stock_ledger set order_number = 'another' where cause = 'order_canceled'",
    ],
  },
  {
    name: "an invoice's key is its order's alone, and documents are of shippings with that key",
    broken: `with keyed as (select *, invoice::json ->> 'accessKey' as access_key from shippings where invoice::json ->> 'accessKey' is not null)
             select format('seller %s, shipping %s: key %s is not registered', seller_id, h.shipping_code, access_key)
               from keyed h left join invoice_keys k using (seller_id, order_number, access_key) where k.shipping_code is null
             union all
             select format('seller %s, shipping %s: registered %s is not its key', seller_id, shipping_code, access_key)
               from invoice_keys left join keyed h using (seller_id, order_number, shipping_code, access_key) where h.status is null
             union all
             select format('seller %s, shipping %s: document of %s', d.seller_id, d.shipping_code, d.access_key)
               from invoice_documents d
              where not exists (select from keyed k where k.access_key = d.access_key and k.seller_id = d.seller_id and k.shipping_code = d.shipping_code)`,
    plants: [
      "delete from invoice_keys",
      "update invoice_keys set shipping_code = shipping_code + 100",
      "insert into invoice_documents select seller_id, order_number, shipping_code, 'another', '', 0, 0, 0, false from shippings",
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
  ...SEALED,
];
