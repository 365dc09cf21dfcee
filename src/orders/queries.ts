import { statement } from "../platform/database/index.ts";
import type { Cancellation, OrderInvoice, OrderItem, OrderType, Transport } from "./order.ts";
import type { OrderStatus } from "./status.ts";

/** A row of an order, with its seller and its shippings. */
export interface OrderRow {
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
  readonly status_at: number;
  readonly customer: Buffer | null;
  readonly forget_customer_at: number | null;
  readonly devolutions: string;
  readonly version: number;
  readonly due_at: number | null;
  readonly due_move: string | null;
  /** JSON list of StoredShipping; null when the statement does not load them. */
  readonly shippings: string | null;
  readonly seller_id: number;
  readonly seller_name: string;
  readonly cnpj: string | null;
  readonly legal_name: string | null;
}

/** A shipping within `OrderRow.shippings`. Its columns that store JSON are parsed together with the list. */
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

/** The columns of an order except its customer, from `orders o`. */
export const ORDER_COLUMNS = `o.order_number, o.ordinal, o.order_type, o.origin_number, o.status, o.business_unit, o.origin_site, o.order_date,
          o.payment_date, o.agreed_date, o.total_quantity, o.gross_cents, o.commission_cents, o.discount_cents, o.freight_cents,
          o.net_cents, o.payments, o.devolution_requested, o.exchange_requested, o.status_at, o.forget_customer_at, o.devolutions, o.version,
          o.due_at, o.due_move, o.seller_id`;
/** The columns of an order's seller, from `sellers s`. */
export const SUPPLIER_COLUMNS = "s.name as seller_name, s.cnpj, s.legal_name";
/** Subquery that reads shippings as JSON. The statement that uses it must add a `where` and `) h`. */
export const SHIPPINGS_SUBQUERY = `select json_agg(h order by h.shipping_code)::text
                     from (select h.shipping_code, h.status, h.status_at, h.platform_id, h.service_id, h.service_name, h.country,
                                  h.freight_cents, h.delivery_days, h.estimate_at, h.fulfillment, h.transport::json, h.invoice::json,
                                  h.cancellation::json, h.items::json, h.first_item_id, h.exchange_orders::json, h.due_at, h.due_move
                             from shippings h`;

/**
 * Loads many orders by number with all of their shippings. Each order is looked up separately (`limit 1`). Otherwise, a plan made while the
 * tables were small could scan all orders of a seller. Index: orders_pkey, shippings_pkey, sellers_pkey.
 */
export const getOrders = statement<OrderRow & { ord: number }>(
  "orders.get",
  `select i.ord::integer as ord, ${ORDER_COLUMNS}, ${SUPPLIER_COLUMNS}, o.customer,
          (${SHIPPINGS_SUBQUERY} where h.seller_id = o.seller_id and h.order_number = o.order_number) h) as shippings
     from unnest($1::bigint[], $2::text[]) with ordinality as i(seller_id, order_number, ord)
    cross join lateral (select o.* from orders o where o.seller_id = i.seller_id and o.order_number = i.order_number limit 1) o
    cross join lateral (select s.name, s.cnpj, s.legal_name from sellers s where s.seller_id = o.seller_id limit 1) s`,
);

export interface StoredSummaryRow {
  readonly ord: number;
  readonly order_type: OrderType;
  readonly status: OrderStatus;
  /** The stored summary as JSON. Null if none is stored for the order's current version. */
  readonly summary: string | null;
  /**
   * JSON list of [code, status, platform, fulfillment, invoice]; null = no shippings. The invoice is set only in status Invoiced, where the
   * refusal of a second invoicing shows it.
   */
  readonly shippings: string | null;
}
/**
 * Loads many orders by number: their stored JSON summaries, and the data that their actions depend on. Index: orders_pkey, shippings_pkey.
 */
