import { IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../../api/client.ts";
import type { schemas } from "../../../api/generated/index.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Instant } from "../../../ui/Instant.tsx";
import { Tag } from "../../../ui/StateBadge.tsx";
import type { TableColumn } from "../../../ui/table/columns.ts";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { useIsNarrow } from "../../../ui/use-is-narrow.ts";
import { PRODUCTS } from "../product-queries.ts";
import classes from "./Details.module.css";

type Call = schemas["v1"]["LoggedRequest"];
const MOST = 100;
const REFUSED = 400;

/** The person's own calls to the addresses of a product, the newest first. */
export function CallsPanel({ sku }: { readonly sku: string }) {
  const { t } = useTranslation("portal/products");
  const isNarrow = useIsNarrow();
  const address = `/products/${encodeURIComponent(sku)}`;
  const { data, error, refetch } = useQuery({
    queryKey: [PRODUCTS, "calls", sku],
    queryFn: async ({ signal }) => {
      const page = await answerOf(api.GET("/api/v1/requests", { params: { query: { size: MOST } }, signal }));
      return (page?.items ?? []).filter(({ target }) => target.split("?")[0]!.endsWith(address) || target.includes(`${address}/`));
    },
  });
  return (
    <DataTable
      label={t("details.chamadas")}
      columns={columnsIn(t, isNarrow)}
      rowsGrow={isNarrow}
      rows={data}
      keyOf={({ requestId, date }) => `${date} ${requestId}`}
      height={360}
      error={error}
      onRetry={() => void refetch()}
      empty={
        <EmptyState icon={IconPlugConnected} title={t("calls.empty")}>
          {t("calls.emptyText")}
        </EmptyState>
      }
    />
  );
}

const callOf = ({ method, target }: Call) => <code>{`${method} ${target}`}</code>;

/** The columns, with their words. On a phone call, time and refusals stand below each other. */
function columnsIn(t: TFunction<"portal/products">, isNarrow: boolean): readonly TableColumn<Call>[] {
  const status: TableColumn<Call> = {
    id: "status",
    header: t("calls.status"),
    width: "90px",
    cell: ({ status: answered }) => <Tag color={answered < REFUSED ? "green" : "red"}>{String(answered)}</Tag>,
  };
  const card = (call: Call) => (
    <span className={classes["card"]}>
      {callOf(call)}
      <Instant at={call.date} />
      {call.codes.join(", ")}
    </span>
  );
  if (isNarrow) return [{ id: "call", header: t("calls.call"), width: "minmax(0, 1fr)", cell: card }, status];
  return [
    { id: "date", header: t("calls.date"), width: "130px", cell: ({ date }) => <Instant at={date} /> },
    { id: "call", header: t("calls.call"), width: "minmax(240px, 1fr)", cell: callOf },
    status,
    { id: "codes", header: t("calls.codes"), width: "minmax(120px, 0.5fr)", cell: ({ codes }) => codes.join(", ") },
    { id: "ms", header: t("calls.ms"), width: "80px", isNumber: true, cell: ({ ms }) => ms },
  ];
}
