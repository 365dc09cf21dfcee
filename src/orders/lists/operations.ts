import { isoDateTime } from "../../platform/basics/clock.ts";
import { endpoint, type Answer, type Endpoint } from "../../platform/contract/operation.ts";
import type { Database } from "../../platform/database/database.ts";
import { fromCents } from "../../platform/basics/decimal.ts";
import { selectedValues } from "../../platform/contract/list-filters.ts";
import { DEFAULT_SIZE, pageLinks, relLinks } from "../../platform/contract/paging.ts";
import type { OperatorCall, SellerCall } from "../../sellers/index.ts";
import * as contract from "../contract.ts";
import { moveErrors } from "../move-errors.ts";
import { ORDER_TYPES, type OrderType } from "../order.ts";
import { expansionsOf, type Expansion } from "../order-view.ts";
import type { RenderingOptions } from "../rendering-options.ts";
import { STATES, type OrderStatus } from "../status.ts";
import { NO_ORDINAL_LIMIT, EARLIEST, type Filters, LATEST, createPageReader } from "./page-reader.ts";
import { listEveryOrder, type AnyOrderRow } from "./queries.ts";
import { encodeCursor, queryFingerprint, decodeCursor, type ListCursor } from "./cursor.ts";

export interface ListContext {
  readonly db: Database;
  readonly renderingOptions: Omit<RenderingOptions, "lang">;
}

/** What a list shows of its orders unless more is asked for: a summary (decisions 9). */
const NONE: ReadonlySet<Expansion> = new Set();

/** Lists of orders (seed 4.3): a seller's, stable while it is walked, and the marketplace's. */
export function listEndpoints({ db, renderingOptions }: ListContext): readonly Endpoint[] {
  const pages = createPageReader(db);
  return [
    endpoint(contract.listOrders, async (call: SellerCall<typeof contract.listOrders>) => {
      const { page: asked, size = DEFAULT_SIZE, cursor } = call.query;
      const walk = cursor === undefined ? undefined : decodeCursor(cursor);
      if (cursor !== undefined && walk === undefined)
        return moveErrors.refuse("cursor_unknown", { pointer: "query.cursor", received: cursor });
      const { sellerId } = call.who;
      const filters = filtersOf(call.query);
      const { orderStartDate, orderEndDate, orderStatus, orderType } = filters;
      const question = queryFingerprint([sellerId, size, orderStartDate, orderEndDate, orderStatus?.join(), orderType]);
      if (walk !== undefined && walk.question !== question)
        return moveErrors.refuse("cursor_of_another_list", { pointer: "query.cursor", received: cursor });
      const expansions = expansionsOf(call.query) ?? NONE;
      const page = asked ?? walk?.page ?? 0;
      // Who turns to another page of the walk is led there by counting; its end stays where it was.
      const followed = walk && walk.page === page ? walk : undefined;
      const place = followed ? { after: followed.after, offset: 0 } : { after: [LATEST, NO_ORDINAL_LIMIT] as const, offset: page * size };
      const asking = { sellerId, filters, size, newest: walk?.newest, place, expansions };
      const found = await pages(asking, { ...renderingOptions, lang: call.lang });
      if (found === undefined) return { status: 204 };
      const newest = walk?.newest ?? found.counted - 1;
      const total = found.total ?? newest + 1;
      const totalPages = Math.ceil(total / size);
      const next: ListCursor = { page: page + 1, newest, after: found.last, question };
      const named = { ...filters, ...(expansions.size > 0 ? { expand: [...expansions].join(",") } : {}) };
      const paging = { page, size, totalPages, ...(found.more === null ? {} : { more: found.more }) };
      const links = pageLinks("/api/v1/orders", paging, named);
      // Whoever walks turns to every page within the walk.
      const within = cursor === undefined ? links : pageLinks("/api/v1/orders", paging, { ...named, cursor });
      const led = links.next ? { ...within, next: { href: `${links.next.href}&cursor=${encodeCursor(next)}` } } : within;
      const paged = { page, size, total, totalPages, links: relLinks(led) };
      const rest = JSON.stringify(paged).slice(1);
      return { status: 200, text: `{"items":[${found.items}],${rest}` };
    }),
    endpoint(contract.listEveryOrder, async (call: OperatorCall<typeof contract.listEveryOrder>): Promise<Answer> => {
      const { page = 0, size = DEFAULT_SIZE, sellerId } = call.query;
      const filters = filtersOf(call.query);
      const { orderStartDate = EARLIEST, orderEndDate = LATEST, orderStatus = null, orderType } = filters;
      const types = orderType === undefined ? null : [orderType];
      const values = [orderStartDate, orderEndDate, sellerId ?? null, orderStatus, types, size, page * size];
      const rows = await db.wide.run("every seller", listEveryOrder, values);
      if (rows.length === 0) return { status: 204 };
      const { total } = rows[0]!;
      const totalPages = Math.ceil(total / size);
      const links = relLinks(pageLinks("/operator/v1/orders", { page, size, totalPages }, { ...filters, sellerId }));
      return { status: 200, body: { items: rows.map(shown), page, size, total, totalPages, links } };
    }),
  ];
}

interface AskedFilters extends Pick<Filters, "orderStartDate" | "orderEndDate"> {
  readonly orderStatus?: readonly OrderStatus[] | undefined;
  readonly orderType?: readonly OrderType[] | undefined;
}
/** What is filtered by. There are two types, so that both are no filter. */
const filtersOf = ({ orderStartDate, orderEndDate, orderStatus, orderType }: AskedFilters): Filters => ({
  orderStartDate,
  orderEndDate,
  orderStatus: selectedValues(orderStatus, STATUSES),
  orderType: selectedValues(orderType, ORDER_TYPES)?.[0],
});
const STATUSES = STATES.map(({ status }) => status);

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
