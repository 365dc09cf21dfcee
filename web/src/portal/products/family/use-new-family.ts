import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { fieldSpecs, mostPictures } from "../form/field-specs.ts";
import type { ProductForm } from "../form/form-context.ts";
import { bodyOf, type ProductValues } from "../form/product-values.ts";
import { useProductSchema } from "../form/use-product-schema.ts";
import { valueText } from "../form/value-text.ts";
import type { useSheetEdits } from "../../../ui/sheet/use-sheet-edits.ts";
import { axesOf } from "./axes.ts";
import type { FamilyBody } from "./bulk-rows.ts";
import { type Family, inChartOrder, variantEdits } from "./matrix.ts";
import { useFamilyPublication } from "./use-family-publication.ts";

/** The variations, sizes and pictures stand beside the shared fields, in the same draft. */
interface Axes {
  readonly variations: readonly string[];
  readonly sizes: readonly string[];
  readonly pictures: Readonly<Record<string, readonly string[]>>;
}
const NO_AXES: Axes = { variations: [], sizes: [], pictures: {} };
const axesIn = (values: ProductValues): Axes => ({ ...NO_AXES, ...(values["family"] as Axes | undefined) });
const NO_MEMBERS = new Map<string, never>();

/** A family that is being entered: its colours and sizes, its variants, and their publication. */
export function useNewFamily(form: ProductForm, sheet: ReturnType<typeof useSheetEdits>) {
  const { t } = useTranslation("portal/products");
  const { schema } = useProductSchema(form.values);
  const specs = useMemo(() => (schema === undefined ? [] : fieldSpecs(schema)), [schema]);
  const axes = axesIn(form.values);
  const change = (next: Partial<Axes>) => form.set("family", { ...axes, ...next });
  const { field, chart } = axesOf(specs);
  const group = valueText(form.values["productGroup"]);
  const family = useStable<Family>({ group, variations: axes.variations, sizes: inChartOrder(axes.sizes, chart), members: NO_MEMBERS });
  const shared = useStable(bodyOf({ ...form.values, family: undefined, images: [] }));
  const pictures = useStable(axes.pictures);
  const body = useMemo(
    (): FamilyBody => ({
      shared,
      group,
      field,
      picturesOf: (variation) => pictures[variation]?.filter((url) => url.trim() !== "") ?? [],
      bodyOfMember: () => undefined,
    }),
    [shared, group, field, pictures],
  );
  const edits = useMemo(() => variantEdits(family, sheet.edits), [family, sheet.edits]);
  const publication = useFamilyPublication(edits, body, sheet, t("family.jobName"));
  return { specs, axes, change, family, edits, publication, group, most: mostPictures(schema) };
}

/** The same object as long as it says the same. */
function useStable<Value extends object>(value: Value): Value {
  const text = JSON.stringify(value, (_, one: unknown) => (one instanceof Map ? [...one.keys()] : one));
  // The text says everything about the value.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => value, [text]);
}
