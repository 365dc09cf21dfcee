import { Modal } from "@mantine/core";
import { IconCode } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Instant } from "../../ui/Instant.tsx";
import { JsonView } from "../../ui/JsonView.tsx";
import { PageSkeleton } from "../../ui/PageSkeleton.tsx";
import { Tag } from "../../ui/StateBadge.tsx";
import type { TableColumn } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { type Call, callQuery, callsList, type ProductKey } from "./queries.ts";
import { usePages } from "./use-pages.ts";
import classes from "./ProductPage.module.css";

const FIRST_REFUSAL = 400;
const keyOf = ({ requestId, date }: Call) => `${requestId} ${date}`;

/** The calls that touched the product; one opens with what was sent and answered. */
export function CallsTab({ productKey }: { readonly productKey: ProductKey }) {
  const { t } = useTranslation("backoffice/product");
  const list = usePages(callsList(productKey));
  const [opened, setOpened] = useState<string>();
  return (
    <div className={classes["table"]}>
      <DataTable
        {...list}
        label={t("tabs.chamadas")}
        columns={useCallColumns()}
        keyOf={keyOf}
        onOpen={({ requestId }) => setOpened(requestId)}
        empty={
          <EmptyState icon={IconCode} title={t("calls.none")}>
            {t("calls.noneText")}
          </EmptyState>
        }
      />
      <CallModal requestId={opened} onClose={() => setOpened(undefined)} />
    </div>
  );
}

function CallModal({ requestId, onClose }: { readonly requestId: string | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation(["backoffice/product", "ui"]);
  const { data, error } = useQuery({ ...callQuery(requestId ?? ""), enabled: requestId !== undefined });
  return (
    <Modal
      opened={requestId !== undefined}
      onClose={onClose}
      title={requestId}
      size="xl"
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      {data === undefined ? error === null ? <PageSkeleton /> : <ErrorPanel error={error} /> : <JsonView value={data} />}
    </Modal>
  );
}

function useCallColumns(): readonly TableColumn<Call>[] {
  const { t } = useTranslation("backoffice/product");
  return useMemo(
    () => [
      { id: "date", header: t("calls.date"), cell: ({ date }) => <Instant at={date} />, width: "110px" },
      {
        id: "status",
        header: t("calls.status"),
        cell: ({ status }) => <Tag color={status < FIRST_REFUSAL ? "green" : "red"}>{String(status)}</Tag>,
        width: "84px",
      },
      { id: "operation", header: t("calls.operation"), cell: ({ operation }) => operation, width: "190px" },
      { id: "target", header: t("calls.target"), cell: ({ method, target }) => `${method} ${target}`, width: "minmax(240px, 1fr)" },
      { id: "code", header: t("calls.code"), cell: ({ codes }) => codes.join(", "), width: "180px" },
    ],
    [t],
  );
}
