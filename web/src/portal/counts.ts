import { countOf, overviewQuery, type SellerNumber } from "../api/overview.ts";
import { chosenSeller } from "../api/seller-choice.ts";
import type { Counts, CountsQuery } from "../app/portal.ts";
import type { ScreenName } from "../app/resources.ts";

/** What waits in each screen: the numbers of the overview that it works off. */
const WAITING: readonly { readonly screen: ScreenName; readonly numbers: readonly SellerNumber["name"][] }[] = [
  { screen: "portal/critiques", numbers: ["products_criticized"] },
  { screen: "portal/orders", numbers: ["orders_to_check_in", "orders_to_invoice", "orders_to_ship", "orders_to_deliver"] },
];

/** The counts beside the entries of the navigation. */
export const countsQuery: CountsQuery = {
  queryKey: ["overview", "counts"],
  enabled: () => chosenSeller.get() !== undefined,
  refetchInterval: 30_000,
  queryFn: async ({ client }): Promise<Counts> => {
    const overview = await client.fetchQuery(overviewQuery);
    const counts = WAITING.map(({ screen, numbers }) => {
      const seen = numbers.map((name) => countOf(overview, name)).filter((count) => count !== undefined);
      return [screen, seen.length === 0 ? undefined : seen.reduce((sum, count) => sum + count, 0)] as const;
    });
    return Object.fromEntries(counts.filter(([, count]) => count !== undefined));
  },
};
