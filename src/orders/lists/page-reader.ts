import { createStatementBatcher } from "../../platform/database/batching/statement-batcher.ts";
import type { Database, Statement } from "../../platform/database/database.ts";
import { type Expansion, needsShippings, orderJson } from "../order-view.ts";
import { toOrderRecord } from "../row-mapping.ts";
import type { OrderType } from "../order.ts";
import type { RenderingOptions } from "../rendering-options.ts";
import type { OrderStatus } from "../status.ts";
import * as queries from "./queries.ts";

/** Before and after every order there can be, epoch ms. */
export const [EARLIEST, LATEST] = [-8_640_000_000_000_000, 8_640_000_000_000_000];
/** The ordinal of no order. */
export const NO_ORDINAL_LIMIT = Number.MAX_SAFE_INTEGER;
/** Orders that a page of summaries reads and leaves out at most; what is further is found by the index alone. */
const NEAR = 1_000;
/** Whose page counted more orders than this, or took longer, has the next one of its kind read by itself: nobody waits for it then. */
const MUCH = { counted: 5_000, tookMs: 200 } as const;

/** What a list is asked for beside its page. */
export interface Filters {
  readonly orderStartDate?: number | undefined;
  readonly orderEndDate?: number | undefined;
  /** One or several, none twice. */
  readonly orderStatus?: readonly OrderStatus[] | undefined;
  readonly orderType?: OrderType | undefined;
}

/** A page of a seller's list. */
export interface PageAsked {
  readonly sellerId: number;
  readonly filters: Filters;
  readonly size: number;
  /** Undefined at the beginning of a walk. */
  readonly newest: number | undefined;
  readonly place: { readonly after: readonly [date: number, ordinal: number]; readonly offset: number };
  readonly expansions: ReadonlySet<Expansion>;
}

/** A page's orders, newest first. */
export interface Page extends queries.ListTotals {
  readonly last: readonly [date: number, ordinal: number];
  /** Their JSON texts, between commas. */
  readonly items: string;
}

/** What reads one list: each names the filters there are and no others. */
interface Filterable<Reader> {
  readonly all: Reader;
  readonly byStatus: Reader;
  readonly ofType: Reader;
  readonly byStatusOfType: Reader;
}
/** Those that know of several statuses too. */
interface WidelyFilterable<Reader> extends Filterable<Reader> {
  readonly byStatuses: Reader;
  readonly byStatusesOfType: Reader;
}
function filtered<Reader>(readers: WidelyFilterable<Reader>, { orderStatus, orderType }: Filters): Reader {
  if (orderStatus === undefined) return orderType === undefined ? readers.all : readers.ofType;
  if (orderStatus.length === 1) return orderType === undefined ? readers.byStatus : readers.byStatusOfType;
  return orderType === undefined ? readers.byStatuses : readers.byStatusesOfType;
}
const LISTS = {
  all: queries.listOrders,
  byStatus: queries.listOrdersByStatus,
  ofType: queries.listOrdersOfType,
  byStatusOfType: queries.listOrdersByStatusOfType,
  byStatuses: queries.listOrdersByStatuses,
  byStatusesOfType: queries.listOrdersByStatusesOfType,
};
/** What both kinds of statement ask for first, in their order. */
const VALUES: readonly ((asked: PageAsked) => unknown)[] = [
  ({ sellerId }) => sellerId,
  ({ filters }) => filters.orderStartDate ?? EARLIEST,
  ({ filters }) => filters.orderEndDate ?? LATEST,
  ({ newest }) => newest ?? NO_ORDINAL_LIMIT,
  ({ place }) => place.after[0],
  ({ place }) => place.after[1],
  ({ size }) => size,
  ({ place }) => place.offset,
  ({ filters }) => Object.values(filters).some((filter) => filter !== undefined),
];
const status = ({ filters }: PageAsked): unknown => filters.orderStatus?.[0];
const statuses = ({ filters }: PageAsked): unknown => filters.orderStatus;
const type = ({ filters }: PageAsked): unknown => filters.orderType;
const FILTERS = {
  all: [],
  byStatus: [status],
  ofType: [type],
  byStatusOfType: [status, type],
  byStatuses: [statuses],
  byStatusesOfType: [statuses, type],
} satisfies WidelyFilterable<typeof VALUES>;
const SUMMARIES: Filterable<SummariesOf> = {
  all: { query: queries.summarizeOrders, columns: [...VALUES, ...FILTERS.all] },
  byStatus: { query: queries.summarizeOrdersByStatus, columns: [...VALUES, ...FILTERS.byStatus] },
  ofType: { query: queries.summarizeOrdersOfType, columns: [...VALUES, ...FILTERS.ofType] },
  byStatusOfType: { query: queries.summarizeOrdersByStatusOfType, columns: [...VALUES, ...FILTERS.byStatusOfType] },
};

