import { statement } from "../../platform/database/index.ts";

export interface SellableProductRow {
  readonly ord: number;
  readonly sku: string;
  /** JSON of the product without images and attributes. */
  readonly core: string;
  readonly status: string;
  readonly suspended: boolean;
  readonly list_cents: number | null;
  readonly sale_cents: number | null;
  readonly physical: number | null;
  readonly reserved: number | null;
  /** Whether the fulfilment operator stores, invoices and ships the product. */
  readonly enrolled: boolean;
}
/**
 * Loads the data that purchases need about many products. Index: products_pkey, prices_pkey, stocks_pkey, sellers_pkey,
 * fulfillment_enrolments_pkey.
 */
export const getSellableProducts = statement<SellableProductRow>(
  "purchase.wares",
  `select i.ord::integer as ord, p.sku, p.core, p.status, w.status = 'suspended' as suspended, v.list_cents, v.sale_cents,
          s.physical, s.reserved, e.sku is not null as enrolled
     from unnest($1::bigint[], $2::text[]) with ordinality as i(seller_id, sku, ord)
    cross join lateral (select p.sku, p.core, p.status from products p where p.seller_id = i.seller_id and p.sku = i.sku limit 1) p
    cross join lateral (select w.status from sellers w where w.seller_id = i.seller_id limit 1) w
     left join lateral (select v.list_cents, v.sale_cents from prices v where v.seller_id = i.seller_id and v.sku = i.sku limit 1) v on true
     left join lateral (select s.physical, s.reserved from stocks s where s.seller_id = i.seller_id and s.sku = i.sku limit 1) s on true
     left join lateral (select e.sku from fulfillment_enrolments e where e.seller_id = i.seller_id and e.sku = i.sku limit 1) e on true`,
);

/** Whether a seller has an order with this number. Index: orders_pkey. */
export const findOrderNumber = statement<{ readonly order_number: string }>(
  "purchase.number",
  `select order_number from orders where seller_id = $1 and order_number = $2 limit 1`,
);

export interface CreatedRow {
  readonly ord: number;
  /** Whether the seller already has an order with this number. If so, nothing was written. */
  readonly taken: boolean;
  /** Whether some item is not available in the requested quantity. If so, nothing was written. */
  readonly short: boolean;
  /** The assigned numbers; null when nothing was written. */
  readonly ordinal: number | null;
  readonly first_code: number | null;
  readonly first_item: number | null;
  readonly seller_name: string;
  readonly cnpj: string | null;
  readonly legal_name: string | null;
}

/**
 * Creates many orders, each with its shippings, reservations, ledger rows and event. An order reserves all of its items or none. Numbers
 * come from the seller's counters, which are updated once per batch. If another transaction changed a stock in the meantime, the ledger key
 * is already taken and the whole statement is repeated. It then sees the newer balance, so nothing is sold twice. Shippings and stock
 * effects refer to their order by `of`, its ordinal in the batch. Takes its locks in this sequence: counters, orders, stocks. Index:
 * orders_pkey, stocks_pkey, seller_counters_pkey, sellers_pkey.
 */
