import { parseDateTime } from "../platform/basics/index.ts";
import { formatMessage, type LocalizedText, type Params } from "../platform/contract/index.ts";
import { CODE_MAX } from "./shape.ts";
import type {
  Department,
  PartialReferenceData,
  NamedItem,
  ProductType,
  ReferenceData,
  SizeChart,
  Template,
  TemplateAttribute,
} from "./snapshot.ts";

/** A row that is invalid or contradicts another row. `problem` is a clause for the person who maintains the data. */
export interface IntegrityProblem {
  readonly list: keyof ReferenceData;
  /** Code of the row. */
  readonly code: number | string;
  readonly problem: LocalizedText;
}

/**
 * All inconsistencies of reference data that matches shape.ts; empty when the data may be used. In consistent data, codes and names are
 * unique within a list, because names are keys on the wire. Every code that a row refers to is registered. Every product type can be sold:
 * its chart has enough sizes for its family rule, and its attributes can be filled in. In partial data, entries that no search covers count
 * as registered. Each rule about two rows also needs a search in affected-entries.ts that finds the other row.
 */
export const integrityProblems = (data: PartialReferenceData, wasSearched: WasSearched = () => true): readonly IntegrityProblem[] => [
  ...problemsOfList("stores", data.stores, () => []),
  ...problemsOfList("brands", data.brands, () => []),
  ...problemsOfList("colors", data.colors, joinableProblems),
  ...problemsOfList("flavors", data.flavors, joinableProblems),
  ...problemsOfList("sizes", data.sizes, () => []),
  ...problemsOfList("sizeCharts", data.sizeCharts, chartProblems(data, wasSearched)),
  ...problemsOfList("departments", data.departments, departmentProblems(data, wasSearched)),
  ...problemsOfList("templates", data.templates, templateProblems),
  ...problemsOfList("productTypes", data.productTypes, typeProblems(data, wasSearched)),
  ...commissionProblems(data, wasSearched).map((problem): IntegrityProblem => ({ list: "rules", code: "commissionPercent", problem })),
  ...deadlineProblems(data, wasSearched).map((problem): IntegrityProblem => ({ list: "rules", code: "reviewDeadlines", problem })),
];

/** Whether the searches cover an entry that another entry needs. `key` is its code; for a size, its name. */
type WasSearched = (list: keyof ReferenceData, key: string | number) => boolean;

interface Row {
  readonly code: number | string;
  readonly name: string;
  readonly externalCode?: string;
}

/** The problems of a list: first the problems that can occur in any list, then the problems specific to this one. */
function problemsOfList<Item extends Row>(
  list: keyof ReferenceData,
  rows: readonly Item[],
  problemsOf: (row: Item) => readonly LocalizedText[],
): readonly IntegrityProblem[] {
  const repeated = repeatedIn(rows, ["code", "name", "externalCode"]);
  return rows.flatMap((row) =>
    [...repeated(row), ...rowProblems(row), ...problemsOf(row)].map((problem) => ({ list, code: row.code, problem })),
  );
}

const rowProblems = ({ code, name }: Row): readonly LocalizedText[] => [
  ...when(typeof code === "number" && !(Number.isInteger(code) && code >= 1 && code <= CODE_MAX), "code_outside", {
    code,
    largest: CODE_MAX,
  }),
  ...when(name !== name.normalize("NFC").trim().replaceAll(/\s+/g, " "), "name_untidy", { name }),
];

/** `+` joins the parts of a colour or flavour (seed 2.1), so no name may contain it. */
const joinableProblems = ({ name }: NamedItem) => when(name.includes("+"), "name_joins", { name });

const departmentProblems = (data: PartialReferenceData, wasSearched: WasSearched) => {
  const unregistered = missing("stores", codesOf(data.stores), wasSearched);
  return ({ stores }: Department): readonly LocalizedText[] => unregistered(stores);
};

const chartProblems = (data: PartialReferenceData, wasSearched: WasSearched) => {
  const unregistered = missing("sizes", new Set(data.sizes.map((size) => size.name)), wasSearched);
  return (chart: SizeChart): readonly LocalizedText[] => [
    ...when(chart.sizes.length === 0, "chart_empty"),
    ...when(new Set(chart.sizes).size < chart.sizes.length, "chart_repeats"),
    ...unregistered(chart.sizes),
  ];
};

