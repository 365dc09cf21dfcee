import { IconPackage, IconTag } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { type DeskProduct, ledgerList, pricesList, type ProductKey } from "./queries.ts";
import { usePriceColumns, useStockColumns } from "./use-ledger-columns.tsx";
import { usePages } from "./use-pages.ts";
import classes from "./ProductPage.module.css";

interface LedgerProps {
  readonly product: DeskProduct;
  readonly productKey: ProductKey;
}
const versionKey = ({ version }: { readonly version: number }) => String(version);

/** Why the product has the stock that it has: every change, and what it left. */
export function StockTab({ product: { stock }, productKey }: LedgerProps) {
  const { t } = useTranslation("backoffice/product");
  const list = usePages(ledgerList(productKey));
  return (
    <>
      {stock === undefined ? null : (
        <p className={classes["sum"]}>
          {t("ledger.sum", { physical: stock.physical, reserved: stock.reserved })} <strong>{stock.availableForSale}</strong>
        </p>
      )}
      <div className={classes["table"]}>
        <DataTable
          {...list}
          label={t("tabs.estoque")}
          columns={useStockColumns(productKey.sellerId)}
          keyOf={versionKey}
          empty={<EmptyState icon={IconPackage} title={t("ledger.none")} />}
        />
      </div>
    </>
  );
}

/** The prices that the product had, and who changed them. */
export function PricesTab({ productKey }: LedgerProps) {
  const { t } = useTranslation("backoffice/product");
  const list = usePages(pricesList(productKey));
  return (
    <div className={classes["table"]}>
      <DataTable
        {...list}
        label={t("tabs.precos")}
        columns={usePriceColumns()}
        keyOf={versionKey}
        empty={<EmptyState icon={IconTag} title={t("ledger.noPrice")} />}
      />
    </div>
  );
}
