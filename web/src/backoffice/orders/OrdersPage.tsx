import { IconShoppingCart } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FilterBar, type FilterValues } from "../../ui/FilterBar.tsx";
import { formatCount } from "../../ui/format.ts";
import type { OrderRow } from "../../ui/order/order-types.ts";
import { PLATFORMS, usePlatformText } from "../../ui/order/Platform.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { ordersSearch } from "./search.ts";
import { StateTabs } from "./StateTabs.tsx";
import { useColumns, useIsNarrow } from "./use-columns.tsx";
import { storesQuery, useOrders } from "./use-orders.ts";
import classes from "./OrdersPage.module.css";

const keyOf = ({ sellerId, orderNumber }: OrderRow) => `${sellerId}/${orderNumber}`;

/** The orders of all sellers. Filters and tab live in the address. */
export function OrdersPage() {
  const { t, i18n } = useTranslation("backoffice/orders");
  const search = ordersSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { rows, total, error, retry, more } = useOrders(search);
  const filters = useFilters();
  const columns = useColumns();
  const isNarrow = useIsNarrow();
  const onChange = (change: FilterValues) =>
    void navigate({ to: "/pedidos", search: (before) => ordersSearch({ ...before, ...change }), replace: true });
  return (
    <div className={classes["page"]}>
      <PageHeader
        title={t("title")}
        text={rows === undefined ? undefined : t("count", { count: total, shown: formatCount(total, i18n.language) })}
      />
      <StateTabs search={search} />
      <FilterBar filters={filters} values={{ ...search }} onChange={onChange} />
      <div className={classes["table"]}>
        <DataTable
          label={t("title")}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          rowHeight={isNarrow ? 60 : 40}
          error={error}
          onRetry={retry}
          onEnd={more}
          onOpen={({ sellerId, orderNumber }) =>
            void navigate({ to: "/pedidos/$sellerId/$orderNumber", params: { sellerId: String(sellerId), orderNumber } })
          }
          empty={
            <EmptyState icon={IconShoppingCart} title={t("empty.title")}>
              {t("empty.text")}
            </EmptyState>
          }
        />
      </div>
    </div>
  );
}

function useFilters() {
  const { t } = useTranslation("backoffice/orders");
  const platformText = usePlatformText();
  const { data: stores = [] } = useQuery(storesQuery);
  return [
    {
      kind: "choice",
      name: "platformId",
      label: t("filters.platform"),
      options: PLATFORMS.map((value) => ({ value, label: platformText(value) })),
    },
    { kind: "choice", name: "businessUnit", label: t("filters.store"), options: stores },
    { kind: "flag", name: "late", label: t("filters.late") },
    { kind: "flag", name: "frozen", label: t("filters.frozen") },
    { kind: "text", name: "sellerId", label: t("filters.seller") },
  ] as const;
}
