/** Changes to a clean visor, and exactly the critiques they bring, written down by hand. */
export interface Defect {
  readonly name: string;
  readonly changes: (imagesUrl: string) => Readonly<Record<string, unknown>>;
  readonly codes: readonly string[];
  readonly status: "CATALOGING" | "CRITICIZED";
}

const image = (name: string) => (imagesUrl: string) => ({ images: [{ url: `${imagesUrl}/${name}` }] });

export const DEFECTS: readonly Defect[] = [
  { name: "clean", changes: () => ({}), codes: [], status: "CATALOGING" },
  { name: "brand", changes: () => ({ brand: "Marca Que Não Há" }), codes: ["brand_unknown"], status: "CRITICIZED" },
  { name: "color", changes: () => ({ color: "Pretu" }), codes: ["color_unknown"], status: "CRITICIZED" },
  { name: "flavor", changes: () => ({ color: undefined, flavor: "Baunilha" }), codes: ["color_required"], status: "CRITICIZED" },
  { name: "department", changes: () => ({ department: "Nada" }), codes: ["department_unknown"], status: "CRITICIZED" },
  { name: "type", changes: () => ({ productType: "Nada" }), codes: ["product_type_unknown"], status: "CRITICIZED" },
  { name: "size", changes: () => ({ size: "P" }), codes: ["size_outside_chart"], status: "CRITICIZED" },
  { name: "weight", changes: () => ({ weight: 900 }), codes: ["weight_over_maximum"], status: "CRITICIZED" },
  { name: "stock", changes: () => ({ stock: { available: 0 } }), codes: ["family_stock_below_minimum"], status: "CRITICIZED" },
  {
    name: "attributes",
    changes: () => ({ attributes: [{ name: "Atributo Que Não Há", values: ["x"] }] }),
    codes: ["attribute_required", "attribute_required", "attribute_unknown"],
    status: "CRITICIZED",
  },
  { name: "small", changes: image("too-small.jpg"), codes: ["image_too_small"], status: "CRITICIZED" },
  { name: "png", changes: image("png-in-disguise.jpg"), codes: ["image_not_jpeg"], status: "CRITICIZED" },
  { name: "missing", changes: image("missing.jpg"), codes: ["image_unreachable"], status: "CRITICIZED" },
  {
    name: "everything",
    changes: (imagesUrl) => ({ brand: "Marca Que Não Há", weight: 900, ...image("too-large.jpg")(imagesUrl) }),
    codes: ["brand_unknown", "weight_over_maximum", "image_too_large"],
    status: "CRITICIZED",
  },
  { name: "ean", changes: () => ({ eanIsbn: "7891234567890" }), codes: ["ean_check_digit"], status: "CATALOGING" },
];
