/** SQL of the measurements of orders: filling a marketplace's books, and putting them back. Run as superuser. */

/** What has become of every order of a filled book. */
export type BookState = "approved" | "Invoiced";

/**
 * Orders $1 to $2 - 1 of $3, one for each sku of the catalogue and of its seller, spread over the 30 days before $4; one in seven
 * also has the seller's next sku.
 */
export const placeOrders = `
  create temporary table placed on commit drop as
  select p.g, (100000000000000 + p.g)::text as order_number, p.seller_id, p.ordinal, p.sku, p.second,
         case when p.second is null then 1 else 2 end as n,
         $4::bigint - 2592000000 + p.ordinal * (2592000000 / greatest(1, case when p.seller_id = 1 then p.half else p.half / 99 + 1 end)) as at
    from (select g, half, seller_id, ordinal, (10000000 + g)::text as sku,
                 case when ordinal % 7 = 0 and g + step < case when seller_id = 1 then half else $3::integer end then (10000000 + g + step)::text end as second
            from (select g, half, case when g < half then 1 else 2 + (g - half) % 99 end as seller_id,
                         case when g < half then g else (g - half) / 99 end as ordinal, case when g < half then 1 else 99 end as step
                    from generate_series($1::integer, $2::integer - 1) as g, (select $3::integer / 2 as half) as h) as of) as p`;

const INVOICE = `'{"accessKey":"35261112ABC34501DE3555001' || lpad((p.g % 1000000000)::text, 9, '0') || '1583492710","number":"' || p.g ||
                 '","line":"1","date":' || p.at || ',"errors":[],"validationErrors":[]}'`;

/**
 * $1 is the orders' payments, $2 and $3 an item around its sku, $4 a transport, $5 the sealed customers from order $6 on, $7 the summaries
 * of one and of two items, $8 to $10 what stands in them for number and dates.
 */
export const fillBook = (state: BookState): string => `
  with ordered as (
    insert into orders (seller_id, order_number, ordinal, order_type, status, status_at, business_unit, origin_site, order_date, payment_date,
                        agreed_date, total_quantity, gross_cents, commission_cents, discount_cents, freight_cents, net_cents, payments, customer, summary, summary_version)
    select p.seller_id, p.order_number, p.ordinal, 'Sale', '${state}', p.at, 'VE', 'Vitrine Esportes', p.at, p.at, p.at + 604800000, p.n,
           19990 * p.n, 2398 * p.n, 5000 * p.n, 0, 14990 * p.n, $1, ($5::bytea[])[p.g - $6::integer + 1],
           replace(replace(replace(($7::text[])[p.n], $8, p.order_number), $9, p.at::text), $10, (p.at + 604800000)::text), 1
      from placed p
  ), packed as (
    insert into shippings (seller_id, order_number, shipping_code, status, status_at, platform_id, service_id, service_name, country,
                           freight_cents, delivery_days, estimate_at, fulfillment, transport, invoice, items, first_item_id)
    select p.seller_id, p.order_number, p.ordinal + 1, '${state}', p.at, 'INTERNAL', 'NORMAL', 'Entrega normal', 'BR', 0, 7, p.at + 604800000,
           false, $4, ${state === "Invoiced" ? INVOICE : "null"}, '[' || $2 || p.sku || $3 || coalesce(',' || $2 || p.second || $3, '') || ']',
           2 * p.ordinal + 1
      from placed p
  )
  insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
  select p.seller_id, c.events + p.ordinal + 1, p.at, 'order.status', 'order/' || p.order_number, 1, 'credential:crd_bench', 'purchasePaid',
         '{"from":null,"to":"approved","orderStatus":"approved"}'
    from placed p join seller_counters c on c.seller_id = p.seller_id`;

/** The counters as the rows are, once all orders are there; and units reserved for what is to be invoiced. */
export const countBook = `
  with counted as (
    update seller_counters c set orders = o.n, shippings = o.n, order_items = 2 * o.n, events = c.events + o.n
      from (select seller_id, count(*) as n from orders group by seller_id) o where o.seller_id = c.seller_id
  )
  update stocks set reserved = 1000`;

/** Puts every order back to where the book was filled with it, for moves to be made again. */
export const putBack = (state: BookState): readonly string[] => [
  `update orders set status = '${state}' where status <> '${state}'`,
  `update shippings set status = '${state}'${state === "approved" ? ", invoice = null" : ""} where status <> '${state}'`,
  "truncate invoice_keys",
  "vacuum orders, shippings, stocks, seller_counters",
];

/** An archive's documents: $2 of one instant each, sealed, for seller $1. */
export const fillDocuments = `
  insert into invoice_documents (seller_id, order_number, shipping_code, access_key, document, crc32, size_bytes, at, fulfillment)
  select $1, i.order_number, 1, i.access_key, i.document, i.crc32, i.size_bytes, $2, true
    from unnest($3::text[], $4::text[], $5::bytea[], $6::bigint[], $7::integer[]) as i(order_number, access_key, document, crc32, size_bytes)`;
