import { IconPackage } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../../api/client.ts";
import type { schemas } from "../../../api/generated/index.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Instant } from "../../../ui/Instant.tsx";
import type { TableColumn } from "../../../ui/table/columns.ts";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { PRODUCTS } from "../product-queries.ts";

type Entry = schemas["v2"]["StockLedgerEntry"];
const PAGE_SIZE = 50;

const signed = (delta: number): string => (delta > 0 ? `+${delta}` : String(delta));

/** Why the stock is what it is: every change with the balances after it. */
export function LedgerPanel({ sku }: { readonly sku: string }) {
  const { t } = useTranslation("portal/products");
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [PRODUCTS, "ledger", sku],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.GET("/api/v2/products/{sku}/stocks/ledger", { params: { path: { sku }, query: { page: pageParam, size: PAGE_SIZE } }, signal }),
      ),
    getNextPageParam: (page, pages) => (page?._links.next === undefined ? undefined : pages.length),
  });
  return (
    <DataTable
      label={t("details.estoque")}
      columns={columnsIn(t)}
      rows={data?.pages.flatMap((page) => page?.items ?? [])}
      keyOf={({ version }) => String(version)}
      height={360}
      error={error}
      onRetry={() => void refetch()}
      onEnd={() => {
        if (hasNextPage && !isFetching) void fetchNextPage();
      }}
      empty={<EmptyState icon={IconPackage} title={t("ledger.empty")} />}
    />
  );
}

/** The columns, with their words. */
const columnsIn = (t: TFunction<"portal/products">): readonly TableColumn<Entry>[] => [
  { id: "date", header: t("ledger.date"), width: "130px", cell: ({ date }) => <Instant at={date} /> },
  {
    id: "why",
    header: t("ledger.why"),
    width: "minmax(220px, 1fr)",
    cell: ({ message, cause }) => <span title={message}>{message ?? cause}</span>,
  },
  {
    id: "delta",
    header: t("ledger.delta"),
    width: "100px",
    isNumber: true,
    cell: ({ physicalDelta }) => (physicalDelta === 0 ? "" : signed(physicalDelta)),
  },
  {
    id: "reservedDelta",
    header: t("ledger.reservedDelta"),
    width: "110px",
    isNumber: true,
    cell: ({ reservedDelta }) => (reservedDelta === 0 ? "" : signed(reservedDelta)),
  },
  { id: "physical", header: t("ledger.physical"), width: "90px", isNumber: true, cell: ({ physical }) => physical },
  { id: "forSale", header: t("ledger.forSale"), width: "90px", isNumber: true, cell: ({ availableForSale }) => availableForSale },
];
