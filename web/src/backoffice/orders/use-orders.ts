import { infiniteQueryOptions, queryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import type { OrderRow } from "../../ui/order/order-types.ts";
import type { OrdersSearch } from "./search.ts";

const SIZE = 100;
const FRESH_MS = 15_000;

const ordersQuery = (search: OrdersSearch) =>
  infiniteQueryOptions({
    queryKey: ["desk-orders", search],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => readPage(search, pageParam, signal),
    getNextPageParam: (last, all) => (last !== undefined && all.length < last.totalPages ? all.length : undefined),
    refetchInterval: FRESH_MS,
  });

/** A page of orders; undefined when nothing is on it. */
function readPage({ orderStatus, platformId, ...search }: OrdersSearch, page: number, signal: AbortSignal) {
  const one = { ...(orderStatus && { orderStatus: [orderStatus] }), ...(platformId && { platformId: [platformId] }) };
  const query = { ...Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)), ...one };
  return answerOf(api.GET("/operator/v1/orders", { params: { query: { ...query, page, size: SIZE } }, signal }));
}

/** The orders of all sellers that the filters leave, read as far as somebody scrolls. */
export function useOrders(search: OrdersSearch) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(ordersQuery(search));
  const rows: readonly OrderRow[] | undefined = data?.pages.flatMap((page) => page?.items ?? []);
  return {
    rows,
    total: data?.pages[0]?.total ?? 0,
    error,
    retry: () => void refetch(),
    more: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
  };
}

/** The stores, by their code. */
export const storesQuery = queryOptions({
  queryKey: ["reference", "stores"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => {
    const { items } = await answerOf(api.GET("/operator/v1/reference/{list}", { params: { path: { list: "stores" } }, signal }));
    return items.map((item) => ({ value: String(item["code"]), label: String(item["name"]) }));
  },
});
