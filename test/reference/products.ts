import type { ReferenceSnapshot, TemplateAttribute, TypeRules } from "../../src/reference/index.ts";

export type Body = Readonly<Record<string, unknown>>;

const filled = ({ name, typeSelection, values }: TemplateAttribute) => ({
  name,
  values: values.length === 0 ? ["Texto livre"] : values.slice(0, typeSelection === "SINGLE" ? 1 : 2).map(({ value }) => value),
});

/** A product that its type accepts: `attributes` says whether only the required ones come along, or all. */
export function goodProduct(rules: TypeRules, reference: ReferenceSnapshot, attributes: "required" | "all" = "all"): Body {
  const { distinguishedBy, name, weightMaxKg } = rules.type;
  const names = (distinguishedBy === "color" ? reference.colors : reference.flavors).names;
  return {
    sku: "VIT-001.a_b",
    productGroup: "VIT-001",
    department: rules.department.name,
    productType: name,
    brand: reference.brands.names.at(-1),
    name: `${name} Aurivento Serra Unissex`,
    description: `${name} para o dia a dia; serve de 1 a 3 usos, custa < 10 & dura.`,
    [distinguishedBy]: names.slice(0, 2).join("+"),
    gender: "Unissex",
    size: rules.chart.sizes.at(-1),
    height: 12.5,
    width: 0.07,
    depth: 30,
    weight: weightMaxKg,
    images: [{ url: "https://imagens.exemplo.com.br/vit-001.jpg?v=2" }],
    attributes: rules.template.attributes.filter(({ required }) => required || attributes === "all").map(filled),
  };
}
