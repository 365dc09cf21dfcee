import { Button, Group, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../api/client.ts";
import { tell } from "../../app/notices.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Card } from "./Card.tsx";
import type { MoveProps } from "./move-props.ts";
import { returnsQuery, useReadAgain } from "./queries.ts";
import { useMoveForm } from "./use-move-form.ts";
import classes from "./forms.module.css";

/** Confirms that what an exchange gives back has arrived. */
export function CheckInPanel({ order: { orderNumber, originNumber } }: MoveProps) {
  const { t } = useTranslation("portal/order");
  const readAgain = useReadAgain(orderNumber);
  const { data, error, refetch } = useQuery(returnsQuery(originNumber ?? orderNumber));
  const form = useMoveForm({
    draft: `order.${orderNumber}.check-in`,
    first: {},
    async send() {
      await answerOf(api.POST("/api/v1/orders/{orderNumber}/check-in", { params: { path: { orderNumber } } }));
      tell("done", t("checkIn.done", { number: orderNumber }));
      await readAgain();
    },
  });
  return (
    <Card title={t("checkIn.title")}>
      <form className={classes["form"]} onSubmit={form.onSubmit}>
        <p>{t("checkIn.text")}</p>
        {data === undefined ? (
          error === null ? (
            <Skeleton height={40} />
          ) : (
            <ErrorPanel error={error} onRetry={() => void refetch()} />
          )
        ) : (
          <ul className={classes["list"]}>
            {data
              .filter(({ exchangeProcessCode }) => exchangeProcessCode === orderNumber)
              .map(({ itemId, sku, name, quantity }) => (
                <li key={itemId}>
                  <span>
                    {name} · {sku}
                  </span>
                  <strong className="tabular">{t("checkIn.units", { count: quantity })}</strong>
                </li>
              ))}
          </ul>
        )}
        {form.failure === undefined ? null : <ErrorPanel error={form.failure} />}
        <Group justify="flex-end">
          <Button type="submit" loading={form.isBusy}>
            {t("checkIn.submit")}
          </Button>
        </Group>
      </form>
    </Card>
  );
}
