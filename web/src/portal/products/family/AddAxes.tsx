import { MultiSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Section } from "../form/Section.tsx";
import type { FoundProduct } from "../product-queries.ts";
import { variationOf } from "./matrix.ts";
import { VariationPictures } from "./VariationPictures.tsx";
import classes from "../form/Form.module.css";

/** Colours and sizes that a family is to have as well, and the pictures of new colours. */
export interface Added {
  readonly variations: readonly string[];
  readonly sizes: readonly string[];
  readonly pictures: Readonly<Record<string, readonly string[]>>;
}

interface AddAxesProps {
  readonly added: Added;
  readonly members: readonly FoundProduct[];
  readonly variationOptions: readonly string[];
  readonly chart: readonly string[];
  readonly most: number;
  readonly onChange: (added: Added) => void;
}

/** More colours and sizes; a new colour needs its own pictures. */
export function AddAxes({ added, members, variationOptions, chart, most, onChange }: AddAxesProps) {
  const { t } = useTranslation("portal/products");
  const [there, sizesThere] = [new Set(members.map(variationOf)), new Set(members.map(({ size }) => size))];
  const lists = { searchable: true, hidePickedOptions: true, limit: 80, nothingFoundMessage: t("form.nothingFound") };
  return (
    <Section title={t("family.add")} text={t("family.addText")}>
      <div className={classes["grid"]}>
        <MultiSelect
          {...lists}
          label={t("family.addVariations")}
          data={variationOptions.filter((one) => !there.has(one))}
          value={[...added.variations]}
          onChange={(variations) => onChange({ ...added, variations })}
        />
        <MultiSelect
          {...lists}
          label={t("family.addSizes")}
          data={chart.filter((one) => !sizesThere.has(one))}
          value={[...added.sizes]}
          onChange={(sizes) => onChange({ ...added, sizes })}
        />
      </div>
      {added.variations.map((variation) => (
        <VariationPictures
          key={variation}
          variation={variation}
          urls={added.pictures[variation] ?? []}
          most={most}
          onChange={(urls) => onChange({ ...added, pictures: { ...added.pictures, [variation]: urls } })}
        />
      ))}
    </Section>
  );
}
