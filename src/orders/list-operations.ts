import { isoDateTime } from "../platform/clock.ts";
import { endpoint, type Answer, type Endpoint } from "../platform/contract.ts";
import type { Database, Statement } from "../platform/db.ts";
import { fromCents } from "../platform/decimal.ts";
import { DEFAULT_SIZE, pageLinks, relLinks } from "../platform/paging.ts";
import type { OperatorCall, SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { moveErrors } from "./move-errors.ts";
import { type Expansion, expansionsOf, orderView, showsShippings, summaryView } from "./order-view.ts";
import {
  listEveryOrder,
  listOrders,
  listOrdersByStatus,
  listOrdersByStatusOfType,
  listOrdersOfType,
  summarizeOrders,
  summarizeOrdersByStatus,
  summarizeOrdersByStatusOfType,
  summarizeOrdersOfType,
  type AnyOrderRow,
} from "./queries.ts";
import { orderOf, summaryOf } from "./records.ts";
import type { Showing } from "./showing.ts";
import { cursorOf, questionOf, walkOf, type Walk } from "./walk.ts";

export interface ListContext {
  readonly db: Database;
  readonly showing: Omit<Showing, "lang">;
}

/** Before and after every order there can be: epoch ms and ordinals. */
const [EARLIEST, LATEST] = [-8_640_000_000_000_000, 8_640_000_000_000_000];
const BEYOND_ALL = Number.MAX_SAFE_INTEGER;
/** Orders that a page of summaries reads and leaves out at most; what is further is found by the index alone. */
const NEAR = 1_000;

/** What a list is asked for beside its page. */
interface Filters {
  readonly orderStartDate?: number | undefined;
  readonly orderEndDate?: number | undefined;
  readonly orderStatus?: string | undefined;
  readonly orderType?: string | undefined;
}

/** Lists of orders (seed 4.3): a seller's, stable while it is walked, and the marketplace's. */
export function listEndpoints({ db, showing }: ListContext): readonly Endpoint[] {
  return [
    endpoint(contract.listOrders, async (call: SellerCall<typeof contract.listOrders>) => {
      const { page: asked, size = DEFAULT_SIZE, cursor, expand: _expand, expands: _expands, ...filters } = call.query;
      const walk = cursor === undefined ? undefined : walkOf(cursor);
      if (cursor !== undefined && walk === undefined)
        return moveErrors.refuse("cursor_unknown", { pointer: "query.cursor", received: cursor });
      const { sellerId } = call.who;
      const { orderStartDate, orderEndDate, orderStatus, orderType } = filters;
      const question = questionOf([sellerId, size, orderStartDate, orderEndDate, orderStatus, orderType]);
      if (walk !== undefined && walk.question !== question)
        return moveErrors.refuse("cursor_of_another_list", { pointer: "query.cursor", received: cursor });
      const expansions = expansionsOf(call.query);
      const page = asked ?? walk?.page ?? 0;
      // Who turns to another page of the walk is led there by counting; its end stays where it was.
      const followed = walk && walk.page === page ? walk : undefined;
      const place = followed ? { after: followed.after, offset: 0 } : { after: [LATEST, BEYOND_ALL] as const, offset: page * size };
      const { rows, items } = await pageOf(
        db,
        { sellerId, filters, size, newest: walk?.newest, place, expansions },
        { ...showing, lang: call.lang },
      );
      const [first, last] = [rows[0], rows.at(-1)];
      if (first === undefined || last === undefined) return { status: 204 };
      const newest = walk?.newest ?? first.counted - 1;
      const total = first.total ?? newest + 1;
      const totalPages = Math.ceil(total / size);
      const more = page + 1 < totalPages;
      const next: Walk = { page: page + 1, newest, after: [last.order_date, last.ordinal], question };
      const named = { ...filters, ...(expansions.size > 0 ? { expand: [...expansions].join(",") } : {}) };
      const paging = { page, size, totalPages };
      const links = pageLinks("/api/v1/orders", paging, named);
      // Whoever walks turns to every page within the walk.
      const within = cursor === undefined ? links : pageLinks("/api/v1/orders", paging, { ...named, cursor });
      const led = more && links.next ? { ...within, next: { href: `${links.next.href}&cursor=${cursorOf(next)}` } } : within;
      return { status: 200, body: { items, page, size, total, totalPages, links: relLinks(led) } };
    }),
    endpoint(contract.listEveryOrder, async (call: OperatorCall<typeof contract.listEveryOrder>): Promise<Answer> => {
      const { page = 0, size = DEFAULT_SIZE, sellerId, ...filters } = call.query;
      const { orderStartDate = EARLIEST, orderEndDate = LATEST, orderStatus = null, orderType = null } = filters;
      const values = [orderStartDate, orderEndDate, sellerId ?? null, orderStatus, orderType, size, page * size];
      const rows = await db.wide.run("every seller", listEveryOrder, values);
      if (rows.length === 0) return { status: 204 };
      const { total } = rows[0]!;
      const totalPages = Math.ceil(total / size);
      const links = relLinks(pageLinks("/operator/v1/orders", { page, size, totalPages }, { ...filters, sellerId }));
      return { status: 200, body: { items: rows.map(shown), page, size, total, totalPages, links } };
    }),
  ];
}

interface PageAsked {
  readonly sellerId: number;
  readonly filters: Filters;
  readonly size: number;
  /** Undefined at the beginning of a walk. */
  readonly newest: number | undefined;
  readonly place: { readonly after: readonly [date: number, ordinal: number]; readonly offset: number };
  readonly expansions: ReadonlySet<Expansion>;
}

/** A page's orders, newest first, and how each is shown. */
async function pageOf(db: Database, asked: PageAsked, showing: Showing) {
  const { sellerId, filters, size, newest = BEYOND_ALL, place, expansions } = asked;
  const { orderStartDate, orderEndDate, orderStatus, orderType } = filters;
  const wanted = [orderStatus, orderType].filter((filter) => filter !== undefined);
  const isCounted = wanted.length > 0 || orderStartDate !== undefined || orderEndDate !== undefined;
  const [start, end] = [orderStartDate ?? EARLIEST, orderEndDate ?? LATEST];
  const values = [sellerId, start, end, newest, ...place.after, size, place.offset, isCounted];
  if (expansions.size === 0 && place.offset <= NEAR) {
    const rows = await db.run([sellerId], filtered(SUMMARIES, filters), [...values, ...wanted]);
    return { rows, items: rows.map((row) => summaryView(summaryOf(row), showing)) };
  }
  const rows = await db.run([sellerId], filtered(LISTS, filters), [...values, showsShippings(expansions), ...wanted]);
  rows.sort((a, b) => b.order_date - a.order_date || b.ordinal - a.ordinal);
  return { rows, items: rows.map((row) => orderView(orderOf(row), expansions, showing)) };
}

/** Statements of one list, each naming the filters there are and no others. */
interface Filterable<Row extends object> {
  readonly all: Statement<Row>;
  readonly byStatus: Statement<Row>;
  readonly ofType: Statement<Row>;
  readonly byStatusOfType: Statement<Row>;
}
const SUMMARIES = {
  all: summarizeOrders,
  byStatus: summarizeOrdersByStatus,
  ofType: summarizeOrdersOfType,
  byStatusOfType: summarizeOrdersByStatusOfType,
};
const LISTS = { all: listOrders, byStatus: listOrdersByStatus, ofType: listOrdersOfType, byStatusOfType: listOrdersByStatusOfType };

function filtered<Row extends object>(statements: Filterable<Row>, { orderStatus, orderType }: Filters): Statement<Row> {
  if (orderStatus === undefined) return orderType === undefined ? statements.all : statements.ofType;
  return orderType === undefined ? statements.byStatus : statements.byStatusOfType;
}

const shown = (row: AnyOrderRow) => ({
  sellerId: row.seller_id,
  orderNumber: row.order_number,
  ...(row.origin_number === null ? {} : { originNumber: row.origin_number }),
  orderType: row.order_type,
  orderStatus: row.status,
  statusDate: isoDateTime(row.status_at),
  orderDate: isoDateTime(row.order_date),
  businessUnit: row.business_unit,
  totalQuantity: row.total_quantity,
  totalNet: fromCents(row.net_cents),
  version: row.version,
});
