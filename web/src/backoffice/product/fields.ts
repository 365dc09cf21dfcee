/** Fields of a product with one value. */
export const PLAIN_FIELDS = [
  "department",
  "productType",
  "brand",
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
] as const;
/** All fields that may differ between two versions. */
export const FIELDS = [...PLAIN_FIELDS, "name", "description", "images", "attributes", "fulfillment"] as const;