const typeProblems = (data: PartialReferenceData, wasSearched: WasSearched) => {
  const charts = new Map(data.sizeCharts.map((chart) => [chart.code, chart]));
  const noDepartment = missing("departments", codesOf(data.departments), wasSearched);
  const noTemplate = missing("templates", codesOf(data.templates), wasSearched);
  const noChart = missing("sizeCharts", charts, wasSearched);
  const { familyMinimum, largestFamily: largest = Number.POSITIVE_INFINITY } = data.rules;
  return (type: ProductType): readonly LocalizedText[] => {
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

const commissionProblems = ({ departments, rules }: PartialReferenceData, wasSearched: WasSearched): readonly LocalizedText[] => {
  const named = (rules.commissionPercent?.departments ?? []).map(({ code }) => code);
  return [
    ...missing("departments", codesOf(departments), wasSearched)(named),
    ...when(new Set(named).size < named.length, "commission_repeats_department"),
  ];
};

const deadlineProblems = ({ departments, rules }: PartialReferenceData, wasSearched: WasSearched): readonly LocalizedText[] => {
  const { byDepartment = [], businessHours } = rules.reviewDeadlines ?? {};
  const named = byDepartment.map(({ code }) => code);
  const { from = "", until = "", days = [], holidays = [] } = businessHours ?? {};
  return [
    ...missing("departments", codesOf(departments), wasSearched)(named),
    ...when(new Set(named).size < named.length, "deadline_repeats_department"),
    ...when(businessHours !== undefined && from >= until, "hours_backward", { from, until }),
    ...when(new Set(days).size < days.length, "hours_repeat_day"),
    ...holidays.filter((day) => parseDateTime(day) === undefined).map((holiday) => problemText("holiday_nonexistent", { holiday })),
  ];
};

const isMilli = (value: number) => Number(value.toFixed(3)) === value;

const templateProblems = (template: Template): readonly LocalizedText[] => {
  const repeated = repeatedIn(template.attributes, ["code", "name"]);
  return template.attributes.flatMap((attribute) =>
    [...repeated(attribute), ...rowProblems(attribute), ...attributeProblems(attribute)].map((problem) =>
      problemText("of_attribute", { attribute: attribute.name, problem }),
    ),
  );
};

/** An attribute without values takes free text (decisions 4), so `SINGLE` and `MULTIPLE` need values. */
const attributeProblems = ({ typeSelection, values }: TemplateAttribute): readonly LocalizedText[] => [
  ...when(typeSelection === "FREE_TEXT" && values.length > 0, "free_with_values"),
  ...when(typeSelection !== "FREE_TEXT" && values.length === 0, "predefined_without_values"),
  ...values.flatMap(repeatedIn(values, ["code", "value"])),
  ...values.flatMap(({ code, value }) => rowProblems({ code, name: value })),
];

/**
 * Returns a function that checks the fields `keys` of a row. It returns a problem for each value that an earlier row already has in the
 * same field.
 */
function repeatedIn<Item extends object>(rows: readonly Item[], keys: readonly (keyof Row | "value")[]) {
  const first = new Map<string, Item>();
  const valueOf = (row: Item, key: string) => (key in row ? String(row[key as keyof Item]) : undefined);
  for (const row of rows) {
    for (const key of keys) {
      const id = `${key} ${valueOf(row, key)}`;
      if (!first.has(id)) first.set(id, row);
    }
  }
  return (row: Item): readonly LocalizedText[] =>
    keys.flatMap((key) => {
      const value = valueOf(row, key);
      return when(value !== undefined && first.get(`${key} ${value}`) !== row, "key_twice", { key, value });
    });
}

const codesOf = <Code>(rows: readonly { readonly code: Code }[]) => new Set(rows.map((row) => row.code));

/** The problem of a row that refers to an unregistered entry. The key is the list of the unregistered entry. */
const UNKNOWN_PROBLEMS = {
  stores: "store_unknown",
  sizes: "size_unknown",
  departments: "department_unknown",
  templates: "template_unknown",
  sizeCharts: "chart_unknown",
} as const;

/** Returns a function that checks the keys that a row refers to. It returns a problem for each entry that was searched for but is not registered. */
const missing =
  <Key extends number | string>(
    list: keyof typeof UNKNOWN_PROBLEMS,
    registered: { readonly has: (key: Key) => boolean },
    wasSearched: WasSearched,
  ) =>
  (keys: readonly Key[]): readonly LocalizedText[] =>
    keys
      .filter((key) => !registered.has(key) && wasSearched(list, key))
      .map((key) => problemText(UNKNOWN_PROBLEMS[list], { key: String(key) }));

/** The texts of all problems, as clauses: a message shows them after the list and the code of the row, and a colon. */
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
  deadline_repeats_department: { "pt-BR": "o prazo traz um departamento duas vezes", en: "lists a department twice" },
  hours_backward: {
    "pt-BR": "o expediente começa às {from} e termina às {until}",
    en: "business hours begin at {from} and end at {until}",
  },
  hours_repeat_day: { "pt-BR": "o expediente traz um dia duas vezes", en: "business hours list a day twice" },
  holiday_nonexistent: { "pt-BR": "o feriado {holiday} não existe no calendário", en: "the holiday {holiday} is no day of the calendar" },
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
} as const satisfies Readonly<Record<string, LocalizedText>>;

/** A problem in both languages. Its parameters may be LocalizedTexts themselves. */
const problemText = (problem: keyof typeof PROBLEMS, params: Params = {}): LocalizedText => ({
  "pt-BR": formatMessage(PROBLEMS[problem]["pt-BR"], params, "pt-BR"),
  en: formatMessage(PROBLEMS[problem].en, params, "en"),
});

const when = (wrong: boolean, problem: keyof typeof PROBLEMS, params?: Params): readonly LocalizedText[] =>
  wrong ? [problemText(problem, params)] : [];
