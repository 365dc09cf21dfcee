import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../api/client.ts";
import type { schemas } from "../../api/generated/index.ts";
import { tell } from "../../app/notices.ts";
import { useDraft } from "../../app/use-draft.ts";
import { Card } from "./Card.tsx";
import { InvoiceFromFile } from "./InvoiceFromFile.tsx";
import { InvoiceFromKey } from "./InvoiceFromKey.tsx";
import type { MoveProps } from "./move-props.ts";
import { useReadAgain } from "./queries.ts";

/** Registers the invoice: from its file, which is checked at once, or from its key. */
export function InvoicePanel({ order: { orderNumber }, shipping }: MoveProps) {
  const { t } = useTranslation("portal/order");
  const readAgain = useReadAgain(orderNumber);
  const draft = `order.${orderNumber}.${shipping.shippingCode}.invoice`;
  const mode = useDraft<"file" | "key">(`${draft}.mode`, "file");
  const invoice = async (body: schemas["v1"]["InvoicingBody"]) => {
    const params = { path: { orderNumber, shippingCode: shipping.shippingCode } };
    await answerOf(api.PUT("/api/v1/orders/{orderNumber}/shippings/{shippingCode}/status/invoiced", { params, body }));
    tell("done", t("invoicing.done", { number: orderNumber }));
    mode.clear();
    await readAgain();
  };
  const Form = mode.value === "file" ? InvoiceFromFile : InvoiceFromKey;
  const other = mode.value === "file" ? "key" : "file";
  return (
    <Card
      title={t("invoicing.title")}
      aside={
        <Button size="compact-sm" variant="subtle" onClick={() => mode.set(other)}>
          {t(`invoicing.use.${other}`)}
        </Button>
      }
    >
      <Form orderNumber={orderNumber} shipping={shipping} draft={draft} invoice={invoice} />
    </Card>
  );
}
