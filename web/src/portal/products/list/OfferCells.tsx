import { formatCount, formatMoney } from "../../../ui/format.ts";
import { useTranslation } from "react-i18next";
import { Money } from "../../../ui/Money.tsx";
import { type ListRow, rangeOf } from "./list-rows.ts";
import classes from "./ProductsPage.module.css";

const productsOf = (row: ListRow) => (row.kind === "product" ? [row.product] : row.members);

/** The price to pay, and the one before it. Of a family: from the lowest to the highest. */
export function PriceCell({ row }: { readonly row: ListRow }) {
  const { i18n } = useTranslation();
  const products = productsOf(row);
  const range = rangeOf(products.map(({ price }) => price?.salePrice));
  if (range === undefined) return <span className={classes["none"]}>—</span>;
  const [low, high] = range;
  const list = row.kind === "product" ? row.product.price!.listPrice : undefined;
  return (
    <span className={classes["amounts"]}>
      <span>{low === high ? <Money value={low} /> : `${formatMoney(low, i18n.language)} – ${formatMoney(high, i18n.language)}`}</span>
      {list === undefined || list === low ? null : (
        <s className={classes["before"]}>
          <Money value={list} />
        </s>
      )}
    </span>
  );
}

/** What can be bought now, and what is reserved. */
export function StockCell({ row }: { readonly row: ListRow }) {
  const { t, i18n } = useTranslation("portal/products");
  const stocks = productsOf(row).flatMap(({ stock }) => (stock === undefined ? [] : [stock]));
  if (stocks.length === 0) return <span className={classes["none"]}>—</span>;
  const forSale = stocks.reduce((sum, stock) => sum + stock.availableForSale, 0);
  const reserved = stocks.reduce((sum, stock) => sum + stock.reserved, 0);
  return (
    <span className={classes["amounts"]}>
      <span data-none={forSale <= 0 || undefined}>{formatCount(forSale, i18n.language)}</span>
      {reserved === 0 ? null : <span className={classes["before"]}>{t("list.reserved", { count: reserved })}</span>}
    </span>
  );
}
