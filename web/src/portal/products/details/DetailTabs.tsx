import { Skeleton } from "@mantine/core";
import { Link, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { inSight } from "../../../ui/in-sight.ts";
import { TabBar } from "../../../ui/TabBar.tsx";
import { useRights } from "../seller.ts";
import { HistoryPanel } from "./HistoryPanel.tsx";
import { DETAIL_TABS, type DetailTab } from "./tabs.ts";
import classes from "./Details.module.css";

// Loaded when their tab is opened.
const ChangesPanel = lazy(async () => ({ default: (await import("./ChangesPanel.tsx")).ChangesPanel }));
const CallsPanel = lazy(async () => ({ default: (await import("./CallsPanel.tsx")).CallsPanel }));
const LedgerPanel = lazy(async () => ({ default: (await import("./LedgerPanel.tsx")).LedgerPanel }));

const PANELS: Readonly<Record<DetailTab, React.ComponentType<{ readonly sku: string }>>> = {
  historico: HistoryPanel,
  estoque: LedgerPanel,
  mudancas: ChangesPanel,
  chamadas: CallsPanel,
};

/** What happened to a product, to its stock, and which changes and calls there were. */
export function DetailTabs({ sku }: { readonly sku: string }) {
  const { t } = useTranslation("portal/products");
  const { maySeeOffers } = useRights();
  const { ver = "historico" }: { readonly ver?: DetailTab } = useSearch({ from: "/shell/produtos/$sku" });
  const tabs = DETAIL_TABS.filter((tab) => tab !== "estoque" || maySeeOffers);
  const Panel = PANELS[ver];
  return (
    <div className={classes["tabs"]}>
      <TabBar label={t("details.title")}>
        {tabs.map((tab) => (
          <Link
            key={tab}
            ref={tab === ver ? inSight : undefined}
            to="/produtos/$sku"
            params={{ sku }}
            search={{ ver: tab }}
            replace
            resetScroll={false}
            aria-current={tab === ver ? "page" : undefined}
          >
            {t(`details.${tab}`)}
          </Link>
        ))}
      </TabBar>
      <div className={classes["shown"]}>
        <Suspense fallback={<Skeleton height={120} />}>
          <Panel sku={sku} />
        </Suspense>
      </div>
    </div>
  );
}
