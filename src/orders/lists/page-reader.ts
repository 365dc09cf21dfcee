import { createStatementBatcher, type Database, type Statement } from "../../platform/database/index.ts";
import { needsShippings, orderJson } from "../order-view.ts";
import { toOrderRecord } from "../row-mapping.ts";
import type { RenderingOptions } from "../rendering-options.ts";
import { type ByAllFilters, type ByFilters, FILTER_PARAMETERS, forFilters, PAGE_PARAMETERS, type PageRequest } from "./page-parameters.ts";
import * as queries from "./queries.ts";

/** A page of orders, newest first. */
export interface Page extends queries.ListTotals {
  /** The last order of the page. */
  readonly last: readonly [date: number, ordinal: number];
  /** The orders as JSON texts, joined by commas. */
  readonly items: string;
}

/** Reads a page of a seller's orders; undefined when it is empty. */
export type ReadOrderPage = (request: PageRequest, options: RenderingOptions) => Promise<Page | undefined>;

/** Creates a reader of pages. Pages without expansions come from stored summaries if possible. Other pages are rendered. */
export function createPageReader(db: Database): ReadOrderPage {
  const summaryReaders = openSummaryReaders(db);
  return async (request, options) => {
    const usesSummaries = request.expansions.size === 0 && request.start.offset <= MAX_SUMMARY_OFFSET && options.paymentsShown;
    const page = (usesSummaries ? await readSummaries(summaryReaders, request) : undefined) ?? (await renderOrders(db, request, options));
    return page === "empty" ? undefined : page;
  };
}

/**
 * Maximum offset of a page from stored summaries. Statements of summaries also read the orders that they skip. So pages with a higher
 * offset are rendered instead: the statement for whole orders skips within the index.
 */
const MAX_SUMMARY_OFFSET = 1_000;

/** Reads the page from stored summaries. Undefined if one of its orders has no current summary, or if no statement has these filters. */
async function readSummaries(readers: SummaryReaders, request: PageRequest): Promise<Page | "empty" | undefined> {
  const reader = forFilters(readers, request.filters);
  if (reader === undefined) return undefined;
  const page = await reader(request);
  if (!page || page.last_date === null || page.last_ordinal === null) return "empty";
  const { total, more, counted, size, summarized, summaries: items } = page;
  if (items === null || summarized !== size) return undefined;
  return { total, more, counted, items, last: [page.last_date, page.last_ordinal] };
}

/** Reads whole orders and renders the page from them. */
async function renderOrders(db: Database, request: PageRequest, options: RenderingOptions): Promise<Page | "empty"> {
  const { sellerId, filters, expansions } = request;
  const parameters = [...PAGE_PARAMETERS, () => needsShippings(expansions), ...forFilters(FILTER_PARAMETERS, filters)];
  const rows = await db.run(
    [sellerId],
    forFilters(ORDER_STATEMENTS, filters),
    parameters.map((parameter) => parameter(request)),
  );
  rows.sort((a, b) => b.order_date - a.order_date || b.ordinal - a.ordinal);
  const last = rows.at(-1);
  if (last === undefined) return "empty";
  const items = rows.map((row) => orderJson(toOrderRecord(row), expansions, options)).join(",");
  return { total: last.total, more: last.more, counted: last.counted, items, last: [last.order_date, last.ordinal] };
}

/** Statements that read whole orders. */
const ORDER_STATEMENTS = {
  all: queries.listOrders,
  byStatus: queries.listOrdersByStatus,
  ofType: queries.listOrdersOfType,
  byStatusOfType: queries.listOrdersByStatusOfType,
  byStatuses: queries.listOrdersByStatuses,
  byStatusesOfType: queries.listOrdersByStatusesOfType,
};

type ReadSummaries = (request: PageRequest) => Promise<queries.SummarizedPage | undefined>;
type SummaryReaders = ByAllFilters<ReadSummaries | undefined>;

/** A statement that reads pages of stored summaries, with its parameters as columns. */
interface SummaryStatement {
  readonly query: Statement<queries.SummarizedPage>;
  readonly columns: typeof PAGE_PARAMETERS;
}
/** Statements that read stored summaries. There are none for several statuses, because such requests are rare. */
const SUMMARY_STATEMENTS: ByFilters<SummaryStatement> = {
  all: { query: queries.summarizeOrders, columns: [...PAGE_PARAMETERS, ...FILTER_PARAMETERS.all] },
  byStatus: { query: queries.summarizeOrdersByStatus, columns: [...PAGE_PARAMETERS, ...FILTER_PARAMETERS.byStatus] },
  ofType: { query: queries.summarizeOrdersOfType, columns: [...PAGE_PARAMETERS, ...FILTER_PARAMETERS.ofType] },
  byStatusOfType: {
    query: queries.summarizeOrdersByStatusOfType,
    columns: [...PAGE_PARAMETERS, ...FILTER_PARAMETERS.byStatusOfType],
  },
};

function openSummaryReaders(db: Database): SummaryReaders {
  const { all, byStatus, ofType, byStatusOfType } = SUMMARY_STATEMENTS;
  return {
    all: batchedReader(db, all),
    byStatus: batchedReader(db, byStatus),
    // No index contains the order type, so these statements may read many orders to find a few. They are not batched, so that they delay no
    // other page.
    ofType: singleReader(db, ofType),
    byStatusOfType: singleReader(db, byStatusOfType),
    byStatuses: undefined,
    byStatusesOfType: undefined,
  };
}

/** Creates a reader that reads each page in a separate statement. */
const singleReader =
  (db: Database, { query, columns }: SummaryStatement): ReadSummaries =>
  async (request) => {
    const [page] = await db.run(
      [request.sellerId],
      query,
      columns.map((column) => [column(request)]),
    );
    return page;
  };

/**
 * A page is slow if it counted more orders than `counted`, or took longer than `tookMs`. A slow page would delay the other pages of its
 * batch.
 */
const SLOW_PAGE = { counted: 5_000, tookMs: 200 } as const;

/** Creates a reader that batches the pages of an event-loop tick, except for sellers whose latest page was slow or failed. */
function batchedReader(db: Database, summaries: SummaryStatement): ReadSummaries {
  const batched = createStatementBatcher<PageRequest, queries.SummarizedPage>(db, {
    ...summaries,
    name: summaries.query.name,
    policy: "page",
  });
  const readSingle = singleReader(db, summaries);
  const slowSellers = new Set<number>();
  return async (request) => {
    const { sellerId } = request;
    const startedMs = performance.now();
    try {
      const page = await (slowSellers.has(sellerId) ? readSingle(request) : batched.submit(request));
      if ((page?.total ?? 0) > SLOW_PAGE.counted || performance.now() - startedMs > SLOW_PAGE.tookMs) slowSellers.add(sellerId);
      // An empty page counts no orders, so it can be fast even if the seller's other pages are slow.
      else if (page !== undefined && page.size > 0) slowSellers.delete(sellerId);
      return page;
    } catch (error) {
      slowSellers.add(sellerId);
      throw error;
    }
  };
}
