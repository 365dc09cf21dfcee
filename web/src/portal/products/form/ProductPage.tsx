import { IconPackageOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../api/errors.ts";
import { usePageTitle } from "../../../app/shell/use-screen-title.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx";
import { PageSkeleton } from "../../../ui/PageSkeleton.tsx";
import { priceQuery, productQuery, statusQuery, stockQuery } from "../product-queries.ts";
import { useRights } from "../seller.ts";
import { Crumbs } from "./Crumbs.tsx";
import { ProductEditor } from "./ProductEditor.tsx";

/** A product: its form, and everything that happened to it. */
export function ProductPage() {
  const { t } = useTranslation("portal/products");
  const { sku } = useParams({ from: "/shell/produtos/$sku" });
  const { maySeeOffers } = useRights();
  const product = useQuery(productQuery(sku));
  const status = useQuery(statusQuery(sku));
  const price = useQuery({ ...priceQuery(sku), enabled: maySeeOffers });
  const stock = useQuery({ ...stockQuery(sku), enabled: maySeeOffers });
  usePageTitle(product.data?.name ?? sku);
  const error = product.error ?? status.error ?? price.error ?? stock.error;
  const isThere =
    product.data !== undefined && status.data !== undefined && (!maySeeOffers || (price.data !== undefined && stock.data !== undefined));
  return (
    <>
      <Crumbs here={sku} />
      {isThere ? (
        <ProductEditor key={sku} sku={sku} product={product.data} status={status.data} price={price.data} stock={stock.data} />
      ) : error === null ? (
        <PageSkeleton />
      ) : error instanceof ApiError && error.code === "product_unknown" ? (
        <EmptyState icon={IconPackageOff} title={t("form.unknown", { sku })}>
          {t("family.unknownText")}
        </EmptyState>
      ) : (
        <ErrorPanel
          error={error}
          onRetry={() => void Promise.all([product.refetch(), status.refetch(), price.refetch(), stock.refetch()])}
        />
      )}
    </>
  );
}
