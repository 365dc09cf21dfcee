import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { folded } from "../../ui/format.ts";
import { namedOrderQuery, ordersQuery } from "./queries.ts";
import type { ListedOrder, OrderStatus, Tab } from "./tabs.ts";

/** How many orders a search reads by itself; further ones when the person asks. */
const SEARCHED_BY_ITSELF = 1_000;

/** The orders of a tab that a text is found in: their number, customer, sku or product. Reads on until something is found. */
export function useOrders(tab: Tab, text: string, status?: OrderStatus) {
  const list = useInfiniteQuery(ordersQuery(tab, status));
  const named = useQuery(namedOrderQuery(text.trim())).data;
  const { data, hasNextPage, isFetching, fetchNextPage } = list;
  const all = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  const rows = useMemo(() => {
    const found = text === "" ? all : all?.filter(isFound(text));
    const isElsewhere = named && found?.every(({ orderNumber }) => orderNumber !== named.orderNumber);
    return isElsewhere ? [named, ...found!] : found;
  }, [all, named, text]);
  const searched = all?.length ?? 0;
  const isSearching = text !== "" && rows?.length === 0 && hasNextPage && searched < SEARCHED_BY_ITSELF;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);
  return {
    rows: isSearching ? undefined : rows,
    error: list.error,
    retry: () => void list.refetch(),
    /** Reads the next page. Undefined when everything was read. */
    readMore: hasNextPage && !isFetching ? () => void fetchNextPage() : undefined,
    searched,
    hasMore: hasNextPage,
  };
}

/** Whether a text stands somewhere in an order. */
const isFound = (text: string) => {
  const wanted = folded(text);
  return ({ orderNumber, shippings = [] }: ListedOrder): boolean => {
    const words = shippings.flatMap(({ customer, items }) => [
      customer.customerName,
      customer.recipientName,
      customer.tradeName,
      customer.document,
      ...items.flatMap(({ sku, name }) => [sku, name]),
    ]);
    return [orderNumber, ...words].some((word) => word !== undefined && folded(word).includes(wanted));
  };
};
