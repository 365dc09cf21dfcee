import { statement } from "../../platform/database/index.ts";
import type { OrderType } from "../order.ts";
import { SUMMARY_JSON_PREFIX } from "../order-view.ts";
import { ORDER_COLUMNS, SHIPPINGS_SUBQUERY, SUPPLIER_COLUMNS, type OrderRow } from "../queries.ts";
import { PLATFORMS, type OrderStatus } from "../status.ts";

/**
 * SQL expressions for the parameters of a list: its seller, its first and last order date, its newest ordinal, the date and ordinal of the
 * previous page's last order, the size, the offset, whether to count, and the filters.
 */
interface ListParameters {
  readonly seller: string;
  readonly start: string;
  readonly end: string;
  readonly newest: string;
  readonly date: string;
  readonly ordinal: string;
  readonly size: string;
  readonly skipped: string;
  readonly isCounted: string;
  readonly status: string;
  readonly statuses: string;
  readonly type: string;
}
/** Filters of a list. A statement contains only the filters in use, so that PostgreSQL can count in an index without reading the table. */
type Filter = "status" | "statuses" | "type";

/**
 * SQL condition for the orders of a list. `is true` keeps the limit on ordinals from being an index condition. As an index condition, it
 * made the planner prefer an index on the orders of all sellers.
 */
const isInList = (list: ListParameters, filters: readonly Filter[]): string =>
  [
    `o.seller_id = ${list.seller} and o.order_date >= ${list.start} and o.order_date <= ${list.end} and (o.ordinal <= ${list.newest}) is true`,
    ...(filters.includes("status") ? [`o.status = ${list.status}`] : []),
    ...(filters.includes("statuses") ? [`o.status = any (${list.statuses})`] : []),
    ...(filters.includes("type") ? [`o.order_type = ${list.type}`] : []),
  ].join(" and ");
const countSql = (list: ListParameters, filters: readonly Filter[], unlessEmpty = ""): string =>
  `case when ${list.isCounted}${unlessEmpty} then (select count(*) from orders o where ${isInList(list, filters)}) end`;
const isAfterStart = ({ date, ordinal }: ListParameters) => `(o.order_date, o.ordinal) < (${date}, ${ordinal})`;
const NEWEST = "order by o.order_date desc, o.ordinal desc";
const pageSql = (columns: string, list: ListParameters, filters: readonly Filter[]): string =>
  `select ${columns} from orders o where ${isInList(list, filters)} and ${isAfterStart(list)}
    ${NEWEST} limit ${list.size} offset ${list.skipped}`;
/**
 * SQL for a page of several statuses. From each status, it takes as many orders as the page may need, in index order. Then it merges them.
 * This avoids sorting all orders of these statuses.
 */
const mergedPageSql = (columns: string, list: ListParameters, filters: readonly Filter[]): string =>
  `select ${columns} from unnest(${list.statuses}) as w(status)
    cross join lateral (
       select o.order_date, o.ordinal from orders o
        where ${isInList({ ...list, status: "w.status" }, ["status", ...filters.filter((one) => one !== "statuses")])} and ${isAfterStart(list)}
        ${NEWEST} limit ${list.size} + ${list.skipped}) o
    ${NEWEST} limit ${list.size} offset ${list.skipped}`;
/**
 * SQL for whether more orders follow the page. Only needed with a status filter, because orders may leave such a list while a client reads
 * its pages.
 */
const moreSql = (last: string, list: ListParameters, filters: readonly Filter[]): string =>
  filters.includes("status") || filters.includes("statuses")
    ? `exists (select from orders o where ${isInList(list, filters)} and (o.order_date, o.ordinal) < (${last}[1], ${last}[2]))`
    : "null::boolean";

/** Totals of the whole list. */
export interface ListTotals {
  /** Null without filters, because the seller's counter then has the total, and null on an empty page of summaries. */
  readonly total: number | null;
  /** Whether more orders follow the page; null if the total already shows this. */
  readonly more: boolean | null;
  /** Number of all orders of the seller. */
  readonly counted: number;
}

/** A page of summaries in one row. With one row per order, parsing fifty rows would cost more than reading them. */
export interface SummarizedPage extends ListTotals {
  readonly ord: number;
  readonly size: number;
  /** Number of orders on the page whose stored summary shows their current version and begins with SUMMARY_JSON_PREFIX. */
  readonly summarized: number;
  /** JSON texts, joined by a comma and a line feed. */
  readonly summaries: string | null;
  /** Date and ordinal of the last order; null on an empty page. */
  readonly last_date: number | null;
  readonly last_ordinal: number | null;
}
/** The input columns of a statement for many pages, in order. */
const INPUT_COLUMNS = {
  seller: ["seller_id", "bigint"],
  start: ["start_date", "bigint"],
  end: ["end_date", "bigint"],
  newest: ["newest", "bigint"],
  date: ["after_date", "bigint"],
  ordinal: ["after_ordinal", "bigint"],
  size: ["size", "integer"],
  skipped: ["skipped", "integer"],
  isCounted: ["is_counted", "boolean"],
  status: ["status", "text"],
  type: ["order_type", "text"],
} as const satisfies Record<Exclude<keyof ListParameters, "statuses">, readonly [name: string, type: string]>;
const INPUT = Object.fromEntries(Object.entries(INPUT_COLUMNS).map(([what, [name]]) => [what, `i.${name}`])) as unknown as ListParameters;

