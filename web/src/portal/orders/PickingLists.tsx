import { useEffect, useEffectEvent } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { formatExactly } from "../../ui/format.ts";
import { deadlineOf, type ListedOrder } from "./tabs.ts";
import classes from "./PickingLists.module.css";

/** Prints a picking list for each order, a page each. On the screen nothing is seen of them. */
export function PickingLists({ orders, onPrinted }: { readonly orders: readonly ListedOrder[]; readonly onPrinted: () => void }) {
  const finish = useEffectEvent(onPrinted);
  useEffect(() => {
    const onAfterPrint = () => finish();
    window.addEventListener("afterprint", onAfterPrint);
    window.print();
    return () => window.removeEventListener("afterprint", onAfterPrint);
  }, []);
  return createPortal(
    <div className={classes["sheets"]} data-printed>
      {orders.map((order) => (
        <PickingList key={order.orderNumber} order={order} />
      ))}
    </div>,
    document.body,
  );
}

function PickingList({ order }: { readonly order: ListedOrder }) {
  const { t, i18n } = useTranslation("portal/orders");
  const due = deadlineOf(order);
  return (
    <section className={classes["sheet"]}>
      <header className={classes["head"]}>
        <h1>{order.orderNumber}</h1>
        <span>{order.originSite}</span>
      </header>
      {due === undefined ? null : <p>{t("picking.due", { at: formatExactly(due, i18n.language) })}</p>}
      {order.shippings?.map((shipping) => (
        <PickedShipping key={shipping.shippingCode} shipping={shipping} />
      ))}
    </section>
  );
}

type ListedShipping = NonNullable<ListedOrder["shippings"]>[number];

function PickedShipping({ shipping: { shippingCode, customer, items, serviceName } }: { readonly shipping: ListedShipping }) {
  const { t } = useTranslation("portal/orders");
  const { address = {} } = customer;
  return (
    <>
      <p>
        {t("picking.shipping", { code: shippingCode, service: serviceName })}
        <br />
        {[customer.recipientName ?? customer.customerName, address.city, address.state].filter((part) => part !== undefined).join(" · ")}
      </p>
      <table className={classes["items"]}>
        <thead>
          <tr>
            <th>{t("picking.picked")}</th>
            <th>{t("picking.units")}</th>
            <th>{t("picking.sku")}</th>
            <th>{t("picking.product")}</th>
            <th>{t("picking.ean")}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ itemId, quantity, sku, name, color, flavor, size, ean }) => (
            <tr key={itemId}>
              <td>
                <span className={classes["box"]} role="img" aria-label={t("picking.picked")} />
              </td>
              <td className={classes["units"]}>{quantity}</td>
              <td>{sku}</td>
              <td>
                {name}
                <br />
                {[color ?? flavor, size].filter((part) => part !== undefined).join(" · ")}
              </td>
              <td>{ean}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
