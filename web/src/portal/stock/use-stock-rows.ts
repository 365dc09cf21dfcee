import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import type { SheetRows } from "../../ui/sheet/types.ts";
import { PAGE_ROWS, type StockLine, type StockPageData, stockPageQuery, type StockSearch } from "./stock-query.ts";

/** Pages that are followed while they are in sight. More are only read when they are needed. */
const MOST_FOLLOWED = 4;

const pagesOf = (first: number, last: number): readonly number[] => {
  const from = Math.floor(Math.max(0, first) / PAGE_ROWS);
  return Array.from({ length: Math.max(1, Math.floor(last / PAGE_ROWS) - from + 1) }, (_, nth) => from + nth);
};

/** The rows of the sheet, read page by page as they come into sight. Pages in sight are read again when they are old. */
export function useStockRows({ filter, sku }: StockSearch): {
  readonly rows: SheetRows<StockLine>;
  readonly error: unknown;
  readonly retry: () => void;
} {
  const client = useQueryClient();
  const [inSight, setInSight] = useState<readonly number[]>([0]);
  const search = useMemo<StockSearch>(() => ({ filter, sku }), [filter, sku]);
  const { total, error, retry, version } = useQueries({
    queries: inSight.map((page) => stockPageQuery(search, page)),
    combine: (results) => ({
      total: results.find(({ data }) => data !== undefined)?.data?.total,
      error: results.find((result) => result.error !== null)?.error,
      retry: () => results.forEach((result) => result.isError && void result.refetch()),
      // Another version = other rows in sight.
      version: results.map(({ dataUpdatedAt }) => dataUpdatedAt).join(),
    }),
  });
  const load = useCallback(
    async (first: number, last: number) => {
      const pages = pagesOf(first, last);
      if (pages.length <= MOST_FOLLOWED) setInSight((before) => (before.join() === pages.join() ? before : pages));
      await Promise.all(pages.map((page) => client.ensureQueryData(stockPageQuery(search, page))));
    },
    [client, search],
  );
  const rows = useMemo<SheetRows<StockLine>>(
    () => ({
      count: version === undefined ? undefined : total,
      at: (nth) => {
        const page = Math.floor(nth / PAGE_ROWS);
        return client.getQueryData<StockPageData>(stockPageQuery(search, page).queryKey)?.items[nth % PAGE_ROWS];
      },
      load,
    }),
    [client, search, total, version, load],
  );
  return { rows, error, retry };
}