/** SQL for many pages of summaries, newest first. It also reads the orders that a page skips. An empty page counts no orders. */
const summariesSql = (...filters: readonly Exclude<Filter, "statuses">[]): string => {
  const columns = Object.entries(INPUT_COLUMNS)
    .filter(([what]) => (what !== "status" && what !== "type") || filters.includes(what))
    .map(([, column]) => column);
  const own = `case when o.summary_version = o.version and starts_with(o.summary, '${SUMMARY_JSON_PREFIX}') then o.summary end as summary`;
  return `select i.ord::integer as ord, ${countSql(INPUT, filters, " and p.size > 0")} as total,
          (select c.orders from seller_counters c where c.seller_id = i.seller_id) as counted,
          p.size, p.summarized, p.summaries, p.last[1] as last_date, p.last[2] as last_ordinal,
          ${moreSql("p.last", INPUT, filters)} as more
     from unnest(${columns.map(([, type], nth) => `$${nth + 1}::${type}[]`).join(", ")})
          with ordinality as i(${columns.map(([name]) => name).join(", ")}, ord)
    cross join lateral (
       select count(*)::integer as size, count(p.summary)::integer as summarized, string_agg(p.summary, e',\n') as summaries,
              min(array[p.order_date, p.ordinal]) as last
         from (${pageSql(`o.order_date, o.ordinal, ${own}`, INPUT, filters)}) p
     ) p`;
};
/** Pages of summaries of all orders of a seller. Index: orders_by_date, seller_counters_pkey. */
export const summarizeOrders = statement<SummarizedPage>("orders.summarize", summariesSql());
/** Pages of summaries of a seller's orders of one status. Index: orders_by_status, seller_counters_pkey. */
export const summarizeOrdersByStatus = statement<SummarizedPage>("orders.summarize_by_status", summariesSql("status"));
/** Pages of summaries of a seller's orders of one type. Index: orders_by_date, seller_counters_pkey. */
export const summarizeOrdersOfType = statement<SummarizedPage>("orders.summarize_of_type", summariesSql("type"));
/** Pages of summaries of a seller's orders of one status and one type. Index: orders_by_status, seller_counters_pkey. */
export const summarizeOrdersByStatusOfType = statement<SummarizedPage>(
  "orders.summarize_by_status_of_type",
  summariesSql("status", "type"),
);

/** A whole order of a page. */
export type ListedRow = OrderRow & ListTotals;
const PARAMETERS = {
  seller: "$1",
  start: "$2",
  end: "$3",
  newest: "$4",
  date: "$5::bigint",
  ordinal: "$6::bigint",
  size: "$7::bigint",
  skipped: "$8::bigint",
  isCounted: "$9::boolean",
} as const;
/**
 * SQL for a page of whole orders, unsorted. It first finds the orders of the page in an index, then reads only these from the table. `$10`
 * is whether to read their shippings. The filters are the parameters after `$10`.
 */
const ordersSql = (...filters: readonly Filter[]): string => {
  const filter = (name: Filter) => `$${11 + filters.indexOf(name)}`;
  const list = { ...PARAMETERS, status: filter("status"), statuses: `${filter("statuses")}::text[]`, type: filter("type") };
  const found = filters.includes("statuses") ? mergedPageSql : pageSql;
  return `with page as materialized (${found("o.order_date, o.ordinal", list, filters)}
   ), list as (
     select ${countSql(list, filters)} as total, ${moreSql("p.last", list, filters)} as more
       from (select min(array[order_date, ordinal]) as last from page) p
   ), seller as materialized (
     select s.name, s.cnpj, s.legal_name, c.orders from sellers s join seller_counters c on c.seller_id = s.seller_id where s.seller_id = $1
   )
   select ${ORDER_COLUMNS}, ${SUPPLIER_COLUMNS}, case when $10::boolean then o.customer end as customer,
          case when $10::boolean then (${SHIPPINGS_SUBQUERY} where h.seller_id = $1 and h.order_number = o.order_number) h) end as shippings,
          l.total, l.more, s.orders as counted
     from page p join orders o on o.seller_id = $1 and o.ordinal = p.ordinal cross join seller s cross join list l`;
};
/**
 * A page of all orders of a seller. Index: orders_by_date, orders_seller_id_ordinal_key, shippings_pkey, sellers_pkey,
 * seller_counters_pkey.
 */
export const listOrders = statement<ListedRow>("orders.list", ordersSql());
/**
 * A page of a seller's orders of one status. Index: orders_by_status, orders_seller_id_ordinal_key, shippings_pkey, sellers_pkey,
 * seller_counters_pkey.
 */
