import { Button, Skeleton } from "@mantine/core";
import { IconArrowRight, IconPencil } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../../api/client.ts";
import type { schemas } from "../../../api/generated/index.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx";
import { Instant } from "../../../ui/Instant.tsx";
import { type StateColor, Tag } from "../../../ui/StateBadge.tsx";
import { valueText } from "../form/value-text.ts";
import { PRODUCTS } from "../product-queries.ts";
import classes from "./Details.module.css";

type Change = schemas["v2"]["Change"];
const WATCH_MS = 4_000;
const COLORS: Readonly<Record<string, StateColor>> = {
  checking: "grey",
  waiting: "blue",
  approved: "green",
  auto_approved: "green",
  refused: "red",
  criticized: "orange",
  withdrawn: "grey",
  superseded: "grey",
  stale: "orange",
  merged: "grey",
};
const FIELD_STATES = [
  "checking",
  "waiting",
  "approved",
  "auto_approved",
  "refused",
  "criticized",
  "withdrawn",
  "superseded",
  "stale",
  "merged",
] as const;

/** The change requests of a closed product, each field with what became of it. */
export function ChangesPanel({ sku }: { readonly sku: string }) {
  const { t } = useTranslation("portal/products");
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [PRODUCTS, "changes", sku],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET("/api/v2/products/{sku}/changes", { params: { path: { sku } }, signal })))?.items ?? [],
    refetchInterval: ({ state }) => (state.data?.some((change) => change.state === "open") === true ? WATCH_MS : false),
  });
  if (isPending) return <Skeleton height={120} />;
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data.length === 0)
    return (
      <EmptyState icon={IconPencil} title={t("changes.empty")}>
        {t("changes.emptyText")}
      </EmptyState>
    );
  return data.map((change) => <ChangeCard key={change.id} sku={sku} change={change} />);
}

function ChangeCard({ sku, change }: { readonly sku: string; readonly change: Change }) {
  const { t } = useTranslation("portal/products");
  const queryClient = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () =>
      answerOf(api.DELETE("/api/v2/products/{sku}/changes/{changeRequestId}", { params: { path: { sku, changeRequestId: change.id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [PRODUCTS] }),
  });
  return (
    <section className={classes["change"]} aria-label={t("changes.of", { id: change.id })}>
      <header>
        <span>
          <Instant at={change.createdAt} /> {change.note}
        </span>
        {change.state === "open" ? (
          <Button size="compact-sm" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {t("changes.withdraw")}
          </Button>
        ) : null}
      </header>
      {withdraw.error === null ? null : <ErrorPanel error={withdraw.error} />}
      <ul>
        {change.fields.map(({ pointer, from, to, state, message, reviews }) => {
          const known = FIELD_STATES.find((one) => one === state);
          return (
            <li key={pointer}>
              <code>{pointer}</code> <Tag color={COLORS[state] ?? "grey"}>{known === undefined ? state : t(`changes.states.${known}`)}</Tag>
              <div className={classes["values"]}>
                <span className={classes["from"]}>{shown(from)}</span>
                <IconArrowRight size={14} aria-hidden />
                <span>{shown(to)}</span>
              </div>
              {[message, ...reviews.map((review) => review.message)].filter(Boolean).map((text) => (
                <p key={text} className={classes["message"]}>
                  {text}
                </p>
              ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const shown = (value: unknown): string => valueText(value) || "—";
