import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { searchQuery, type FoundProduct, type SearchFilters } from "../product-queries.ts";

/** How many rows are wanted before the person scrolls. */
const FIRST_ROWS = 40;
/** How far a list is read to find the product that was opened last. */
const MOST_PAGES = 20;

/** The found products as far as they were read. A page of a filtered search may be short; the next ones are then read by themselves. */
export function useFoundProducts(filters: SearchFilters, wanted: string | undefined) {
  const query = useInfiniteQuery(searchQuery(filters));
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const items = useMemo<readonly FoundProduct[] | undefined>(() => data?.pages.flatMap((page) => page.items), [data]);
  const pages = data?.pages.length ?? 0;
  const isThin = (items?.length ?? 0) < FIRST_ROWS || data?.pages.at(-1)?.items.length === 0;
  const isSought = wanted !== undefined && pages < MOST_PAGES && items?.some(({ sku }) => sku === wanted) === false;
  useEffect(() => {
    if (hasNextPage && !isFetching && (isThin || isSought)) void fetchNextPage();
  }, [hasNextPage, isFetching, isThin, isSought, fetchNextPage]);
  return {
    /** Undefined while the first of them are on their way. */
    items: items?.length === 0 && hasNextPage ? undefined : items,
    error: query.error,
    hasMore: hasNextPage,
    more: () => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
    retry: () => void query.refetch(),
  };
}
