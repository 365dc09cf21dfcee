import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card, Fact, Facts } from "../../ui/Card.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Deadline } from "../../ui/Deadline.tsx";
import { Instant } from "../../ui/Instant.tsx";
import { Money } from "../../ui/Money.tsx";
import { ItemsTable } from "../../ui/order/ItemsTable.tsx";
import type { DeskShipping } from "../../ui/order/order-types.ts";
import { usePlatformText } from "../../ui/order/Platform.tsx";
import { StateBadge } from "../../ui/StateBadge.tsx";
import classes from "./OrderPage.module.css";

const OVER: ReadonlySet<string> = new Set(["delivered", "canceled"]);

/** A shipping with its items, and how it gets to the customer. */
export function ShippingCard({ sellerId, shipping }: { readonly sellerId: number; readonly shipping: DeskShipping }) {
  const { t } = useTranslation("backoffice/order");
  const platformText = usePlatformText();
  const { transport, invoice, cancellation } = shipping;
  return (
    <Card
      isFlush
      title={t("shipping.code", { code: shipping.shippingCode })}
      actions={<StateBadge state={shipping.status} />}
      className={classes["shipping"]}
    >
      <ItemsTable
        sellerId={sellerId}
        items={shipping.items}
        renderName={(item) => (
          <Link to="/produtos/$sellerId/$sku" params={{ sellerId: String(sellerId), sku: item.sku }} className={classes["link"]}>
            {item.name}
          </Link>
        )}
      />
      <div className={classes["transport"]}>
        <Facts>
          <Fact name={t("shipping.platform")}>{platformText(shipping.platformId)}</Fact>
          <Fact name={t("shipping.service")}>{shipping.serviceName}</Fact>
          <Fact name={t("shipping.estimate")}>
            {OVER.has(shipping.status) ? <Instant at={shipping.shippingEstimate} /> : <Deadline at={shipping.shippingEstimate} />}
          </Fact>
          <Fact name={t("shipping.freight")}>
            <Money value={shipping.freightAmount} />
          </Fact>
        </Facts>
        <Facts>
          <Fact name={t("shipping.carrier")}>{transport.carrier}</Fact>
          <Fact name={t("shipping.tracking")}>
            {transport.trackingNumber && <Copied value={transport.trackingNumber} label={t("shipping.copyTracking")} />}
          </Fact>
          <Fact name={t("shipping.invoice")}>{invoice.number}</Fact>
          <Fact name={t("shipping.accessKey")}>
            {invoice.accessKey && <Copied value={invoice.accessKey} label={t("shipping.copyKey")} />}
          </Fact>
          <Fact name={t("shipping.canceled")}>{cancellation?.description}</Fact>
          <Fact name={t("shipping.remark")}>{cancellation?.remark}</Fact>
          <Fact name={t("shipping.exchanges")}>{shipping.exchangeOrders.join(", ")}</Fact>
        </Facts>
      </div>
    </Card>
  );
}

function Copied({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <span className={classes["copied"]}>
      {value}
      <span className="no-print">
        <CopyButton value={value} label={label} />
      </span>
    </span>
  );
}
