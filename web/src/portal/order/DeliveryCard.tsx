import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Deadline } from "../../ui/Deadline.tsx";
import { Instant } from "../../ui/Instant.tsx";
import { Card, Fact } from "./Card.tsx";
import type { Shipping } from "./queries.ts";

/** What only people may follow: a page on the web. */
const WEB_ADDRESS = /^https?:\/\//i;
const FINAL: ReadonlySet<string> = new Set(["delivered", "canceled"]);
const PLATFORMS: Readonly<Record<string, "own" | "marketplace" | "fulfillment">> = {
  MARKETPLACE_ENTREGAS: "marketplace",
  PARTNER_ENTREGAS: "fulfillment",
};

/** Who delivers, until when, and where it is. */
export function DeliveryCard({ shipping, isOneOfMany }: { readonly shipping: Shipping; readonly isOneOfMany: boolean }) {
  const { t } = useTranslation("portal/order");
  const { transport, cancellation } = shipping;
  return (
    <Card title={isOneOfMany ? t("delivery.titleOf", { code: shipping.shippingCode }) : t("delivery.title")}>
      <dl>
        <Fact name={t("delivery.by")}>{t(`delivery.${PLATFORMS[shipping.platformId] ?? "own"}`)}</Fact>
        <Fact name={t("delivery.service")}>{shipping.serviceName}</Fact>
        {FINAL.has(shipping.status) ? null : (
          <Fact name={t("delivery.until")}>
            <Deadline at={shipping.shippingEstimate} />
          </Fact>
        )}
        <Fact name={t("delivery.carrier")}>{transport.carrier ?? transport.carrierId}</Fact>
        <Fact name={t("delivery.tracking")}>
          {transport.trackingNumber === undefined ? undefined : (
            <Tracking number={transport.trackingNumber} link={transport.trackingLink} />
          )}
        </Fact>
        <Fact name={t("delivery.shipped")}>{transport.shipDate === undefined ? undefined : <Instant at={transport.shipDate} />}</Fact>
        <Fact name={t("delivery.delivered")}>
          {transport.deliveryDate === undefined ? undefined : <Instant at={transport.deliveryDate} />}
        </Fact>
        <Fact name={t("delivery.canceled")}>{cancellation?.description}</Fact>
        <Fact name={t("delivery.penalty")}>
          {cancellation === undefined ? undefined : cancellation.canBePenalty ? t("penalty.may") : t("penalty.never")}
        </Fact>
      </dl>
    </Card>
  );
}

function Tracking({ number, link }: { readonly number: string; readonly link: string | undefined }) {
  if (link === undefined || !WEB_ADDRESS.test(link)) return number;
  return (
    <Anchor href={link} target="_blank" rel="noreferrer" fz="inherit">
      {number}
    </Anchor>
  );
}
