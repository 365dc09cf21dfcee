import { Button } from "@mantine/core";
import { IconChevronRight, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../app/shell/use-screen-title.ts";
import { Card, Fact, Facts } from "../../ui/Card.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Instant } from "../../ui/Instant.tsx";
import { KeyHint } from "../../ui/keys/KeyHint.tsx";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { Money } from "../../ui/Money.tsx";
import type { DeskOrder, OrderKey } from "../../ui/order/order-types.ts";
import { OrderTimeline } from "../../ui/order/OrderTimeline.tsx";
import { deskOrderQuery, deskTimelineQuery } from "../../ui/order/queries.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { PageSkeleton } from "../../ui/PageSkeleton.tsx";
import { StateBadge } from "../../ui/StateBadge.tsx";
import { CustomerCard } from "./CustomerCard.tsx";
import { ORDER_KEYS } from "./keys.ts";
import { MovesCard } from "./MovesCard.tsx";
import { ShippingCard } from "./ShippingCard.tsx";
import classes from "./OrderPage.module.css";

const route = getRouteApi("/shell/pedidos/$sellerId/$orderNumber");
/** Somebody else may move the order while it is shown. */
const FRESH_MS = 15_000;

/** An order of any seller: what happened, what is in it, what may be done now. */
export function OrderPage() {
  const { sellerId, orderNumber } = route.useParams();
  const key: OrderKey = { sellerId: Number(sellerId), orderNumber };
  const { data: order, error, refetch } = useQuery({ ...deskOrderQuery(key), refetchInterval: FRESH_MS });
  usePageTitle(orderNumber);
  if (order === undefined && error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Crumbs orderNumber={orderNumber} />
      {order === undefined ? <PageSkeleton /> : <WholeOrder order={order} orderKey={key} />}
    </>
  );
}

function Crumbs({ orderNumber }: { readonly orderNumber: string }) {
  const { t } = useTranslation("backoffice/order");
  return (
    <nav className={`${classes["crumbs"]} no-print`} aria-label={t("crumbs")}>
      <Link to="/pedidos">{t("orders")}</Link>
      <IconChevronRight size={14} aria-hidden />
      <span aria-current="page">{orderNumber}</span>
    </nav>
  );
}

function WholeOrder({ order, orderKey }: { readonly order: DeskOrder; readonly orderKey: OrderKey }) {
  const { t } = useTranslation("backoffice/order");
  const shippings = order.shippings ?? [];
  const customer = shippings[0]?.customer;
  useKeys(ORDER_KEYS, { print: () => window.print(), moves: () => document.getElementById("moves")?.focus() });
  return (
    <>
      <PageHeader
        title={order.orderNumber}
        badge={
          <>
            <StateBadge state={order.orderStatus} />
            <span className="no-print">
              <CopyButton value={order.orderNumber} label={t("copyNumber")} />
            </span>
          </>
        }
        text={<Summary order={order} />}
        actions={
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            rightSection={<KeyHint keys={ORDER_KEYS.print.keys} />}
            onClick={() => window.print()}
          >
            {t("print")}
          </Button>
        }
      />
      <div className={classes["columns"]}>
        <div className={classes["main"]}>
          <MovesCard order={order} orderKey={orderKey} />
          {shippings.map((shipping) => (
            <ShippingCard key={shipping.shippingCode} sellerId={orderKey.sellerId} shipping={shipping} />
          ))}
        </div>
        <div className={classes["side"]}>
          <SumsCard order={order} />
          {customer === undefined ? null : <CustomerCard masked={customer} orderKey={orderKey} />}
          <TimelineCard orderKey={orderKey} />
        </div>
      </div>
    </>
  );
}

/** The store, the seller, and when the order was made and paid. */
function Summary({ order }: { readonly order: DeskOrder }) {
  const { t } = useTranslation("backoffice/order");
  const seller = order.shippings?.[0]?.sender.sellerName;
  return (
    <>
      {[seller, order.originSite, order.orderType === "Exchange" ? t("exchange") : undefined].filter(Boolean).join(" · ")}
      {" · "}
      {t("made")} <Instant at={order.orderDate} />
      {order.paymentDate === undefined ? null : (
        <>
          {" · "}
          {t("paid")} <Instant at={order.paymentDate} />
        </>
      )}
      {order.originNumber === undefined ? null : (
        <>
          {" · "}
          <Link to="/pedidos/$sellerId/$orderNumber" params={{ sellerId: String(order.sellerId), orderNumber: order.originNumber }}>
            {t("origin", { number: order.originNumber })}
          </Link>
        </>
      )}
    </>
  );
}

function SumsCard({ order }: { readonly order: DeskOrder }) {
  const { t } = useTranslation("backoffice/order");
  return (
    <Card title={t("sums.title")}>
      <Facts>
        <Fact name={t("sums.gross")}>
          <Money value={order.totalGross} />
        </Fact>
        <Fact name={t("sums.discount")}>{order.totalDiscount === 0 ? undefined : <Money value={-order.totalDiscount} />}</Fact>
        <Fact name={t("sums.freight")}>
          <Money value={order.totalFreight} />
        </Fact>
        <Fact name={t("sums.net")}>
          <strong>
            <Money value={order.totalNet} />
          </strong>
        </Fact>
        <Fact name={t("sums.commission")}>
          <Money value={order.totalCommission} />
        </Fact>
      </Facts>
    </Card>
  );
}

function TimelineCard({ orderKey }: { readonly orderKey: OrderKey }) {
  const { t } = useTranslation("backoffice/order");
  const { data, error, refetch } = useQuery(deskTimelineQuery(orderKey));
  return (
    <Card title={t("timeline")}>
      {data === undefined && error !== null ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <OrderTimeline entries={data ?? []} />
      )}
    </Card>
  );
}
