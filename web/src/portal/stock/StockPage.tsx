import { useMediaQuery } from "@mantine/hooks";
import { useSearch } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAddressFilters } from "../../app/use-address-filters.ts";
import { formatCount } from "../../ui/format.ts";
import { FilterBar } from "../../ui/FilterBar.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { LedgerDrawer } from "./LedgerDrawer.tsx";
import { NoStocks } from "./NoStocks.tsx";
import { SaveBar } from "./SaveBar.tsx";
import { STOCK_FILTERS, type StockLine, type StockSearch } from "./stock-query.ts";
import { StockList } from "./StockList.tsx";
import { StockSheet } from "./StockSheet.tsx";
import { useStockEdits } from "./use-stock-edits.ts";
import { useStockRows } from "./use-stock-rows.ts";
import classes from "./stock.module.css";

/** Below this width, a sheet has no place: a list with one number each is shown. */
const PHONE = "(max-width: 640px)";

/** Stock and price of all products, as a sheet; on a phone, a list with the physical stock. */
export function StockPage() {
  const { t, i18n } = useTranslation("portal/stock");
  const search: StockSearch = useSearch({ strict: false });
  const filters = useAddressFilters();
  const isPhone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches);
  const { rows, error, retry } = useStockRows(search);
  const stock = useStockEdits(rows);
  const [explained, setExplained] = useState<StockLine>();
  const closeLedger = useCallback(() => setExplained(undefined), []);
  const parts = { rows, stock, onWhy: setExplained, error, onRetry: retry, empty: <NoStocks search={search} /> };
  return (
    <div className={classes["screen"]}>
      <PageHeader
        title={t("title")}
        text={
          rows.count === undefined || rows.count === 0
            ? undefined
            : t("count", { count: rows.count, shown: formatCount(rows.count, i18n.language) })
        }
      />
      <FilterBar
        {...filters}
        filters={[
          { kind: "text", name: "sku", label: t("filters.sku") },
          {
            kind: "choice",
            name: "filter",
            label: t("filters.filter"),
            options: STOCK_FILTERS.map((value) => ({ value, label: t(`filters.${value}`) })),
          },
        ]}
      />
      <div className={classes["rows"]} key={`${search.filter} ${search.sku}`}>
        {isPhone ? <StockList {...parts} /> : <StockSheet {...parts} />}
      </div>
      <SaveBar stock={stock} />
      <LedgerDrawer line={explained} onClose={closeLedger} />
    </div>
  );
}