export const getStoredSummaries = statement<StoredSummaryRow>(
  "orders.glance_at",
  `select i.ord::integer as ord, o.order_type, o.status, case when o.summary_version = o.version then o.summary end as summary,
          (select json_agg(json_build_array(h.shipping_code, h.status, h.platform_id, h.fulfillment,
                                            case when h.status = 'Invoiced' then h.invoice::json end) order by h.shipping_code)::text
             from shippings h where h.seller_id = i.seller_id and h.order_number = i.order_number) as shippings
     from unnest($1::bigint[], $2::text[]) with ordinality as i(seller_id, order_number, ord)
    cross join lateral (
       select o.order_type, o.status, o.version, o.summary_version, o.summary
         from orders o where o.seller_id = i.seller_id and o.order_number = i.order_number limit 1
     ) o`,
);

export interface EventRow {
  readonly seq: number;
  readonly at: number;
  readonly name: string;
  readonly version: number;
  readonly actor: string;
  readonly cause: string;
  readonly payload: string;
}
/** The events of an order, oldest first. Index: events_of_resource. */
export const listOrderEvents = statement<EventRow>(
  "orders.list_events",
  `select e.seq, e.at, e.name, e.version, e.actor, e.cause, e.payload
     from events e where e.seller_id = $1 and e.resource = $2 order by e.version limit $3`,
);

/** Whether an order was ever moved by one of the given moves. Index: events_of_resource. */
export const wasMoved = statement<{ readonly moved: boolean }>(
  "orders.was_moved",
  `select exists (select from events e
                   where e.seller_id = $1 and e.resource = $2 and e.name = 'order.status' and e.cause = any($3::text[])) as moved`,
);

export interface ChangedRow {
  readonly ord: number;
  /** Whether the order still has the version that was decided on. If not, nothing was written. */
  readonly current: boolean;
  /** Whether another order already uses the access key. If so, nothing was written. */
  readonly key_taken: boolean;
  /** Whether the change was written. */
  readonly changed: boolean;
}

/**
 * Writes the changes of many orders, each with its event, shippings, stocks, ledger rows and invoice. A change is written only if the order
 * still has the version that was decided on. If another transaction changes an order or a stock between reading and writing, the key of the
 * event or ledger row is already taken and the whole statement is repeated. It then sees the newer version or balance. The shippings of an
 * order may share an invoice. The key is stored only for the first of them, and archives contain the invoice once. `own_key` is whether the
 * order itself already uses the key; null = no order uses it. Shippings and stock effects refer to their order by `of`, its ordinal in the
 * batch. Takes its locks in this sequence: counters, orders, stocks. Index: orders_pkey, shippings_pkey, stocks_pkey, invoice_keys_pkey,
 * seller_counters_pkey.
 */
