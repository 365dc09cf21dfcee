import { MultiSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFieldLabel } from "../../../ui/use-field-label.ts";
import type { FieldSpec } from "../form/field-specs.ts";
import classes from "../form/Form.module.css";
import { axesOf } from "./axes.ts";

interface AxisFieldsProps {
  readonly specs: readonly FieldSpec[];
  readonly variations: readonly string[];
  readonly sizes: readonly string[];
  readonly onVariations: (all: readonly string[]) => void;
  readonly onSizes: (all: readonly string[]) => void;
}

/** Which colours and sizes the family has. */
export function AxisFields({ specs, variations, sizes, onVariations, onSizes }: AxisFieldsProps) {
  const { t } = useTranslation("portal/products");
  const label = useFieldLabel();
  const { field, variationOptions, chart } = axesOf(specs);
  const lists = {
    searchable: true,
    hidePickedOptions: true,
    nothingFoundMessage: t("form.nothingFound"),
    limit: 80,
    maxDropdownHeight: 260,
  };
  return (
    <div className={classes["grid"]}>
      <MultiSelect
        {...lists}
        id="field-variations"
        label={t("family.variations", { field: label(field) })}
        data={[...new Set([...variations, ...variationOptions])]}
        value={[...variations]}
        onChange={onVariations}
      />
      <MultiSelect
        {...lists}
        id="field-sizes"
        label={t("family.sizes")}
        data={[...new Set([...sizes, ...chart])]}
        value={[...sizes]}
        onChange={onSizes}
      />
    </div>
  );
}
