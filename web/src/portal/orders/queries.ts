import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { schemas } from "../../api/generated/index.ts";
import { countOf, overviewQuery } from "../../api/overview.ts";
import { type ListedOrder, type OrderStatus, type Tab, TABS, type TabName } from "./tabs.ts";

type OrderPage = Pick<schemas["v1"]["OrderPage"], "items" | "total" | "links">;

const PAGE_SIZE = 50;
const REFRESH_MS = 30_000;
/** A longer list is not read again by itself. */
const MOST_PAGES_REFRESHED = 2;
const NOT_FOUND = 404;
const NOTHING: OrderPage = { items: [], total: 0, links: [] };

/** What the operation is asked for: a tab, or all orders in one status. */
const filterOf = ({ filter }: Tab, status?: OrderStatus) => {
  const { orderStatus, ...others }: Tab["filter"] = status === undefined ? filter : { ...filter, orderStatus: [status] };
  return { ...others, ...(orderStatus && { orderStatus: [...orderStatus] }) };
};

/** The orders of a tab, newest first, page after page; of one status if it is given. */
export const ordersQuery = (tab: Tab, status?: OrderStatus) =>
  infiniteQueryOptions({
    queryKey: ["orders", "list", tab.name, status],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }): Promise<OrderPage> => {
      const query = { size: PAGE_SIZE, expand: ["shippings"], ...filterOf(tab, status), ...(cursor && { cursor }) };
      return (await answerOf(api.GET("/api/v1/orders", { params: { query }, signal }))) ?? NOTHING;
    },
    getNextPageParam: ({ links }) => cursorOf(links),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > MOST_PAGES_REFRESHED ? false : REFRESH_MS),
  });

/** The cursor of the page that follows. */
const cursorOf = (links: OrderPage["links"]): string | undefined => {
  const next = links.find(({ rel }) => rel === "next");
  return (next && new URL(next.href, location.origin).searchParams.get("cursor")) ?? undefined;
};

/** How many orders each tab has: of the overview what it counts, the rest of the lists themselves. */
export const countsQuery = queryOptions({
  queryKey: ["orders", "counts"],
  refetchInterval: REFRESH_MS,
  queryFn: async ({ client, signal }): Promise<Readonly<Record<TabName, number>>> => {
    const overview = await client.fetchQuery(overviewQuery);
    const counts = await Promise.all(
      TABS.map(async (tab: Tab) => [tab.name, (tab.number && countOf(overview, tab.number)) ?? (await totalOf(tab, signal))] as const),
    );
    return Object.fromEntries(counts) as Record<TabName, number>;
  },
});

async function totalOf(tab: Tab, signal: AbortSignal): Promise<number> {
  const query = { size: 1, ...filterOf(tab) };
  return ((await answerOf(api.GET("/api/v1/orders", { params: { query }, signal }))) ?? NOTHING).total;
}

/** Whole order numbers; that of an exchange ends in T. */
const NUMBER = /^\d{6,20}T*$/i;

/** The order that a text names, whatever its status and age; null when it names none. */
export const namedOrderQuery = (text: string) =>
  queryOptions({
    queryKey: ["orders", "named", text],
    enabled: NUMBER.test(text),
    queryFn: async ({ signal }): Promise<ListedOrder | null> => {
      try {
        const path = { orderNumber: text.toUpperCase() };
        return await answerOf(api.GET("/api/v1/orders/{orderNumber}", { params: { path }, signal }));
      } catch (error) {
        if (error instanceof ApiError && error.status === NOT_FOUND) return null;
        throw error;
      }
    },
  });
