import { statement } from "../platform/db.ts";
import type { Cancellation, OrderInvoice, OrderItem, OrderType, Transport } from "./order.ts";
import type { OrderStatus } from "./status.ts";

/** What an order's summary is made of. */
export interface SummaryRow {
  readonly order_number: string;
  readonly ordinal: number;
  readonly order_type: OrderType;
  readonly origin_number: string | null;
  readonly status: OrderStatus;
  readonly business_unit: string;
  readonly origin_site: string;
  readonly order_date: number;
  readonly payment_date: number | null;
  readonly agreed_date: number | null;
  readonly total_quantity: number;
  readonly gross_cents: number;
  readonly commission_cents: number;
  readonly discount_cents: number;
  readonly freight_cents: number;
  readonly net_cents: number;
  readonly payments: string;
  readonly devolution_requested: boolean;
  readonly exchange_requested: boolean;
}

/** An order's columns beside its shippings. */
export interface OrderRow extends SummaryRow {
  readonly status_at: number;
  readonly customer: Buffer | null;
  readonly forget_customer_at: number | null;
  readonly devolutions: string;
  readonly version: number;
  readonly due_at: number | null;
  readonly due_move: string | null;
  /** JSON list of StoredShipping; null where they were not asked for. */
  readonly shippings: string | null;
  readonly seller_id: number;
  readonly seller_name: string;
  readonly cnpj: string | null;
  readonly legal_name: string | null;
}

/** A shipping's columns, as `shippings` of an order's row lists them; those that keep JSON are read with it. */
export interface StoredShipping {
  readonly shipping_code: number;
  readonly status: OrderStatus;
  readonly status_at: number;
  readonly platform_id: string;
  readonly service_id: string;
  readonly service_name: string;
  readonly country: string;
  readonly freight_cents: number;
  readonly delivery_days: number;
  readonly estimate_at: number;
  readonly fulfillment: boolean;
  readonly transport: Transport;
  readonly invoice: OrderInvoice | null;
  readonly cancellation: Cancellation | null;
  readonly items: readonly OrderItem[];
  readonly first_item_id: number;
  readonly exchange_orders: readonly string[];
  readonly due_at: number | null;
  readonly due_move: string | null;
}

const SUMMARY = `o.order_number, o.ordinal, o.order_type, o.origin_number, o.status, o.business_unit, o.origin_site, o.order_date,
          o.payment_date, o.agreed_date, o.total_quantity, o.gross_cents, o.commission_cents, o.discount_cents, o.freight_cents,
          o.net_cents, o.payments, o.devolution_requested, o.exchange_requested`;
const ORDER = `${SUMMARY}, o.status_at, o.forget_customer_at, o.devolutions, o.version, o.due_at, o.due_move, o.seller_id`;
const SUPPLIER = "s.name as seller_name, s.cnpj, s.legal_name";
const SHIPPINGS = `select json_agg(h order by h.shipping_code)::text
                     from (select h.shipping_code, h.status, h.status_at, h.platform_id, h.service_id, h.service_name, h.country,
                                  h.freight_cents, h.delivery_days, h.estimate_at, h.fulfillment, h.transport::json, h.invoice::json,
                                  h.cancellation::json, h.items::json, h.first_item_id, h.exchange_orders::json, h.due_at, h.due_move
                             from shippings h`;

/**
 * Orders by number with all of their shippings, many at once. Each is looked up on its own (`limit 1`): a plan made while the
 * tables were small must not walk through a seller's orders. Index: orders_pkey, shippings_pkey, sellers_pkey.
 */
export const getOrders = statement<OrderRow & { ord: number }>(
  "orders.get",
  `select i.ord::integer as ord, ${ORDER}, ${SUPPLIER}, o.customer,
          (${SHIPPINGS} where h.seller_id = o.seller_id and h.order_number = o.order_number) h) as shippings
     from unnest($1::bigint[], $2::text[]) with ordinality as i(seller_id, order_number, ord)
    cross join lateral (select o.* from orders o where o.seller_id = i.seller_id and o.order_number = i.order_number limit 1) o
    cross join lateral (select s.name, s.cnpj, s.legal_name from sellers s where s.seller_id = o.seller_id limit 1) s`,
);

