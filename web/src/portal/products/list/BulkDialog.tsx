import { Button, Group, Modal, SegmentedControl, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx";
import { NumberField } from "../../../ui/NumberField.tsx";
import type { FoundProduct } from "../product-queries.ts";
import { BULK_FIELDS, BULK_WAYS, type BulkChange } from "./bulk-change.ts";
import { BulkOutcome } from "./BulkOutcome.tsx";
import { BulkPreview } from "./BulkPreview.tsx";
import { useBulkChange } from "./use-bulk-change.ts";
import classes from "./BulkDialog.module.css";

interface BulkDialogProps {
  readonly opened: boolean;
  readonly products: readonly FoundProduct[];
  readonly onClose: () => void;
}

/** Changes the price or the stock of many products: first what would happen, then the change, then one way back. */
export function BulkDialog({ opened, products, onClose }: BulkDialogProps) {
  const { t } = useTranslation("portal/products");
  const { t: ui } = useTranslation("ui");
  const bulk = useBulkChange(products, t("bulk.jobName"));
  const { plan, verdicts, apply, undo } = bulk;
  const refused = [...(verdicts?.values() ?? [])].filter(({ outcome }) => outcome === "failed").length;
  const count = (plan?.changes.length ?? 0) - refused;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="xl"
      title={t("bulk.title", { count: products.length })}
      closeButtonProps={{ "aria-label": ui("close") }}
    >
      {apply.data === undefined ? (
        <>
          <ChangeFields onChange={bulk.setChange} />
          {plan === undefined ? null : <BulkPreview plan={plan} field={bulk.change!.field} verdicts={verdicts} />}
          {bulk.trialError === null ? null : <ErrorPanel error={bulk.trialError} />}
          {apply.error === null ? null : <ErrorPanel error={apply.error} />}
          <Group justify="flex-end" mt="lg" gap="sm">
            <Button variant="default" onClick={onClose}>
              {ui("confirm.back")}
            </Button>
            <Button loading={apply.isPending} disabled={verdicts === undefined || count === 0} onClick={() => apply.mutate()}>
              {t("bulk.apply", { count })}
            </Button>
          </Group>
        </>
      ) : (
        <>
          <BulkOutcome plan={plan!} done={apply.data} undone={undo.data} />
          {undo.error === null ? null : <ErrorPanel error={undo.error} />}
          <Group justify="flex-end" mt="lg" gap="sm">
            {undo.data === undefined && apply.data.results.some(({ outcome }) => outcome === "accepted") ? (
              <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(apply.data.id)}>
                {t("bulk.undo")}
              </Button>
            ) : null}
            <Button onClick={onClose} data-autofocus>
              {ui("close")}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}

/** What to change, in which way, and by how much. */
function ChangeFields({ onChange }: { readonly onChange: (change: BulkChange | undefined) => void }) {
  const { t } = useTranslation("portal/products");
  const [field, setField] = useState<BulkChange["field"]>("salePrice");
  const [way, setWay] = useState<BulkChange["way"]>("percent");
  const [value, setValue] = useState<number>();
  const tell = (next: { readonly field?: BulkChange["field"]; readonly way?: BulkChange["way"]; readonly value?: number | undefined }) => {
    const change = { field, way, value, ...next };
    setField(change.field);
    setWay(change.way);
    setValue(change.value);
    onChange(change.value === undefined ? undefined : { ...change, value: change.value });
  };
  const isPercent = way === "percent";
  return (
    <div className={classes["fields"]}>
      <Select
        label={t("bulk.what")}
        data={BULK_FIELDS.map((one) => ({ value: one, label: t(`bulk.fields.${one}`) }))}
        value={field}
        allowDeselect={false}
        onChange={(next) => tell({ field: next as BulkChange["field"] })}
      />
      <div>
        <span className={classes["label"]} id="bulk-way">
          {t("bulk.way")}
        </span>
        <SegmentedControl
          fullWidth
          aria-labelledby="bulk-way"
          data={BULK_WAYS.map((one) => ({ value: one, label: t(`bulk.ways.${one}`) }))}
          value={way}
          onChange={(next) => tell({ way: next })}
        />
      </div>
      <NumberField
        label={t("bulk.value")}
        value={value}
        onChange={(next) => tell({ value: next })}
        decimals={field === "stock" && !isPercent ? 0 : 2}
        mayBeNegative={way !== "set"}
        unit={isPercent ? "%" : undefined}
        isAmount={field !== "stock" && !isPercent}
        data-autofocus
      />
    </div>
  );
}
