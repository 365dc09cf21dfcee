import { fill, type Params, type Texts } from "../platform/contract/errors.ts";
import { LARGEST_CODE } from "./shape.ts";
import type { Department, Excerpt, NamedItem, ProductType, ReferenceData, SizeChart, Template, TemplateAttribute } from "./snapshot.ts";

/** A row of a list that contradicts its list or another one. `problem` is a clause for the person who keeps the data. */
export interface IntegrityFault {
  readonly list: keyof ReferenceData;
  /** Code of the row. */
  readonly code: number | string;
  readonly problem: Texts;
}

/**
 * Everything wrong between the rows of well-shaped reference data (shape.ts); empty when it may be published. Names are
 * keys on the wire, so codes and names are unique within a list; every code that a row refers to is registered; and
 * every product type can be sold: its chart is long enough for its family rule, its attributes can be filled in. Of an
 * excerpt, what was not looked for is taken to be registered; what two rows have to do with each other is in relatives.ts too.
 */
export const integrityFaults = (data: Excerpt, isSought: IsSought = () => true): readonly IntegrityFault[] => [
  ...within("stores", data.stores, () => []),
  ...within("brands", data.brands, () => []),
  ...within("colors", data.colors, joinable),
  ...within("flavors", data.flavors, joinable),
  ...within("sizes", data.sizes, () => []),
  ...within("sizeCharts", data.sizeCharts, chartProblems(data, isSought)),
  ...within("departments", data.departments, departmentProblems(data, isSought)),
  ...within("templates", data.templates, templateProblems),
  ...within("productTypes", data.productTypes, typeProblems(data, isSought)),
  ...commissionProblems(data, isSought).map((problem): IntegrityFault => ({ list: "rules", code: "commissionPercent", problem })),
];

/** Whether an entry that another one needs was looked for, by its code; a size by its name. */
type IsSought = (list: keyof ReferenceData, key: string | number) => boolean;

interface Row {
  readonly code: number | string;
  readonly name: string;
  readonly externalCode?: string;
}

/** Faults that any list can have, then those that only this one can. */
function within<Item extends Row>(
  list: keyof ReferenceData,
  rows: readonly Item[],
  problemsOf: (row: Item) => readonly Texts[],
): readonly IntegrityFault[] {
  const repeated = repeatedIn(rows, ["code", "name", "externalCode"]);
  return rows.flatMap((row) =>
    [...repeated(row), ...ownProblems(row), ...problemsOf(row)].map((problem) => ({ list, code: row.code, problem })),
  );
}

const ownProblems = ({ code, name }: Row): readonly Texts[] => [
  ...when(typeof code === "number" && !(Number.isInteger(code) && code >= 1 && code <= LARGEST_CODE), "code_outside", {
    code,
    largest: LARGEST_CODE,
  }),
  ...when(name !== name.normalize("NFC").trim().replaceAll(/\s+/g, " "), "name_untidy", { name }),
];

/** `+` joins the parts of a colour or flavour value (seed 2.1), so no part may contain it. */
const joinable = ({ name }: NamedItem) => when(name.includes("+"), "name_joins", { name });

const departmentProblems = (data: Excerpt, isSought: IsSought) => {
  const unregistered = missing("stores", codesOf(data.stores), isSought);
  return ({ stores }: Department): readonly Texts[] => unregistered(stores);
};

const chartProblems = (data: Excerpt, isSought: IsSought) => {
  const unregistered = missing("sizes", new Set(data.sizes.map((size) => size.name)), isSought);
  return (chart: SizeChart): readonly Texts[] => [
    ...when(chart.sizes.length === 0, "chart_empty"),
    ...when(new Set(chart.sizes).size < chart.sizes.length, "chart_repeats"),
    ...unregistered(chart.sizes),
  ];
};

const typeProblems = (data: Excerpt, isSought: IsSought) => {
  const charts = new Map(data.sizeCharts.map((chart) => [chart.code, chart]));
  const noDepartment = missing("departments", codesOf(data.departments), isSought);
  const noTemplate = missing("templates", codesOf(data.templates), isSought);
  const noChart = missing("sizeCharts", charts, isSought);
  const { familyMinimum, largestFamily: largest = Number.POSITIVE_INFINITY } = data.rules;
  return (type: ProductType): readonly Texts[] => {
    const needed = familyMinimum?.[type.kind] ?? 0;
    const offered = charts.get(type.sizeChart)?.sizes.length;
    const weight = type.weightMaxKg;
    return [
      ...noDepartment(type.departments),
      ...noTemplate([type.template]),
      ...noChart([type.sizeChart]),
      ...when(offered !== undefined && offered < needed, "chart_short", { offered, needed }),
      ...when(largest < needed, "family_small", { largest, needed }),
      ...when(type.departments.length === 0, "type_homeless"),
      ...when(new Set(type.departments).size < type.departments.length, "type_repeats_department"),
      ...when((type.kind === "FOOD") !== (type.distinguishedBy === "flavor"), "type_flavor"),
      ...when(!(weight > 0 && isMilli(weight)), "type_weight", { weight }),
    ];
  };
};

const commissionProblems = ({ departments, rules }: Excerpt, isSought: IsSought): readonly Texts[] => {
  const named = (rules.commissionPercent?.departments ?? []).map(({ code }) => code);
  return [
    ...missing("departments", codesOf(departments), isSought)(named),
    ...when(new Set(named).size < named.length, "commission_repeats_department"),
  ];
};

