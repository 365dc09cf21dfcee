import { statement } from "../../../platform/database/index.ts";
import { ORDER_COLUMNS, type OrderRow, SHIPPINGS_SUBQUERY, SUPPLIER_COLUMNS } from "../../queries.ts";
import { type AnyOrderRow, everyOrderSql } from "../queries.ts";

/** An order of a page of those that wait for something, by deadline. */
export type WaitingOrderRow = OrderRow & { readonly total: number; readonly deadline: number };

/** Shippings that somebody still has to move, as their index has them. */
const OPEN = "h.status in ('Waiting Checkin', 'approved', 'Invoiced', 'shipped')";
/** An invoiced shipping must not ship while another one of its order is Frozen (seed 3.2). */
const HELD = `h.status = 'Invoiced' and exists (select from shippings f
                where f.seller_id = $1 and f.order_number = h.order_number and f.status = 'Frozen')`;

/**
 * A page of a seller's orders with a shipping in one of the statuses $2, the nearest deadline first. $3 and $4: only shippings that the seller invoices,
 * and only those that it delivers. $5: not those that another shipping of their order holds back. $6: only those to arrive before. $7 to $10: order date,
 * statuses and type of the order. $13: whether to read the shippings. Index: shippings_open_of_seller, shippings_pkey, orders_pkey,
 * orders_seller_id_ordinal_key, sellers_pkey, seller_counters_pkey.
 */
export const listWaitingOrders = statement<WaitingOrderRow>(
  "orders.list_waiting",
  `with waiting as materialized (
     select h.order_number, min(h.estimate_at) as deadline
       from shippings h
      where h.seller_id = $1 and ${OPEN} and h.status = any ($2::text[])
        and (not $3::boolean or not h.fulfillment) and (not $4::boolean or (not h.fulfillment and h.platform_id <> 'MARKETPLACE_ENTREGAS'))
        and ($6::bigint is null or h.estimate_at < $6) and not ($5::boolean and ${HELD})
      group by h.order_number
   ), page as materialized (
     select count(*) over () as total, o.ordinal, w.deadline
       from waiting w join orders o on o.seller_id = $1 and o.order_number = w.order_number
      where o.order_date >= $7 and o.order_date <= $8
        and ($9::text[] is null or o.status = any ($9)) and ($10::text is null or o.order_type = $10)
      order by w.deadline, o.ordinal limit $11 offset $12
   ), seller as materialized (
     select s.name, s.cnpj, s.legal_name from sellers s where s.seller_id = $1
   )
   select ${ORDER_COLUMNS}, ${SUPPLIER_COLUMNS}, case when $13::boolean then o.customer end as customer,
          case when $13::boolean then (${SHIPPINGS_SUBQUERY} where h.seller_id = $1 and h.order_number = o.order_number) h) end as shippings,
          p.total, p.deadline
     from page p join orders o on o.seller_id = $1 and o.ordinal = p.ordinal cross join seller s
    order by p.deadline, o.ordinal`,
);

/** How many orders of a seller wait for each of its moves, how many are late, and by when the first of each is to arrive. */
export interface WaitingCountsRow {
  /** Shippings that were counted. */
  readonly shippings: number;
  readonly invoiced: number;
  readonly invoiced_by: number | null;
  readonly shipped: number;
  readonly shipped_by: number | null;
  readonly delivered: number;
  readonly delivered_by: number | null;
  readonly check_in: number;
  readonly check_in_by: number | null;
  readonly late: number;
  readonly late_by: number | null;
}
const counts = (name: string, waits: string) =>
  `count(distinct h.order_number) filter (where ${waits}) as ${name}, min(h.estimate_at) filter (where ${waits}) as ${name}_by`;
const OWN = "not h.fulfillment and h.platform_id <> 'MARKETPLACE_ENTREGAS'";

/** Counts a seller's orders by what they wait for, late = before $2, from at most $3 shippings. Index: shippings_open_of_seller, shippings_pkey. */
export const countWaitingOrders = statement<WaitingCountsRow>(
  "orders.count_waiting",
  `select count(*) as shippings,
          ${counts("invoiced", "h.status = 'approved' and not h.fulfillment")},
          ${counts("shipped", `h.status = 'Invoiced' and ${OWN} and not (${HELD})`)},
          ${counts("delivered", `h.status = 'shipped' and ${OWN}`)},
          ${counts("check_in", "h.status = 'Waiting Checkin'")},
          ${counts("late", "h.status <> 'Waiting Checkin' and h.estimate_at < $2")}
     from (select h.order_number, h.status, h.estimate_at, h.fulfillment, h.platform_id from shippings h
            where h.seller_id = $1 and ${OPEN} limit $3) h`,
);

/** Shippings that are paid for and not delivered, as their index has them. */
const UNDELIVERED = "h.status in ('approved', 'Invoiced', 'shipped')";

/**
 * Frozen orders of all sellers for operators, the longest frozen first. Index: orders_frozen, orders_pkey, shippings_pkey, sellers_pkey,
 * order_proposals_pkey.
 */
export const listFrozenOrders = statement<AnyOrderRow>(
  "orders.list_frozen",
  `/* fanout */
   with ${everyOrderSql({ from: "orders o", where: "o.status = 'Frozen'", order: "o.status_at, o.seller_id, o.ordinal" })}`,
);
/**
 * Orders of all sellers with a shipping that should have arrived before $10, the latest first. Index: shippings_late, orders_pkey, shippings_pkey,
 * sellers_pkey, order_proposals_pkey.
 */
export const listLateOrders = statement<AnyOrderRow & { readonly deadline: number }>(
  "orders.list_late",
  `/* fanout */
   with late as materialized (
     select h.seller_id, h.order_number, min(h.estimate_at) as deadline from shippings h
      where ${UNDELIVERED} and h.estimate_at < $10 group by h.seller_id, h.order_number
   ), ${everyOrderSql({
     from: "late l join orders o on o.seller_id = l.seller_id and o.order_number = l.order_number",
     order: "l.deadline, o.seller_id, o.ordinal",
     more: "l.deadline",
   })}`,
);
/** The number of frozen orders, up to $1, and since when the first one is. Index: orders_frozen. */
export const countFrozenOrders = statement<{ orders: number; first: number | null }>(
  "orders.count_frozen",
  `/* fanout */
   select count(*) as orders, min(o.status_at) as first
     from (select o.status_at from orders o where o.status = 'Frozen' order by o.status_at limit $1) o`,
);
/** The number of orders with one of the first $2 shippings that should have arrived before $1, and the earliest estimate. Index: shippings_late. */
export const countLateOrders = statement<{ shippings: number; orders: number; first: number | null }>(
  "orders.count_late",
  `/* fanout */
   select count(*) as shippings, count(distinct (h.seller_id, h.order_number)) as orders, min(h.estimate_at) as first
     from (select h.seller_id, h.order_number, h.estimate_at from shippings h
            where ${UNDELIVERED} and h.estimate_at < $1 order by h.estimate_at limit $2) h`,
);
