import type { Batcher } from "../../platform/batch.ts";
import { coalesced } from "../../platform/coalesce.ts";
import type { Database, Statement } from "../../platform/db.ts";
import { giveBackAll, type Lent } from "../../platform/lent.ts";
import type { Utf8 } from "../../platform/utf8.ts";
import { type Expansion, orderView, showsShippings } from "../order-view.ts";
import { orderOf } from "../records.ts";
import type { Showing } from "../showing.ts";
import * as queries from "./queries.ts";

/** Before and after every order there can be, epoch ms. */
export const [EARLIEST, LATEST] = [-8_640_000_000_000_000, 8_640_000_000_000_000];
/** The ordinal of no order. */
export const BEYOND_ALL = Number.MAX_SAFE_INTEGER;
/** Orders that a page of summaries reads and leaves out at most; what is further is found by the index alone. */
const NEAR = 1_000;
/** Pages of summaries in one statement. */
const PAGES_AT_ONCE = 8;
/** Whose page counted more orders than this has the next one of its kind read by itself: nobody waits for how much another counts. */
const MUCH_TO_COUNT = 5_000;

/** What a list is asked for beside its page. */
export interface Filters {
  readonly orderStartDate?: number | undefined;
  readonly orderEndDate?: number | undefined;
  readonly orderStatus?: string | undefined;
  readonly orderType?: string | undefined;
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
export interface Page extends queries.OfList {
  readonly last: readonly [date: number, ordinal: number];
  /** As each is shown, or all as JSON texts between commas. */
  readonly items: readonly object[] | Utf8 | Lent;
}

/** What reads one list: each names the filters there are and no others. */
interface Filterable<Reader> {
  readonly all: Reader;
  readonly byStatus: Reader;
  readonly ofType: Reader;
  readonly byStatusOfType: Reader;
}
function filtered<Reader>(readers: Filterable<Reader>, { orderStatus, orderType }: Filters): Reader {
  if (orderStatus === undefined) return orderType === undefined ? readers.all : readers.ofType;
  return orderType === undefined ? readers.byStatus : readers.byStatusOfType;
}
const LISTS = {
  all: queries.listOrders,
  byStatus: queries.listOrdersByStatus,
  ofType: queries.listOrdersOfType,
  byStatusOfType: queries.listOrdersByStatusOfType,
};
const SUMMARIES = {
  all: queries.summarizeOrders,
  byStatus: queries.summarizeOrdersByStatus,
  ofType: queries.summarizeOrdersOfType,
  byStatusOfType: queries.summarizeOrdersByStatusOfType,
};

/** What both kinds of statement ask for first, in their order. */
const VALUES: readonly ((asked: PageAsked) => unknown)[] = [
  ({ sellerId }) => sellerId,
  ({ filters }) => filters.orderStartDate ?? EARLIEST,
  ({ filters }) => filters.orderEndDate ?? LATEST,
  ({ newest }) => newest ?? BEYOND_ALL,
  ({ place }) => place.after[0],
  ({ place }) => place.after[1],
  ({ size }) => size,
  ({ place }) => place.offset,
  ({ filters }) => Object.values(filters).some((filter) => filter !== undefined),
];
const FILTERS = {
  all: [],
  byStatus: [({ filters }: PageAsked) => filters.orderStatus],
  ofType: [({ filters }: PageAsked) => filters.orderType],
  byStatusOfType: [({ filters }: PageAsked) => filters.orderStatus, ({ filters }: PageAsked) => filters.orderType],
} satisfies Filterable<typeof VALUES>;

/** Reads pages of sellers' orders; undefined where nothing is on one. */
export type Pages = (asked: PageAsked, showing: Showing) => Promise<Page | undefined>;

/** A reader of pages. Those on which nothing is expanded are stored ready to be sent, and of one turn of the event loop ride together. */
export function openPages(db: Database): Pages {
  type Summaries = (asked: PageAsked) => Promise<queries.SummarizedPage | undefined>;
  const summaries = (query: Statement<queries.SummarizedPage>, filters: typeof VALUES): Summaries => {
    const muchToCount = new Set<number>();
    const columns = [...VALUES, ...filters];
    const together: Batcher<PageAsked, queries.SummarizedPage | undefined> = coalesced(db, {
      name: query.name,
      query,
      columns,
      maxItems: PAGES_AT_ONCE,
    });
    const alone = async (asked: PageAsked) => {
      const [page] = await db.run(
        [asked.sellerId],
        query,
        columns.map((column) => [column(asked)]),
      );
      return page;
    };
    return async (asked) => {
      const page = await (muchToCount.has(asked.sellerId) ? alone(asked) : together.submit(asked));
      const counted = page?.total ?? undefined;
      if (counted !== undefined) muchToCount[counted > MUCH_TO_COUNT ? "add" : "delete"](asked.sellerId);
      return page;
    };
  };
  const readers: Filterable<Summaries> = {
    all: summaries(SUMMARIES.all, FILTERS.all),
    byStatus: summaries(SUMMARIES.byStatus, FILTERS.byStatus),
    ofType: summaries(SUMMARIES.ofType, FILTERS.ofType),
    byStatusOfType: summaries(SUMMARIES.byStatusOfType, FILTERS.byStatusOfType),
  };

  /** Undefined where an order has no summary of its version. */
  const ready = async (asked: PageAsked): Promise<Page | "nothing" | undefined> => {
    const page = await filtered(readers, asked.filters)(asked);
    if (!page || page.last_date === null || page.last_ordinal === null) return "nothing";
    const { total, counted, size, summarized, summaries: items } = page;
    if (items !== null && summarized === size) return { total, counted, items, last: [page.last_date, page.last_ordinal] };
    if (items !== null) giveBackAll([items]);
    return undefined;
  };
  const made = async (asked: PageAsked, showing: Showing): Promise<Page | "nothing"> => {
    const { sellerId, filters, expansions } = asked;
    const values = [...VALUES, () => showsShippings(expansions), ...filtered(FILTERS, filters)].map((value) => value(asked));
    const rows = await db.run([sellerId], filtered(LISTS, filters), values);
    rows.sort((a, b) => b.order_date - a.order_date || b.ordinal - a.ordinal);
    const last = rows.at(-1);
    if (last === undefined) return "nothing";
    const items = rows.map((row) => orderView(orderOf(row), expansions, showing));
    return { total: last.total, counted: last.counted, items, last: [last.order_date, last.ordinal] };
  };
  return async (asked, showing) => {
    const isReady = asked.expansions.size === 0 && asked.place.offset <= NEAR && showing.paymentsShown;
    const page = (isReady ? await ready(asked) : undefined) ?? (await made(asked, showing));
    return page === "nothing" ? undefined : page;
  };
}
