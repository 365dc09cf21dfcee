import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../../api/client.ts";
import type { Held } from "../desk/holdings.ts";
import type { QueueFilter } from "../search.ts";
import { keyOf, type QueueEntry, type QueuePage } from "../types.ts";

/** What all queries of the queue begin with. */
export const QUEUE = "reviews";

const PAGE_SIZE = 50;
const POLL_MS = 15_000;
/** A list that was scrolled further is read again when it is asked for, not by itself. */
const MOST_POLLED_PAGES = 3;
const NOTHING: QueuePage = { items: [], page: 0, totalPages: 0, size: PAGE_SIZE, total: 0, links: [] };

/** The queue under a filter, page by page. */
export const queueQuery = (filter: QueueFilter) =>
  infiniteQueryOptions({
    queryKey: [QUEUE, "list", filter],
    queryFn: async ({ pageParam, signal }): Promise<QueuePage> =>
      (await answerOf(api.GET("/operator/v1/reviews", { params: { query: { ...filter, page: pageParam, size: PAGE_SIZE } }, signal }))) ??
      NOTHING,
    initialPageParam: 0,
    getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : undefined),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > MOST_POLLED_PAGES ? false : POLL_MS),
  });

/** What waits and how long, in numbers. */
export const summaryQuery = queryOptions({
  queryKey: [QUEUE, "summary"],
  queryFn: ({ signal }) => answerOf(api.GET("/operator/v1/reviews/summary", { signal })),
  refetchInterval: POLL_MS,
});

/** An item as the list shows it. */
export interface ListItem {
  readonly key: string;
  readonly entry: QueueEntry;
  readonly isMine: boolean;
}

/** A line of the list: a heading, or an item. */
export type Line = { readonly heading: "mine" | "others"; readonly count: number } | ListItem;

/** The list: first what the reviewer holds, in the order of the claim, then the rest of the queue. */
export function linesOf(entries: readonly QueueEntry[], held: readonly Held[], gone: ReadonlySet<string>, total: number): readonly Line[] {
  const visits = new Map(held.filter(({ isVisit }) => isVisit).map((one) => [one.key, one]));
  const unique = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const mine = held.filter(({ key, isVisit }) => !isVisit || !unique.has(key));
  const keys = new Set(mine.map(({ key }) => key));
  const others = [...unique].filter(([key]) => !keys.has(key) && !gone.has(key));
  // What was decided here is still counted until the list is read again.
  const countOfOthers = Math.max(others.length, total - keys.size);
  return [
    ...(mine.length === 0 ? [] : [{ heading: "mine" as const, count: mine.length }]),
    ...mine.map(({ key, item }) => ({ key, entry: item, isMine: true })),
    ...(others.length === 0 ? [] : [{ heading: "others" as const, count: countOfOthers }]),
    ...others.map(([key, entry]) => ({ key, entry, isMine: visits.has(key) })),
  ];
}

/** The items of the list, without its headings. */
export const itemsOf = (lines: readonly Line[]): readonly ListItem[] => lines.filter((line) => "key" in line);
