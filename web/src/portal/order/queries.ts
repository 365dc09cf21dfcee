import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import type { schemas } from "../../api/generated/index.ts";

/** An order with its shippings and what may be done with it. */
export type Order = schemas["v1"]["Order"];
/** A part of an order that is invoiced, shipped and delivered on its own. */
export type Shipping = schemas["v1"]["Shipping"];
/** A line of a shipping: what was sold, how many and for how much. */
export type OrderItem = schemas["v1"]["OrderItem"];
/** A move as the server offers it, or says why it is blocked. */
export type OrderAction = schemas["v1"]["OrderAction"];
/** The name of a move that a seller can make. */
export type Move = schemas["v1"]["SellerMove"];
/** Something that happened with an order, and when. */
export type TimelineEvent = schemas["v1"]["OrderTimelineEntry"];

const REFRESH_MS = 20_000;
const path = (orderNumber: string) => ({ path: { orderNumber } });

/** A whole order, with what may be done with it now. */
export const orderQuery = (orderNumber: string) =>
  queryOptions({
    queryKey: ["order", orderNumber, "whole"],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }): Promise<Order> => answerOf(api.GET("/api/v1/orders/{orderNumber}", { params: path(orderNumber), signal })),
  });

/** What happened with an order. */
export const timelineQuery = (orderNumber: string) =>
  queryOptions({
    queryKey: ["order", orderNumber, "timeline"],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/orders/{orderNumber}/timeline", { params: path(orderNumber), signal })),
  });

/** What comes back by exchanges of an order. */
export const returnsQuery = (orderNumber: string) =>
  queryOptions({
    queryKey: ["order", orderNumber, "returns"],
    queryFn: async ({ signal }) => {
      const params = { ...path(orderNumber), query: { expand: ["devolutionItems"] } };
      return (await answerOf(api.GET("/api/v1/orders/{orderNumber}", { params, signal }))).devolutionItems ?? [];
    },
  });

/** The reasons for which a seller may cancel. */
export const reasonsQuery = queryOptions({
  queryKey: ["cancellation-reasons"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => answerOf(api.GET("/api/v1/orders/cancellation-reasons", { signal })),
});

/** Reads an order again after it changed, and whatever counts orders. Resolves when the order has been read. */
export function useReadAgain(orderNumber: string): () => Promise<void> {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [["orders"], ["overview"]]) void client.invalidateQueries({ queryKey });
    return client.invalidateQueries({ queryKey: ["order", orderNumber] });
  };
}
