import { Tabs } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import { inSight } from "../../../ui/in-sight.ts";
import { STATUS_TAB_NAMES, STATUS_TABS, type StatusTab } from "./list-search.ts";
import { useProductCounts } from "./use-product-counts.ts";
import classes from "./ProductsPage.module.css";

const ALL = "todos";

/** All products, or those of one status, with how many there are. */
export function StatusTabs({
  value,
  onChange,
}: {
  readonly value: StatusTab | undefined;
  readonly onChange: (tab: StatusTab | undefined) => void;
}) {
  const { t, i18n } = useTranslation("portal/products");
  const { t: ui } = useTranslation("ui");
  const counts = useProductCounts();
  const labels = { Recebido: "received", Criticado: "criticized", "Em catalogação": "cataloguing", Aprovado: "onSale" } as const;
  const count = (number: number | undefined) =>
    number === undefined ? null : <span className={classes["count"]}>{formatCount(number, i18n.language)}</span>;
  return (
    <Tabs value={value ?? ALL} onChange={(tab) => onChange(STATUS_TAB_NAMES.find((name) => name === tab))} keepMounted={false}>
      <Tabs.List className={classes["tabs"]} aria-label={t("list.statuses")}>
        <Tabs.Tab value={ALL} className={classes["tab"]}>
          {t("list.all")}
          {count(counts?.total)}
        </Tabs.Tab>
        {STATUS_TAB_NAMES.map((name) => (
          <Tabs.Tab key={name} ref={name === value ? inSight : undefined} value={name} className={classes["tab"]}>
            {ui(`states.${labels[STATUS_TABS[name]]}`)}
            {count(counts?.byStatus[STATUS_TABS[name]])}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
