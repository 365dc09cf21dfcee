import type { Expansion } from "../order-view.ts";
import type { OrderType } from "../order.ts";
import type { OrderStatus } from "../status.ts";

/** The earliest and the latest possible order date, epoch ms. */
export const [EARLIEST, LATEST] = [-8_640_000_000_000_000, 8_640_000_000_000_000];
/** Higher than every ordinal. */
export const NO_ORDINAL_LIMIT = Number.MAX_SAFE_INTEGER;

/** The filters of a list. */
export interface Filters {
  readonly orderStartDate?: number | undefined;
  readonly orderEndDate?: number | undefined;
  /** One or several statuses, without duplicates. */
  readonly orderStatus?: readonly OrderStatus[] | undefined;
  readonly orderType?: OrderType | undefined;
}

/** Request for one page of a seller's list. */
export interface PageRequest {
  readonly sellerId: number;
  readonly filters: Filters;
  readonly size: number;
  /** Ordinal of the newest order that the list includes; undefined = all. */
  readonly newest: number | undefined;
  /** The page begins after the order `after`, and skips `offset` more orders. */
  readonly start: { readonly after: readonly [date: number, ordinal: number]; readonly offset: number };
  readonly expansions: ReadonlySet<Expansion>;
}

/**
 * One value per combination of filters with at most one status. Each statement contains only the filters in use, so that it can use an
 * index.
 */
export interface ByFilters<Value> {
  readonly all: Value;
  readonly byStatus: Value;
  readonly ofType: Value;
  readonly byStatusOfType: Value;
}
/** One value per combination of filters, including those with several statuses. */
export interface ByAllFilters<Value> extends ByFilters<Value> {
  readonly byStatuses: Value;
  readonly byStatusesOfType: Value;
}

/** The value for a combination of filters. */
export function forFilters<Value>(values: ByAllFilters<Value>, { orderStatus, orderType }: Filters): Value {
  if (orderStatus === undefined) return orderType === undefined ? values.all : values.ofType;
  if (orderStatus.length === 1) return orderType === undefined ? values.byStatus : values.byStatusOfType;
  return orderType === undefined ? values.byStatuses : values.byStatusesOfType;
}

/** The leading parameters of all statements that read pages, in order. */
export const PAGE_PARAMETERS: readonly ((request: PageRequest) => unknown)[] = [
  ({ sellerId }) => sellerId,
  ({ filters }) => filters.orderStartDate ?? EARLIEST,
  ({ filters }) => filters.orderEndDate ?? LATEST,
  ({ newest }) => newest ?? NO_ORDINAL_LIMIT,
  ({ start }) => start.after[0],
  ({ start }) => start.after[1],
  ({ size }) => size,
  ({ start }) => start.offset,
  ({ filters }) => Object.values(filters).some((filter) => filter !== undefined),
];
const status = ({ filters }: PageRequest): unknown => filters.orderStatus?.[0];
const statuses = ({ filters }: PageRequest): unknown => filters.orderStatus;
const type = ({ filters }: PageRequest): unknown => filters.orderType;

/** The trailing parameters of statements that read pages, by combination of filters. */
export const FILTER_PARAMETERS = {
  all: [],
  byStatus: [status],
  ofType: [type],
  byStatusOfType: [status, type],
  byStatuses: [statuses],
  byStatusesOfType: [statuses, type],
} satisfies ByAllFilters<typeof PAGE_PARAMETERS>;