export const listOrdersByStatus = statement<ListedRow>("orders.list_by_status", ordersSql("status"));
/**
 * A page of a seller's orders of several statuses. Index: orders_by_status, orders_seller_id_ordinal_key, shippings_pkey, sellers_pkey,
 * seller_counters_pkey.
 */
export const listOrdersByStatuses = statement<ListedRow>("orders.list_by_statuses", ordersSql("statuses"));
/**
 * A page of a seller's orders of one type. Index: orders_by_date, orders_seller_id_ordinal_key, shippings_pkey, sellers_pkey,
 * seller_counters_pkey.
 */
export const listOrdersOfType = statement<ListedRow>("orders.list_of_type", ordersSql("type"));
/**
 * A page of a seller's orders of one status and one type. Index: orders_by_status, orders_seller_id_ordinal_key, shippings_pkey, sellers_pkey,
 * seller_counters_pkey.
 */
export const listOrdersByStatusOfType = statement<ListedRow>("orders.list_by_status_of_type", ordersSql("status", "type"));
/**
 * A page of a seller's orders of several statuses and one type. Index: orders_by_status, orders_seller_id_ordinal_key, shippings_pkey,
 * sellers_pkey, seller_counters_pkey.
 */
export const listOrdersByStatusesOfType = statement<ListedRow>("orders.list_by_statuses_of_type", ordersSql("statuses", "type"));

export interface AnyOrderRow {
  readonly total: number;
  readonly seller_id: number;
  readonly seller_name: string;
  readonly order_number: string;
  readonly order_type: OrderType;
  readonly origin_number: string | null;
  readonly status: OrderStatus;
  readonly status_at: number;
  readonly business_unit: string;
  readonly order_date: number;
  readonly agreed_date: number | null;
  readonly total_quantity: number;
  readonly net_cents: number;
  readonly version: number;
  /** Who delivers its shippings: values of `platformId`, separated by spaces. */
  readonly platforms: string;
  /** What somebody has proposed to do with the order as it is now; null = nothing. */
  readonly move: "release" | "refuse" | null;
  readonly proposed_by: string | null;
  readonly proposed_at: number | null;
}

/** SQL for the platform that delivers a shipping, as `deliveryPartyOf` says. */
const PLATFORM = `case when h.fulfillment then '${PLATFORMS.fulfillment}' when h.platform_id = '${PLATFORMS.marketplace}' then h.platform_id
                       else '${PLATFORMS.seller}' end`;
/** Which orders of all sellers a list shows, and in which order. */
interface EveryOrder {
  /** A source of `orders o`. */
  readonly from: string;
  readonly where?: string;
  readonly order: string;
  /** Another column of the source, shown too. */
  readonly more?: string;
}
/**
 * SQL for a page of orders of all sellers, without personal data. $1 to $5: order date, seller, statuses and types. $6 and $7: size and offset. $8
 * and $9: who delivers a shipping, and the store. It finds the orders of the page first, and then reads what is shown of them.
 */
export const everyOrderSql = ({ from, where = "true", order, more }: EveryOrder): string =>
  `page as (
     select count(*) over () as total, row_number() over (order by ${order}) as place, o.seller_id, o.order_number${more ? `, ${more}` : ""}
       from ${from}
      where ${where} and o.order_date >= $1 and o.order_date <= $2
        and ($3::bigint is null or o.seller_id = $3)
        and ($4::text[] is null or o.status = any ($4))
        and ($5::text[] is null or o.order_type = any ($5))
        and ($8::text[] is null or exists (select from shippings h
                                            where h.seller_id = o.seller_id and h.order_number = o.order_number and ${PLATFORM} = any ($8)))
        and ($9::text is null or o.business_unit = $9)
      order by ${order} limit $6 offset $7
   )
   select g.total, o.seller_id, s.name as seller_name, o.order_number, o.order_type, o.origin_number, o.status, o.status_at, o.business_unit,
          o.order_date, o.agreed_date, o.total_quantity, o.net_cents, o.version, p.move, p.proposed_by, p.proposed_at${more ? `, ${more.replace(/^\w+/, "g")}` : ""},
          (select string_agg(distinct ${PLATFORM}, ' ') from shippings h
            where h.seller_id = o.seller_id and h.order_number = o.order_number) as platforms
     from page g
     join orders o on o.seller_id = g.seller_id and o.order_number = g.order_number
     join sellers s on s.seller_id = o.seller_id
     left join order_proposals p on p.seller_id = o.seller_id and p.order_number = o.order_number and p.version = o.version
    order by g.place`;
/** The newest orders of all sellers. Index: orders_newest, orders_pkey, shippings_pkey, sellers_pkey, order_proposals_pkey. */
export const listEveryOrder = statement<AnyOrderRow>(
  "orders.list_every",
  `/* fanout */
   with ${everyOrderSql({ from: "orders o", order: "o.order_date desc, o.seller_id desc, o.ordinal desc" })}`,
);
