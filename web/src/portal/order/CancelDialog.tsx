import { Button, Group, Modal, Radio, Skeleton, TextInput } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../api/client.ts";
import type { schemas } from "../../api/generated/index.ts";
import { tell } from "../../app/notices.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Tag } from "../../ui/StateBadge.tsx";
import type { MoveProps } from "./move-props.ts";
import { reasonsQuery, useReadAgain } from "./queries.ts";
import { filled, useMoveForm } from "./use-move-form.ts";
import classes from "./forms.module.css";

/** Cancels a shipping for a reason of the list. Says before whether that may count against the seller. */
export function CancelDialog({
  order: { orderNumber },
  shipping: { shippingCode },
  onClose,
}: MoveProps & { readonly onClose: () => void }) {
  const { t } = useTranslation("portal/order");
  const { t: ui } = useTranslation("ui");
  // Opens once it is there, so that it knows where to give the focus back.
  const isMounted = useMounted();
  const readAgain = useReadAgain(orderNumber);
  const { data: reasons, error, refetch } = useQuery(reasonsQuery);
  const form = useMoveForm({
    draft: `order.${orderNumber}.${shippingCode}.cancel`,
    first: { reasonCancellationCode: "", canceledBy: "" },
    async send(values) {
      const params = { path: { orderNumber, shippingCode } };
      await answerOf(api.PUT("/api/v1/orders/{orderNumber}/shippings/{shippingCode}/status/canceled", { params, body: filled(values) }));
      tell("done", t("cancel.done", { number: orderNumber }));
      onClose();
      await readAgain();
    },
  });
  const chosen = reasons?.find(({ code }) => String(code) === form.values.reasonCancellationCode);
  const { onChange: _event, ...reason } = form.input("reasonCancellationCode");
  return (
    <Modal
      opened={isMounted}
      onClose={onClose}
      title={t("cancel.title", { number: orderNumber })}
      closeButtonProps={{ "aria-label": ui("close") }}
    >
      <form className={classes["form"]} onSubmit={form.onSubmit}>
        {reasons === undefined ? (
          error === null ? (
            <Skeleton height={240} />
          ) : (
            <ErrorPanel error={error} onRetry={() => void refetch()} />
          )
        ) : (
          <ReasonChoice reasons={reasons} {...reason} onChange={(code) => form.change({ reasonCancellationCode: code })} />
        )}
        <TextInput label={t("cancel.by")} description={t("cancel.byHint")} {...form.input("canceledBy")} />
        <div role="status">{chosen === undefined ? null : <PenaltyNote canBePenalty={chosen.canBePenalty} />}</div>
        {form.failure === undefined ? null : <ErrorPanel error={form.failure} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={form.isBusy}>
            {ui("confirm.back")}
          </Button>
          <Button type="submit" color="red.9" loading={form.isBusy}>
            {t("cancel.submit")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

interface ReasonChoiceProps {
  readonly reasons: readonly schemas["v1"]["CancellationReason"][];
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
}

function ReasonChoice({ reasons, ...input }: ReasonChoiceProps) {
  const { t } = useTranslation("portal/order");
  return (
    <Radio.Group label={t("cancel.reason")} {...input}>
      <div className={classes["reasons"]}>
        {reasons.map(({ code, description, canBePenalty }) => (
          <Radio
            key={code}
            size="xs"
            value={String(code)}
            label={
              <span className={classes["reason"]}>
                {description}
                {canBePenalty ? <Tag color="orange">{t("penalty.tag")}</Tag> : null}
              </span>
            }
          />
        ))}
      </div>
    </Radio.Group>
  );
}

/** Whether the chosen reason may count against the seller. */
function PenaltyNote({ canBePenalty }: { readonly canBePenalty: boolean }) {
  const { t } = useTranslation("portal/order");
  return (
    <div className={classes["penalty"]} data-may={canBePenalty || undefined}>
      {canBePenalty ? t("penalty.may") : t("penalty.never")} {t("cancel.text")}
    </div>
  );
}
