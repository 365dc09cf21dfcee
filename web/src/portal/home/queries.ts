import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";

/** What is wrong with an endpoint. */
export type Health = "failing" | "disabled";

/** The endpoints in a state of health. */
export const endpointsQuery = (health: Health) =>
  queryOptions({
    queryKey: ["overview", "endpoints", health],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET("/api/v1/notifications/endpoints", { params: { query: { health } }, signal })))?.items ?? [],
  });

/** The announced changes that are still to take effect and concern the seller. */
export const changesQuery = queryOptions({
  queryKey: ["overview", "changes"],
  queryFn: async ({ signal }) =>
    (await answerOf(api.GET("/api/v1/changes", { params: { query: { upcoming: true, size: 10 } }, signal })))?.items ?? [],
});
