import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { inSight } from "../../../ui/in-sight.ts";
import { useRights } from "../seller.ts";
import { CallsPanel } from "./CallsPanel.tsx";
import { ChangesPanel } from "./ChangesPanel.tsx";
import { HistoryPanel } from "./HistoryPanel.tsx";
import { LedgerPanel } from "./LedgerPanel.tsx";
import { DETAIL_TABS, type DetailTab } from "./tabs.ts";
import classes from "./Details.module.css";

const PANELS: Readonly<Record<DetailTab, (props: { readonly sku: string }) => React.ReactNode>> = {
  historico: HistoryPanel,
  estoque: LedgerPanel,
  mudancas: ChangesPanel,
  chamadas: CallsPanel,
};

/** What happened to a product, to its stock, and which changes and calls there were. */
export function DetailTabs({ sku }: { readonly sku: string }) {
  const { t } = useTranslation("portal/products");
  const { maySeeOffers } = useRights();
  const { ver = "historico" } = useSearch({ from: "/shell/produtos/$sku" });
  const navigate = useNavigate();
  const tabs = DETAIL_TABS.filter((tab) => tab !== "estoque" || maySeeOffers);
  return (
    <Tabs
      value={ver}
      keepMounted={false}
      className={classes["tabs"]}
      onChange={(tab) =>
        void navigate({ to: ".", search: { ver: DETAIL_TABS.find((one) => one === tab) }, replace: true, resetScroll: false })
      }
    >
      <Tabs.List className={classes["list"]} aria-label={t("details.title")}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} ref={tab === ver ? inSight : undefined} value={tab}>
            {t(`details.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => {
        const Panel = PANELS[tab];
        return (
          <Tabs.Panel key={tab} value={tab} pt="md">
            <Panel sku={sku} />
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}
