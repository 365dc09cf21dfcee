import { fromCents, isoDateTime } from "../../platform/basics/index.ts";
import {
  type Answer,
  DEFAULT_SIZE,
  type Endpoint,
  endpoint,
  pageLinks,
  Refusal,
  relLinks,
  selectedValues,
} from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { OperatorCall, SellerCall } from "../../sellers/index.ts";
import * as contract from "./contract.ts";
import { moveErrors } from "../move-errors.ts";
import { ORDER_TYPES, type OrderType } from "../order.ts";
import { expansionsOf, type Expansion } from "../order-view.ts";
import type { RenderingOptions } from "../rendering-options.ts";
import { ORDER_STATES, PLATFORMS, type OrderStatus } from "../status.ts";
import { createPageReader, type ReadOrderPage } from "./page-reader.ts";
import { EARLIEST, type Filters, LATEST, NO_ORDINAL_LIMIT, type PageRequest } from "./page-parameters.ts";
import { listEveryOrder, type AnyOrderRow } from "./queries.ts";
import { encodeCursor, queryFingerprint, decodeCursor, type ListCursor } from "./cursor.ts";
import { readWaitingPage } from "./waiting/page-reader.ts";
import { listFrozenOrders, listLateOrders } from "./waiting/queries.ts";

export interface ListContext {
  readonly db: Database;
  readonly renderingOptions: Omit<RenderingOptions, "lang">;
}

/**
 * Endpoints that list orders (seed 4.3): a seller's list, whose pages stay stable while a client follows its links unless it is about what waits, and
 * the operators' list of the orders of all sellers.
 */
export function listEndpoints({ db, renderingOptions }: ListContext): readonly Endpoint[] {
  const readPage = createPageReader(db);
  return [
    endpoint(contract.listOrders, (call: ListCall) => {
      const options = { ...renderingOptions, lang: call.lang };
      const isAboutWaiting = call.query.nextMove !== undefined || call.query.late === true;
      return isAboutWaiting ? listWaitingOrders(db, call, options) : listOrders(readPage, call, options);
    }),
    endpoint(contract.listEveryOrder, (call: OperatorCall<typeof contract.listEveryOrder>) => listAllOrders(db, call)),
  ];
}

type ListCall = SellerCall<typeof contract.listOrders>;

/** By default, a list shows summaries (decisions 9). */
const NO_EXPANSIONS: ReadonlySet<Expansion> = new Set();

async function listOrders(readPage: ReadOrderPage, call: ListCall, options: RenderingOptions): Promise<Answer | Refusal> {
  const { size = DEFAULT_SIZE } = call.query;
  const { sellerId } = call.who;
  const filters = filtersOf(call.query);
  const list = listFingerprint(sellerId, size, filters);
  const cursor = cursorOf(call.query.cursor, list);
  if (cursor instanceof Refusal) return cursor;
  const page = call.query.page ?? cursor?.page ?? 0;
  const expansions = expansionsOf(call.query) ?? NO_EXPANSIONS;
  const request = { sellerId, filters, size, newest: cursor?.newest, start: startOf(page, size, cursor), expansions };
  const found = await readPage(request, options);
  if (found === undefined) return { status: 204 };
  const newest = cursor?.newest ?? found.counted - 1;
  const total = found.total ?? newest + 1;
  const totalPages = Math.ceil(total / size);
  const paging = { page, size, totalPages, ...(found.more === null ? {} : { more: found.more }) };
  const parameters = { ...filters, ...(expansions.size > 0 ? { expand: [...expansions].join(",") } : {}) };
  const next: ListCursor = { page: page + 1, newest, after: found.last, list };
  const links = listLinks(call.query.cursor, paging, parameters, next);
  const rest = JSON.stringify({ page, size, total, totalPages, links: relLinks(links) }).slice(1);
  return { status: 200, text: `{"items":[${found.items}],${rest}` };
}

/** The orders that wait for the seller, or that are late, by deadline. They come and go, so there is no cursor. */
async function listWaitingOrders(db: Database, call: ListCall, options: RenderingOptions): Promise<Answer | Refusal> {
  const { page = 0, size = DEFAULT_SIZE, nextMove, late, cursor } = call.query;
  if (cursor !== undefined) return moveErrors.refuse("cursor_of_another_list", { pointer: "query.cursor", received: cursor });
  const { sellerId } = call.who;
  const filters = filtersOf(call.query);
  const expansions = expansionsOf(call.query) ?? NO_EXPANSIONS;
  const request = { sellerId, filters, size, newest: undefined, start: startOf(page, size, undefined), expansions };
  const found = await readWaitingPage(db, request, { nextMove, lateAt: late === true ? call.at : undefined }, options);
  if (found === undefined) return { status: 204 };
  const { items, total } = found;
  const totalPages = Math.ceil(total / size);
  const expand = expansions.size > 0 ? { expand: [...expansions].join(",") } : {};
  const parameters = { ...filters, nextMove, late: late === true ? "true" : undefined, ...expand };
  const links = relLinks(pageLinks(contract.listOrders.path, { page, size, totalPages }, parameters));
  return { status: 200, text: `{"items":[${items}],${JSON.stringify({ page, size, total, totalPages, links }).slice(1)}` };
}

