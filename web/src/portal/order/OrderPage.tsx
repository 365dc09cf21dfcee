import { Button, Skeleton } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../app/shell/use-screen-title.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Instant } from "../../ui/Instant.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StateBadge, Tag } from "../../ui/StateBadge.tsx";
import { CustomerCard } from "./CustomerCard.tsx";
import { DeliveryCard } from "./DeliveryCard.tsx";
import { InvoiceCard } from "./InvoiceCard.tsx";
import { OrderTimeline } from "./OrderTimeline.tsx";
import { type Order, orderQuery } from "./queries.ts";
import { ShippingSection } from "./ShippingSection.tsx";
import classes from "./OrderPage.module.css";

/** An order: what happened, what it holds, and what may be done now. */
export function OrderPage() {
  const { t } = useTranslation("portal/order");
  const { numero } = useParams({ from: "/shell/pedidos/$numero" });
  const { data: order, error, refetch } = useQuery(orderQuery(numero));
  usePageTitle(numero);
  return (
    <>
      <nav className={`${classes["crumbs"]} no-print`} aria-label={t("crumbs")}>
        <Link to="/pedidos">{t("orders")}</Link>
        <span aria-hidden>›</span>
        <span>{numero}</span>
      </nav>
      {order === undefined ? (
        error === null ? (
          <WaitingOrder />
        ) : (
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <WholeOrder key={order.orderNumber} order={order} />
      )}
    </>
  );
}

function WholeOrder({ order }: { readonly order: Order }) {
  const { t } = useTranslation("portal/order");
  const { shippings = [] } = order;
  return (
    <>
      <PageHeader
        title={order.orderNumber}
        badge={
          <>
            <StateBadge state={order.orderStatus} />
            {order.orderType === "Exchange" ? <Tag color="violet">{t("exchange")}</Tag> : null}
          </>
        }
        text={<Summary order={order} />}
        actions={
          <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            {t("print")}
          </Button>
        }
      />
      <div className={classes["columns"]}>
        <div className={classes["main"]}>
          {shippings.map((shipping) => (
            <ShippingSection
              key={`${shipping.shippingCode}/${shipping.status}`}
              order={order}
              shipping={shipping}
              isOneOfMany={shippings.length > 1}
            />
          ))}
        </div>
        <div className={classes["side"]}>
          <OrderTimeline order={order} />
          {shippings[0] === undefined ? null : <CustomerCard shipping={shippings[0]} />}
          {shippings.map((shipping) => (
            <DeliveryCard key={shipping.shippingCode} shipping={shipping} isOneOfMany={shippings.length > 1} />
          ))}
          {shippings
            .filter(({ invoice }) => invoice.date !== undefined)
            .map((shipping) => (
              <InvoiceCard key={shipping.shippingCode} orderNumber={order.orderNumber} shipping={shipping} />
            ))}
        </div>
      </div>
    </>
  );
}

/** Store, payment and origin in one line. */
function Summary({ order: { originSite, paymentDate, orderDate, originNumber } }: { readonly order: Order }) {
  const { t } = useTranslation("portal/order");
  return (
    <span className={classes["summary"]}>
      <span>{originSite}</span>
      <span>
        {paymentDate === undefined ? t("placed") : t("paid")} <Instant at={paymentDate ?? orderDate} />
      </span>
      {originNumber === undefined ? null : (
        <span>
          {t("exchangeOf")}{" "}
          <Link to="/pedidos/$numero" params={{ numero: originNumber }}>
            {originNumber}
          </Link>
        </span>
      )}
    </span>
  );
}

/** The shape of an order that is on its way. */
function WaitingOrder() {
  return (
    <div className={classes["columns"]} aria-busy>
      <div className={classes["main"]}>
        <Skeleton height={28} width="50%" />
        <Skeleton height={180} />
        <Skeleton height={140} />
      </div>
      <div className={classes["side"]}>
        <Skeleton height={220} />
        <Skeleton height={140} />
      </div>
    </div>
  );
}
