import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../api/client.ts";
import { tell } from "../../app/notices.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { useFailureText } from "../../ui/failure-text.ts";
import { Instant } from "../../ui/Instant.tsx";
import { Card, Fact } from "./Card.tsx";
import { Findings } from "./Findings.tsx";
import type { Shipping } from "./queries.ts";
import classes from "./InvoiceCard.module.css";

/** The invoice that is registered for a shipping, with what was noted on it. */
export function InvoiceCard({ orderNumber, shipping }: { readonly orderNumber: string; readonly shipping: Shipping }) {
  const { t } = useTranslation("portal/order");
  const failureText = useFailureText();
  const { invoice, shippingCode } = shipping;
  const download = async () => {
    try {
      await downloadDocument(orderNumber, shippingCode, `${invoice.accessKey ?? orderNumber}-procNFe.xml`);
    } catch (error) {
      tell("failed", failureText(error));
    }
  };
  return (
    <Card title={t("invoice.title")}>
      <dl>
        <Fact name={t("invoice.number")}>{invoice.number}</Fact>
        <Fact name={t("invoice.line")}>{invoice.line}</Fact>
        <Fact name={t("invoice.date")}>{invoice.date === undefined ? undefined : <Instant at={invoice.date} />}</Fact>
        <Fact name={t("invoice.volume")}>{invoice.volume}</Fact>
      </dl>
      {invoice.accessKey === undefined ? null : (
        <p className={classes["key"]}>
          <code>{invoice.accessKey}</code>
          <CopyButton value={invoice.accessKey} label={t("invoice.copyKey")} />
        </p>
      )}
      <Findings kind="noted" findings={invoice.errors} />
      <Findings kind="warning" findings={invoice.validationErrors} />
      <Button
        size="xs"
        variant="default"
        className={`no-print ${classes["download"]}`}
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() => void download()}
      >
        {t("invoice.download")}
      </Button>
    </Card>
  );
}

/** Saves the document as a file. The address alone would not do: the call names the seller in a header. */
async function downloadDocument(orderNumber: string, shippingCode: number, name: string): Promise<void> {
  const path = { orderNumber, shippingCode };
  const address = "/api/v1/orders/{orderNumber}/shippings/{shippingCode}/invoice/document";
  const file = await answerOf(api.GET(address, { params: { path }, parseAs: "blob" }));
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
