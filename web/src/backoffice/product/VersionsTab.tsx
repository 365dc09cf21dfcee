import { NativeSelect } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useActorText } from "../../ui/actor-text.ts";
import { Card } from "../../ui/Card.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { formatRelatively } from "../../ui/format.ts";
import { useNow } from "../../ui/now.ts";
import { PageSkeleton } from "../../ui/PageSkeleton.tsx";
import { Comparison } from "./Comparison.tsx";
import { type ProductKey, type ProductVersion, versionsQuery } from "./queries.ts";
import classes from "./ProductPage.module.css";

const route = getRouteApi("/shell/produtos/$sellerId/$sku");

/** What the product was before each edit, and where any two versions differ. */
export function VersionsTab({ productKey }: { readonly productKey: ProductKey }) {
  const { t } = useTranslation("backoffice/product");
  const { data: versions, error, refetch } = useQuery(versionsQuery(productKey));
  const { de, para } = route.useSearch();
  const navigate = useNavigate();
  const nameOf = useVersionName();
  if (versions === undefined) return error === null ? <PageSkeleton /> : <ErrorPanel error={error} onRetry={() => void refetch()} />;
  const newest = versions[0]!.version;
  const to = nearest(versions, para) ?? newest;
  const from = nearest(versions, de) ?? versions[1]?.version ?? newest;
  const options = versions.map((version) => ({ value: String(version.version), label: nameOf(version) }));
  const choose = (change: { readonly de?: number; readonly para?: number }) =>
    void navigate({
      to: "/produtos/$sellerId/$sku",
      params: { sellerId: String(productKey.sellerId), sku: productKey.sku },
      search: { aba: "versoes", de: from, para: to, ...change },
      replace: true,
    });
  return (
    <Card title={t("versions.title", { count: versions.length })}>
      <div className={classes["choices"]}>
        <NativeSelect
          label={t("versions.from")}
          data={options}
          value={String(from)}
          onChange={({ currentTarget }) => choose({ de: Number(currentTarget.value) })}
        />
        <IconArrowRight size={18} aria-hidden className={classes["arrow"]} />
        <NativeSelect
          label={t("versions.to")}
          data={options}
          value={String(to)}
          onChange={({ currentTarget }) => choose({ para: Number(currentTarget.value) })}
        />
      </div>
      {versions.length === 1 ? (
        <p className={classes["quiet"]}>{t("versions.only")}</p>
      ) : (
        <Comparison productKey={productKey} from={from} to={to} />
      )}
    </Card>
  );
}

/** The version that has the content which the product had at a number; numbers in between belong to moves without edits. */
const nearest = (versions: readonly ProductVersion[], asked: number | undefined) =>
  asked === undefined ? undefined : versions.findLast(({ version }) => version >= asked)?.version;

/** A version in a few words: when it came, and who brought it. */
function useVersionName(): (version: ProductVersion) => string {
  const { t, i18n } = useTranslation("backoffice/product");
  const actorText = useActorText();
  const now = useNow();
  return ({ version, current, date, ...who }) =>
    t(current ? "versions.current" : "versions.name", {
      version,
      when: formatRelatively(Date.parse(date), now, i18n.language),
      who: actorText(who),
    });
}
