import { Button, Group, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../api/client.ts";
import { tell } from "../../app/notices.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Card } from "./Card.tsx";
import type { MoveProps } from "./move-props.ts";
import { useReadAgain } from "./queries.ts";
import { instantOf, useMoveForm } from "./use-move-form.ts";
import classes from "./forms.module.css";

/** Reports the delivery to the customer. */
export function DeliverForm({ order: { orderNumber }, shipping: { shippingCode } }: MoveProps) {
  const { t } = useTranslation("portal/order");
  const readAgain = useReadAgain(orderNumber);
  const form = useMoveForm({
    draft: `order.${orderNumber}.${shippingCode}.deliver`,
    first: { deliveryDate: "" },
    async send({ deliveryDate }) {
      const body = deliveryDate === "" ? {} : { deliveryDate: instantOf(deliveryDate) };
      const params = { path: { orderNumber, shippingCode } };
      await answerOf(api.PUT("/api/v1/orders/{orderNumber}/shippings/{shippingCode}/status/delivered", { params, body }));
      tell("done", t("deliver.done", { number: orderNumber }));
      await readAgain();
    },
  });
  return (
    <Card title={t("deliver.title")}>
      <form className={classes["form"]} onSubmit={form.onSubmit}>
        <div className={classes["fields"]}>
          <TextInput type="datetime-local" label={t("deliver.date")} description={t("deliver.dateHint")} {...form.input("deliveryDate")} />
        </div>
        {form.failure === undefined ? null : <ErrorPanel error={form.failure} />}
        <Group justify="flex-end">
          <Button type="submit" loading={form.isBusy}>
            {t("deliver.submit")}
          </Button>
        </Group>
      </form>
    </Card>
  );
}