/** What is said of a whole list with each of a page's orders. */
interface OfList {
  /** Null where it was not asked for: then the seller's counter says it. */
  readonly total: number | null;
  /** How many orders the seller has. */
  readonly counted: number;
}
/**
 * What a page of a seller's orders asks for: `$2`..`$3` are the order dates, `$4` the newest ordinal of the walk, `$5`, `$6` the date and
 * ordinal that the page before ended with; then size, offset and whether to count. What is filtered by comes after: only that is named, so
 * that the index alone can count. The end of the walk filters what was found and looks for nothing (`is true`): as a bound it let the
 * planner take the index of everybody's orders for the cheaper one.
 */
const within = (only: string) => `o.seller_id = $1 and o.order_date >= $2 and o.order_date <= $3 and (o.ordinal <= $4) is true${only}`;
const after = "(o.order_date, o.ordinal) < ($5::bigint, $6::bigint)";
const counting = (only: string) => `select case when $9::boolean then (select count(*) from orders o where ${within(only)}) end as n`;
const ofStatus = (nth: number) => ` and o.status = $${nth}`;
const ofType = (nth: number) => ` and o.order_type = $${nth}`;
/** A page's order in summary. */
export type SummarizedRow = SummaryRow & OfList;
/** A page of summaries, newest first: an order is read where its date is found, also when the page leaves it out. */
const summarized = (only: string) =>
  `select ${SUMMARY}, (${counting(only)}) as total, (select c.orders from seller_counters c where c.seller_id = $1) as counted
     from orders o where ${within(only)} and ${after}
    order by o.order_date desc, o.ordinal desc limit $7 offset $8`;
/** A page of all of a seller's orders, in summary. Index: orders_by_date, seller_counters_pkey. */
export const summarizeOrders = statement<SummarizedRow>("orders.summarize", summarized(""));
/** A page of those in one status. Index: orders_by_status, seller_counters_pkey. */
export const summarizeOrdersByStatus = statement<SummarizedRow>("orders.summarize_by_status", summarized(ofStatus(10)));
/** A page of those of one type. Index: orders_by_date, seller_counters_pkey. */
export const summarizeOrdersOfType = statement<SummarizedRow>("orders.summarize_of_type", summarized(ofType(10)));
/** A page of those in one status and of one type. Index: orders_by_status, seller_counters_pkey. */
export const summarizeOrdersByStatusOfType = statement<SummarizedRow>(
  "orders.summarize_by_status_of_type",
  summarized(ofStatus(10) + ofType(11)),
);

/** A page's order with all there is of it. */
export type ListedRow = OrderRow & OfList;
/**
 * A page of orders with all there is of them, in any order. The index alone finds which they are, and then they are read. `$10` says whether
 * shippings are shown.
 */
const listed = (only: string) =>
  `with page as materialized (
     select o.ordinal from orders o where ${within(only)} and ${after}
      order by o.order_date desc, o.ordinal desc limit $7 offset $8
   ), total as (${counting(only)}), seller as materialized (
     select s.name, s.cnpj, s.legal_name, c.orders from sellers s join seller_counters c on c.seller_id = s.seller_id where s.seller_id = $1
   )
   select ${ORDER}, ${SUPPLIER}, case when $10::boolean then o.customer end as customer,
          case when $10::boolean then (${SHIPPINGS} where h.seller_id = $1 and h.order_number = o.order_number) h) end as shippings,
          t.n as total, s.orders as counted
     from page p join orders o on o.seller_id = $1 and o.ordinal = p.ordinal cross join seller s cross join total t`;
/**
 * A page of all of a seller's orders. Index: orders_by_date, orders_seller_id_ordinal_key, shippings_pkey, sellers_pkey,
 * seller_counters_pkey.
 */
export const listOrders = statement<ListedRow>("orders.list", listed(""));
/**
 * A page of those in one status. Index: orders_by_status, orders_seller_id_ordinal_key, shippings_pkey, sellers_pkey,
 * seller_counters_pkey.
 */
export const listOrdersByStatus = statement<ListedRow>("orders.list_by_status", listed(ofStatus(11)));
/** A page of those of one type. Index: orders_by_date, orders_seller_id_ordinal_key, shippings_pkey, sellers_pkey, seller_counters_pkey. */
export const listOrdersOfType = statement<ListedRow>("orders.list_of_type", listed(ofType(11)));
/**
 * A page of those in one status and of one type. Index: orders_by_status, orders_seller_id_ordinal_key, shippings_pkey,
 * sellers_pkey, seller_counters_pkey.
 */
