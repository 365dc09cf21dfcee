import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "./client.ts";
import type { schemas } from "./generated/index.ts";

/** Something that waits for the marketplace's people, counted. */
export type MarketplaceNumber = schemas["operator"]["MarketplaceNumber"];

const POLL_MS = 30_000;

/** What waits for the marketplace's people, in the numbers that the person's role may see. */
export const marketplaceOverviewQuery = queryOptions({
  queryKey: ["marketplace-overview"],
  queryFn: ({ signal }) => answerOf(api.GET("/operator/v1/overview", { signal })),
  refetchInterval: POLL_MS,
});
