import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../../api/client.ts";
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx";
import { StateBadge } from "../../../ui/StateBadge.tsx";
import { Timeline } from "../../../ui/Timeline.tsx";
import { PRODUCTS } from "../product-queries.ts";

const MOST = 100;
const ACTORS = ["credential", "operator", "person", "rule", "simulator", "automatic validation"] as const;
const ACTOR_KEYS = { "automatic validation": "validation" } as const;

/** Every move of a product, the newest first. */
export function HistoryPanel({ sku }: { readonly sku: string }) {
  const { t } = useTranslation("portal/products");
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [PRODUCTS, "history", sku],
    queryFn: async ({ signal }) => {
      const page = await answerOf(api.GET("/api/v2/products/{sku}/history", { params: { path: { sku }, query: { size: MOST } }, signal }));
      return page?.items ?? [];
    },
  });
  if (isPending) return <Skeleton height={120} />;
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  const actor = (by: string) => {
    const known = ACTORS.find((one) => one === by);
    return known === undefined ? by : t(`actors.${known === "automatic validation" ? ACTOR_KEYS[known] : known}`);
  };
  return (
    <Timeline
      label={t("details.historico")}
      entries={data.toReversed().map(({ version, date, event, to, changeRequestId, by, fields }, nth) => ({
        id: `${version} ${event} ${nth}`,
        title: to === undefined ? changeRequestId === undefined ? event : t("details.change") : <StateBadge state={to} />,
        detail: [actor(by), ...(fields?.map(({ pointer, state }) => `${pointer}: ${state}`) ?? [])].join(" · "),
        at: date,
      }))}
    />
  );
}
