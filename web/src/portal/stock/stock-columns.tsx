import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, formatMoney } from "../../ui/format.ts";
import { isCanonicalNumber, numberEdit } from "../../ui/sheet/numbers.ts";
import type { SheetColumn } from "../../ui/sheet/types.ts";
import type { StockLine } from "./stock-query.ts";
import classes from "./stock.module.css";

/** The cells that are edited. */
export const EDITED = ["physical", "listPrice", "salePrice"] as const;
export type EditedColumn = (typeof EDITED)[number];

/** What is on record for a cell, in its canonical form. */
export const valueOf = (line: StockLine, column: EditedColumn): string =>
  column === "physical" ? String(line.physical) : String(line.price?.[column] ?? "");
/** The version of what is on record. */
export const versionOf = (line: StockLine, column: EditedColumn): number | undefined =>
  column === "physical" ? line.version : line.price?.version;

/** How the values of a cell are read and written. */
export const editOf = (column: EditedColumn, language: string) => ({
  ...numberEdit(language, column === "physical" ? 0 : 2),
  value: (line: StockLine) => valueOf(line, column),
  stamp: (line: StockLine) => versionOf(line, column),
  ...(column === "physical" ? {} : { show: (value: string) => (isCanonicalNumber(value) ? formatMoney(Number(value), language) : value) }),
});

/** The columns of the sheet. `onWhy` opens the ledger of a row. */
export function useStockColumns(mayEdit: boolean, onWhy: (line: StockLine) => void): readonly SheetColumn<StockLine>[] {
  const { t, i18n } = useTranslation("portal/stock");
  const { language } = i18n;
  return useMemo(() => {
    const edited = (id: EditedColumn, width: number): SheetColumn<StockLine> => {
      const edit = editOf(id, language);
      const written = (line: StockLine) => edit.write(edit.value(line));
      return { id, header: t(`columns.${id}`), width, isNumber: true, text: written, ...(mayEdit ? { edit } : {}) };
    };
    return [
      { id: "product", header: t("columns.product"), width: 300, text: ({ sku }) => sku, cell: (line) => <ProductCell line={line} /> },
      edited("physical", 140),
      { id: "reserved", header: t("columns.reserved"), width: 110, isNumber: true, text: ({ reserved }) => String(reserved) },
      {
        id: "forSale",
        header: t("columns.forSale"),
        width: 110,
        isNumber: true,
        text: ({ availableForSale }) => String(availableForSale),
        cell: ({ availableForSale }) => (
          <span data-negative={availableForSale < 0 || undefined} className={classes["forSale"]}>
            {formatCount(availableForSale, language)}
          </span>
        ),
        open: { label: t("why.open"), run: onWhy },
      },
      edited("listPrice", 180),
      edited("salePrice", 180),
    ];
  }, [t, language, mayEdit, onWhy]);
}

function ProductCell({ line: { sku, name } }: { readonly line: StockLine }) {
  return (
    <span className={classes["product"]}>
      <span className={classes["sku"]}>{sku}</span>
      <span className={classes["name"]} title={name}>
        {name}
      </span>
    </span>
  );
}
