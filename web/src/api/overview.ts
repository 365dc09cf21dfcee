import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "./client.ts";
import type { schemas } from "./generated/index.ts";
import { chosenSeller } from "./seller-choice.ts";

/** The numbers of what waits for a seller. */
export type Overview = schemas["v1"]["Overview"];
/** A number of the overview: what is counted, how many, and until when. */
export type SellerNumber = schemas["v1"]["SellerNumber"];

const REFRESH_MS = 30_000;

/** What waits for the seller, in numbers. Whoever may not read a list gets no number of it. */
export const overviewQuery = queryOptions({
  queryKey: ["overview"],
  enabled: () => chosenSeller.get() !== undefined,
  refetchInterval: REFRESH_MS,
  queryFn: ({ signal }): Promise<Overview> => answerOf(api.GET("/api/v1/overview", { signal })),
});

/** How many a number counts; undefined when the person may not see it. */
export const countOf = (overview: Overview, name: SellerNumber["name"]): number | undefined =>
  overview.numbers.find((one) => one.name === name)?.count;