export const listOrdersByStatusOfType = statement<ListedRow>("orders.list_by_status_of_type", listed(ofStatus(11) + ofType(12)));

export interface EventRow {
  readonly seq: number;
  readonly at: number;
  readonly name: string;
  readonly version: number;
  readonly actor: string;
  readonly cause: string;
  readonly payload: string;
}
/** What happened to an order, oldest first. Index: events_of_resource. */
export const listOrderEvents = statement<EventRow>(
  "orders.list_events",
  `select e.seq, e.at, e.name, e.version, e.actor, e.cause, e.payload
     from events e where e.seller_id = $1 and e.resource = $2 order by e.version limit $3`,
);

export interface AnyOrderRow {
  readonly total: number;
  readonly seller_id: number;
  readonly order_number: string;
  readonly order_type: OrderType;
  readonly origin_number: string | null;
  readonly status: OrderStatus;
  readonly status_at: number;
  readonly business_unit: string;
  readonly order_date: number;
  readonly total_quantity: number;
  readonly net_cents: number;
  readonly version: number;
}
/** Orders of all sellers for the marketplace's people, newest first, without anything personal. Index: orders_newest. */
export const listEveryOrder = statement<AnyOrderRow>(
  "orders.list_every",
  `/* fanout */
   select count(*) over () as total, o.seller_id, o.order_number, o.order_type, o.origin_number, o.status, o.status_at, o.business_unit,
          o.order_date, o.total_quantity, o.net_cents, o.version
     from orders o
    where o.order_date >= $1 and o.order_date <= $2
      and ($3::bigint is null or o.seller_id = $3)
      and ($4::text is null or o.status = $4)
      and ($5::text is null or o.order_type = $5)
    order by o.order_date desc, o.seller_id desc, o.ordinal desc limit $6 offset $7`,
);

export interface ChangedRow {
  readonly ord: number;
  /** False: the order is of another version than the one that was decided on; nothing of the change was written. */
  readonly current: boolean;
  /** The access key serves another order already; nothing of the change was written. */
  readonly key_taken: boolean;
}

/**
 * Writes what was decided of many orders at once, each with its event, its shippings, its stocks and their ledger, and its
 * invoice, where the order is still of the version it was decided on. Who was overtaken between seeing and writing finds the
 * event's or the ledger's key taken and the whole statement repeats; then it sees the newer version, or the newer balance.
 * An order's shippings may share an invoice: its key is taken by the first, and archives have it once (`own_key`: null = unused).
 * Shippings and stock effects name their order by `of`, its place among the orders. Locks in the order counters, orders,
 * stocks. Index: orders_pkey, shippings_pkey, stocks_pkey, invoice_keys_pkey, seller_counters_pkey.
 */
