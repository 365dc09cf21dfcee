import { useTranslation } from "react-i18next";
import { Card, Fact } from "./Card.tsx";
import type { Shipping } from "./queries.ts";
import classes from "./CustomerCard.module.css";

/** Who receives an order, and where. */
export function CustomerCard({ shipping: { customer } }: { readonly shipping: Shipping }) {
  const { t } = useTranslation("portal/order");
  const { address = {} } = customer;
  const recipient = customer.recipientName ?? customer.customerName ?? customer.tradeName;
  const lines = [
    joined([address.street, address.number, address.complement]),
    joined([address.neighborhood, address.reference]),
    joined([joined([address.city, address.state]), address.postalCode], " · "),
  ].filter((line) => line !== "");
  return (
    <Card title={t("customer.title")}>
      {recipient === undefined && lines.length === 0 ? (
        <p className={classes["none"]}>{t("customer.none")}</p>
      ) : (
        <address className={classes["address"]}>
          <strong>{recipient}</strong>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      )}
      <dl>
        <Fact name={t("customer.buyer")}>{customer.customerName === recipient ? undefined : customer.customerName}</Fact>
        <Fact name={t("customer.document")}>{customer.document}</Fact>
        <Fact name={t("customer.phone")}>{customer.cellPhone ?? customer.landLine}</Fact>
      </dl>
    </Card>
  );
}

const joined = (parts: readonly (string | undefined)[], joint = ", "): string =>
  parts.filter((part) => part !== undefined && part !== "").join(joint);
