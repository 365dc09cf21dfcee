import { Button } from "@mantine/core";
import { IconInbox, IconPrinter, IconSearchOff } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAddressFilters } from "../../app/use-address-filters.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { type Filter, FilterBar } from "../../ui/FilterBar.tsx";
import { formatCount } from "../../ui/format.ts";
import { KeyHint } from "../../ui/keys/KeyHint.tsx";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useStateText } from "../../ui/StateBadge.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { useOrderColumns } from "./columns.tsx";
import { ORDERS_KEYS } from "./keys.ts";
import { PickingLists } from "./PickingLists.tsx";
import { StateTabs } from "./StateTabs.tsx";
import { type ListedOrder, STATUSES, tabOf } from "./tabs.ts";
import { useOrders } from "./use-orders.ts";
import { useSelection } from "./use-selection.ts";
import classes from "./OrdersPage.module.css";

/** All orders of the seller, by state, with what is late first in sight. */
export function OrdersPage() {
  const { t } = useTranslation("portal/orders");
  const { estado, situacao, texto = "" } = useSearch({ from: "/shell/pedidos" });
  const filters = useAddressFilters();
  const navigate = useNavigate();
  const tab = tabOf(estado);
  const isAll = tab.name === "todos";
  const orders = useOrders(tab, texto, isAll ? situacao : undefined);
  const orderFilters = useOrderFilters(isAll);
  const selection = useSelection(orders.rows);
  const [printed, setPrinted] = useState<readonly ListedOrder[]>();
  const search = useRef<HTMLDivElement>(null);
  const print = selection.orders.length === 0 ? undefined : () => setPrinted(selection.orders);
  useKeys(ORDERS_KEYS, {
    search: () => search.current?.querySelector("input")?.focus(),
    print,
    selectAll: selection.toggleAll,
  });
  const { columns, rowHeight } = useOrderColumns(selection);
  return (
    <div className={classes["screen"]}>
      <PageHeader title={t("title")} actions={<PrintButton count={selection.orders.length} onPrint={print} />} />
      <StateTabs current={tab.name} />
      <div ref={search} className={classes["filters"]}>
        <FilterBar {...filters} filters={orderFilters} />
        <SearchExtent text={texto} searched={orders.searched} onMore={orders.rows === undefined ? undefined : orders.readMore} />
      </div>
      <DataTable
        label={t("title")}
        columns={columns}
        rowHeight={rowHeight}
        rows={orders.rows}
        keyOf={({ orderNumber }) => orderNumber}
        onOpen={({ orderNumber }) => void navigate({ to: "/pedidos/$numero", params: { numero: orderNumber } })}
        onMark={selection.toggle}
        error={orders.error}
        onRetry={orders.retry}
        onEnd={texto === "" ? orders.readMore : undefined}
        empty={texto === "" ? <NoOrders isAll={isAll && situacao === undefined} /> : <NothingFound />}
      />
      {printed === undefined ? null : <PickingLists orders={printed} onPrinted={() => setPrinted(undefined)} />}
    </div>
  );
}

/** Text in every tab; among all orders, one status as well. */
function useOrderFilters(isAll: boolean): readonly Filter[] {
  const { t } = useTranslation("portal/orders");
  const stateText = useStateText();
  const text: Filter = { kind: "text", name: "texto", label: t("search") };
  const options = STATUSES.map((status) => ({ value: status, label: stateText(status) }));
  return isAll ? [text, { kind: "choice", name: "situacao", label: t("columns.state"), options }] : [text];
}

function PrintButton({ count, onPrint }: { readonly count: number; readonly onPrint: (() => void) | undefined }) {
  const { t, i18n } = useTranslation("portal/orders");
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} aria-hidden />}
      rightSection={
        <span className={classes["hint"]}>
          <KeyHint keys={ORDERS_KEYS.print.keys} />
        </span>
      }
      disabled={onPrint === undefined}
      onClick={onPrint}
    >
      {count === 0 ? t("print.none") : t("print.orders", { count, shown: formatCount(count, i18n.language) })}
    </Button>
  );
}

/** How far a search has looked, and how to look further. */
function SearchExtent({
  text,
  searched,
  onMore,
}: {
  readonly text: string;
  readonly searched: number;
  readonly onMore: (() => void) | undefined;
}) {
  const { t, i18n } = useTranslation("portal/orders");
  if (text === "") return null;
  return (
    <span className={classes["extent"]} role="status">
      {t("searched", { count: searched, shown: formatCount(searched, i18n.language) })}
      {onMore === undefined ? null : (
        <Button size="compact-xs" variant="subtle" onClick={onMore}>
          {t("searchMore")}
        </Button>
      )}
    </span>
  );
}

function NoOrders({ isAll }: { readonly isAll: boolean }) {
  const { t } = useTranslation("portal/orders");
  return (
    <EmptyState icon={IconInbox} title={isAll ? t("empty.all") : t("empty.tab")}>
      {isAll ? t("empty.allText") : t("empty.tabText")}
    </EmptyState>
  );
}

function NothingFound() {
  const { t } = useTranslation("portal/orders");
  return (
    <EmptyState icon={IconSearchOff} title={t("empty.search")}>
      {t("empty.searchText")}
    </EmptyState>
  );
}
