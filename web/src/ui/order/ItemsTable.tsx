import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "../Money.tsx";
import { Picture } from "../Picture.tsx";
import type { DeskShipping } from "./order-types.ts";
import classes from "./ItemsTable.module.css";

type Item = DeskShipping["items"][number];

interface ItemsTableProps {
  readonly sellerId: number;
  readonly items: readonly Item[];
  /** Shows the name of a product, as a link. */
  readonly renderName?: (item: Item) => ReactNode;
}

/** What was bought: pictures, names, units and amounts. */
export function ItemsTable({ sellerId, items, renderName }: ItemsTableProps) {
  const { t } = useTranslation("ui");
  return (
    <div className={classes["place"]}>
      <table className={classes["table"]} aria-label={t("items.title")}>
        <thead>
          <tr>
            <th scope="col">{t("items.item")}</th>
            <th scope="col">{t("items.quantity")}</th>
            <th scope="col">{t("items.unit")}</th>
            <th scope="col">{t("items.total")}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.itemId}>
              <td>
                <div className={classes["item"]}>
                  <Picture sellerId={sellerId} sku={item.sku} nth={0} size={40} alt="" />
                  <div className={classes["words"]}>
                    <div className={classes["name"]}>{renderName?.(item) ?? item.name}</div>
                    <div className={classes["detail"]}>{[item.sku, item.color ?? item.flavor, item.size].filter(Boolean).join(" · ")}</div>
                  </div>
                </div>
              </td>
              <td>{item.quantity}</td>
              <td>
                <Money value={item.netUnitValue} />
              </td>
              <td>
                <Money value={item.totalGross - item.totalDiscount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
