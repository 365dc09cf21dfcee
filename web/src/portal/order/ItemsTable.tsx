import { useTranslation } from "react-i18next";
import { formatCount } from "../../ui/format.ts";
import { Money } from "../../ui/Money.tsx";
import { Picture } from "../../ui/Picture.tsx";
import type { OrderItem, Shipping } from "./queries.ts";
import classes from "./ItemsTable.module.css";

const PICTURE_PX = 40;

/** What a shipping holds, and what the customer pays for it. */
export function ItemsTable({ shipping: { items, freightAmount, sender } }: { readonly shipping: Shipping }) {
  const { t } = useTranslation("portal/order");
  const sum = (amountOf: (item: OrderItem) => number) => items.reduce((total, item) => total + amountOf(item), 0);
  return (
    <div className={classes["frame"]}>
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th>{t("items.item")}</th>
            <th>{t("items.units")}</th>
            <th className={classes["unit"]}>{t("items.unit")}</th>
            <th>{t("items.total")}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <ItemRow key={item.itemId} item={item} sellerId={sender.sellerCode} />
          ))}
        </tbody>
      </table>
      <div className={classes["foot"]}>
        <span>
          {t("items.freight")} <Money value={freightAmount} />
        </span>
        <span>
          {t("items.commission")} <Money value={sum(({ totalCommission }) => totalCommission)} />
        </span>
        <strong>
          <Money value={sum(({ totalNet }) => totalNet)} />
        </strong>
      </div>
    </div>
  );
}

function ItemRow({ item, sellerId }: { readonly item: OrderItem; readonly sellerId: number }) {
  const { language } = useTranslation().i18n;
  const variation = [item.sku, item.color ?? item.flavor, item.size].filter((part) => part !== undefined);
  return (
    <tr>
      <td>
        <div className={classes["item"]}>
          <Picture sellerId={sellerId} sku={item.sku} nth={0} size={PICTURE_PX} alt="" />
          <div>
            <div className={classes["name"]}>{item.name}</div>
            <div className={classes["variation"]}>{variation.join(" · ")}</div>
          </div>
        </div>
      </td>
      <td>{formatCount(item.quantity, language)}</td>
      <td className={classes["unit"]}>
        <Money value={item.netUnitValue} />
      </td>
      <td>
        <Money value={item.netUnitValue * item.quantity} />
      </td>
    </tr>
  );
}
