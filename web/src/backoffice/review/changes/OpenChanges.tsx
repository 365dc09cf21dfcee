import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { IconArrowsDiff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../../api/client.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Instant } from "../../../ui/Instant.tsx";
import { Tag } from "../../../ui/StateBadge.tsx";
import type { TableColumn } from "../../../ui/table/columns.ts";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { isOpenField } from "../item/open-field.ts";
import { type ChangeRequest, keyOf } from "../types.ts";
import classes from "../review.module.css";

const PAGE_SIZE = 50;

/** Open change requests, the oldest first; each opens in the queue. */
export function OpenChanges({ sellerId }: { readonly sellerId: number | undefined }) {
  const { t } = useTranslation("backoffice/review");
  const navigate = useNavigate();
  const columns = useColumns();
  const changes = useInfiniteQuery({
    queryKey: ["open-changes", sellerId],
    queryFn: async ({ pageParam, signal }): Promise<readonly ChangeRequest[]> => {
      const place = pageParam === undefined ? {} : { after: pageParam };
      const query = { size: PAGE_SIZE, ...place, ...(sellerId === undefined ? {} : { sellerId }) };
      return (await answerOf(api.GET("/operator/v1/changes", { params: { query }, signal })))?.items ?? [];
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.length < PAGE_SIZE ? undefined : last.at(-1)?.id),
  });
  const open = ({ sellerId: seller, sku, id }: ChangeRequest) =>
    void navigate({ to: "/revisao", search: { item: keyOf({ sellerId: seller, sku, changeRequestId: id }) } });
  const rows = changes.data?.pages.flat();
  const empty = (
    <EmptyState icon={IconArrowsDiff} title={t("changes.empty")}>
      {t("changes.emptyText")}
    </EmptyState>
  );
  // Without rows there would be nothing to focus in a table that is wider than a phone.
  if (rows?.length === 0) return empty;
  return (
    <div className={classes["table"]}>
      <DataTable
        label={t("list.changes")}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        onOpen={open}
        onEnd={() => void (changes.hasNextPage && !changes.isFetching && changes.fetchNextPage())}
        error={changes.error}
        onRetry={() => void changes.refetch()}
        empty={empty}
      />
    </div>
  );
}

function useColumns(): readonly TableColumn<ChangeRequest>[] {
  const { t } = useTranslation("backoffice/review");
  return [
    { id: "product", header: t("changes.product"), cell: ({ name, sku }) => name ?? sku, width: "minmax(180px, 2fr)" },
    { id: "sku", header: t("bulk.sku"), cell: ({ sku }) => sku, width: "minmax(120px, 1fr)" },
    { id: "fields", header: t("changes.fields"), cell: ({ fields }) => fields.length, isNumber: true, width: "90px" },
    {
      id: "state",
      header: t("changes.state"),
      cell: ({ fields }) =>
        fields.some(isOpenField) ? <Tag color="blue">{t("changes.waiting")}</Tag> : <Tag color="grey">{t("changes.checking")}</Tag>,
      width: "170px",
    },
    { id: "asked", header: t("changes.asked"), cell: ({ createdAt }) => <Instant at={createdAt} />, width: "120px" },
  ];
}
