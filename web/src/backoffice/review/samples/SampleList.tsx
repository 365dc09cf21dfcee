import { useQuery, useQueryClient } from "@tanstack/react-query";
import { IconChecks } from "@tabler/icons-react";
import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../../api/client.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx";
import type { ChangeRequest } from "../types.ts";
import { Sample } from "./Sample.tsx";
import classes from "./samples.module.css";

const PAGE_SIZE = 20;
const SAMPLES = "review-samples";

/** Changes that rules approved and chance has chosen: a person says whether the rule was right. */
export function SampleList({ sellerId }: { readonly sellerId: number | undefined }) {
  const { t } = useTranslation("backoffice/review");
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [SAMPLES, sellerId],
    queryFn: async ({ signal }): Promise<readonly ChangeRequest[]> => {
      const query = { sample: ["waiting" as const], size: PAGE_SIZE, ...(sellerId === undefined ? {} : { sellerId }) };
      return (await answerOf(api.GET("/operator/v1/changes", { params: { query }, signal })))?.items ?? [];
    },
  });
  if (data === undefined && error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={120} radius="md" />;
  if (data.length === 0)
    return (
      <EmptyState icon={IconChecks} title={t("samples.empty")}>
        {t("samples.emptyText")}
      </EmptyState>
    );
  return (
    <ul className={classes["list"]} aria-label={t("list.samples")}>
      {data.map((change) => (
        <Sample key={change.id} change={change} onLooked={() => queryClient.invalidateQueries({ queryKey: [SAMPLES] })} />
      ))}
    </ul>
  );
}
