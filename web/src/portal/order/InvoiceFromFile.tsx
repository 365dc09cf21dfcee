import { Button, Group, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFileCode, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDraft } from "../../app/use-draft.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { FileDrop } from "../../ui/FileDrop.tsx";
import { Instant } from "../../ui/Instant.tsx";
import { Money } from "../../ui/Money.tsx";
import { CheckResult } from "./CheckResult.tsx";
import { factsOf, type InvoiceFacts, keepFile, type KeptFile } from "./invoice-file.ts";
import type { InvoiceFormProps } from "./invoice-form.ts";
import { needsVolume } from "./moves.ts";
import { useInvoiceCheck } from "./use-invoice-check.ts";
import { useMoveForm } from "./use-move-form.ts";
import classes from "./InvoiceFromFile.module.css";

const XML = { "text/xml": [".xml"], "application/xml": [".xml"] };
const MAX_BYTES = 1_048_576;
const TYPING_MS = 400;

/** A place for the invoice's file; then what the server says of it, and the button that invoices. */
export function InvoiceFromFile({ orderNumber, shipping, draft, invoice }: InvoiceFormProps) {
  const { t } = useTranslation("portal/order");
  const file = useDraft<KeptFile | null>(`${draft}.file`, null);
  const [isRejected, setIsRejected] = useState(false);
  if (file.value !== null)
    return (
      <CheckedFile
        key={file.value.droppedAt}
        file={file.value}
        orderNumber={orderNumber}
        shipping={shipping}
        draft={draft}
        invoice={async (body) => {
          await invoice(body);
          file.clear();
        }}
        onGiveUp={file.clear}
      />
    );
  return (
    <>
      <FileDrop
        title={t("invoicing.drop")}
        accept={XML}
        maxBytes={MAX_BYTES}
        onFile={(dropped) => {
          setIsRejected(false);
          void keepFile(dropped).then(file.set);
        }}
        onReject={() => setIsRejected(true)}
      >
        {t("invoicing.dropText")}
      </FileDrop>
      <p role="status" className={classes["rejected"]}>
        {isRejected ? t("invoicing.rejected") : ""}
      </p>
    </>
  );
}

interface CheckedFileProps extends InvoiceFormProps {
  readonly file: KeptFile;
  readonly onGiveUp: () => void;
}

function CheckedFile({ file, orderNumber, shipping, draft, invoice, onGiveUp }: CheckedFileProps) {
  const { t } = useTranslation("portal/order");
  const asksVolume = needsVolume(shipping);
  const volumeOf = (volume: string) => (asksVolume && volume.trim() !== "" ? { volume: Number(volume) } : {});
  const form = useMoveForm({
    draft: `${draft}.volume`,
    first: { volume: "" },
    send: ({ volume }) => invoice({ issueDate: facts?.issueDate ?? "", danfeXml: facts?.text ?? "", ...volumeOf(volume) }),
  });
  const [volume] = useDebouncedValue(form.values.volume, TYPING_MS);
  const body = { danfeFile: file.base64, ...volumeOf(volume) };
  const check = useInvoiceCheck(orderNumber, shipping.shippingCode, body, `${file.droppedAt} ${volume}`);
  const encoding = check.data?.file?.encoding;
  const facts = check.data === undefined ? undefined : factsOf(file, encoding);
  return (
    <form className={classes["form"]} onSubmit={form.onSubmit}>
      <div className={classes["file"]}>
        <IconFileCode size={22} stroke={1.6} aria-hidden />
        <div className={classes["words"]}>
          <strong>{file.name}</strong>
          {facts === undefined ? null : <FactsLine facts={facts} />}
        </div>
        <Button size="xs" variant="default" leftSection={<IconX size={14} aria-hidden />} onClick={onGiveUp}>
          {t("invoicing.otherFile")}
        </Button>
      </div>
      {asksVolume ? (
        <TextInput inputMode="numeric" label={t("invoicing.volume")} description={t("invoicing.volumeHint")} {...form.input("volume")} />
      ) : null}
      <CheckResult check={check} />
      {form.failure === undefined ? null : <ErrorPanel error={form.failure} />}
      <Group justify="flex-end">
        <Button type="submit" loading={form.isBusy} disabled={check.data?.valid !== true || facts === undefined} data-autofocus>
          {t("invoicing.submit")}
        </Button>
      </Group>
    </form>
  );
}

function FactsLine({ facts: { number, series, issueDate, total } }: { readonly facts: InvoiceFacts }) {
  const { t } = useTranslation("portal/order");
  const isDate = !Number.isNaN(Date.parse(issueDate));
  return (
    <span className={classes["facts"]}>
      <span>{t("invoicing.facts", { number, series })}</span>
      {isDate ? (
        <span>
          {t("invoicing.issued")} <Instant at={issueDate} />
        </span>
      ) : null}
      {total === undefined ? null : <Money value={total} />}
    </span>
  );
}
