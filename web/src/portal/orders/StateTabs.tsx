import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../ui/format.ts";
import { countsQuery } from "./queries.ts";
import { TABS, type TabName } from "./tabs.ts";
import classes from "./StateTabs.module.css";

/** The states of orders with their counts. The one that is shown is marked. */
export function StateTabs({ current }: { readonly current: TabName }) {
  const { t, i18n } = useTranslation("portal/orders");
  const counts = useQuery(countsQuery).data;
  return (
    <nav aria-label={t("tabs.label")} className={classes["tabs"]}>
      {TABS.map(({ name }) => (
        <Link
          key={name}
          to="/pedidos"
          search={({ texto }) => ({ texto, estado: name === "todos" ? undefined : name })}
          className={classes["tab"]}
          aria-current={name === current ? "page" : undefined}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {t(`tabs.${name}`)}
          {counts === undefined ? null : <span className={classes["count"]}>{formatCount(counts[name], i18n.language)}</span>}
        </Link>
      ))}
    </nav>
  );
}