export const createOrders = statement<CreatedRow>(
  "purchase.create",
  `with input as (
     select i.seller_id, i.order_number, i.order_type, i.origin_number, i.status, i.business_unit, i.origin_site, i.order_date,
            i.payment_date, i.agreed_date, i.total_quantity, i.gross_cents, i.commission_cents, i.discount_cents, i.freight_cents,
            i.net_cents, i.payments, i.summary, i.customer, i.due_at, i.due_move, i.shippings, i.items, i.cause, i.payload, i.at, i.actor,
            i.request_id, i.ord
       from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[],
                   $10::bigint[], $11::integer[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[],
                   $17::text[], $18::text[], $19::bytea[], $20::bigint[], $21::text[], $22::integer[], $23::integer[], $24::text[], $25::text[],
                   $26::bigint[], $27::text[], $28::text[])
            with ordinality as i(seller_id, order_number, order_type, origin_number, status, business_unit, origin_site, order_date,
                                 payment_date, agreed_date, total_quantity, gross_cents, commission_cents, discount_cents,
                                 freight_cents, net_cents, payments, summary, customer, due_at, due_move, shippings, items, cause, payload,
                                 at, actor, request_id, ord)
   ), stock_changes as materialized (
     select i.ord, i.seller_id, i.order_number, i.at, i.actor, i.request_id, e.sku, e.cause, e.reserved_delta, s.version,
            s.physical, s.reserved + e.reserved_delta as reserved,
            coalesce(s.physical - s.reserved >= e.reserved_delta, false) as enough
       from unnest($45::integer[], $46::text[], $47::integer[], $48::integer[], $49::text[])
            as e(of, sku, physical_delta, reserved_delta, cause)
       join input i on i.ord = e.of
       left join stocks s on s.seller_id = i.seller_id and s.sku = e.sku
   ), candidates as materialized (
     select i.*, (select true from orders o where o.seller_id = i.seller_id and o.order_number = i.order_number limit 1) is not null as taken,
            i.ord in (select n.ord from stock_changes n where not n.enough) as short
       from input i
   ), creatable as (
     select k.*, row_number() over own as place, sum(k.shippings) over own - k.shippings as shippings_before,
            sum(k.items) over own - k.items as items_before
       from candidates k where not k.taken and not k.short
     window own as (partition by k.seller_id order by k.ord)
   ), counters as (
     update seller_counters c
        set orders = c.orders + f.n, events = c.events + f.n, shippings = c.shippings + f.shippings, order_items = c.order_items + f.items
       from (select seller_id, count(*) as n, sum(shippings) as shippings, sum(items) as items from creatable group by seller_id order by seller_id) f
      where c.seller_id = f.seller_id
     returning c.seller_id, c.orders - f.n as orders_before, c.events - f.n as events_before,
               c.shippings - f.shippings as shippings_before, c.order_items - f.items as items_before
   ), numbered as materialized (
     select f.*, c.orders_before + f.place - 1 as ordinal, c.events_before + f.place as seq,
            c.shippings_before + f.shippings_before as codes_before, c.items_before + f.items_before as ids_before
       from creatable f join counters c on c.seller_id = f.seller_id
   ), created as (
     insert into orders (seller_id, order_number, ordinal, order_type, status, status_at, origin_number, business_unit, origin_site,
                         order_date, payment_date, agreed_date, total_quantity, gross_cents, commission_cents, discount_cents,
                         freight_cents, net_cents, payments, summary, summary_version, customer, due_at, due_move)
     select seller_id, order_number, ordinal, order_type, status, at, origin_number, business_unit, origin_site,
            order_date, payment_date, agreed_date, total_quantity, gross_cents, commission_cents, discount_cents,
            freight_cents, net_cents, payments, summary, 1, customer, due_at, due_move
       from numbered
     returning seller_id
   ), shippings_created as (
     insert into shippings (seller_id, order_number, shipping_code, status, status_at, platform_id, service_id, service_name, country,
                            freight_cents, delivery_days, estimate_at, carrier_id, fulfillment, transport, items, first_item_id, due_at, due_move)
     select n.seller_id, n.order_number, n.codes_before + h.place, n.status, n.at, h.platform_id, h.service_id, h.service_name, h.country,
            h.freight_cents, h.delivery_days, h.estimate_at, h.carrier_id, h.fulfillment, h.transport, h.items,
            n.ids_before + h.first_item, h.due_at, h.due_move
       from unnest($29::integer[], $30::integer[], $31::integer[], $32::text[], $33::text[], $34::text[], $35::text[], $36::bigint[],
                   $37::integer[], $38::bigint[], $39::text[], $40::boolean[], $41::text[], $42::text[], $43::bigint[], $44::text[])
            as h(of, place, first_item, platform_id, service_id, service_name, country, freight_cents, delivery_days, estimate_at,
                 carrier_id, fulfillment, transport, items, due_at, due_move)
       join numbered n on n.ord = h.of
   ), events_written as (
     insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
     select seller_id, seq, at, 'order.status', 'order/' || order_number, 1, actor, cause, payload from numbered
   ), reserving as materialized (
     select e.* from stock_changes e join numbered n on n.ord = e.ord where (select count(*) from created) is not null
   ), ledger_written as (
     insert into stock_ledger (seller_id, sku, version, at, cause, order_number, actor, request_id, physical_delta, reserved_delta, physical, reserved)
     select seller_id, sku, version + 1, at, cause, order_number, actor, request_id, 0, reserved_delta, physical, reserved from reserving
   ), stocks_written as (
     update stocks s set reserved = r.reserved, version = r.version + 1, updated_at = r.at
       from reserving r where s.seller_id = r.seller_id and s.sku = r.sku
   )
   select k.ord::integer as ord, k.taken, k.short, n.ordinal, (n.codes_before + 1)::bigint as first_code,
          (n.ids_before + 1)::bigint as first_item, w.name as seller_name, w.cnpj, w.legal_name
     from candidates k
     left join numbered n on n.ord = k.ord
    cross join lateral (select w.name, w.cnpj, w.legal_name from sellers w where w.seller_id = k.seller_id limit 1) w`,
);
