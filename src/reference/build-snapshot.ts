import { createNameIndex } from "./name-index.ts";
import type { Department, NamedItem, ProductType, ReferenceData, ReferenceSnapshot, SizeChart, Template, TypeRules } from "./snapshot.ts";

/**
 * Indexes one version of the reference data, so that a look-up is one or two map reads. `data` must pass the checks of integrity.ts. Throws
 * when a product type has an unregistered size chart or template.
 */
export function buildSnapshot(data: ReferenceData, version: number): ReferenceSnapshot {
  const rules = rulesByDepartment(data);
  const types = new Map([...rules].map(([department, byType]) => [department, createNameIndex([...byType.keys()])]));
  return {
    version,
    data,
    brands: namesOf(data.brands),
    colors: namesOf(data.colors),
    flavors: namesOf(data.flavors),
    sizes: namesOf(data.sizes),
    departments: createNameIndex(data.departments.map((department) => department.name)),
    typesOf: (department) => types.get(department),
    typeRules: (department, productType) => rules.get(department)?.get(productType),
  };
}

const namesOf = (items: readonly NamedItem[]) => createNameIndex(items.map((item) => item.name));

type ChartPart = Pick<TypeRules, "chart" | "sizes">;
type TemplatePart = Pick<TypeRules, "template" | "attributes" | "attributeNames">;

/** Rules by department name and product type name, both in the order of the data. */
function rulesByDepartment(data: ReferenceData): ReadonlyMap<string, ReadonlyMap<string, TypeRules>> {
  const charts = new Map(data.sizeCharts.map((chart) => [chart.code, chartPart(chart)]));
  const templates = new Map(data.templates.map((template) => [template.code, templatePart(template)]));
  const rulesOf = (department: Department, type: ProductType): TypeRules => ({
    department,
    type,
    ...registered(charts, type.sizeChart, "size chart"),
    ...registered(templates, type.template, "template"),
  });
  return new Map(
    data.departments.map((department) => {
      const types = data.productTypes.filter((type) => type.departments.includes(department.code));
      return [department.name, new Map(types.map((type) => [type.name, rulesOf(department, type)]))];
    }),
  );
}

const chartPart = (chart: SizeChart): ChartPart => ({ chart, sizes: createNameIndex(chart.sizes) });

const templatePart = (template: Template): TemplatePart => ({
  template,
  attributes: new Map(template.attributes.map((attribute) => [attribute.name, attribute])),
  attributeNames: createNameIndex(template.attributes.map((attribute) => attribute.name)),
});

function registered<Part>(parts: ReadonlyMap<number, Part>, code: number, what: string): Part {
  const part = parts.get(code);
  if (part === undefined) throw new Error(`reference data names ${what} ${code}, which is not registered`);
  return part;
}
