import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Deadline } from "../../ui/Deadline.tsx";
import { Instant } from "../../ui/Instant.tsx";
import { Money } from "../../ui/Money.tsx";
import type { OrderRow } from "../../ui/order/order-types.ts";
import { usePlatformText } from "../../ui/order/Platform.tsx";
import { StateBadge } from "../../ui/StateBadge.tsx";
import type { TableColumn } from "../../ui/table/columns.ts";
import classes from "./OrdersPage.module.css";

/** Nothing is due any more of an order that is over. */
const OVER: ReadonlySet<string> = new Set(["delivered", "canceled"]);

/** Whether there is room for a phone only. */
export const useIsNarrow = (): boolean => useMediaQuery("(max-width: 640px)");

/** The columns of the list; fewer where there is little room. */
export function useColumns(): readonly TableColumn<OrderRow>[] {
  const { t } = useTranslation("backoffice/orders");
  const platformText = usePlatformText();
  const isNarrow = useIsNarrow();
  return useMemo(() => {
    const wide: readonly TableColumn<OrderRow>[] = [
      {
        id: "number",
        header: t("columns.number"),
        cell: NumberOf,
        width: "164px",
      },
      {
        id: "state",
        header: t("columns.state"),
        cell: ({ orderStatus }) => <StateBadge state={orderStatus} />,
        width: "156px",
      },
      { id: "seller", header: t("columns.seller"), cell: ({ sellerName }) => sellerName, width: "minmax(130px, 1fr)" },
      { id: "store", header: t("columns.store"), cell: ({ businessUnit }) => businessUnit, width: "56px" },
      {
        id: "platform",
        header: t("columns.platform"),
        cell: ({ platforms }) => platforms.map(platformText).join(", "),
        width: "112px",
      },
      { id: "date", header: t("columns.date"), cell: ({ orderDate }) => <Instant at={orderDate} />, width: "96px" },
      {
        id: "deadline",
        header: t("columns.deadline"),
        cell: DeadlineOf,
        width: "148px",
      },
      { id: "units", header: t("columns.units"), cell: ({ totalQuantity }) => totalQuantity, isNumber: true, width: "56px" },
      { id: "total", header: t("columns.total"), cell: ({ totalNet }) => <Money value={totalNet} />, isNumber: true, width: "108px" },
    ];
    const narrow: readonly TableColumn<OrderRow>[] = [
      {
        id: "number",
        header: t("columns.number"),
        cell: (order) => <TwoLines first={<NumberOf {...order} />} second={order.sellerName} />,
      },
      {
        id: "state",
        header: t("columns.state"),
        cell: (order) => <TwoLines first={<StateBadge state={order.orderStatus} />} second={<DeadlineOf {...order} />} />,
        width: "168px",
      },
    ];
    return isNarrow ? narrow : wide;
  }, [t, platformText, isNarrow]);
}

function NumberOf({ orderNumber }: OrderRow) {
  return <span className={classes["number"]}>{orderNumber}</span>;
}

function DeadlineOf({ orderStatus, agreedDate }: OrderRow) {
  return agreedDate === undefined || OVER.has(orderStatus) ? null : <Deadline at={agreedDate} />;
}

function TwoLines({ first, second }: { readonly first: ReactNode; readonly second: ReactNode }) {
  return (
    <span className={classes["lines"]}>
      <span>{first}</span>
      <span>{second}</span>
    </span>
  );
}
