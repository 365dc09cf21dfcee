import { Button } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../api/client.ts";
import type { schemas } from "../../api/generated/index.ts";
import { useWorksAs } from "../../app/use-role.ts";
import { useActorText } from "../../ui/actor-text.ts";
import { Card, Fact, Facts } from "../../ui/Card.tsx";
import { FieldsDialog } from "../../ui/FieldsDialog.tsx";
import { Instant } from "../../ui/Instant.tsx";
import { KeyHint } from "../../ui/keys/KeyHint.tsx";
import { useKeys } from "../../ui/keys/use-keys.ts";
import type { OrderKey } from "../../ui/order/order-types.ts";
import { ORDER_KEYS } from "./keys.ts";
import classes from "./OrderPage.module.css";

type Customer = schemas["operator"]["Customer"];
/** The roles that may see who bought. */
const MAY_REVEAL = ["orders", "risk"];
const ORDER = "/operator/v1/sellers/{sellerId}/orders/{orderNumber}";

const accessesQuery = ({ sellerId, orderNumber }: OrderKey) =>
  queryOptions({
    queryKey: ["desk-order", sellerId, orderNumber, "accesses"],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET(`${ORDER}/accesses`, { params: { path: { sellerId, orderNumber } }, signal })))?.items ?? [],
  });

/** Who bought: masked, until somebody says why they must see it. What was shown is kept nowhere, and is gone with the page. */
export function CustomerCard({ masked, orderKey }: { readonly masked: Customer; readonly orderKey: OrderKey }) {
  const { t } = useTranslation("backoffice/order");
  const mayReveal = useWorksAs(MAY_REVEAL);
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<Customer>();
  const [isAsking, setIsAsking] = useState(false);
  const toggle = () => (shown === undefined ? setIsAsking(true) : setShown(undefined));
  useKeys(ORDER_KEYS, { reveal: mayReveal ? toggle : undefined });
  const reveal = async (values: Readonly<Record<string, string>>) => {
    const body = values as { reason: string };
    const { customer } = await answerOf(api.POST(`${ORDER}/reveal`, { params: { path: { ...orderKey } }, body }));
    setShown(customer);
    void queryClient.invalidateQueries({ queryKey: accessesQuery(orderKey).queryKey });
  };
  return (
    <Card
      title={t("customer.title")}
      actions={
        mayReveal ? (
          <Button
            size="compact-sm"
            variant="default"
            className="no-print"
            leftSection={shown === undefined ? <IconEye size={15} aria-hidden /> : <IconEyeOff size={15} aria-hidden />}
            rightSection={<KeyHint keys={ORDER_KEYS.reveal.keys} />}
            onClick={toggle}
          >
            {t(shown === undefined ? "customer.reveal" : "customer.hide")}
          </Button>
        ) : undefined
      }
    >
      <CustomerFacts customer={shown ?? masked} />
      {shown === undefined ? null : (
        <p className={classes["note"]} role="status">
          {t("customer.shown")}
        </p>
      )}
      {mayReveal ? <Accesses orderKey={orderKey} /> : null}
      <FieldsDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t("customer.ask")}
        confirm={t("customer.reveal")}
        draft={`order.${orderKey.sellerId}.${orderKey.orderNumber}.reveal`}
        fields={[{ name: "reason", label: t("fields.reason"), description: t("reasonForAudit"), isLong: true }]}
        onConfirm={reveal}
      >
        {t("customer.askText")}
      </FieldsDialog>
    </Card>
  );
}

function CustomerFacts({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation("backoffice/order");
  const { address } = customer;
  const street = [address?.street, address?.number, address?.complement, address?.neighborhood].filter(Boolean).join(", ");
  return (
    <Facts>
      <Fact name={t("customer.name")}>{customer.customerName}</Fact>
      <Fact name={t("customer.recipient")}>{customer.recipientName}</Fact>
      <Fact name={t("customer.document")}>{customer.document}</Fact>
      <Fact name={t("customer.phone")}>{customer.cellPhone ?? customer.landLine}</Fact>
      <Fact name={t("customer.street")}>{street}</Fact>
      <Fact name={t("customer.city")}>{[address?.city, address?.state].filter(Boolean).join(", ")}</Fact>
      <Fact name={t("customer.postalCode")}>{address?.postalCode}</Fact>
    </Facts>
  );
}

/** Who has seen the customer's data, and why. */
function Accesses({ orderKey }: { readonly orderKey: OrderKey }) {
  const { t } = useTranslation("backoffice/order");
  const actorText = useActorText();
  const { data = [] } = useQuery(accessesQuery(orderKey));
  if (data.length === 0) return null;
  return (
    <div className={`${classes["accesses"]} no-print`}>
      <h3>{t("customer.accesses")}</h3>
      <ul>
        {data.map(({ requestId, date, reason, ...who }) => (
          <li key={requestId}>
            <span>{actorText(who)}</span> · <Instant at={date} />
            <q>{reason}</q>
          </li>
        ))}
      </ul>
    </div>
  );
}
