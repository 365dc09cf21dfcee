import { statement } from "../../platform/database/database.ts";
import type { OrderType } from "../order.ts";
import { SUMMARY_JSON_PREFIX } from "../order-view.ts";
import { ORDER_COLUMNS, SHIPPINGS_SUBQUERY, SUPPLIER_COLUMNS, type OrderRow } from "../queries.ts";
import type { OrderStatus } from "../status.ts";

/**
 * Where a statement finds what is asked of a list: whose it is, the first and the last order date, the newest ordinal of the walk, the date
 * and ordinal that the page before ended with, size, offset, whether to count, and what is filtered by.
 */
interface Asked {
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
/** What a list is filtered by: only that is named, so that the index alone can count. */
type Filter = "status" | "statuses" | "type";

/**
 * The orders of a list. The end of the walk filters what was found and looks for nothing (`is true`): as a bound it let the planner take the
 * index of everybody's orders for the cheaper one.
 */
const within = (asked: Asked, filters: readonly Filter[]): string =>
  [
    `o.seller_id = ${asked.seller} and o.order_date >= ${asked.start} and o.order_date <= ${asked.end} and (o.ordinal <= ${asked.newest}) is true`,
    ...(filters.includes("status") ? [`o.status = ${asked.status}`] : []),
    ...(filters.includes("statuses") ? [`o.status = any (${asked.statuses})`] : []),
    ...(filters.includes("type") ? [`o.order_type = ${asked.type}`] : []),
  ].join(" and ");
const counted = (asked: Asked, filters: readonly Filter[], unlessEmpty = ""): string =>
  `case when ${asked.isCounted}${unlessEmpty} then (select count(*) from orders o where ${within(asked, filters)}) end`;
const behind = ({ date, ordinal }: Asked) => `(o.order_date, o.ordinal) < (${date}, ${ordinal})`;
const NEWEST = "order by o.order_date desc, o.ordinal desc";
const page = (columns: string, asked: Asked, filters: readonly Filter[]): string =>
  `select ${columns} from orders o where ${within(asked, filters)} and ${behind(asked)}
    ${NEWEST} limit ${asked.size} offset ${asked.skipped}`;
/**
 * A page of several statuses: as much as it may need of each, in the order the index has them, and of those the newest. All orders of the
 * statuses would have to be sorted otherwise.
 */
const merged = (columns: string, asked: Asked, filters: readonly Filter[]): string =>
  `select ${columns} from unnest(${asked.statuses}) as w(status)
    cross join lateral (
       select o.order_date, o.ordinal from orders o
        where ${within({ ...asked, status: "w.status" }, ["status", ...filters.filter((one) => one !== "statuses")])} and ${behind(asked)}
        ${NEWEST} limit ${asked.size} + ${asked.skipped}) o
    ${NEWEST} limit ${asked.size} offset ${asked.skipped}`;
/** Whether there are orders behind what a page ends with; only they can leave a list while it is walked that are in it for their status. */
const more = (last: string, asked: Asked, filters: readonly Filter[]): string =>
  filters.includes("status") || filters.includes("statuses")
    ? `exists (select from orders o where ${within(asked, filters)} and (o.order_date, o.ordinal) < (${last}[1], ${last}[2]))`
    : "null::boolean";

/** What is said of a whole list. */
export interface ListTotals {
  /** Null where it was not asked for: then the seller's counter says it. */
  readonly total: number | null;
  /** Whether something is behind the page; null where the total says it. */
  readonly more: boolean | null;
  /** How many orders the seller has. */
  readonly counted: number;
}

/** A page of summaries, whatever it holds: fifty rows would cost more to take apart than to read. */
export interface SummarizedPage extends ListTotals {
  readonly ord: number;
  readonly size: number;
  /**
   * Its orders that have a summary of their own version, as this version of the server makes them: others have none until they change.
   */
  readonly summarized: number;
  /** JSON texts between a comma and a line feed. */
  readonly summaries: string | null;
  /** What the page ends with; null on an empty one. */
  readonly last_date: number | null;
  readonly last_ordinal: number | null;
}
/** Columns of an input of many pages, in their order, each with its type. */
const ONE_OF_MANY = {
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
} as const satisfies Record<Exclude<keyof Asked, "statuses">, readonly [name: string, type: string]>;
const OF_INPUT = Object.fromEntries(Object.entries(ONE_OF_MANY).map(([what, [name]]) => [what, `i.${name}`])) as unknown as Asked;

/**
 * Pages of summaries, newest first, many at once: an order is read where its date is found, also when the page leaves it out. An empty page
 * counts nothing.
 */
const summarized = (...filters: readonly Exclude<Filter, "statuses">[]): string => {
  const columns = Object.entries(ONE_OF_MANY)
    .filter(([what]) => (what !== "status" && what !== "type") || filters.includes(what))
    .map(([, column]) => column);
  const own = `case when o.summary_version = o.version and starts_with(o.summary, '${SUMMARY_JSON_PREFIX}') then o.summary end as summary`;
  return `select i.ord::integer as ord, ${counted(OF_INPUT, filters, " and p.size > 0")} as total,
          (select c.orders from seller_counters c where c.seller_id = i.seller_id) as counted,
          p.size, p.summarized, p.summaries, p.last[1] as last_date, p.last[2] as last_ordinal,
          ${more("p.last", OF_INPUT, filters)} as more
     from unnest(${columns.map(([, type], nth) => `$${nth + 1}::${type}[]`).join(", ")})
          with ordinality as i(${columns.map(([name]) => name).join(", ")}, ord)
    cross join lateral (
       select count(*)::integer as size, count(p.summary)::integer as summarized, string_agg(p.summary, e',\n') as summaries,
              min(array[p.order_date, p.ordinal]) as last
         from (${page(`o.order_date, o.ordinal, ${own}`, OF_INPUT, filters)}) p
     ) p`;
};
/** Pages of all of a seller's orders, in summary. Index: orders_by_date, seller_counters_pkey. */
export const summarizeOrders = statement<SummarizedPage>("orders.summarize", summarized());
/** Pages of those in one status. Index: orders_by_status, seller_counters_pkey. */
export const summarizeOrdersByStatus = statement<SummarizedPage>("orders.summarize_by_status", summarized("status"));
/** Pages of those of one type. Index: orders_by_date, seller_counters_pkey. */
export const summarizeOrdersOfType = statement<SummarizedPage>("orders.summarize_of_type", summarized("type"));
/** Pages of those in one status and of one type. Index: orders_by_status, seller_counters_pkey. */
export const summarizeOrdersByStatusOfType = statement<SummarizedPage>("orders.summarize_by_status_of_type", summarized("status", "type"));

/** A page's order with all there is of it. */
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
 * A page of orders with all there is of them, in any order. The index alone finds which they are, and then they are read. `$10` says whether
 * their shippings are; what is filtered by comes after.
 */
const listed = (...filters: readonly Filter[]): string => {
  const filter = (name: Filter) => `$${11 + filters.indexOf(name)}`;
  const asked = { ...PARAMETERS, status: filter("status"), statuses: `${filter("statuses")}::text[]`, type: filter("type") };
  const found = filters.includes("statuses") ? merged : page;
  return `with page as materialized (${found("o.order_date, o.ordinal", asked, filters)}
   ), list as (
     select ${counted(asked, filters)} as total, ${more("p.last", asked, filters)} as more
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
 * A page of all of a seller's orders. Index: orders_by_date, orders_seller_id_ordinal_key, shippings_pkey, sellers_pkey,
 * seller_counters_pkey.
 */
export const listOrders = statement<ListedRow>("orders.list", listed());
/**
 * A page of those in one status. Index: orders_by_status, orders_seller_id_ordinal_key, shippings_pkey, sellers_pkey,
 * seller_counters_pkey.
 */
export const listOrdersByStatus = statement<ListedRow>("orders.list_by_status", listed("status"));
/**
 * A page of those in several statuses. Index: orders_by_status, orders_seller_id_ordinal_key, shippings_pkey, sellers_pkey,
 * seller_counters_pkey.
 */
export const listOrdersByStatuses = statement<ListedRow>("orders.list_by_statuses", listed("statuses"));
/** A page of those of one type. Index: orders_by_date, orders_seller_id_ordinal_key, shippings_pkey, sellers_pkey, seller_counters_pkey. */
export const listOrdersOfType = statement<ListedRow>("orders.list_of_type", listed("type"));
/**
 * A page of those in one status and of one type. Index: orders_by_status, orders_seller_id_ordinal_key, shippings_pkey,
 * sellers_pkey, seller_counters_pkey.
 */
export const listOrdersByStatusOfType = statement<ListedRow>("orders.list_by_status_of_type", listed("status", "type"));
/**
 * A page of those in several statuses and of one type. Index: orders_by_status, orders_seller_id_ordinal_key, shippings_pkey,
 * sellers_pkey, seller_counters_pkey.
 */
export const listOrdersByStatusesOfType = statement<ListedRow>("orders.list_by_statuses_of_type", listed("statuses", "type"));

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
      and ($4::text[] is null or o.status = any ($4))
      and ($5::text[] is null or o.order_type = any ($5))
    order by o.order_date desc, o.seller_id desc, o.ordinal desc limit $6 offset $7`,
);
