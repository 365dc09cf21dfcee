import { infiniteQueryOptions, queryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import type { OrderKey, OrderRow } from "../../ui/order/order-types.ts";

const SIZE = 100;
/** Somebody else may propose or decide while the desk is open. */
const FRESH_MS = 10_000;

/** Orders that wait for a decision, those that wait for longest first. */
const frozenQuery = infiniteQueryOptions({
  queryKey: ["desk-orders", "frozen"],
  initialPageParam: 0,
  refetchInterval: FRESH_MS,
  queryFn: ({ pageParam, signal }) =>
    answerOf(api.GET("/operator/v1/orders", { params: { query: { frozen: true, page: pageParam, size: SIZE } }, signal })),
  getNextPageParam: (last, all) => (last !== undefined && all.length < last.totalPages ? all.length : undefined),
});

/** The orders that wait, as far as somebody scrolls. */
export function useFrozen() {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(frozenQuery);
  const rows: readonly OrderRow[] | undefined = data?.pages.flatMap((page) => page?.items ?? []);
  return {
    rows,
    total: data?.pages[0]?.total ?? 0,
    error,
    retry: () => void refetch(),
    more: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
  };
}

const ORDER = "/operator/v1/sellers/{sellerId}/orders/{orderNumber}";

/** What somebody has proposed to do with an order; null = nothing. */
export const proposalQuery = ({ sellerId, orderNumber }: OrderKey) =>
  queryOptions({
    queryKey: ["desk-order", sellerId, orderNumber, "proposal"],
    refetchInterval: FRESH_MS,
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET(`${ORDER}/proposal`, { params: { path: { sellerId, orderNumber } }, signal }))) ?? null,
  });
/** What is proposed, or nothing. */
export type Proposal = Awaited<ReturnType<NonNullable<ReturnType<typeof proposalQuery>["queryFn"]>>>;

/** What may be decided. */
export type Decision = "release" | "refuse";

/** Releases or refuses an order. Where it takes two people, the first call only proposes it. */
export async function decide(decision: Decision, key: OrderKey, values: Readonly<Record<string, string>>): Promise<"proposed" | "done"> {
  const params = { path: { ...key } };
  // The server refuses a reason that is missing, in its own words.
  const body = values as { reason: string };
  const call = decision === "release" ? api.POST(`${ORDER}/release`, { params, body }) : api.POST(`${ORDER}/refuse`, { params, body });
  const answer = await answerOf(call);
  return "proposedBy" in answer ? "proposed" : "done";
}

/** Takes back what is proposed. */
export const withdrawProposal = (key: OrderKey) => answerOf(api.DELETE(`${ORDER}/proposal`, { params: { path: { ...key } } }));