export const changeOrders = statement<ChangedRow>(
  "orders.change",
  `with input as (
     select i.seller_id, i.order_number, i.version, i.status, i.status_at, i.payment_date, i.devolutions, i.devolution_requested,
            i.exchange_requested, i.due_at, i.due_move, i.name, i.cause, i.payload, i.at, i.actor, i.request_id,
            i.access_key, i.key_code, i.document, i.crc32, i.size_bytes, i.of_fulfillment, i.forget_customer_at, i.summary, i.ord
       from unnest($1::bigint[], $2::text[], $3::integer[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::boolean[],
                   $9::boolean[], $10::bigint[], $11::text[], $12::text[], $13::text[], $14::text[], $15::bigint[], $16::text[],
                   $17::text[], $18::text[], $19::integer[], $20::bytea[], $21::bigint[], $22::integer[], $23::boolean[], $24::bigint[], $25::text[])
            with ordinality as i(seller_id, order_number, version, status, status_at, payment_date, devolutions, devolution_requested,
                                 exchange_requested, due_at, due_move, name, cause, payload, at, actor, request_id,
                                 access_key, key_code, document, crc32, size_bytes, of_fulfillment, forget_customer_at, summary, ord)
   ), candidates as materialized (
     select i.*, o.version = i.version as current,
            (select (k.seller_id, k.order_number) = (i.seller_id, i.order_number) from invoice_keys k
              where k.access_key = i.access_key limit 1) as own_key
       from input i join orders o on o.seller_id = i.seller_id and o.order_number = i.order_number
   ), writable as materialized (
     select k.*, row_number() over (partition by k.seller_id order by k.ord) as place from candidates k where k.current and k.own_key is not false
   ), counters as (
     update seller_counters c set events = c.events + f.n
       from (select seller_id, count(*) as n from writable group by seller_id order by seller_id) f
      where c.seller_id = f.seller_id
     returning c.seller_id, c.events - f.n as events_before
   ), accepted as materialized (
     select f.*, c.events_before + f.place as seq from writable f join counters c on c.seller_id = f.seller_id
   ), events_written as (
     insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
     select a.seller_id, a.seq, a.at, a.name, 'order/' || a.order_number, a.version + 1, a.actor, a.cause, a.payload
       from accepted a
     returning seller_id
   ), changed as (
     update orders o
        set status = a.status, status_at = a.status_at, payment_date = a.payment_date, devolutions = a.devolutions,
            devolution_requested = a.devolution_requested, exchange_requested = a.exchange_requested,
            due_at = a.due_at, due_move = a.due_move, forget_customer_at = a.forget_customer_at, version = a.version + 1,
            summary = a.summary, summary_version = a.version + 1
       from accepted a
      where o.seller_id = a.seller_id and o.order_number = a.order_number and (select count(*) from events_written) is not null
     returning o.seller_id, o.order_number
   ), moved as (
     update shippings h
        set status = m.status, status_at = m.status_at, transport = m.transport, carrier_id = m.carrier_id, invoice = m.invoice,
            cancellation = m.cancellation, estimate_at = m.estimate_at, exchange_orders = m.exchange_orders, due_at = m.due_at, due_move = m.due_move
       from (select a.seller_id, a.order_number, m.*
               from unnest($26::integer[], $27::integer[], $28::text[], $29::bigint[], $30::text[], $31::text[], $32::text[],
                           $33::text[], $34::text[], $35::bigint[], $36::text[], $37::bigint[])
                    as m(of, shipping_code, status, status_at, transport, carrier_id, invoice, cancellation, exchange_orders, due_at, due_move, estimate_at)
               join accepted a on a.ord = m.of) m
      where (select count(*) from changed) is not null and h.seller_id = m.seller_id and h.order_number = m.order_number and h.shipping_code = m.shipping_code
   ), balances as materialized (
     select a.seller_id, a.order_number, a.at, a.actor, a.request_id, e.sku, e.cause, s.version,
            s.physical as was, greatest(0, s.physical + e.physical_delta) as physical,
            e.reserved_delta, s.reserved + e.reserved_delta as reserved
       from unnest($38::integer[], $39::text[], $40::integer[], $41::integer[], $42::text[])
            as e(of, sku, physical_delta, reserved_delta, cause)
       join accepted a on a.ord = e.of
      cross join lateral (select s.physical, s.reserved, s.version from stocks s where s.seller_id = a.seller_id and s.sku = e.sku limit 1) s
   ), ledger_written as (
     insert into stock_ledger (seller_id, sku, version, at, cause, order_number, actor, request_id, physical_delta, reserved_delta, physical, reserved)
     select b.seller_id, b.sku, b.version + 1, b.at, b.cause, b.order_number, b.actor, b.request_id, b.physical - b.was, b.reserved_delta, b.physical, b.reserved
       from balances b
   ), stocks_written as (
     update stocks s set physical = b.physical, reserved = b.reserved, version = b.version + 1, updated_at = b.at
       from balances b
      where s.seller_id = b.seller_id and s.sku = b.sku and (select count(*) from changed) is not null
   ), keys_written as (
     insert into invoice_keys (access_key, seller_id, order_number, shipping_code)
     select a.access_key, a.seller_id, a.order_number, a.key_code from accepted a where a.access_key is not null and a.own_key is null
   ), documents_written as (
     insert into invoice_documents (seller_id, order_number, shipping_code, access_key, document, crc32, size_bytes, at, fulfillment)
     select a.seller_id, a.order_number, a.key_code, a.access_key, a.document, a.crc32, a.size_bytes, a.at, a.of_fulfillment and a.own_key is null
       from accepted a where a.document is not null
   )
   select k.ord::integer as ord, k.current, k.own_key is false as key_taken, c.order_number is not null as changed
     from candidates k left join changed c on c.seller_id = k.seller_id and c.order_number = k.order_number`,
);
