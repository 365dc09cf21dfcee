import { Checkbox } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Deadline } from "../../ui/Deadline.tsx";
import { formatCount } from "../../ui/format.ts";
import { Instant } from "../../ui/Instant.tsx";
import { Money } from "../../ui/Money.tsx";
import { StateBadge, Tag } from "../../ui/StateBadge.tsx";
import type { TableColumn } from "../../ui/table/columns.ts";
import { customerOf, deadlineOf, type ListedOrder } from "./tabs.ts";
import classes from "./columns.module.css";

/** The orders that are selected, and how to select one. */
export interface Selection {
  readonly numbers: ReadonlySet<string>;
  readonly toggle: (order: ListedOrder) => void;
}

/** From here on there is room for columns; below, each row is a card. */
const WIDE = "(min-width: 768px)";
const CARD_HEIGHT = 76;
const ROW_HEIGHT = 40;

/** The columns of the list, and the height of its rows: one card for each order on a phone. */
export function useOrderColumns(selection: Selection) {
  const { t, i18n } = useTranslation("portal/orders");
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  const columns = useMemo((): readonly TableColumn<ListedOrder>[] => {
    const select: TableColumn<ListedOrder> = {
      id: "selected",
      header: "",
      cell: (order) => <SelectCell order={order} selection={selection} label={t("select", { number: order.orderNumber })} />,
      width: "40px",
    };
    if (!isWide) return [select, { id: "order", header: t("columns.order"), cell: (order) => <OrderCard order={order} /> }];
    return [
      select,
      { id: "number", header: t("columns.order"), cell: numberCell, value: ({ orderNumber }) => orderNumber, width: "230px" },
      { id: "state", header: t("columns.state"), cell: stateCell, value: ({ orderStatus }) => orderStatus, width: "170px" },
      { id: "due", header: t("columns.due"), cell: dueCell, value: deadlineOf, width: "150px" },
      { id: "customer", header: t("columns.customer"), cell: customerOf, value: customerOf, width: "minmax(140px, 1fr)" },
      {
        id: "units",
        header: t("columns.units"),
        cell: ({ totalQuantity }) => formatCount(totalQuantity, i18n.language),
        value: ({ totalQuantity }) => totalQuantity,
        isNumber: true,
        width: "110px",
      },
      { id: "total", header: t("columns.total"), cell: totalCell, value: ({ totalNet }) => totalNet, isNumber: true, width: "130px" },
      { id: "placed", header: t("columns.placed"), cell: placedCell, value: ({ orderDate }) => orderDate, width: "150px" },
    ];
  }, [t, i18n.language, isWide, selection]);
  return { columns, rowHeight: isWide ? ROW_HEIGHT : CARD_HEIGHT };
}

const numberCell = ({ orderNumber, orderType }: ListedOrder) => (
  <span className={classes["number"]}>
    {orderNumber}
    <ExchangeTag type={orderType} />
  </span>
);
const stateCell = ({ orderStatus }: ListedOrder) => <StateBadge state={orderStatus} />;
const totalCell = ({ totalNet }: ListedOrder) => <Money value={totalNet} />;
const placedCell = ({ orderDate }: ListedOrder) => <Instant at={orderDate} />;
function dueCell(order: ListedOrder) {
  const due = deadlineOf(order);
  return due === undefined ? null : <Deadline at={due} />;
}

function ExchangeTag({ type }: { readonly type: ListedOrder["orderType"] }) {
  const { t } = useTranslation("portal/orders");
  return type === "Exchange" ? <Tag color="violet">{t("exchange")}</Tag> : null;
}

/** The box of a row. Space in the row does the same, so that Tab goes past it. */
function SelectCell({ order, selection, label }: { readonly order: ListedOrder; readonly selection: Selection; readonly label: string }) {
  return (
    <Checkbox
      size="xs"
      tabIndex={-1}
      aria-label={label}
      checked={selection.numbers.has(order.orderNumber)}
      onClick={(event) => event.stopPropagation()}
      onChange={() => selection.toggle(order)}
    />
  );
}

/** An order on a phone: two lines. */
function OrderCard({ order }: { readonly order: ListedOrder }) {
  return (
    <div className={classes["card"]}>
      <div className={classes["line"]}>
        <strong className="tabular">{order.orderNumber}</strong>
        {stateCell(order)}
      </div>
      <div className={classes["line"]}>
        <span className={classes["customer"]}>{customerOf(order)}</span>
        {dueCell(order) ?? <Money value={order.totalNet} />}
      </div>
    </div>
  );
}
