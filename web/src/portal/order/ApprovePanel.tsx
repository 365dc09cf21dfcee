import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../api/client.ts";
import { tell } from "../../app/notices.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Card } from "./Card.tsx";
import type { MoveProps } from "./move-props.ts";
import { useReadAgain } from "./queries.ts";
import { useMoveForm } from "./use-move-form.ts";
import classes from "./forms.module.css";

/** Approves the payment of a test order. */
export function ApprovePanel({ order: { orderNumber }, shipping: { shippingCode } }: MoveProps) {
  const { t } = useTranslation("portal/order");
  const readAgain = useReadAgain(orderNumber);
  const form = useMoveForm({
    draft: `order.${orderNumber}.${shippingCode}.approve`,
    first: {},
    async send() {
      const params = { path: { orderNumber, shippingCode } };
      await answerOf(api.PUT("/api/v1/orders/{orderNumber}/shippings/{shippingCode}/status/approved", { params, body: {} }));
      tell("done", t("approve.done", { number: orderNumber }));
      await readAgain();
    },
  });
  return (
    <Card title={t("approve.title")}>
      <form className={classes["form"]} onSubmit={form.onSubmit}>
        <p>{t("approve.text")}</p>
        {form.failure === undefined ? null : <ErrorPanel error={form.failure} />}
        <Group justify="flex-end">
          <Button type="submit" loading={form.isBusy}>
            {t("approve.submit")}
          </Button>
        </Group>
      </form>
    </Card>
  );
}
