import { IconPackage } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../../api/client.ts";
import type { schemas } from "../../../api/generated/index.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Instant } from "../../../ui/Instant.tsx";
import type { TableColumn } from "../../../ui/table/columns.ts";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { useIsNarrow } from "../../../ui/use-is-narrow.ts";
import { PRODUCTS } from "../product-queries.ts";
import classes from "./Details.module.css";

type Entry = schemas["v2"]["StockLedgerEntry"];
const PAGE_SIZE = 50;

/** Why the stock is what it is: every change with the balances after it. */
export function LedgerPanel({ sku }: { readonly sku: string }) {
  const { t, i18n } = useTranslation("portal/products");
  const isNarrow = useIsNarrow();
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
      columns={isNarrow ? narrowColumns(t, i18n.language) : columnsIn(t, i18n.language)}
      rowsGrow={isNarrow}
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

type Words = TFunction<"portal/products">;
const whyOf = ({ message, cause }: Entry) => message ?? cause;
const forSale = (t: Words, language: string): TableColumn<Entry> => ({
  id: "forSale",
  header: t("ledger.forSale"),
  width: "90px",
  isNumber: true,
  cell: ({ availableForSale }) => formatCount(availableForSale, language),
});
/** A change with its sign; nothing where nothing changed. */
const signed = (delta: number, language: string): string => (delta === 0 ? "" : `${delta > 0 ? "+" : ""}${formatCount(delta, language)}`);

/** On a phone: why and when, and what could be sold then. */
const narrowColumns = (t: Words, language: string): readonly TableColumn<Entry>[] => [
  {
    id: "why",
    header: t("ledger.why"),
    width: "minmax(0, 1fr)",
    cell: (entry) => (
      <span className={classes["card"]}>
        {whyOf(entry)}
        <Instant at={entry.date} />
      </span>
    ),
  },
  forSale(t, language),
];

/** The columns, with their words. */
const columnsIn = (t: Words, language: string): readonly TableColumn<Entry>[] => [
  { id: "date", header: t("ledger.date"), width: "130px", cell: ({ date }) => <Instant at={date} /> },
  {
    id: "why",
    header: t("ledger.why"),
    width: "minmax(220px, 1fr)",
    cell: (entry) => <span title={whyOf(entry)}>{whyOf(entry)}</span>,
  },
  {
    id: "delta",
    header: t("ledger.delta"),
    width: "100px",
    isNumber: true,
    cell: ({ physicalDelta }) => signed(physicalDelta, language),
  },
  {
    id: "reservedDelta",
    header: t("ledger.reservedDelta"),
    width: "110px",
    isNumber: true,
    cell: ({ reservedDelta }) => signed(reservedDelta, language),
  },
  { id: "physical", header: t("ledger.physical"), width: "90px", isNumber: true, cell: ({ physical }) => formatCount(physical, language) },
  forSale(t, language),
];
