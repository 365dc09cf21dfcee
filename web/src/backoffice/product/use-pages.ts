import { useInfiniteQuery } from "@tanstack/react-query";
import type { PagedList } from "./queries.ts";

/** The rows of a list that is read page by page, as tables take them. */
export function usePages<Item>({ queryKey, read }: PagedList<Item>) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => (await read(pageParam, signal)) ?? null,
    getNextPageParam: (last, all) => (last?.links.some(({ rel }) => rel === "next") === true ? all.length : undefined),
  });
  return {
    rows: data?.pages.flatMap((page) => page?.items ?? []),
    error,
    onRetry: () => void refetch(),
    onEnd: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
  };
}
