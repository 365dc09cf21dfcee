import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useActorText } from "../../ui/actor-text.ts";
import { Instant } from "../../ui/Instant.tsx";
import { Money } from "../../ui/Money.tsx";
import type { TableColumn } from "../../ui/table/columns.ts";
import type { PriceChange, StockChange } from "./queries.ts";
import classes from "./ProductPage.module.css";

const signed = (delta: number) => (delta === 0 ? "" : delta > 0 ? `+${delta}` : `−${-delta}`);

/** The columns of a stock's ledger. */
export function useStockColumns(seller: number): readonly TableColumn<StockChange>[] {
  const { t } = useTranslation("backoffice/product");
  const actorText = useActorText();
  return useMemo(() => {
    const sellerId = String(seller);
    return [
      { id: "date", header: t("ledger.date"), cell: ({ date }) => <Instant at={date} />, width: "110px" },
      {
        id: "cause",
        header: t("ledger.cause"),
        cell: ({ message, cause, orderNumber }) =>
          orderNumber === undefined ? (
            (message ?? cause)
          ) : (
            <Link to="/pedidos/$sellerId/$orderNumber" params={{ sellerId, orderNumber }} className={classes["link"]}>
              {message ?? cause}
            </Link>
          ),
        width: "minmax(220px, 1fr)",
      },
      { id: "who", header: t("ledger.who"), cell: (change) => actorText(change), width: "180px" },
      {
        id: "physicalDelta",
        header: t("ledger.physicalDelta"),
        cell: (change) => signed(change.physicalDelta),
        isNumber: true,
        width: "84px",
      },
      {
        id: "reservedDelta",
        header: t("ledger.reservedDelta"),
        cell: (change) => signed(change.reservedDelta),
        isNumber: true,
        width: "104px",
      },
      { id: "physical", header: t("offer.physical"), cell: ({ physical }) => physical, isNumber: true, width: "84px" },
      { id: "reserved", header: t("offer.reserved"), cell: ({ reserved }) => reserved, isNumber: true, width: "104px" },
      {
        id: "forSale",
        header: t("offer.forSale"),
        cell: ({ availableForSale }) => <strong>{availableForSale}</strong>,
        isNumber: true,
        width: "90px",
      },
    ];
  }, [t, actorText, seller]);
}

/** The columns of the prices that a product had. */
export function usePriceColumns(): readonly TableColumn<PriceChange>[] {
  const { t } = useTranslation("backoffice/product");
  const actorText = useActorText();
  return useMemo(
    () => [
      { id: "date", header: t("ledger.date"), cell: ({ date }) => <Instant at={date} />, width: "140px" },
      { id: "who", header: t("ledger.who"), cell: (change) => actorText(change), width: "minmax(160px, 1fr)" },
      { id: "list", header: t("offer.listPrice"), cell: ({ listPrice }) => <Money value={listPrice} />, isNumber: true, width: "130px" },
      { id: "sale", header: t("offer.salePrice"), cell: ({ salePrice }) => <Money value={salePrice} />, isNumber: true, width: "130px" },
    ],
    [t, actorText],
  );
}
