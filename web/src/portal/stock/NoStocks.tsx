import { IconBox, IconChecks } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/EmptyState.tsx";
import type { StockSearch } from "./stock-query.ts";

/** Stands where no stock is: there is none at all, or none that is asked for. */
export function NoStocks({ search: { filter, sku } }: { readonly search: StockSearch }) {
  const { t } = useTranslation("portal/stock");
  if (sku !== undefined)
    return (
      <EmptyState icon={IconBox} title={t("empty.sku", { sku })}>
        {t("empty.skuText")}
      </EmptyState>
    );
  if (filter !== undefined)
    return (
      <EmptyState icon={IconChecks} title={t("empty.filter")}>
        {t("empty.filterText")}
      </EmptyState>
    );
  return (
    <EmptyState icon={IconBox} title={t("empty.all")}>
      {t("empty.allText")}
    </EmptyState>
  );
}
