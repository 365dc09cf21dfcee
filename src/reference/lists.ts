import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { compileCheck, type Check } from "../platform/contract/check.ts";
import { ReferenceShape } from "./shape.ts";
import type { Excerpt, ReferenceData, Rules } from "./snapshot.ts";

/** A list of items, each with a code; the rules are no list. */
export type ListName = Exclude<keyof ReferenceData, "rules">;
/** A rule, by its key in the data. */
export type RuleName = keyof Rules;

/** One entry of one list as the database keeps it. `item` is all of it but the code; a rule's is its value. */
export interface Entry {
  readonly list: ListName | "rules";
  readonly code: string;
  readonly item: unknown;
}

/** What becomes of one entry: its item from then on, or undefined when it is removed. */
export interface Change {
  readonly list: Entry["list"];
  readonly code: string;
  readonly item: unknown;
}

/** One text per entry of all lists. */
export const keyOf = ({ list, code }: Pick<Entry, "list" | "code">): string => `${list} ${code}`;

/** How one list is kept, and the check of its items. */
export interface ReferenceList {
  readonly name: ListName;
  readonly codes: "numbers" | "words";
  /** Whether operators may change it. */
  readonly editable: boolean;
  /** One item without its code. */
  readonly schema: ObjectSchema;
  readonly check: Check<Readonly<Record<string, unknown>>>;
}

/** One rule, and the check of its value. */
export interface ReferenceRule {
  readonly name: RuleName;
  /** Whether there is always a value; without one, a setting holds. */
  readonly required: boolean;
  readonly schema: TSchema;
  readonly check: Check;
}

/** How each list is kept. The seed has two stores (1), so theirs is fixed; what an item is says shape.ts. */
const KEPT: Readonly<Record<ListName, Pick<ReferenceList, "codes" | "editable">>> = {
  stores: { codes: "words", editable: false },
  brands: { codes: "numbers", editable: true },
  colors: { codes: "numbers", editable: true },
  flavors: { codes: "numbers", editable: true },
  sizes: { codes: "numbers", editable: true },
  sizeCharts: { codes: "numbers", editable: true },
  departments: { codes: "numbers", editable: true },
  productTypes: { codes: "numbers", editable: true },
  templates: { codes: "numbers", editable: true },
};

/** Every list but the rules, in the order of KEPT. */
export const LISTS: readonly ReferenceList[] = Object.entries(KEPT).map(([key, kept]) => {
  const name = key as ListName;
  const schema = withoutCode(inWords(ReferenceShape.properties[name].items));
  return { name, ...kept, schema, check: compileCheck(schema) };
});

/** Every rule the marketplace can set (decisions 8). */
export const RULES: readonly ReferenceRule[] = Object.entries(ReferenceShape.properties.rules.properties).map(([key, shape]) => {
  const schema = inWords(shape);
  const required = ReferenceShape.properties.rules.required.some((name) => name === key);
  return { name: key as RuleName, required, schema, check: compileCheck(schema) };
});

const BY_NAME: ReadonlyMap<string, ReferenceList> = new Map(LISTS.map((list) => [list.name, list]));
const RULE_BY_NAME: ReadonlyMap<string, ReferenceRule> = new Map(RULES.map((rule) => [rule.name, rule]));

/** Undefined for a name that is no list; the rules are none. */
export const listNamed = (name: string): ReferenceList | undefined => BY_NAME.get(name);
/** Undefined for a name that is no rule. */
export const ruleNamed = (name: string): ReferenceRule | undefined => RULE_BY_NAME.get(name);

/** The entries of whole reference data, lists first, in their order. */
export const entriesOf = (data: ReferenceData): readonly Entry[] => [
  ...LISTS.flatMap(({ name }) => data[name].map(({ code, ...item }): Entry => ({ list: name, code: String(code), item }))),
  ...Object.entries(data.rules).map(([code, item]): Entry => ({ list: "rules", code, item })),
];

const whole = Compile(ReferenceShape);

/**
 * Whole reference data from its entries in any order; lists come sorted by code. Throws when the entries have another
 * shape than shape.ts: only what was checked is ever stored. What the lists say about each other is integrity.ts.
 */
export function dataOf(entries: Iterable<Entry>): ReferenceData {
  const data: unknown = excerptOf(entries);
  if (!whole.Check(data)) throw new Error("the stored reference data has another shape than shape.ts");
  return data;
}

/** Some of the entries, each as shape.ts has it, in any order; lists come sorted by code. */
export function excerptOf(entries: Iterable<Entry>): Excerpt {
  const byList = Map.groupBy(entries, (entry) => entry.list);
  const excerpt: unknown = {
    ...Object.fromEntries(
      LISTS.map((list) => [list.name, (byList.get(list.name) ?? []).toSorted(byCode).map((entry) => itemOf(list, entry))]),
    ),
    rules: Object.fromEntries((byList.get("rules") ?? []).map(({ code, item }) => [code, item])),
  };
  return excerpt as Excerpt;
}

/** An entry as people read it: the item with its code, or the rule's value. */
export const viewOf = (entry: Entry): unknown => (entry.list === "rules" ? entry.item : itemOf(BY_NAME.get(entry.list)!, entry));

/** The item with its code, its keys in the order of shape.ts whatever order the database keeps them in. */
const itemOf = (list: ReferenceList, { code, item }: Entry) => ({
  code: list.codes === "numbers" ? Number(code) : code,
  ...list.check(item).value,
});

/** By value for numbers, which have no leading zeros, and by length and letters for words. */
const byCode = (one: Entry, other: Entry) => one.code.length - other.code.length || (one.code < other.code ? -1 : 1);

interface Shape {
  readonly anyOf?: readonly { readonly const: string }[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: boolean;
}
interface ObjectSchema extends TSchema {
  readonly properties: Readonly<Record<string, TSchema>>;
  readonly required: readonly string[];
}

/** A schema of shape.ts in the keywords that platform/check.ts runs: a union of words is an `enum`, keys beyond are ignored. */
function inWords(shape: TSchema): TSchema {
  const { anyOf, items, properties, additionalProperties: _closed, ...rest } = shape as Shape;
  return {
    ...rest,
    ...(anyOf ? { type: "string", enum: anyOf.map((word) => word.const) } : {}),
    ...(items ? { items: inWords(items) } : {}),
    ...(properties ? { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inWords(part)])) } : {}),
  };
}

function withoutCode(item: TSchema): ObjectSchema {
  const {
    properties: { code: _code, ...properties },
    required,
    ...rest
  } = item as ObjectSchema;
  return { ...rest, properties, required: required.filter((name) => name !== "code") };
}
