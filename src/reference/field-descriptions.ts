import { describedAs, named, optional, type TProperties, type TSchema } from "../platform/contract/index.ts";
import { LISTS, RULES } from "./lists.ts";

// Descriptions of the fields of items and rules, for the OpenAPI documents. The limits of the fields are in shape.ts.

/** The description and an example of each item field. Which fields an item needs is checked by the list's schema (lists.ts). */
const ITEM_FIELDS: Readonly<Record<string, readonly [description: string, example: unknown]>> = {
  name: ["O nome que os produtos usam.", "Aurivento"],
  externalCode: ["Código em outros sistemas (brands, colors, flavors, sizes).", "AURIVENTO"],
  sizes: ["Nomes de tamanhos, do menor ao maior (sizeCharts).", ["P", "M", "G"]],
  stores: ["Códigos das lojas que o mostram (departments).", ["VE"]],
  departments: ["Códigos dos departamentos a que pertence (productTypes).", [3]],
  kind: ["Decide o mínimo da família (productTypes).", "SHOES"],
  sizeChart: ["Código da grade de tamanhos (productTypes).", 2],
  weightMaxKg: ["Peso máximo em quilogramas, até 3 decimais (productTypes).", 3],
  distinguishedBy: ["O que distingue as variações (productTypes).", "color"],
  template: ["Código do template de atributos (productTypes).", 5],
  attributes: [
    "Atributos, com código, obrigatoriedade e valores (templates).",
    [{ code: 1, name: "Solado", required: false, typeSelection: "FREE_TEXT", values: [] }],
  ],
};
/** The names of schemas in the OpenAPI documents, by field. For a list, the name is that of its items. */
type Names = Readonly<Record<string, string>>;
const ITEM_NAMES: Names = {
  attributes: "TemplateAttribute",
  values: "TemplateAttributeValue",
  typeSelection: "TypeSelection",
  kind: "ProductKind",
  distinguishedBy: "VariationField",
  departments: "DepartmentCode",
};
const RULE_NAMES: Names = { departments: "DepartmentCommission", byDepartment: "DepartmentDeadline", businessHours: "BusinessHours" };
interface Part extends TSchema {
  readonly properties?: Readonly<Record<string, Part>>;
  readonly items?: Part;
}
/** Adds schema names to the parts of a field. */
function withNames(name: string, part: Part, names: Names): Part {
  const { properties, items } = part;
  if (items !== undefined) return { ...part, items: withNames(name, items, names) };
  const fields = Object.entries(properties ?? {}).map(([key, field]) => [key, withNames(key, field, names)] as const);
  const whole = properties === undefined ? part : { ...part, properties: Object.fromEntries(fields) };
  return names[name] === undefined ? whole : named(names[name], whole);
}

/** The fields of the items of all lists, each as an optional field. */
export const itemFields: TProperties = Object.fromEntries(
  LISTS.flatMap(({ schema }) => Object.entries(schema.properties)).map(([name, field]) => {
    const [description, example] = ITEM_FIELDS[name]!;
    return [name, optional(withNames(name, describedAs(field, { description, examples: [example] }), ITEM_NAMES))];
  }),
);
/** The description and an example of each rule, and the name of its schema in the OpenAPI documents if it is an object. */
const RULE_FIELDS: Readonly<Record<string, readonly [description: string, example: unknown, name?: string]>> = {
  familyMinimum: [
    "Variações em sequência que uma família precisa ter, por tipo.",
    { CLOTHES: 3, SHOES: 4, ACCESSORY: 1, SINGLE: 1, FOOD: 1 },
    "FamilyMinimum",
  ],
  minimumStock: [
    "Unidades que uma família precisa ter ao ser criada, por tipo.",
    { CLOTHES: 1, SHOES: 1, ACCESSORY: 1, SINGLE: 1, FOOD: 1 },
    "MinimumStock",
  ],
  familySettleSeconds: ["Segundos que uma família incompleta espera antes de ser criticada; ausente = o da instalação.", 3600],
  largestFamily: ["Produtos que uma família pode ter.", 500],
  commissionPercent: ["Comissão em porcento, a comum e a de departamentos.", { standard: 16, departments: [] }, "CommissionPercent"],
  reviewDeadlines: [
    "Em quantas horas a revisão é devida, a regra comum e a de departamentos; ausente = o da instalação.",
    { hours: 48, byDepartment: [{ code: 3, hours: 24 }], businessHours: { days: [1, 2, 3, 4, 5], from: "09:00", until: "18:00" } },
    "ReviewDeadlines",
  ],
  driveHosts: ["Serviços de arquivos de onde imagens não são aceitas.", ["drive.google.com"]],
};
/** Every rule, as an optional field. */
export const ruleFields: TProperties = Object.fromEntries(
  RULES.map(({ name, schema }) => {
    const [description, example, called] = RULE_FIELDS[name]!;
    const rule = withNames(name, describedAs(schema, { description, examples: [example] }), RULE_NAMES);
    return [name, optional(called === undefined ? rule : named(called, rule))];
  }),
);
