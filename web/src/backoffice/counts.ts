import { type MarketplaceNumber, marketplaceOverviewQuery } from "../api/marketplace-overview.ts";
import type { Counts, CountsQuery } from "../app/portal.ts";
import type { ScreenName } from "../app/resources.ts";

/** Which number stands beside which entry of the navigation. */
const COUNTED: readonly (readonly [ScreenName, MarketplaceNumber["name"]])[] = [["backoffice/review", "reviews_waiting"]];
const POLL_MS = 30_000;

/** How much waits in each screen of the back office. */
export const countsQuery: CountsQuery = {
  queryKey: ["counts"],
  refetchInterval: POLL_MS,
  queryFn: async ({ client }): Promise<Counts> => {
    const { numbers } = await client.fetchQuery(marketplaceOverviewQuery);
    const counts = COUNTED.map(([screen, wanted]) => [screen, numbers.find(({ name }) => name === wanted)?.count] as const);
    return Object.fromEntries(counts.filter(([, count]) => count !== undefined && count > 0));
  },
};
