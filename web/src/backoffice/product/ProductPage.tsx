import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../app/shell/use-screen-title.ts";
import { useWorksAs } from "../../app/use-role.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { PageSkeleton } from "../../ui/PageSkeleton.tsx";
import { Picture } from "../../ui/Picture.tsx";
import { StateBadge } from "../../ui/StateBadge.tsx";
import { TabBar } from "../../ui/TabBar.tsx";
import { CallsTab } from "./CallsTab.tsx";
import { HistoryTab } from "./HistoryTab.tsx";
import { PricesTab, StockTab } from "./LedgerTabs.tsx";
import { ProductTab } from "./ProductTab.tsx";
import { type DeskProduct, type ProductKey, productQuery } from "./queries.ts";
import { type Tab, TABS } from "./tabs.ts";
import { VersionsTab } from "./VersionsTab.tsx";
import classes from "./ProductPage.module.css";

const route = getRouteApi("/shell/produtos/$sellerId/$sku");
/** The roles that read the log of calls. */
const MAY_READ_CALLS = ["support"];

/** A product of any seller: what it is, what it was, and why it has the stock and the price that it has. */
export function ProductPage() {
  const { sellerId, sku } = route.useParams();
  const key: ProductKey = { sellerId: Number(sellerId), sku };
  const { data: product, error, refetch } = useQuery(productQuery(key));
  usePageTitle(sku);
  if (product !== undefined) return <WholeProduct product={product} productKey={key} />;
  return error === null ? <PageSkeleton /> : <ErrorPanel error={error} onRetry={() => void refetch()} />;
}

function WholeProduct({ product: desk, productKey }: { readonly product: DeskProduct; readonly productKey: ProductKey }) {
  const { t } = useTranslation("backoffice/product");
  const { aba = "produto" } = route.useSearch();
  const mayReadCalls = useWorksAs(MAY_READ_CALLS);
  const tabs = TABS.filter((tab) => tab !== "chamadas" || mayReadCalls);
  const params = { sellerId: String(productKey.sellerId), sku: productKey.sku };
  const { product, status, sellerName } = desk;
  return (
    <div className={classes["page"]}>
      <div className={classes["head"]}>
        <Picture sellerId={productKey.sellerId} sku={productKey.sku} nth={product.images?.length ? 0 : undefined} size={64} alt="" />
        <PageHeader
          title={product.name}
          badge={<StateBadge state={status.status} />}
          text={
            <>
              <span className={classes["sku"]}>
                {product.sku}
                <CopyButton value={product.sku} label={t("copySku")} />
              </span>
              {[product.brand, `${product.department} › ${product.productType}`, sellerName].map((word) => ` · ${word}`).join("")}
            </>
          }
        />
      </div>
      <TabBar label={t("tabs.label")}>
        {tabs.map((tab) => (
          <Link
            key={tab}
            to="/produtos/$sellerId/$sku"
            params={params}
            search={tab === "produto" ? {} : { aba: tab }}
            activeOptions={{ exact: tab === "produto" }}
          >
            {t(`tabs.${tab}`)}
          </Link>
        ))}
      </TabBar>
      <TabOf tab={aba === "chamadas" && !mayReadCalls ? "produto" : aba} product={desk} productKey={productKey} />
    </div>
  );
}

function TabOf({ tab, product, productKey }: { readonly tab: Tab; readonly product: DeskProduct; readonly productKey: ProductKey }) {
  if (tab === "versoes") return <VersionsTab productKey={productKey} />;
  if (tab === "historia") return <HistoryTab productKey={productKey} />;
  if (tab === "estoque") return <StockTab product={product} productKey={productKey} />;
  if (tab === "precos") return <PricesTab product={product} productKey={productKey} />;
  if (tab === "chamadas") return <CallsTab productKey={productKey} />;
  return <ProductTab product={product} productKey={productKey} />;
}
