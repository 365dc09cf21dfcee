import { useQueries, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../../api/client.ts";
import { PRODUCTS, type ProductStatus } from "../product-queries.ts";
import { STATUS_TAB_NAMES, STATUS_TABS } from "./list-search.ts";

type Status = ProductStatus["status"];

const countQuery = (status: Status | undefined) => ({
  queryKey: [PRODUCTS, "count", status],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const page = await answerOf(
      api.GET("/api/v2/products", { params: { query: { size: 1, ...(status === undefined ? {} : { status: [status] }) } }, signal }),
    );
    // An empty page is answered without a body.
    return page === undefined ? 0 : page.total;
  },
});

/** How many products there are, in all and in each status. A number is absent while it is on its way. */
export function useProductCounts() {
  const { data: total } = useQuery(countQuery(undefined));
  const counts = useQueries({ queries: STATUS_TAB_NAMES.map((name) => countQuery(STATUS_TABS[name])) });
  const byStatus: Partial<Record<Status, number>> = {};
  for (const [nth, name] of STATUS_TAB_NAMES.entries()) {
    const count = counts[nth]?.data;
    if (count !== undefined) byStatus[STATUS_TABS[name]] = count;
  }
  return { total, byStatus };
}
