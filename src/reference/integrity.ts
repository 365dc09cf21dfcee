import { LARGEST_CODE } from "./shape.ts";
import type { NamedItem, ProductType, ReferenceData, SizeChart, Template, TemplateAttribute } from "./snapshot.ts";

/** A row of a list that contradicts its list or another one. `problem` is a sentence for the person who keeps the data. */
export interface IntegrityFault {
  readonly list: keyof ReferenceData;
  /** Code of the row. */
  readonly code: number | string;
  readonly problem: string;
}

/**
 * Everything wrong between the rows of well-shaped reference data (shape.ts); empty when it may be published. Names are
 * keys on the wire, so codes and names are unique within a list; every code that a row refers to is registered; and
 * every product type can be sold: its chart is long enough for its family rule, its attributes can be filled in.
 */
export const integrityFaults = (data: ReferenceData): readonly IntegrityFault[] => [
  ...within("stores", data.stores, () => []),
  ...within("brands", data.brands, () => []),
  ...within("colors", data.colors, joinable),
  ...within("flavors", data.flavors, joinable),
  ...within("sizes", data.sizes, () => []),
  ...within("sizeCharts", data.sizeCharts, chartProblems(data)),
  ...within("departments", data.departments, (department) => unknown("store", department.stores, codesOf(data.stores))),
  ...within("templates", data.templates, templateProblems),
  ...within("productTypes", data.productTypes, typeProblems(data)),
];

interface Row {
  readonly code: number | string;
  readonly name: string;
  readonly externalCode?: string;
}

/** Faults that any list can have, then those that only this one can. */
function within<Item extends Row>(
  list: keyof ReferenceData,
  rows: readonly Item[],
  problemsOf: (row: Item) => readonly string[],
): readonly IntegrityFault[] {
  const repeated = repeatedIn(rows, ["code", "name", "externalCode"]);
  return rows.flatMap((row) =>
    [...repeated(row), ...ownProblems(row), ...problemsOf(row)].map((problem) => ({ list, code: row.code, problem })),
  );
}

const ownProblems = ({ code, name }: Row): readonly string[] => [
  ...when(
    typeof code === "number" && !(Number.isInteger(code) && code >= 1 && code <= LARGEST_CODE),
    `code ${code} is outside 1..${LARGEST_CODE}`,
  ),
  ...when(name !== name.normalize("NFC").trim().replaceAll(/\s+/g, " "), `name "${name}" has stray spaces or decomposed accents`),
];

/** `+` joins the parts of a colour or flavour value (seed 2.1), so no part may contain it. */
const joinable = ({ name }: NamedItem) => when(name.includes("+"), `name "${name}" contains "+", which joins names`);

const chartProblems = (data: ReferenceData) => {
  const sizes = new Set(data.sizes.map((size) => size.name));
  return (chart: SizeChart): readonly string[] => [
    ...when(chart.sizes.length === 0, "has no size"),
    ...when(new Set(chart.sizes).size < chart.sizes.length, "lists a size twice"),
    ...unknown("size", chart.sizes, sizes),
  ];
};

const typeProblems = (data: ReferenceData) => {
  const departments = codesOf(data.departments);
  const templates = codesOf(data.templates);
  const charts = new Map(data.sizeCharts.map((chart) => [chart.code, chart]));
  return (type: ProductType): readonly string[] => {
    const needed = data.rules.familyMinimum[type.kind];
    const offered = charts.get(type.sizeChart)?.sizes.length;
    return [
      ...unknown("department", type.departments, departments),
      ...unknown("template", [type.template], templates),
      ...unknown("size chart", [type.sizeChart], charts),
      ...when(offered !== undefined && offered < needed, `its chart has ${offered} sizes, a family needs ${needed}`),
      ...when(type.departments.length === 0, "belongs to no department"),
      ...when(new Set(type.departments).size < type.departments.length, "lists a department twice"),
      ...when((type.kind === "FOOD") !== (type.distinguishedBy === "flavor"), "food, and only food, is distinguished by flavor"),
      ...when(!(type.weightMaxKg > 0 && isMilli(type.weightMaxKg)), `weightMaxKg ${type.weightMaxKg} is not > 0 with at most 3 decimals`),
    ];
  };
};

const isMilli = (value: number) => Number(value.toFixed(3)) === value;

const templateProblems = (template: Template): readonly string[] => {
  const repeated = repeatedIn(template.attributes, ["code", "name"]);
  return template.attributes.flatMap((attribute) =>
    [...repeated(attribute), ...ownProblems(attribute), ...attributeProblems(attribute)].map(
      (problem) => `attribute "${attribute.name}": ${problem}`,
    ),
  );
};

/** No values = free content (decisions 4): a predefined attribute without values could never be filled in. */
const attributeProblems = ({ typeSelection, values }: TemplateAttribute): readonly string[] => [
  ...when(typeSelection === "FREE_TEXT" && values.length > 0, "free text has no predefined values"),
  ...when(typeSelection !== "FREE_TEXT" && values.length === 0, "is predefined but has no values"),
  ...values.flatMap(repeatedIn(values, ["code", "value"])),
  ...values.flatMap(({ code, value }) => ownProblems({ code, name: value })),
];

/** Says of a row which of its keys an earlier row of the list already has. */
function repeatedIn<Item extends object>(rows: readonly Item[], keys: readonly (keyof Row | "value")[]) {
  const first = new Map<string, Item>();
  const valueOf = (row: Item, key: string) => (key in row ? String(row[key as keyof Item]) : undefined);
  for (const row of rows) {
    for (const key of keys) {
      const id = `${key} ${valueOf(row, key)}`;
      if (!first.has(id)) first.set(id, row);
    }
  }
  return (row: Item): readonly string[] =>
    keys.flatMap((key) => {
      const value = valueOf(row, key);
      return when(value !== undefined && first.get(`${key} ${value}`) !== row, `${key} "${value}" is registered twice`);
    });
}

const codesOf = <Code>(rows: readonly { readonly code: Code }[]) => new Set(rows.map((row) => row.code));

const unknown = <Key>(what: string, keys: readonly Key[], registered: { readonly has: (key: Key) => boolean }) =>
  keys.filter((key) => !registered.has(key)).map((key) => `${what} "${String(key)}" is not registered`);

const when = (wrong: boolean, problem: string): readonly string[] => (wrong ? [problem] : []);