const listFingerprint = (sellerId: number, size: number, filters: Filters): string => {
  const { orderStartDate, orderEndDate, orderStatus, orderType } = filters;
  return queryFingerprint([sellerId, size, orderStartDate, orderEndDate, orderStatus?.join(), orderType]);
};

/** Reads the cursor of a call. Undefined if none was sent. Refuses a cursor that is invalid or belongs to another list. */
function cursorOf(sent: string | undefined, list: string): ListCursor | Refusal | undefined {
  if (sent === undefined) return undefined;
  const cursor = decodeCursor(sent);
  if (cursor === undefined) return moveErrors.refuse("cursor_unknown", { pointer: "query.cursor", received: sent });
  if (cursor.list !== list) return moveErrors.refuse("cursor_of_another_list", { pointer: "query.cursor", received: sent });
  return cursor;
}

/** Start of a page: after the cursor's last order if the cursor leads to this page, otherwise at an offset. */
const startOf = (page: number, size: number, cursor: ListCursor | undefined): PageRequest["start"] =>
  cursor?.page === page ? { after: cursor.after, offset: 0 } : { after: [LATEST, NO_ORDINAL_LIMIT], offset: page * size };

/**
 * The links of a page. `next` always has a cursor to the next page. The other links keep the cursor of the request, so that the list shows
 * the same orders.
 */
function listLinks(
  cursor: string | undefined,
  paging: Parameters<typeof pageLinks>[1],
  parameters: Parameters<typeof pageLinks>[2],
  next: ListCursor,
): ReturnType<typeof pageLinks> {
  const links = pageLinks("/api/v1/orders", paging, parameters);
  const withCursor = cursor === undefined ? links : pageLinks("/api/v1/orders", paging, { ...parameters, cursor });
  return links.next ? { ...withCursor, next: { href: `${links.next.href}&cursor=${encodeCursor(next)}` } } : withCursor;
}

async function listAllOrders(db: Database, call: OperatorCall<typeof contract.listEveryOrder>): Promise<Answer> {
  const { page = 0, size = DEFAULT_SIZE, sellerId, businessUnit } = call.query;
  const filters = filtersOf(call.query);
  const platformId = selectedValues(call.query.platformId, Object.values(PLATFORMS));
  const { orderStartDate = EARLIEST, orderEndDate = LATEST, orderStatus = null, orderType } = filters;
  const types = orderType === undefined ? null : [orderType];
  const isLate = call.query.late === true;
  const isFrozen = call.query.frozen === true;
  const statuses = isLate && isFrozen ? (orderStatus ?? [FROZEN]).filter((status) => status === FROZEN) : orderStatus;
  const places = [platformId ?? null, businessUnit ?? null];
  const values = [orderStartDate, orderEndDate, sellerId ?? null, statuses, types, size, page * size, ...places];
  const rows: readonly ListedRow[] = isLate
    ? await db.wide.run("every seller", listLateOrders, [...values, call.at])
    : await db.wide.run("every seller", isFrozen ? listFrozenOrders : listEveryOrder, values);
  if (rows.length === 0) return { status: 204 };
  const { total } = rows[0]!;
  const totalPages = Math.ceil(total / size);
  const flags = { late: isLate ? "true" : undefined, frozen: isFrozen ? "true" : undefined };
  const parameters = { ...filters, sellerId, platformId, businessUnit, ...flags };
  const links = relLinks(pageLinks("/operator/v1/orders", { page, size, totalPages }, parameters));
  return { status: 200, body: { items: rows.map(summaryView), page, size, total, totalPages, links } };
}

const FROZEN: OrderStatus = "Frozen";
type ListedRow = AnyOrderRow & { readonly deadline?: number };

interface FilterParameters extends Pick<Filters, "orderStartDate" | "orderEndDate"> {
  readonly orderStatus?: readonly OrderStatus[] | undefined;
  readonly orderType?: readonly OrderType[] | undefined;
}
/** Filters of a query. A filter for all statuses or for both types is left out. */
const filtersOf = ({ orderStartDate, orderEndDate, orderStatus, orderType }: FilterParameters): Filters => ({
  orderStartDate,
  orderEndDate,
  orderStatus: selectedValues(orderStatus, STATUSES),
  orderType: selectedValues(orderType, ORDER_TYPES)?.[0],
});
const STATUSES = ORDER_STATES.map(({ status }) => status);

const summaryView = (row: ListedRow) => ({
  sellerId: row.seller_id,
  orderNumber: row.order_number,
  ...(row.origin_number === null ? {} : { originNumber: row.origin_number }),
  orderType: row.order_type,
  orderStatus: row.status,
  statusDate: isoDateTime(row.status_at),
  orderDate: isoDateTime(row.order_date),
  ...(row.agreed_date === null ? {} : { agreedDate: isoDateTime(row.agreed_date) }),
  sellerName: row.seller_name,
  platforms: row.platforms.split(" "),
  businessUnit: row.business_unit,
  totalQuantity: row.total_quantity,
  totalNet: fromCents(row.net_cents),
  version: row.version,
  ...(row.deadline === undefined ? {} : { deadline: isoDateTime(row.deadline) }),
  ...(row.move === null ? {} : { proposal: { move: row.move, proposedBy: row.proposed_by, proposedAt: isoDateTime(row.proposed_at!) } }),
});