const isMilli = (value: number) => Number(value.toFixed(3)) === value;

const templateProblems = (template: Template): readonly Texts[] => {
  const repeated = repeatedIn(template.attributes, ["code", "name"]);
  return template.attributes.flatMap((attribute) =>
    [...repeated(attribute), ...ownProblems(attribute), ...attributeProblems(attribute)].map((problem) =>
      worded("of_attribute", { attribute: attribute.name, problem }),
    ),
  );
};

/** No values = free content (decisions 4): a predefined attribute without values could never be filled in. */
const attributeProblems = ({ typeSelection, values }: TemplateAttribute): readonly Texts[] => [
  ...when(typeSelection === "FREE_TEXT" && values.length > 0, "free_with_values"),
  ...when(typeSelection !== "FREE_TEXT" && values.length === 0, "predefined_without_values"),
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
  return (row: Item): readonly Texts[] =>
    keys.flatMap((key) => {
      const value = valueOf(row, key);
      return when(value !== undefined && first.get(`${key} ${value}`) !== row, "key_twice", { key, value });
    });
}

const codesOf = <Code>(rows: readonly { readonly code: Code }[]) => new Set(rows.map((row) => row.code));

/** The problem of a row whose needs are not registered, by the list of what it needs. */
const UNKNOWN = {
  stores: "store_unknown",
  sizes: "size_unknown",
  departments: "department_unknown",
  templates: "template_unknown",
  sizeCharts: "chart_unknown",
} as const;

/** Says of the keys that a row names which ones are not there, though they were looked for. */
const missing =
  <Key extends number | string>(list: keyof typeof UNKNOWN, registered: { readonly has: (key: Key) => boolean }, isSought: IsSought) =>
  (keys: readonly Key[]): readonly Texts[] =>
    keys.filter((key) => !registered.has(key) && isSought(list, key)).map((key) => worded(UNKNOWN[list], { key: String(key) }));

/** What can be wrong with a row, to follow the words "an error at this row:". */
const PROBLEMS = {
  code_outside: { "pt-BR": "o código {code} está fora de 1..{largest}", en: "code {code} is outside 1..{largest}" },
  name_untidy: {
    "pt-BR": 'o nome "{name}" tem espaços sobrando ou acentos decompostos',
    en: 'name "{name}" has stray spaces or decomposed accents',
  },
  name_joins: { "pt-BR": 'o nome "{name}" contém "+", que une nomes', en: 'name "{name}" contains "+", which joins names' },
  key_twice: { "pt-BR": '{key} "{value}" está registrado duas vezes', en: '{key} "{value}" is registered twice' },
  store_unknown: { "pt-BR": 'a loja "{key}" não está registrada', en: 'store "{key}" is not registered' },
  size_unknown: { "pt-BR": 'o tamanho "{key}" não está registrado', en: 'size "{key}" is not registered' },
  department_unknown: { "pt-BR": 'o departamento "{key}" não está registrado', en: 'department "{key}" is not registered' },
  template_unknown: { "pt-BR": 'o template "{key}" não está registrado', en: 'template "{key}" is not registered' },
  chart_unknown: { "pt-BR": 'a grade de tamanhos "{key}" não está registrada', en: 'size chart "{key}" is not registered' },
  chart_empty: { "pt-BR": "a grade não tem tamanho algum", en: "has no size" },
  chart_repeats: { "pt-BR": "a grade traz um tamanho duas vezes", en: "lists a size twice" },
  chart_short: {
    "pt-BR": "sua grade tem {offered} tamanhos e uma família precisa de {needed}",
    en: "its chart has {offered} sizes, a family needs {needed}",
  },
  family_small: {
    "pt-BR": "uma família precisa de {needed} e pode ter {largest}",
    en: "a family needs {needed} and may have {largest}",
  },
  type_homeless: { "pt-BR": "o tipo não pertence a departamento algum", en: "belongs to no department" },
  type_repeats_department: { "pt-BR": "o tipo traz um departamento duas vezes", en: "lists a department twice" },
  commission_repeats_department: { "pt-BR": "a comissão traz um departamento duas vezes", en: "lists a department twice" },
  type_flavor: {
    "pt-BR": "alimentos, e só alimentos, se distinguem por sabor (distinguishedBy flavor)",
    en: "food, and only food, is distinguished by flavor",
  },
  type_weight: {
    "pt-BR": "weightMaxKg {weight} não é maior que 0 com no máximo 3 casas decimais",
    en: "weightMaxKg {weight} is not > 0 with at most 3 decimals",
  },
  of_attribute: { "pt-BR": 'no atributo "{attribute}", {problem}', en: 'attribute "{attribute}": {problem}' },
  free_with_values: { "pt-BR": "texto livre não tem valores predefinidos", en: "free text has no predefined values" },
  predefined_without_values: { "pt-BR": "o preenchimento é predefinido, mas faltam valores", en: "is predefined but has no values" },
} as const satisfies Readonly<Record<string, Texts>>;

/** A problem in both languages; facts may be Texts themselves. */
const worded = (problem: keyof typeof PROBLEMS, facts: Params = {}): Texts => ({
  "pt-BR": fill(PROBLEMS[problem]["pt-BR"], facts, "pt-BR"),
  en: fill(PROBLEMS[problem].en, facts, "en"),
});

const when = (wrong: boolean, problem: keyof typeof PROBLEMS, facts?: Params): readonly Texts[] => (wrong ? [worded(problem, facts)] : []);
