import { useTranslation } from "react-i18next";
import { Money } from "../../ui/Money.tsx";
import { ItemsTable } from "../../ui/order/ItemsTable.tsx";
import type { OrderItem, Shipping } from "./queries.ts";
import classes from "./ShippingItems.module.css";

/** What a shipping holds, and what the customer pays for it. */
export function ShippingItems({ shipping: { items, freightAmount, sender } }: { readonly shipping: Shipping }) {
  const { t } = useTranslation("portal/order");
  const sum = (amountOf: (item: OrderItem) => number) => items.reduce((total, item) => total + amountOf(item), 0);
  return (
    <div className={classes["frame"]}>
      <ItemsTable sellerId={sender.sellerCode} items={items} />
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
