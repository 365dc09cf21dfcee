import { useTranslation } from "react-i18next";

const LABELLED = [
  "sku",
  "productGroup",
  "department",
  "productType",
  "brand",
  "name",
  "description",
  "color",
  "flavor",
  "gender",
  "size",
  "manufacturerCode",
  "eanIsbn",
  "height",
  "width",
  "depth",
  "weight",
  "video",
  "images",
  "attributes",
  "price",
  "stock",
  "listPrice",
  "salePrice",
  "available",
  "fulfillment",
] as const;

/** The name of a product's field in the person's language. A field that is not known here is shown as the API spells it. */
export function useFieldLabel(): (name: string) => string {
  const { t } = useTranslation("ui");
  return (name) => {
    const known = LABELLED.find((one) => one === name);
    return known === undefined ? name : t(`fields.${known}`);
  };
}
