import { Button, Group, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { CheckResult } from "./CheckResult.tsx";
import type { InvoiceFormProps } from "./invoice-form.ts";
import { needsVolume } from "./moves.ts";
import { useInvoiceCheck } from "./use-invoice-check.ts";
import { filled, instantOf, useMoveForm } from "./use-move-form.ts";
import classes from "./forms.module.css";

const FIRST = { issueDate: "", key: "", number: "", line: "", volume: "" };
const TYPING_MS = 400;

/** The invoice's key and date, typed; checked as soon as both are there. */
export function InvoiceFromKey({ orderNumber, shipping, draft, invoice }: InvoiceFormProps) {
  const { t } = useTranslation("portal/order");
  const form = useMoveForm({ draft: `${draft}.fields`, first: FIRST, send: (values) => invoice(bodyOf(values)) });
  const [typed] = useDebouncedValue(form.values, TYPING_MS);
  const isComplete = typed.issueDate !== "" && typed.key.trim() !== "";
  const check = useInvoiceCheck(orderNumber, shipping.shippingCode, isComplete ? bodyOf(typed) : undefined, JSON.stringify(typed));
  return (
    <form className={classes["form"]} onSubmit={form.onSubmit}>
      <div className={classes["fields"]}>
        <TextInput
          className={classes["wide"]}
          label={t("invoicing.key")}
          description={t("invoicing.keyHint")}
          inputMode="numeric"
          autoComplete="off"
          {...form.input("key")}
        />
        <TextInput type="datetime-local" label={t("invoicing.issueDate")} {...form.input("issueDate")} />
        <TextInput label={t("invoicing.number")} inputMode="numeric" {...form.input("number")} />
        <TextInput label={t("invoicing.line")} inputMode="numeric" {...form.input("line")} />
        {needsVolume(shipping) ? (
          <TextInput label={t("invoicing.volume")} description={t("invoicing.volumeHint")} inputMode="numeric" {...form.input("volume")} />
        ) : null}
      </div>
      {isComplete ? <CheckResult check={check} /> : null}
      {form.failure === undefined ? null : <ErrorPanel error={form.failure} />}
      <Group justify="flex-end">
        <Button type="submit" loading={form.isBusy}>
          {t("invoicing.submit")}
        </Button>
      </Group>
    </form>
  );
}

/** Spaces in a key, as the DANFE prints it, do not count. */
const bodyOf = (values: typeof FIRST) => {
  const { issueDate = "", key, volume, ...rest } = filled(values);
  return {
    ...rest,
    issueDate: issueDate === "" ? "" : instantOf(issueDate),
    ...(key && { key: key.replaceAll(/\s/g, "") }),
    ...(volume && { volume: Number(volume) }),
  };
};