/** Reads pages of sellers' orders; undefined where nothing is on one. */
export type ReadOrderPage = (asked: PageAsked, options: RenderingOptions) => Promise<Page | undefined>;

type Summaries = (asked: PageAsked) => Promise<queries.SummarizedPage | undefined>;
interface SummariesOf {
  readonly query: Statement<queries.SummarizedPage>;
  readonly columns: typeof VALUES;
}

/** Each page by itself. */
const alone =
  (db: Database, { query, columns }: SummariesOf): Summaries =>
  async (asked) => {
    const [page] = await db.run(
      [asked.sellerId],
      query,
      columns.map((column) => [column(asked)]),
    );
    return page;
  };

/** Pages of one turn of the event loop in a statement, but for those of whoever had much to read the last time, or came to no end. */
function together(db: Database, summaries: SummariesOf): Summaries {
  const batched = createStatementBatcher<PageAsked, queries.SummarizedPage>(db, {
    ...summaries,
    name: summaries.query.name,
    policy: "page",
  });
  const byItself = alone(db, summaries);
  const muchToRead = new Set<number>();
  return async (asked) => {
    const { sellerId } = asked;
    const startedMs = performance.now();
    try {
      const page = await (muchToRead.has(sellerId) ? byItself(asked) : batched.submit(asked));
      if ((page?.total ?? 0) > MUCH.counted || performance.now() - startedMs > MUCH.tookMs) muchToRead.add(sellerId);
      // An empty page may have been long looked for.
      else if (page !== undefined && page.size > 0) muchToRead.delete(sellerId);
      return page;
    } catch (error) {
      muchToRead.add(sellerId);
      throw error;
    }
  };
}

/** A reader of pages. Those on which nothing is expanded are stored ready to be sent. */
export function createPageReader(db: Database): ReadOrderPage {
  const { all, byStatus, ofType, byStatusOfType } = SUMMARIES;
  const readers: WidelyFilterable<Summaries | undefined> = {
    all: together(db, all),
    byStatus: together(db, byStatus),
    // No index has the type: what is read is not what is found.
    ofType: alone(db, ofType),
    byStatusOfType: alone(db, byStatusOfType),
    // Rarely asked for: their orders are put together.
    byStatuses: undefined,
    byStatusesOfType: undefined,
  };

  /** Undefined where an order has no summary of its version, or nobody reads such pages of summaries. */
  const ready = async (asked: PageAsked): Promise<Page | "nothing" | undefined> => {
    const reader = filtered(readers, asked.filters);
    if (reader === undefined) return undefined;
    const page = await reader(asked);
    if (!page || page.last_date === null || page.last_ordinal === null) return "nothing";
    const { total, more, counted, size, summarized, summaries: items } = page;
    if (items !== null && summarized === size) return { total, more, counted, items, last: [page.last_date, page.last_ordinal] };
    return undefined;
  };
  const made = async (asked: PageAsked, options: RenderingOptions): Promise<Page | "nothing"> => {
    const { sellerId, filters, expansions } = asked;
    const values = [...VALUES, () => needsShippings(expansions), ...filtered(FILTERS, filters)].map((value) => value(asked));
    const rows = await db.run([sellerId], filtered(LISTS, filters), values);
    rows.sort((a, b) => b.order_date - a.order_date || b.ordinal - a.ordinal);
    const last = rows.at(-1);
    if (last === undefined) return "nothing";
    const items = rows.map((row) => orderJson(toOrderRecord(row), expansions, options)).join(",");
    return { total: last.total, more: last.more, counted: last.counted, items, last: [last.order_date, last.ordinal] };
  };
  return async (asked, options) => {
    const isReady = asked.expansions.size === 0 && asked.place.offset <= NEAR && options.paymentsShown;
    const page = (isReady ? await ready(asked) : undefined) ?? (await made(asked, options));
    return page === "nothing" ? undefined : page;
  };
}
