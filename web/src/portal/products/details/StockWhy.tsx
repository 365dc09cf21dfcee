import { useTranslation } from "react-i18next";
import { AnchorLink } from "../../../app/AnchorLink.tsx";
import { formatCount } from "../../../ui/format.ts";
import type { schemas } from "../../../api/generated/index.ts";
import classes from "./Details.module.css";

/** Physical minus reserved is what can be sold, and where the number comes from. */
export function StockWhy({ sku, stock }: { readonly sku: string; readonly stock: schemas["v2"]["Stock"] }) {
  const { t, i18n } = useTranslation("portal/products");
  const shown = (count: number) => formatCount(count, i18n.language);
  return (
    <p className={classes["why"]}>
      {t("stock.equation", { physical: shown(stock.physical), reserved: shown(stock.reserved) })}{" "}
      <strong>{shown(stock.availableForSale)}</strong>{" "}
      <AnchorLink to="/produtos/$sku" params={{ sku }} search={{ ver: "estoque" }} replace resetScroll={false}>
        {t("stock.why")}
      </AnchorLink>
    </p>
  );
}
