import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import type { OrderKey } from "./order-types.ts";

const ORDER = "/operator/v1/sellers/{sellerId}/orders/{orderNumber}";
const pathOf = ({ sellerId, orderNumber }: OrderKey) => ({ path: { sellerId, orderNumber } });

/** An order of any seller. */
export const deskOrderQuery = (key: OrderKey) =>
  queryOptions({
    queryKey: ["desk-order", key.sellerId, key.orderNumber],
    queryFn: ({ signal }) => answerOf(api.GET(ORDER, { params: pathOf(key), signal })),
  });

/** What happened to an order, and who did it. */
export const deskTimelineQuery = (key: OrderKey) =>
  queryOptions({
    queryKey: ["desk-order", key.sellerId, key.orderNumber, "timeline"],
    queryFn: async ({ signal }) => (await answerOf(api.GET(`${ORDER}/timeline`, { params: pathOf(key), signal }))).items,
    placeholderData: keepPreviousData,
  });
