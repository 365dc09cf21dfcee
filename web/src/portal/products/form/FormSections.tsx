import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx";
import { AttributesSection } from "./AttributesSection.tsx";
import { FieldControl } from "./FieldControl.tsx";
import { attributeSpecs, type FieldSpec, fieldSpecs, type JsonSchema, mostPictures } from "./field-specs.ts";
import { useProductForm } from "./form-context.ts";
import { PicturesSection } from "./PicturesSection.tsx";
import { Section } from "./Section.tsx";
import { TypeFields } from "./TypeFields.tsx";
import type { MeasuredImage } from "./use-measured-images.ts";
import { useProductSchema } from "./use-product-schema.ts";
import classes from "./Form.module.css";

/** Where fields stand. Those that the schema has and this table has not come last. */
const PLACES = [
  { section: "identity", fields: ["sku", "productGroup", "brand", "gender", "name", "description"] },
  { section: "variation", fields: ["color", "flavor", "size", "eanIsbn", "manufacturerCode"] },
  { section: "measures", fields: ["height", "width", "depth", "weight"] },
] as const;
const PLACED: ReadonlySet<string> = new Set(PLACES.flatMap(({ fields }) => [...fields]));

interface FormSectionsProps {
  readonly sku: string | undefined;
  readonly stored: readonly string[];
  readonly measured: readonly MeasuredImage[];
  /** Fields that are entered elsewhere. */
  readonly without?: ReadonlySet<string>;
  /** Stands after the measures: price and stock, or the matrix of a family. */
  readonly children: ReactNode;
}

/** The form of a product, made from the JSON Schema of its type. */
export function FormSections({ sku, stored, measured, without = new Set(), children }: FormSectionsProps) {
  const { t } = useTranslation("portal/products");
  const { values } = useProductForm();
  const { schema, isWaiting, error } = useProductSchema(values);
  const specs = (schema === undefined ? specsWithout(values) : fieldSpecs(schema)).filter(({ name }) => !without.has(name));
  const attributes = schema === undefined ? [] : attributeSpecs(schema);
  const hasType = schema !== undefined || sku !== undefined;
  return (
    <>
      <Section title={t("form.type")}>
        <TypeFields />
      </Section>
      {error === null || error === undefined ? null : <ErrorPanel error={error} />}
      {isWaiting ? <WaitingFields /> : null}
      {!hasType || isWaiting ? null : (
        <>
          {PLACES.map(({ section, fields }) => (
            <Fields
              key={section}
              title={t(`form.${section}`)}
              specs={fields.flatMap((name) => specs.filter((spec) => spec.name === name))}
            />
          ))}
          {without.has("images") ? null : (
            <Section title={t("form.pictures")} text={t("form.picturesText")}>
              <PicturesSection sku={sku} stored={stored} measured={measured} most={mostPictures(schema)} />
            </Section>
          )}
          {attributes.length === 0 && values.attributes.length === 0 ? null : (
            <Section title={t("form.attributes")}>
              <AttributesSection specs={attributes} />
            </Section>
          )}
          <Fields title={t("form.more")} specs={specs.filter(({ name }) => !PLACED.has(name))} />
          {children}
        </>
      )}
    </>
  );
}

/** The fields of a product whose type is unknown: as they were sent, to be mended. */
const specsWithout = (values: Readonly<Record<string, unknown>>): readonly FieldSpec[] =>
  fieldSpecs({
    properties: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === "number" ? { type: "number", multipleOf: 0.001 } : { type: "string" },
      ]),
    ),
  } satisfies JsonSchema);

function Fields({ title, specs }: { readonly title: string; readonly specs: readonly FieldSpec[] }) {
  if (specs.length === 0) return null;
  return (
    <Section title={title}>
      <div className={classes["grid"]}>
        {specs.map((spec) => (
          <FieldControl key={spec.name} spec={spec} />
        ))}
      </div>
    </Section>
  );
}

function WaitingFields() {
  return (
    <div className={classes["section"]} aria-busy>
      {["a", "b", "c"].map((key) => (
        <Skeleton key={key} height={36} mb="md" />
      ))}
    </div>
  );
}
