import { Button, Group, Modal, SegmentedControl, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx";
import { formatCount } from "../../../ui/format.ts";
import type { TableColumn } from "../../../ui/table/columns.ts";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import type { QueueFilter } from "../search.ts";
import { keyOf, type QueueEntry } from "../types.ts";
import { BulkOutcome } from "./BulkOutcome.tsx";
import { BulkReason, useBulkReason } from "./BulkReason.tsx";
import { type BulkPreview, MOST, useBulkPreview, useBulkRun } from "./use-bulk.ts";
import classes from "./bulk.module.css";

interface BulkDialogProps {
  readonly filter: QueueFilter;
  /** The dialog with the result is closed. */
  readonly onDecided: () => void;
  readonly onClose: () => void;
}

/** One decision about everything that the filters leave: first what it would be about, then the result of each line, then the way back. */
export function BulkDialog({ filter, onDecided, onClose }: BulkDialogProps) {
  const { t, i18n } = useTranslation("backoffice/review");
  const { t: ui } = useTranslation("ui");
  const { data, error, refetch } = useBulkPreview(filter);
  const { progress, run, undo } = useBulkRun();
  const [verdict, setVerdict] = useState<"approve" | "criticize">("approve");
  const reason = useBulkReason();
  const items = data?.items ?? [];
  const close = () => {
    // The result, and the way back, would be gone.
    if (progress?.isRunning === true) return;
    onClose();
    if (progress !== undefined) onDecided();
  };
  return (
    <Modal opened onClose={close} size="xl" title={t("bulk.title")} closeButtonProps={{ "aria-label": ui("close") }}>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {progress !== undefined ? (
        <BulkOutcome progress={progress} onUndo={() => void undo()} onClose={close} />
      ) : data === undefined ? (
        <Skeleton height={240} radius="md" />
      ) : (
        <>
          <Sum preview={data} />
          <Preview items={items} />
          <Group mt="md" gap="md" align="flex-start">
            <SegmentedControl
              aria-label={t("bulk.decision")}
              value={verdict}
              onChange={(value) => setVerdict(value)}
              data={[
                { value: "approve", label: t("actions.approve") },
                { value: "criticize", label: t("actions.criticize") },
              ]}
            />
            {verdict === "approve" ? null : <BulkReason {...reason} />}
          </Group>
          <Group justify="flex-end" mt="lg" gap="sm">
            <Button variant="default" onClick={onClose}>
              {ui("confirm.back")}
            </Button>
            <Button disabled={items.length === 0} onClick={() => void run(items, verdict, verdict === "approve" ? [] : [reason.critique])}>
              {t(`bulk.run_${verdict}`, { shown: formatCount(items.length, i18n.language) })}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}

/** How much there is, and what needs a second look. */
function Sum({ preview: { items, total, held, changes } }: { readonly preview: BulkPreview }) {
  const { t, i18n } = useTranslation("backoffice/review");
  const shown = (count: number) => formatCount(count, i18n.language);
  const warned = items.filter(({ warnings }) => warnings.length > 0).length;
  const sentences = [
    t("bulk.sum", { count: items.length, shown: shown(items.length) }),
    total > MOST ? t("bulk.first", { most: MOST, total: shown(total) }) : "",
    warned > 0 ? t("bulk.warned", { count: warned }) : "",
    held > 0 ? t("bulk.held", { count: held }) : "",
    changes > 0 ? t("bulk.changes", { count: changes }) : "",
  ];
  return <p className={classes["sum"]}>{sentences.filter((sentence) => sentence !== "").join(" ")}</p>;
}

function Preview({ items }: { readonly items: readonly QueueEntry[] }) {
  const { t } = useTranslation("backoffice/review");
  const columns: readonly TableColumn<QueueEntry>[] = [
    { id: "sku", header: t("bulk.sku"), cell: ({ sku }) => sku, value: ({ sku }) => sku, width: "minmax(120px, 1fr)" },
    { id: "name", header: t("bulk.name"), cell: ({ name }) => name, value: ({ name }) => name, width: "minmax(140px, 2fr)" },
    {
      id: "seller",
      header: t("bulk.seller"),
      cell: ({ sellerName }) => sellerName,
      value: ({ sellerName }) => sellerName,
      width: "minmax(100px, 1fr)",
    },
    {
      id: "warnings",
      header: t("bulk.warnings"),
      cell: ({ warnings }) => (warnings.length === 0 ? "" : warnings.length),
      value: ({ warnings }) => warnings.length,
      isNumber: true,
      width: "90px",
    },
  ];
  return <DataTable label={t("bulk.preview")} columns={columns} rows={items} keyOf={keyOf} height={260} empty={t("gap.emptyFiltered")} />;
}