export const changeOrders = statement<ChangedRow>(
  "orders.change",
  `with input as (
     select i.seller_id, i.order_number, i.version, i.status, i.status_at, i.payment_date, i.devolutions, i.devolution_requested,
            i.exchange_requested, i.due_at, i.due_move, i.name, i.cause, i.payload, i.at, i.actor, i.request_id,
            i.access_key, i.key_code, i.document, i.crc32, i.size_bytes, i.of_fulfillment, i.forget_customer_at, i.ord
       from unnest($1::bigint[], $2::text[], $3::integer[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::boolean[],
                   $9::boolean[], $10::bigint[], $11::text[], $12::text[], $13::text[], $14::text[], $15::bigint[], $16::text[],
                   $17::text[], $18::text[], $19::integer[], $20::bytea[], $21::bigint[], $22::integer[], $23::boolean[], $24::bigint[])
            with ordinality as i(seller_id, order_number, version, status, status_at, payment_date, devolutions, devolution_requested,
                                 exchange_requested, due_at, due_move, name, cause, payload, at, actor, request_id,
                                 access_key, key_code, document, crc32, size_bytes, of_fulfillment, forget_customer_at, ord)
   ), known as materialized (
     select i.*, o.version = i.version as current,
            (select (k.seller_id, k.order_number) = (i.seller_id, i.order_number) from invoice_keys k
              where k.access_key = i.access_key limit 1) as own_key
       from input i join orders o on o.seller_id = i.seller_id and o.order_number = i.order_number
   ), accepted as materialized (
     select k.*, row_number() over (partition by k.seller_id order by k.ord) as place from known k where k.current and k.own_key is not false
   ), counted as (
     update seller_counters c set events = c.events + a.n
       from (select seller_id, count(*) as n from accepted group by seller_id order by seller_id) a
      where c.seller_id = a.seller_id
     returning c.seller_id, c.events - a.n as events_before
   ), told as (
     insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
     select a.seller_id, c.events_before + a.place, a.at, a.name, 'order/' || a.order_number, a.version + 1, a.actor, a.cause, a.payload
       from accepted a join counted c on c.seller_id = a.seller_id
     returning seller_id
   ), changed as (
     update orders o
        set status = a.status, status_at = a.status_at, payment_date = a.payment_date, devolutions = a.devolutions,
            devolution_requested = a.devolution_requested, exchange_requested = a.exchange_requested,
            due_at = a.due_at, due_move = a.due_move, forget_customer_at = a.forget_customer_at, version = a.version + 1
       from accepted a
      where o.seller_id = a.seller_id and o.order_number = a.order_number and (select count(*) from told) is not null
     returning o.seller_id
   ), moved as (
     update shippings h
        set status = m.status, status_at = m.status_at, transport = m.transport, carrier_id = m.carrier_id, invoice = m.invoice,
            cancellation = m.cancellation, estimate_at = m.estimate_at, exchange_orders = m.exchange_orders, due_at = m.due_at, due_move = m.due_move
       from (select a.seller_id, a.order_number, m.*
               from unnest($25::integer[], $26::integer[], $27::text[], $28::bigint[], $29::text[], $30::text[], $31::text[],
                           $32::text[], $33::text[], $34::bigint[], $35::text[], $36::bigint[])
                    as m(of, shipping_code, status, status_at, transport, carrier_id, invoice, cancellation, exchange_orders, due_at, due_move, estimate_at)
               join accepted a on a.ord = m.of) m
      where (select count(*) from changed) is not null and h.seller_id = m.seller_id and h.order_number = m.order_number and h.shipping_code = m.shipping_code
   ), balances as materialized (
     select a.seller_id, a.order_number, a.at, a.actor, a.request_id, e.sku, e.cause, s.version,
            s.physical as was, greatest(0, s.physical + e.physical_delta) as physical,
            e.reserved_delta, s.reserved + e.reserved_delta as reserved
       from unnest($37::integer[], $38::text[], $39::integer[], $40::integer[], $41::text[])
            as e(of, sku, physical_delta, reserved_delta, cause)
       join accepted a on a.ord = e.of
      cross join lateral (select s.physical, s.reserved, s.version from stocks s where s.seller_id = a.seller_id and s.sku = e.sku limit 1) s
   ), noted as (
     insert into stock_ledger (seller_id, sku, version, at, cause, order_number, actor, request_id, physical_delta, reserved_delta, physical, reserved)
     select b.seller_id, b.sku, b.version + 1, b.at, b.cause, b.order_number, b.actor, b.request_id, b.physical - b.was, b.reserved_delta, b.physical, b.reserved
       from balances b
   ), balanced as (
     update stocks s set physical = b.physical, reserved = b.reserved, version = b.version + 1, updated_at = b.at
       from balances b
      where s.seller_id = b.seller_id and s.sku = b.sku and (select count(*) from changed) is not null
   ), keyed as (
     insert into invoice_keys (access_key, seller_id, order_number, shipping_code)
     select a.access_key, a.seller_id, a.order_number, a.key_code from accepted a where a.access_key is not null and a.own_key is null
   ), filed as (
     insert into invoice_documents (seller_id, order_number, shipping_code, access_key, document, crc32, size_bytes, at, fulfillment)
     select a.seller_id, a.order_number, a.key_code, a.access_key, a.document, a.crc32, a.size_bytes, a.at, a.of_fulfillment and a.own_key is null
       from accepted a where a.document is not null
   )
   select ord::integer as ord, current, own_key is false as key_taken from known`,
);
