import { Autocomplete, Button, Group, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../api/client.ts";
import { tell } from "../../app/notices.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Card } from "./Card.tsx";
import type { MoveProps } from "./move-props.ts";
import { isPostal } from "./moves.ts";
import { useReadAgain } from "./queries.ts";
import { filled, instantOf, useMoveForm } from "./use-move-form.ts";
import classes from "./forms.module.css";

const CARRIERS = ["Correios", "Correios PAC", "Correios SEDEX"];

/** The shipment as it is typed, starting with what is known of the transport. The server's warnings are told once it is sent. */
function useShipForm({ order: { orderNumber }, shipping: { shippingCode, transport } }: MoveProps) {
  const { t } = useTranslation("portal/order");
  const readAgain = useReadAgain(orderNumber);
  return useMoveForm({
    draft: `order.${orderNumber}.${shippingCode}.ship`,
    first: {
      carrier: transport.carrier ?? transport.carrierId ?? "",
      trackingNumber: transport.trackingNumber ?? "",
      trackingLink: transport.trackingLink ?? "",
      deliveredCarrierDate: "",
      estimatedDelivery: "",
    },
    async send(values) {
      const { deliveredCarrierDate: taken, estimatedDelivery: due, ...tracking } = filled(values);
      const body = {
        ...tracking,
        ...(taken && { deliveredCarrierDate: instantOf(taken) }),
        ...(due && { estimatedDelivery: instantOf(due) }),
      };
      const params = { path: { orderNumber, shippingCode } };
      const { warnings = [] } = await answerOf(
        api.PUT("/api/v1/orders/{orderNumber}/shippings/{shippingCode}/status/shipped", { params, body }),
      );
      tell("done", t("ship.done", { number: orderNumber }));
      for (const { message } of warnings) tell("failed", message);
      await readAgain();
    },
  });
}

/** Reports a shipment. It asks for what the carrier needs: a link, or a code of the postal carrier's form. */
export function ShipForm(props: MoveProps) {
  const { t } = useTranslation("portal/order");
  const form = useShipForm(props);
  const isByPost = isPostal(form.values.carrier);
  const linkHint = isByPost ? "noLinkNeeded" : form.values.carrier.trim() === "" ? "linkMayBeNeeded" : "linkNeeded";
  const { onChange: _event, ...carrier } = form.input("carrier");
  return (
    <Card title={t("ship.title")}>
      <form className={classes["form"]} onSubmit={form.onSubmit}>
        <div className={classes["fields"]}>
          <Autocomplete
            size="sm"
            label={t("ship.carrier")}
            description={t("ship.carrierHint")}
            data={CARRIERS}
            {...carrier}
            onChange={(value) => form.change({ carrier: value })}
          />
          <TextInput
            label={t("ship.trackingNumber")}
            description={isByPost ? t("ship.postalCode") : t("ship.carrierCode")}
            {...form.input("trackingNumber")}
          />
          <TextInput
            className={classes["wide"]}
            type="url"
            label={t("ship.trackingLink")}
            description={t(`ship.${linkHint}`)}
            {...form.input("trackingLink")}
          />
          <TextInput
            type="datetime-local"
            label={t("ship.taken")}
            description={t("ship.takenHint")}
            {...form.input("deliveredCarrierDate")}
          />
          <TextInput type="datetime-local" label={t("ship.due")} description={t("ship.dueHint")} {...form.input("estimatedDelivery")} />
        </div>
        {form.failure === undefined ? null : <ErrorPanel error={form.failure} />}
        <Group justify="flex-end">
          <Button type="submit" loading={form.isBusy}>
            {t("ship.submit")}
          </Button>
        </Group>
      </form>
    </Card>
  );
}
