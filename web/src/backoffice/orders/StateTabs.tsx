import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { TabBar } from "../../ui/TabBar.tsx";
import { type OrdersSearch, STATES } from "./search.ts";

/** One tab for each state of an order; they are links, so each is a list of its own. */
export function StateTabs({ search }: { readonly search: OrdersSearch }) {
  const { t } = useTranslation("backoffice/orders");
  return (
    <TabBar label={t("tabs.label")}>
      {[undefined, ...STATES].map((state) => (
        <Link key={state ?? "all"} to="/pedidos" search={{ ...search, orderStatus: state }} activeOptions={{ exact: true }}>
          {t(`tabs.${state ?? "all"}`)}
        </Link>
      ))}
    </TabBar>
  );
}
